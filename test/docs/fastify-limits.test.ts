import { expect } from 'chai'
import { type Difference, echoBody, echoQuery, get, makers, post, statusOnly } from './both-servers.js'

const nodeVersion = Number.parseInt(process.versions.node, 10)

/** Of docs/reference/fastify-differences.md, what is about hostile and slow clients. */
const limits: readonly Difference[] = [
  {
    what: 'the text of a serializer',
    run: async (make) => {
      const response = { 200: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }
      const server = make().get('/', { schema: { response } }, async () => ({}))
      return (await server.inject('/')).json().message
    },
    fastify: '"a" is required!',
    here: 'Internal Server Error',
  },
  {
    what: 'JSON that is nested too deeply for JSON.stringify',
    run: (make) => post(echoBody(make, {}), '['.repeat(50_000) + ']'.repeat(50_000)).then(statusOnly),
    fastify: nodeVersion >= 26 ? '200' : '500',
    here: '400',
  },
  {
    what: '__proto__ in a query',
    run: (make) => get(echoQuery(make, { type: 'object' }), '/?__proto__=1').then(statusOnly),
    fastify: '200',
    here: '400',
    dropIn: '400',
  },
  {
    what: 'a line break in early hints',
    run: async (make) => {
      const server = make().get('/', async (_request, reply) => {
        reply.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-a': 'a\r\nx-b: c' })
        return 'written'
      })
      return statusOnly(await get(server))
    },
    fastify: nodeVersion >= 24 ? '500' : '200',
    here: '500',
    dropIn: '500',
  },
  {
    what: 'the time for a request to arrive',
    run: async (make) => make().server.requestTimeout,
    fastify: 0,
    here: 300_000,
  },
  {
    what: 'a requestTimeout among the options of node',
    run: async (make) => make({ http: { requestTimeout: 1000 } }).server.requestTimeout,
    fastify: 0,
    here: 1000,
  },
]

describe('docs/reference/fastify-differences.md', () => {
  for (const { what, run, fastify, here, dropIn = fastify } of limits) {
    it(`is right about ${what}`, async () => {
      const found = {
        fastify: await run(makers.fastify),
        here: await run(makers.here),
        dropIn: await run(makers.dropIn),
      }
      expect(found).to.deep.equal({ fastify, here, dropIn })
    })
  }
})
