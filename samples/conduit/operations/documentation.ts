import swaggerUi from '@fastify/swagger-ui'
import { use } from 'alcove'
import { OpenApi } from 'alcove/openapi'

/** The document, at `/api/openapi.json`, and the page that shows it, at `/api/docs`. */
export const documentation = use(OpenApi, {
  info: { title: 'Conduit', version: '2.0.0', description: 'The RealWorld API, served by alcove' },
  securitySchemes: {
    Token: { type: 'apiKey', in: 'header', name: 'authorization', description: 'Token <what a login gave>' },
  },
  tags: [
    { name: 'User and Authentication', description: 'Register, log in, and change what is known of oneself' },
    { name: 'Articles', description: 'Read and write articles' },
    { name: 'Comments', description: 'Read and write comments on articles' },
    { name: 'Profile', description: 'Read profiles, and follow their users' },
    { name: 'Favorites', description: 'Mark articles that one likes' },
    { name: 'Tags', description: 'List what articles are about' },
  ],
  page: use(swaggerUi, { routePrefix: '/docs', staticCSP: true, transformStaticCSP: overHttp }),
})

/** The proxy decides whether clients use TLS. */
function overHttp(policy: string): string {
  return policy.replace('upgrade-insecure-requests;', '')
}
