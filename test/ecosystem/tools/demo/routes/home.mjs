export default async function home(fastify) {
  fastify.get(
    '/',
    { schema: { response: { 200: { type: 'object', properties: { message: { type: 'string' } } } } } },
    async () => ({
      message: 'Welcome',
      secret: 'dropped',
    }),
  )
}
