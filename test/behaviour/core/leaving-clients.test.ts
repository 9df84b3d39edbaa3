import { once } from 'node:events'
import { createServer as createNodeServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen, open, readAll } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const get = 'GET /wait HTTP/1.1\r\nhost: a\r\n\r\n'
/** More than the buffers of node hold. */
const length = 1_000_000
const post = `POST /next HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`
const upgrade = 'GET /next HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'
const pipelines: Readonly<Record<string, string>> = {
  'requests that wait for its answer': get.repeat(60),
  'a body that waits for its answer': post + 'a'.repeat(length),
  'an upgrade that waits for its answer': upgrade + 'a'.repeat(4 * length),
}
interface Client {
  readonly options: object
  readonly ends: readonly ('end' | 'destroy' | 'resetAndDestroy')[]
  open(port: number): Socket
}
const clients: Readonly<Record<string, Client>> = {
  HTTP: {
    options: {},
    ends: ['end', 'destroy', 'resetAndDestroy'],
    open: (port: number) => connect({ port, host: '127.0.0.1' }),
  },
  HTTPS: {
    options: { https: certificate },
    ends: ['end', 'destroy'],
    open: (port: number) => connectTls({ port, host: '127.0.0.1', ca: certificate.cert }),
  },
}

describe('a client that leaves before its answer', function () {
  this.timeout(20_000)
  const create = useServers()

  /** A server with a handler that waits for `answer`, and the requests that it has seen. */
  async function start(options: object): Promise<{ server: Server; port: number; seen: string[]; answer(): void }> {
    const server = create(options)
    const seen: string[] = []
    let answer = (): void => undefined
    const answered = new Promise<string>((resolve) => {
      answer = () => resolve('answered')
    })
    server.addHook('onRequest', async ({ method }: Loose) => void seen.push(method))
    server.addHook('onRequestAbort', async () => void seen.push('abort'))
    server.server.on('upgrade', () => void seen.push('upgrade'))
    server.get('/wait', () => answered)
    server.post('/next', async () => 'next')
    return { server, port: await listen(server), seen, answer }
  }

  for (const [protocol, { options, ends, open }] of Object.entries(clients))
    for (const end of ends)
      it(`is noticed, also behind unreadable bytes: ${protocol}, ${end}`, async () => {
        const { server, port, seen, answer } = await start(options)
        const socket = open(port).on('error', () => undefined)
        socket.write(`${get}unreadable\r\n\r\n`)
        await until('the request has arrived', () => seen.length === 1)
        socket[end]()
        await until('the connection is closed', async () => (await connectionsOf(server)) === 0)
        expect(seen).to.deep.equal(['GET', 'abort'])
        answer()
      })

  describe('and has sent more requests than the server reads', () => {
    // Node's own time limit would end the connection too. The server of an application has none.
    const options = { connectionTimeout: 200, serverFactory: (listener: Loose) => createNodeServer(listener) }

    for (const [what, behind] of Object.entries(pipelines)) {
      it(`is noticed after connectionTimeout: ${what}`, async () => {
        const { server, port, seen, answer } = await start(options)
        const socket = await open(port)
        socket.write(get + behind)
        await until('the request has arrived', () => seen.length === 1)
        socket.destroy()
        await until('the connection is closed', async () => (await connectionsOf(server)) === 0)
        expect(seen).to.deep.equal(['GET', 'abort'])
        answer()
      })

      it(`gets the first answer and the end of the connection if it stays: ${what}`, async () => {
        const { server, port, seen, answer } = await start(options)
        const [socket, [served]] = await Promise.all([open(port), once(server.server, 'connection')])
        const text = readAll(socket)
        socket.write(get + behind)
        await until('the server has stopped reading', () => served.isPaused())
        await until('the server reads again', () => !served.isPaused())
        answer()
        expect((await text).match(/HTTP\/1\.1 200|connection: \w+|answered/gi)).to.deep.equal([
          'HTTP/1.1 200',
          'Connection: close',
          'answered',
        ])
        expect(seen).to.deep.equal(['GET'])
      })
    }
  })
})
