import { expect } from 'chai'
import { readPage } from './markdown.js'

/** The chapters of Nest's documentation about applications that serve HTTP, by its table of contents. */
const chapters = {
  Overview: [
    ...['First steps', 'Controllers', 'Providers', 'Modules', 'Middleware', 'Exception filters', 'Pipes', 'Guards'],
    ...['Interceptors', 'Custom decorators'],
  ],
  Fundamentals: [
    ...['Custom providers', 'Asynchronous providers', 'Dynamic modules', 'Injection scopes', 'Circular dependency'],
    ...['Module reference', 'Lazy-loading modules', 'Execution context', 'Lifecycle events', 'Discovery service'],
    ...['Platform agnosticism', 'Testing'],
  ],
  Techniques: [
    ...['Configuration', 'Database', 'Mongo', 'Validation', 'Caching', 'Serialization', 'Versioning'],
    ...['Task scheduling', 'Queues', 'Logging', 'Cookies', 'Events', 'Compression', 'File upload', 'Streaming files'],
    ...['HTTP module', 'Session', 'Model-View-Controller', 'Performance (Fastify)', 'Server-Sent Events'],
  ],
  Security: [
    ...['Authentication', 'Authorization', 'Encryption and Hashing', 'Helmet', 'CORS', 'CSRF Protection'],
    'Rate limiting',
  ],
  'GraphQL, WebSockets, microservices': [
    ...['GraphQL', 'Gateways', 'Exception filters of gateways', 'Pipes of gateways', 'Guards of gateways'],
    ...['Interceptors of gateways', 'Adapters of gateways', 'Microservices'],
  ],
  'Applications, command line, OpenAPI': [
    ...['Deployment', 'Standalone apps', 'CLI: overview, usage, scripts', 'CLI: workspaces, libraries'],
    ...[
      'OpenAPI: introduction, operations, security',
      'OpenAPI: types, mapped types, decorators',
      'OpenAPI: CLI plugin',
    ],
  ],
  Recipes: [
    ...['REPL', 'CRUD generator', 'SWC', 'Passport', 'Hot reload', 'MikroORM, TypeORM, Mongoose, Sequelize, Prisma'],
    ...['Router module', 'Swagger', 'Health checks', 'CQRS', 'Compodoc', 'Sentry', 'Serve static', 'Commander'],
    ...['Async local storage', 'Suites'],
  ],
  FAQ: [
    ...['Serverless', 'HTTP adapter', 'Keep-Alive connections', 'Global path prefix', 'Raw body', 'Hybrid application'],
    ...['HTTPS and multiple servers', 'Request lifecycle', 'Common errors', 'Examples', 'Devtools', 'Migration guide'],
  ],
}

async function rowsOf(title: string): Promise<readonly (readonly [chapter: string, here: string])[]> {
  const { text } = await readPage('docs/from-nest/chapters.md')
  const section = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  const rows = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(
    ([, chapter = '', here = '']) => [chapter, here] as const,
  )
  return rows.filter(([chapter]) => chapter !== 'chapter')
}

describe('docs/from-nest/chapters.md', () => {
  for (const [title, names] of Object.entries(chapters)) {
    it(`has a row for each chapter of ${title}, with a page or a reason`, async () => {
      const rows = await rowsOf(title)
      expect(rows.map(([chapter]) => chapter)).to.deep.equal(names)
      const empty = rows.filter(([, here]) => !/\]\([^)]+\)/.test(here) && !/^No: \S.{20}/.test(here))
      expect(empty).to.deep.equal([])
    })
  }
})
