import type { Difference } from './both-servers.js'

/** Differences about requests that a proxy in front may read differently. */
export const heads: readonly Difference[] = [
  {
    what: 'heads with two readings, and an unknown transfer coding',
    run: async (make) => {
      const server = make()
      for (const method of ['GET', 'POST'] as const) server.route({ method, url: '/', handler: async () => '' })
      const coded = { 'content-type': 'application/json', 'transfer-encoding': 'gzip, chunked' }
      const replies = [
        await server.inject({ url: '/', headers: { host: 'a b' } }),
        await server.inject({ url: '/', method: 'POST', payload: '{}', headers: coded }),
      ]
      return replies.map(({ statusCode }) => statusCode).join()
    },
    fastify: '200,200',
    here: '400,501',
    dropIn: '400,501',
  },
]
