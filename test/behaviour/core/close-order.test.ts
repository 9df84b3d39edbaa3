import { once } from 'node:events'
import http2 from 'node:http2'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { listen, open, readAll } from './socket.js'
import { failureOf, type Loose, logLines, type Server, useServers } from './subject.js'

/** Adds a route whose response never ends. Records the end of its generator, and the `onClose` hooks. */
function recordEnds(server: Server): readonly string[] {
  const steps: string[] = []
  function* endless() {
    try {
      for (;;) yield 'a'.repeat(100_000)
    } finally {
      steps.push('generator')
    }
  }
  server.get('/', async () => Readable.from(endless()))
  server.addHook('onClose', async () => void steps.push('onClose'))
  return steps
}

describe('the order in which close() ends a server', () => {
  const create = useServers()
  const brief = (drainTimeout: number) => ({ gracefulShutdown: { signals: [], drainTimeout } })

  it('runs every preClose hook, and logs the failed ones', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    const steps: string[] = []
    server.addHook('preClose', async () => {
      throw new Error('planned')
    })
    server.addHook('preClose', async () => void steps.push('second'))
    await server.ready()
    await server.close()
    expect(steps).to.deep.equal(['second'])
    expect(lines.filter(({ level }) => level === 50).map(({ msg, err }) => [msg, err.message])).to.deep.equal([
      ['a preClose hook failed', 'planned'],
    ])
  })

  it('ends the generator of a cut response before onClose hooks run', async () => {
    const server = create(brief(100))
    const steps = recordEnds(server)
    const socket = await open(await listen(server))
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'readable') // and reads no more: the generator is at its yield
    await server.close()
    expect(steps).to.deep.equal(['generator', 'onClose'])
  })

  for (const [how, end] of Object.entries<(client: http2.ClientHttp2Session) => void>({
    'the server cuts': () => {},
    'its client cuts': (client) => client.destroy(),
  })) {
    it(`ends the generator of a response over HTTP/2 that ${how} before onClose hooks run`, async () => {
      const server = create({ ...brief(100), http2: true })
      const steps = recordEnds(server)
      const client = http2.connect(`http://127.0.0.1:${await listen(server)}`).on('error', () => {})
      const stream = client.request({ ':path': '/' }).on('error', () => {})
      stream.end()
      await once(stream, 'readable')
      end(client)
      await server.close()
      client.destroy()
      expect(steps).to.deep.equal(['generator', 'onClose'])
    })
  }

  it('runs onClose hooks in the turn in which the last stream of HTTP/2 ends', async () => {
    const server = create({ http2: true })
    const steps: string[] = []
    let handle = () => {}
    const handled = new Promise<void>((resolve) => {
      handle = resolve
    })
    server.get('/', () => {
      handle()
      return new Promise(() => {})
    })
    server.addHook('onRequestAbort', async () => {
      steps.push('aborted')
      setImmediate(() => setImmediate(() => steps.push('two turns later')))
    })
    server.addHook('onClose', async () => void steps.push('onClose'))
    const client = http2.connect(`http://127.0.0.1:${await listen(server)}`)
    const stream = client.request({ ':path': '/' }).on('error', () => {})
    stream.end()
    await handled
    const closed = server.close()
    stream.close(http2.constants.NGHTTP2_CANCEL)
    client.close()
    await closed
    expect(steps.slice(0, 2)).to.deep.equal(['aborted', 'onClose'])
  })

  it('cuts connections that came while preClose hooks took longer than drainTimeout', async () => {
    const server = create({ ...brief(100), return503OnClosing: false })
    server.get('/', () => new Promise(() => {}))
    server.addHook('preClose', () => sleep(600))
    const port = await listen(server)
    const closed = server.close()
    await sleep(300) // the first cut is over
    const socket = await open(port)
    const answer = readAll(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await closed
    expect(await answer).to.equal('')
  })

  for (const [protocol, options] of Object.entries({
    'HTTP/1': {},
    'HTTP/2 over TLS that takes HTTP/1': { http2: true, https: { ...certificate, allowHTTP1: true } },
  }))
    it(`keeps upgraded connections over ${protocol} for as long as requests, also after the time for heads`, async () => {
      const server = create({ ...options, ...brief(8000) })
      server.server.on('upgrade', (_req: Loose, socket: Loose) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n')
        socket.on('data', (bytes: Buffer) => socket.end(bytes))
      })
      const port = await listen(server)
      const socket = 'https' in options ? connectTls({ port, rejectUnauthorized: false }) : await open(port)
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n')
      await once(socket, 'data')
      const answer = readAll(socket)
      const closed = server.close()
      await sleep(5500) // half a head has 5 s
      socket.write('taken')
      await closed
      expect(await answer).to.equal('taken')
    }).timeout(20_000)

  it('rejects when an onClose hook does not end within the timeout, and runs the others', async () => {
    const server = create({ gracefulShutdown: { signals: [], drainTimeout: 100, timeout: 300 } })
    const steps: string[] = []
    server.addHook('onClose', async () => void steps.push('first'))
    server.addHook('onClose', async function stuck() {
      await new Promise(() => {})
    })
    await listen(server)
    const failure = await failureOf(server.close())
    expect(failure.code).to.equal('FST_ERR_HOOK_TIMEOUT')
    expect(failure.message).to.contain('\'onClose\' hook "stuck"')
    expect(steps).to.deep.equal(['first'])
  })

  it('logs one line when a server that listened is closed', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.addHook('onClose', async () => server.log.info('onClose'))
    await listen(server)
    await Promise.all([server.close(), server.close()])
    await server.close()
    const messages = lines.map(({ msg }: Loose) => msg)
    expect(messages.slice(-2)).to.deep.equal(['onClose', 'Server closed'])
    expect(messages.filter((each) => each === 'Server closed')).to.have.lengthOf(1)
  })

  it('logs no such line for a server that never listened', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    await server.ready()
    await server.close()
    expect(lines).to.deep.equal([])
  })
})
