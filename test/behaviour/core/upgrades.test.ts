import { once } from 'node:events'
import { connect } from 'node:http2'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRefusals } from 'alcove/inspect'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { connectionsOf, listen, open } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const upgrade = (...headers: string[]) =>
  ['GET /socket HTTP/1.1', 'Connection: Upgrade', 'Upgrade: own', ...headers, '', ''].join('\r\n')
const asking = upgrade('Host: x')
const taken = 'HTTP/1.1 101 Switching Protocols'

/** Takes upgrades, and sends back what comes then. */
function echoing(server: Server): void {
  server.server.on('upgrade', (_req: Loose, socket: Loose, head: Buffer) => {
    socket.write(`${taken}\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n`)
    socket.write(`first:${head}`)
    socket.on('data', (bytes: Buffer) => socket.write(`then:${bytes}`))
    socket.on('error', () => {})
  })
}

/** A text behind the bytes that the listener has got with the request. */
const later = { after: 'first:a', text: 'b' }

describe('requests for an upgrade', () => {
  const create = useServers()

  const serve = async () => {
    const server = create({ forceCloseConnections: true, gracefulShutdown: { signals: [], drainTimeout: 100 } })
    server.get('/', async () => 'plain')
    server.get('/slow', async () => {
      await sleep(50)
      return 'slow'
    })
    server.get('/stream', async () => {
      const chunks = async function* () {
        for (const chunk of ['one', 'two', 'three']) {
          yield chunk
          await sleep(20)
        }
      }
      return Readable.from(chunks())
    })
    server.get('/large', async () => Readable.from(Array<Buffer>(80).fill(Buffer.alloc(100_000, 'x'))))
    server.get('/endless', () => new Promise(() => {}))
    server.get('/socket', async (request) => `a ${request.method} of ${request.raw.httpVersion}`)
    server.get('/last', async (_request, reply) => reply.header('connection', 'close').send('last'))
    echoing(server)
    return { server, port: await listen(server) }
  }

  /** A text to send, at once or after a text of the server. */
  type Piece = string | { readonly after: string; readonly text: string }

  /** All that comes on one connection, until it ends with `end` or closes. */
  async function talk(port: number, end: string, ...pieces: Piece[]): Promise<string> {
    const socket = await open(port)
    let text = ''
    let tail = ''
    const over = new Promise<void>((resolve) => {
      socket.on('close', () => resolve())
      socket.on('data', (bytes: Buffer) => {
        text += bytes
        tail = (tail + bytes).slice(-end.length) // a search in the whole text would take seconds for a large one
        if (end !== '' && tail === end) resolve()
      })
    })
    for (const piece of pieces) {
      if (typeof piece === 'object') await until(`there is ${piece.after}`, () => text.includes(piece.after))
      socket.write(typeof piece === 'object' ? piece.text : piece)
      await sleep(10)
    }
    await over
    socket.destroy()
    return text
  }

  it('are handed to the listener with the bytes behind them', async () => {
    const { port } = await serve()
    const text = await talk(port, 'then:b', `${asking}a`, later)
    expect(text).to.match(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\nfirst:athen:b$/)
  })

  for (const [what, before, answers] of [
    ['one that waits', get('/slow'), /slow$/],
    ['one that is given in the same turn', get('/'), /plain$/],
    ['several', get('/slow') + get('/') + get('/slow'), /slow[\s\S]*plain[\s\S]*slow$/],
    ['a stream', get('/stream'), /three\r\n0\r\n\r\n$/],
    ['more than are read at once', get('/').repeat(40), /plain$/],
  ] as const)
    it(`wait for the answers before them on their connection: ${what}`, async () => {
      const { port } = await serve()
      const text = await talk(port, 'then:b', `${before}${asking}a`, later)
      const [first = '', then] = text.split(taken)
      expect(first).to.match(/^HTTP\/1\.1 200/)
      expect(first).to.match(answers)
      expect(then).to.match(/first:athen:b$/)
    })

  it('do not stop an answer before them that waits for its client', async () => {
    const { port } = await serve()
    const text = await talk(port, '!', `${get('/large')}${asking}a`, '!')
    const [answer = '', then] = text.split(taken)
    expect(answer).to.match(/x\r\n0\r\n\r\n$/)
    expect(answer.length).to.be.above(8_000_000)
    expect(then).to.match(/first:a(?:then:)?!$/)
  })

  for (const [what, before] of [
    ['one answer', get('/slow')],
    ['more than are read at once', get('/').repeat(40) + get('/slow')],
  ] as const)
    it(`lose no byte that comes while they wait for ${what}`, async () => {
      const { port } = await serve()
      const size = 300_000
      const text = await talk(port, '!', before + asking, ...'abc', 'x'.repeat(size), '!')
      const [, echo = ''] = text.split('first:')
      expect(echo.replaceAll('then:', '')).to.equal(`abc${'x'.repeat(size)}!`)
    })

  for (const path of ['/endless', '/large'])
    it(`end when their client leaves before the answer of ${path}`, async () => {
      const { server, port } = await serve()
      const socket = await open(port)
      socket.write(get(path) + asking)
      await sleep(50)
      socket.destroy()
      await until('the connection has ended', async () => (await connectionsOf(server)) === 0)
    })

  it('over HTTP/1.0 are answered by their route, because their header Upgrade is ignored', async () => {
    const { port } = await serve()
    const text = await talk(port, '', asking.replace('HTTP/1.1', 'HTTP/1.0'))
    expect(text).to.match(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*\r\n\r\na GET of 1\.0$/i)
  })

  it('are not granted behind an answer that ends the connection', async () => {
    const { port } = await serve()
    const text = await talk(port, '', get('/last') + asking)
    expect(text).to.match(/^HTTP\/1\.1 200 [\s\S]*last$/)
  })

  for (const [what, request] of [
    ['two hosts', upgrade('Host: x', 'Host: y')],
    ['a host that is not one', upgrade('Host: a/../b')],
    ['a body', `${upgrade('Host: x', 'Content-Length: 3')}abc`],
    ['a body in chunks', `${upgrade('Host: x', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
  ] as const)
    it(`are answered 400 and counted with ${what}, behind the answers before them`, async () => {
      const { server, port } = await serve()
      const text = await talk(port, '', get('/slow') + request)
      const [first, refused = ''] = text.split(/(?=HTTP\/1\.1 400)/)
      expect(first).to.match(/slow$/)
      expect(refused).to.match(/Connection: close[\s\S]*ALC_ERR_REQUEST_HEAD/)
      expect(text).to.not.include(taken)
      expect(readRefusals(server as Loose).heads).to.equal(1)
    })

  for (const [what, ...packets] of [
    ['a length', upgrade('Host: x', 'Content-Length: 3'), 'abc'],
    ['chunks', upgrade('Host: x', 'Transfer-Encoding: chunked'), '3\r\nabc\r\n', '0\r\n\r\n'],
    ['a body that never comes', upgrade('Host: x', 'Content-Length: 3')],
  ] as const)
    it(`are answered 400 behind the answers before them while their body arrives: ${what}`, async () => {
      const { server, port } = await serve()
      const [head, ...body] = packets
      const text = await talk(port, '', get('/slow') + head, ...body)
      expect(text).to.match(/^HTTP\/1\.1 200 [\s\S]*slowHTTP\/1\.1 400 [\s\S]*Connection: close/)
      expect(readRefusals(server as Loose).heads).to.equal(1)
    })

  const connectTo = (target: string, ...headers: string[]) =>
    [`CONNECT ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')

  /** Takes tunnels, and sends back what comes then. */
  const tunnelling = async () => {
    const { server, port } = await serve()
    server.server.on('connect', (_req: Loose, socket: Loose, head: Buffer) => {
      socket.write(`HTTP/1.1 200 Connection Established\r\n\r\nfirst:${head}`)
      socket.on('data', (bytes: Buffer) => socket.write(`then:${bytes}`))
      socket.on('error', () => {})
    })
    return { server, port }
  }

  it('and for a tunnel wait for the answers before them, too', async () => {
    const { port } = await tunnelling()
    const text = await talk(port, 'then:b', `${get('/slow')}${connectTo('y:80', 'Host: y:80')}a`, later)
    expect(text).to.match(/^HTTP\/1\.1 200 OK[\s\S]*slowHTTP\/1\.1 200 Connection Established\r\n\r\nfirst:athen:b$/)
  })

  for (const [what, request] of [
    ['two hosts', connectTo('y:80', 'Host: y:80', 'Host: z:80')],
    ['a path as its target', connectTo('/', 'Host: y:80')],
    ['a host without a port as its target', connectTo('y', 'Host: y')],
    ['a user in its target', connectTo('u@y:80', 'Host: y:80')],
    ['a length', `${connectTo('y:80', 'Host: y:80', 'Content-Length: 3')}abc`],
  ] as const)
    it(`and for a tunnel are answered 400 and counted with ${what}`, async () => {
      const { server, port } = await tunnelling()
      const text = await talk(port, '', request)
      expect(text).to.match(/^HTTP\/1\.1 400 /)
      // Node's parser refuses some of them itself.
      const { heads, malformed } = readRefusals(server as Loose)
      expect(heads + malformed).to.equal(1)
    })

  for (const [what, authority, status] of [
    ['is given to the listener', 'y:80', 200],
    ['is answered 400 with a port that is not one', 'y:99999', 400],
  ] as const)
    it(`for a tunnel over HTTP/2 ${what}`, async () => {
      const server = create({ http2: true })
      server.server.on('connect', (_req: Loose, res: Loose) => void res.end('tunnel'))
      const port = await listen(server)
      const client = connect(`http://127.0.0.1:${port}`)
      const stream = client.request({ ':method': 'CONNECT', ':authority': authority }, { endStream: true })
      const [headers] = (await once(stream, 'response')) as [Loose]
      client.destroy()
      expect(headers[':status']).to.equal(status)
    })

  for (const [what, return503OnClosing, answer] of [
    ['are answered 503', true, /^HTTP\/1\.1 503 [\s\S]*Connection: close[\s\S]*"statusCode":503/],
    ['are granted where requests are answered', false, /^HTTP\/1\.1 101 /],
  ] as const)
    it(`${what} while the server closes`, async () => {
      const server = create({ forceCloseConnections: true, return503OnClosing })
      let proceed = () => {}
      const mayProceed = new Promise<void>((resolve) => {
        proceed = resolve
      })
      let isClosing = false
      server.addHook('preClose', () => {
        isClosing = true
        return mayProceed
      })
      echoing(server)
      const port = await listen(server)
      const socket = await open(port)
      socket.on('error', () => {})
      let text = ''
      socket.on('data', (bytes: Buffer) => {
        text += bytes
      })
      socket.write(asking.slice(0, 20))
      const closed = server.close()
      await until('the server closes', () => isClosing)
      socket.write(asking.slice(20))
      await until('the server has answered', () => text !== '')
      proceed()
      await closed
      socket.destroy()
      expect(text).to.match(answer)
      expect(readRefusals(server as Loose).closing).to.equal(return503OnClosing ? 1 : 0)
    })

  it('do not keep a server from closing while they wait', async () => {
    const { server, port } = await serve()
    const socket = await open(port)
    socket.on('error', () => {})
    socket.write(get('/slow') + asking)
    await sleep(10)
    await server.close()
    socket.destroy()
  })
})
