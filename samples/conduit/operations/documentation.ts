import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { use } from 'alcove'

/** The document, at `/api/docs/json`, and the page that shows it, at `/api/docs`. */
export const documentation = [
  use(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Conduit', version: '2.0.0', description: 'The RealWorld API, served by alcove' },
      components: {
        securitySchemes: {
          Token: { type: 'apiKey', in: 'header', name: 'authorization', description: 'Token <what a login gave>' },
        },
      },
    },
    refResolver: {
      buildLocalReference: ({ $id }: { $id?: unknown }, _base: unknown, _fragment: string, index: number) =>
        typeof $id === 'string' ? $id : `def-${index}`,
    },
  }),
  use(swaggerUi, { routePrefix: '/docs', staticCSP: true, transformStaticCSP: overHttp }),
]

/** Whether TLS is spoken is decided by what stands in front. */
function overHttp(policy: string): string {
  return policy.replace('upgrade-insecure-requests;', '')
}
