import { setTimeout } from 'node:timers/promises'
import { codeOf, type Difference, get, post } from './both-servers.js'

/** Differences about declarations that Fastify accepts, and that have no effect, or another effect than they show. */
export const idle: readonly Difference[] = [
  {
    what: 'a generator as a hook',
    run: (make) => {
      function* check() {
        yield 'never'
      }
      const server = make()
      const ask = () => get(server.addHook('onRequest', check as never).get('/', async () => 'passed'))
      return codeOf(() => Promise.race([ask(), setTimeout(500, 'no response')]))
    },
    fastify: 'no response',
    here: 'FST_ERR_HOOK_INVALID_HANDLER',
  },
  {
    what: 'a host constraint with a pattern',
    run: (make) =>
      codeOf(async () => {
        const server = make().get('/', { constraints: { host: '*.example' } }, async () => 'found')
        return String((await server.inject({ url: '/', headers: { host: 'a.example' } })).statusCode)
      }),
    fastify: '404',
    here: 'ALC_ERR_ROUTE_CONSTRAINT',
  },
  {
    what: 'the case of a host',
    run: async (make) => {
      const server = make().get('/', { constraints: { host: 'a.example' } }, async () => 'found')
      return String((await server.inject({ url: '/', headers: { host: 'A.EXAMPLE' } })).statusCode)
    },
    fastify: '404',
    here: '200',
    dropIn: '200',
  },
  {
    what: 'versions of routes whose hosts are the same RegExp',
    run: async (make) => {
      const server = make()
      for (const version of ['1.0.0', '2.0.0']) {
        server.get('/', { constraints: { host: /^a$/, version } }, async () => version)
      }
      const headers = { host: 'a', 'accept-version': '2.0.0' }
      return String((await server.inject({ url: '/', headers })).statusCode)
    },
    fastify: '404',
    here: '200',
    dropIn: '200',
  },
  {
    what: 'a text as attachValidation',
    run: (make) => {
      const schema = { body: { type: 'object', required: ['name'] } }
      const options = { attachValidation: 'false' as never, schema }
      return codeOf(() =>
        post(
          make().post('/', options, async () => 'unvalidated'),
          {},
        ),
      )
    },
    fastify: '200 unvalidated',
    here: 'FST_ERR_INIT_OPTS_INVALID',
  },
]
