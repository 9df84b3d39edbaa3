import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'

export default fp(async (fastify) => {
  await fastify.register(swagger, { openapi: { info: { title: 'Tasks', version: '1.0.0' } }, hideUntagged: true })
})
