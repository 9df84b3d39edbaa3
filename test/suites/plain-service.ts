import { Readable } from 'node:stream'
import { createServer, type Instance } from 'alcove/core'

/** A server with routes of each kind, for suites of bytes. */
export async function listeningServer(options: object = {}): Promise<{ server: Instance; port: number }> {
  const server = createServer(options)
  server.get('/plain', () => 'plain')
  server.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return 'slow'
  })
  server.get('/stream', (_request, reply) => reply.send(Readable.from(['a', 'b', 'c'])))
  for (const status of [204, 205, 304])
    server.get(`/${status}`, (_request, reply) => reply.code(status).send('content'))
  server.get('/seen', ({ host, protocol, ip, url }) => ({ host, protocol, ip, url }))
  server.post('/echo', (request) => request.body ?? 'nothing')
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { server, port: Number(Object(server.server.address()).port) }
}
