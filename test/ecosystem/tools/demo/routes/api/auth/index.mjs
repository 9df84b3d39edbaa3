import { Type } from '@sinclair/typebox'

const body = Type.Object({ name: Type.String({ minLength: 1 }), roles: Type.Array(Type.String(), { default: [] }) })

export default async function auth(fastify) {
  fastify.post('/login', { schema: { body, tags: ['auth'] } }, async (request) => {
    request.session.user = request.body
    await request.session.save()
    return { success: true }
  })
}
