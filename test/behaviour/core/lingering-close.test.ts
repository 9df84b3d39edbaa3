import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { connectionsOf, listen } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

/** More than the buffers of both sides hold, so that the client waits for the server to read. */
const length = 12_000_000
const json = 'content-type: application/json'
const chunked = 'transfer-encoding: chunked'
const declared = `content-length: ${length}`
const headOf = (path: string, ...lines: string[]) => `POST ${path} HTTP/1.1\r\nhost: a\r\n${lines.join('\r\n')}\r\n\r\n`

/** Each refusal: the bytes before the rest of the body, and the status. */
const refusals: Readonly<Record<string, readonly [begin: string, status: number]>> = {
  'a body whose declared length is above the limit': [headOf('/', json, declared), 413],
  'a chunk above the limit': [`${headOf('/', json, chunked)}${length.toString(16)}\r\n`, 413],
  'an onRequest hook that ends the connection': [headOf('/hook', json, declared), 401],
  'a request that asks for the end of the connection': [headOf('/none', 'connection: close', declared), 404],
  'a head with two readings': [headOf('/', 'host: b', declared), 400],
  'a chunk without a length': [`${headOf('/', json, chunked)}z\r\n`, 400],
  'unreadable bytes behind a request': ['GET /late HTTP/1.1\r\nhost: a\r\n\r\n\0', 200],
  'a body of a request for an upgrade': [headOf('/', 'connection: upgrade', 'upgrade: other', declared), 400],
  'a head that is too large': ['GET / HTTP/1.1\r\nhost: a\r\nlarge: ', 431],
}

const clients = {
  HTTP: { options: {}, open: (port: number) => connect({ port, host: '127.0.0.1', allowHalfOpen: true }) },
  HTTPS: {
    options: { https: certificate },
    open: (port: number): Socket =>
      connectTls({ port, host: '127.0.0.1', ca: certificate.cert, allowHalfOpen: true } as object),
  },
}

/** Sends everything before it reads. */
async function sendAll(socket: Socket, ...pieces: (string | Buffer)[]): Promise<string> {
  socket.pause()
  for (const piece of pieces) {
    await new Promise<void>((sent, failed) => {
      socket.write(piece, (error) => (error ? failed(error) : sent()))
    })
  }
  let text = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  socket.resume()
  await once(socket, 'end')
  return text
}

describe('a connection that the server ends while its client still sends', function () {
  this.timeout(20_000)
  const create = useServers()

  async function start(options: object = {}): Promise<{ server: Server; port: number; paths: string[] }> {
    const server = create({ bodyLimit: 1000, ...options })
    const paths: string[] = []
    server.addHook('onRequest', async ({ url }: Loose) => void paths.push(url))
    server.server.on('upgrade', () => undefined)
    server.get('/late', () => new Promise((resolve) => setTimeout(resolve, 50, 'late')))
    server.post('/', async () => 'read')
    const onRequest = async (_request: Loose, reply: Loose) => reply.code(401).header('connection', 'close').send('no')
    server.post('/hook', { onRequest }, async () => 'read')
    return { server, port: await listen(server), paths }
  }

  for (const [protocol, { options, open }] of Object.entries(clients)) {
    for (const [name, [begin, status]] of Object.entries(refusals)) {
      it(`gives the answer to a client of ${protocol} that sends everything first: ${name}`, async () => {
        const { port } = await start(options)
        const socket = open(port)
        const answer = await sendAll(socket, begin, Buffer.alloc(length, 'a'))
        socket.destroy()
        expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `))
      })
    }
  }

  it('runs no bytes behind the refusal as a request', async () => {
    const { port, paths } = await start()
    const socket = clients.HTTP.open(port)
    const hidden = 'POST /hidden HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n'
    const begin = headOf('/', json, `content-length: ${length}`)
    const answer = await sendAll(socket, begin, hidden.repeat(1000), Buffer.alloc(length, 'a'), hidden.repeat(1000))
    socket.destroy()
    expect(answer.match(/HTTP\/1.1 \d+/g)).to.deep.equal(['HTTP/1.1 413'])
    expect(paths).to.deep.equal(['/'])
  })

  /** Resolves to the milliseconds until the server has no connection. */
  async function untilClosed(server: Server): Promise<number> {
    const began = performance.now()
    while ((await connectionsOf(server)) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    return performance.now() - began
  }

  async function refused(port: number): Promise<Socket> {
    const socket = clients.HTTP.open(port)
    socket.on('error', () => undefined)
    socket.write(headOf('/', json, declared))
    await once(socket, 'data')
    return socket
  }

  it('ends at once when the client ends its side', async () => {
    const { server, port } = await start()
    const socket = await refused(port)
    socket.end()
    expect(await untilClosed(server)).to.be.below(1000)
  })

  it('ends for a client that sends nothing more and stays', async () => {
    const { server, port } = await start()
    await refused(port)
    expect(await untilClosed(server)).to.be.within(1000, 4000)
  })

  it('ends for a client that sends without an end', async () => {
    const { server, port } = await start()
    const socket = await refused(port)
    const piece = Buffer.alloc(1_000_000)
    const send = (error?: Error | null): unknown => error || socket.write(piece, send)
    send()
    await untilClosed(server)
    expect(socket.bytesWritten).to.be.within(200_000_000, 400_000_000)
  })

  it('ends for a client that sends slowly without an end', async () => {
    const { now } = performance
    const { server, port } = await start()
    const socket = await refused(port)
    const drip = setInterval(() => socket.write('a'), 50)
    try {
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await connectionsOf(server)).to.equal(1)
      performance.now = () => now.call(performance) + 31_000
      await untilClosed(server)
    } finally {
      performance.now = now
      clearInterval(drip)
    }
  })

  it('does not keep the server from closing', async () => {
    const { server, port } = await start()
    const socket = await refused(port)
    const drip = setInterval(() => socket.write('a'), 50)
    const began = performance.now()
    await server.close()
    clearInterval(drip)
    expect(performance.now() - began).to.be.below(8000)
  })
})
