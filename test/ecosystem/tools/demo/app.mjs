// An application in the shape of fastify/demo: plugins and routes are files, which @fastify/autoload registers.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autoload from '@fastify/autoload'

const here = dirname(fileURLToPath(import.meta.url))

/** fastify-cli passes them with --options. */
export const options = { ajv: { customOptions: { coerceTypes: 'array', removeAdditional: 'all' } } }

export default async function application(fastify, { skipOverride, ...given }) {
  await fastify.register(autoload, { dir: join(here, 'plugins', 'external'), options: {} })
  fastify.register(autoload, { dir: join(here, 'plugins', 'app'), options: { ...given } })
  fastify.register(autoload, {
    dir: join(here, 'routes'),
    autoHooks: true,
    cascadeHooks: true,
    options: { ...given },
  })
  fastify.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'not handled')
    const statusCode = error.statusCode ?? 500
    reply.code(statusCode)
    return { message: statusCode < 500 ? error.message : 'Internal Server Error' }
  })
  fastify.setNotFoundHandler({ preHandler: fastify.rateLimit({ max: 2, timeWindow: 60_000 }) }, (_request, reply) => {
    reply.code(404)
    return { message: 'Not Found' }
  })
}
