import { once } from 'node:events'
import type { ServerHttp2Session } from 'node:http2'
import { connect } from 'node:tls'
import { expect } from 'chai'
import { flags, frame, framesOf, preface, request, types } from '../../suites/http2-frames.js'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen, open } from './socket.js'
import { type Loose, useServers } from './subject.js'

const asks = (id: number) => frame(types.headers, flags.endStream | flags.endHeaders, id, request)
const goaway = frame(types.goaway, 0, 0, Array(8).fill(0))
/** A client that takes 2 GB at once. */
const wideWindows = [
  frame(types.settings, 0, 0, [0, 4, 0x7f, 0xff, 0xff, 0xff]),
  frame(types.window, 0, 0, [0x7f, 0, 0, 0]),
]
const size = 20_000_000

describe('a session of HTTP/2 whose client sends GOAWAY', () => {
  const create = useServers()

  /** Sends a request and GOAWAY in one packet, and does not read yet. */
  async function leave() {
    const server = create({ http2: true, forceCloseConnections: true })
    let handled = 0
    server.get('/', async () => {
      handled += 1
      return Buffer.alloc(size)
    })
    const [socket, [session]] = await Promise.all([open(await listen(server)), once(server.server, 'session')])
    socket.pause()
    socket.write(Buffer.concat([preface, ...wideWindows, frame(types.settings, flags.ack, 0), asks(1), goaway]))
    return { server, socket, session: session as ServerHttp2Session, count: () => handled } // what the event carries
  }

  it('is open until the server has sent its own: of a closed one node frees streams that it still reads', async () => {
    const { session } = await leave()
    const { goaway: send } = session
    const closed: boolean[] = []
    session.goaway = (...given) => {
      closed.push(session.closed)
      send.call(session, ...given)
    }
    await until('the session is closed', () => session.closed)
    expect(closed).to.deep.equal([false])
    expect(session.state.outboundQueueSize).to.equal(0)
  })

  it('sends the whole answer, handles no later request, and ends', async () => {
    const { server, socket, count } = await leave()
    await until('the handler has run', () => count() === 1)
    socket.write(asks(3))
    const pieces: Buffer[] = []
    socket.on('data', (piece) => void pieces.push(piece as Buffer)).resume()
    await until('the connection has ended', async () => (await connectionsOf(server)) === 0)
    const frames = [...framesOf(Buffer.concat(pieces))]
    const dataOf = (id: number) => frames.filter(({ type, stream }) => type === types.data && stream === id)
    expect(dataOf(1).reduce((sum, { payload }) => sum + payload.length, 0)).to.equal(size)
    expect([count(), dataOf(3)]).to.deep.equal([1, []])
  })

  it('is destroyed when its client takes no bytes and its last stream was cut', async () => {
    const server = create({ http2: true, http2SessionTimeout: 0, forceCloseConnections: true })
    const streams: Loose[] = []
    server.get('/', async (_request: Loose, reply: Loose) => {
      streams.push(reply.raw.stream)
      return Buffer.alloc(size)
    })
    const port = await listen(server)
    const [made, connected] = [once(server.server, 'session'), once(server.server, 'connection')]
    const socket = await open(port)
    const [[session], [served]] = await Promise.all([made, connected])
    socket.pause()
    socket.write(Buffer.concat([preface, ...wideWindows, asks(1)]))
    await until('the buffers of the system are full', () => served._handle.writeQueueSize > 0)
    session.close()
    await until('GOAWAY waits behind the answer', () => session.state.outboundQueueSize > 0)
    streams[0].destroy()
    await until('the session is destroyed', () => session.destroyed)
  })

  it('leaves no connection over TLS when the first write of its answer fails', async () => {
    const server = create({ http2: true, https: certificate })
    let leave = () => {}
    server.get('/', (_request: Loose, reply: Loose) => {
      leave() // the server has not read that when it writes
      reply.send('text')
    })
    const socket = await open(await listen(server))
    leave = () => void socket.resetAndDestroy()
    const client = connect({ socket, ca: certificate.cert, servername: 'localhost', ALPNProtocols: ['h2'] })
    client.on('error', () => {})
    await once(client, 'secureConnect')
    client.write(Buffer.concat([preface, frame(types.settings, 0, 0)]))
    await once(client, 'data') // the server has written its settings
    client.write(Buffer.concat([asks(1), goaway]))
    await once(socket, 'close')
    await until('the connection has ended', async () => (await connectionsOf(server)) === 0)
  })
})
