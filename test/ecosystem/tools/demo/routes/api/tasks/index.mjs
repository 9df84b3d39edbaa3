import { Type } from '@sinclair/typebox'

const Task = Type.Object({ id: Type.Integer(), name: Type.String(), status: Type.String() })
const Id = Type.Object({ id: Type.Integer() })
const Page = Type.Object({
  page: Type.Integer({ minimum: 1, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 10, default: 10 }),
})

export default async function tasks(fastify) {
  const tags = ['tasks']
  fastify.get('/', { schema: { tags, querystring: Page, response: { 200: Type.Array(Task) } } }, async (request) =>
    fastify.tasks.list(request.query),
  )
  fastify.get(
    '/:id',
    { schema: { tags, params: Id, response: { 200: Task, 404: Type.Object({ message: Type.String() }) } } },
    async (request, reply) => fastify.tasks.find(request.params.id) ?? reply.notFound('Task not found'),
  )
  fastify.post(
    '/',
    { schema: { tags, body: Type.Object({ name: Type.String({ maxLength: 20 }) }), response: { 201: Id } } },
    async (request, reply) => {
      reply.code(201)
      return fastify.tasks.add(request.body)
    },
  )
  fastify.delete(
    '/:id',
    {
      schema: { tags, params: Id, response: { 204: Type.Null() } },
      preHandler: async (request, reply) => request.isModerator() || reply.forbidden(),
    },
    async (request, reply) =>
      fastify.tasks.remove(request.params.id) ? reply.code(204).send(null) : reply.notFound('Task not found'),
  )
}
