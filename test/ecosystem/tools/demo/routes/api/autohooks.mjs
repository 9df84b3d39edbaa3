export default async function (fastify) {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/auth')) return
    if (!request.session.user) reply.unauthorized('You must log in')
  })
}
