import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:http2'
import { expect } from 'chai'
import { exchange, open, readAll, statusOf } from '../behaviour/core/socket.js'
import { repository } from '../support/repository.js'
import { until } from '../support/until.js'
import { RunningService } from './running-service.js'

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

describe('bootstrap(App).listen() and signals', function () {
  this.timeout(60_000)

  const running = new Set<RunningService>()
  const start: typeof RunningService.start = async (options, env) => {
    const service = await RunningService.start(options, env)
    running.add(service)
    return service
  }
  afterEach(() => {
    for (const service of running) service.kill()
    running.clear()
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`end the process with status 0 on ${signal}, hooks and disposals children first and awaited`, async () => {
      const service = await start()
      service.signal(signal)
      expect(await service.exit).to.deep.equal({ status: 0, signal: null })
      expect(service.errors).to.equal('')
      expect(service.lines).to.deep.equal([
        'preClose of Inner',
        'onClose of Inner',
        'disposed Cache',
        'onClose of Outer after 0 requests',
        'disposed Store',
      ])
    })
  }

  it('answer what is in flight, with connection: close', async () => {
    const service = await start()
    const socket = await open(service.port)
    const answer = readAll(socket)
    socket.write(request('/work?ms=500'))
    await exchange(service.port, 'GET /work HTTP/1.1', 'Host: localhost', 'Connection: close', '', '') // by now the first has arrived
    service.signal('SIGTERM')
    expect(await answer).to.match(/^HTTP\/1\.1 200 OK[\s\S]*^connection: close[\s\S]*\{"worked":500\}$/im)
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
  })

  it('cut idle connections at once, used ones and fresh ones', async () => {
    const service = await start()
    const used = await open(service.port)
    used.write(request('/work'))
    await once(used, 'data')
    const fresh = await open(service.port)
    const ends = Promise.all([once(used, 'close'), once(fresh, 'close')])
    service.signal('SIGTERM')
    await ends
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
  })

  it('end a stream that would never end when drainTimeout has passed, and run all hooks after it', async () => {
    const service = await start({ gracefulShutdown: { drainTimeout: 300 } })
    const socket = await open(service.port)
    socket.write(request('/events'))
    await once(socket, 'data')
    const closed = once(socket, 'close')
    service.signal('SIGTERM')
    await closed
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    expect(service.errors).to.equal('Connections are cut 300 ms after closing began: GET /events\n')
    expect(service.lines.at(-1)).to.equal('disposed Store')
  })

  it('end sessions of HTTP/2 when their requests are answered', async () => {
    const service = await start({ http2: true })
    const session = connect(`http://127.0.0.1:${service.port}`)
    const ended = Promise.all([once(session, 'goaway'), once(session, 'close')])
    const stream = session.request({ ':path': '/work?ms=500' }).setEncoding('utf8')
    const quick = session.request({ ':path': '/work' }).resume()
    await once(quick, 'close') // by now the first has arrived
    service.signal('SIGTERM')
    const [body] = await once(stream, 'data')
    expect(body).to.equal('{"worked":500}')
    await ended
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    expect(service.errors).to.equal('')
  })

  it('end it with status 1 when the deadline passes, and name the parts that are still open', async () => {
    const service = await start({ gracefulShutdown: { drainTimeout: 100, timeout: 400 } }, { STUCK: '1' })
    service.signal('SIGTERM')
    expect(await service.exit).to.deep.equal({ status: 1, signal: null })
    expect(service.errors).to.equal(
      'not everything had ended 400 ms after SIGTERM: the process ends now. Still open: onClose hook "Inner.after" of context "Outer > Inner"\n',
    )
  })

  it('end it with status 1 on a second signal, and name the parts that are still open', async () => {
    const service = await start()
    const socket = await open(service.port)
    socket.write(request('/events'))
    await once(socket, 'data')
    service.signal('SIGTERM')
    await service.until(/preClose of Inner/)
    service.signal('SIGINT')
    expect(await service.exit).to.deep.equal({ status: 1, signal: null })
    expect(service.errors).to.match(/^a second signal, SIGINT, came .* Still open: GET \/events\n$/)
  })

  it('count once where the same signal comes twice, as from `timeout npm start`', async () => {
    const service = await start()
    service.signal('SIGTERM')
    await service.until(/preClose of Inner/)
    service.signal('SIGTERM')
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    expect(service.errors).to.equal('')
  })

  it('end it with status 1 on the same signal after half a second', async () => {
    const service = await start()
    const socket = await open(service.port)
    socket.write(request('/events'))
    await once(socket, 'data')
    service.signal('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 600))
    service.signal('SIGTERM')
    expect((await service.exit).status).to.equal(1)
  })

  it('write what was open to the log where there is one', async () => {
    const service = await start({ logger: true, gracefulShutdown: { drainTimeout: 0, timeout: 300 } }, { STUCK: '1' })
    service.signal('SIGTERM')
    expect((await service.exit).status).to.equal(1)
    const last = JSON.parse(service.lines.filter((line) => line.startsWith('{')).at(-1) ?? '')
    expect(last).to.include({ level: 50 })
    expect(last.msg).to.match(/Still open: onClose hook "Inner.after"/)
  })

  it('end in order what has been started when they come while modules load', async () => {
    const service = RunningService.launch({}, { SLOW: '1' })
    running.add(service)
    await service.until(/loading/)
    service.signal('SIGTERM')
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    expect(service.output).not.to.match(/127\.0\.0\.1/)
    expect(service.lines.slice(-4)).to.deep.equal([
      'onClose of Inner',
      'disposed Cache',
      'onClose of Outer after 0 requests',
      'disposed Store',
    ])
  })

  it('wait for the onReady hooks that run, before the onClose hooks', async () => {
    const service = RunningService.launch({}, { WARM: '1' })
    running.add(service)
    await service.until(/warming/)
    service.signal('SIGTERM')
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    expect(service.lines.slice(0, 4)).to.deep.equal(['warming', 'warm', 'preClose of Inner', 'onClose of Inner'])
  })

  for (const [place, name] of [
    ['configure', 'loading of "Inner.configure"'],
    ['onReady', 'onReady hook "Inner.ready" of context "Outer > Inner"'],
    ['preClose', 'preClose hook "Inner.before" of context "Outer > Inner"'],
  ] as const)
    it(`end it with status 1 and the name of what never ends in ${place}`, async () => {
      const times = { pluginTimeout: 0, gracefulShutdown: { drainTimeout: 100, timeout: 400 } }
      const service = RunningService.launch(times, { STUCK_AT: place })
      running.add(service)
      await service.until(place === 'preClose' ? /127\.0\.0\.1/ : /stuck/)
      service.signal('SIGTERM')
      expect(await service.exit).to.deep.equal({ status: 1, signal: null })
      expect(service.errors).to.match(/^not everything had ended 400 ms after SIGTERM: .* Still open: /)
      expect(service.errors.trim().endsWith(`: ${name}`), service.errors).to.equal(true)
    })

  it('reach node through npm start, which ends with its status', async () => {
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      cwd: repository,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const exit = once(npm, 'close')
    let output = ''
    npm.stdout.setEncoding('utf8')
    npm.stdout.on('data', (text) => {
      output += text
    })
    await until('it listens', () => output.includes('Listening at'))
    npm.kill('SIGTERM')
    expect(await exit).to.deep.equal([0, null])
  })

  it('are left to node with gracefulShutdown: false', async () => {
    const service = await start({ gracefulShutdown: false })
    service.signal('SIGTERM')
    expect(await service.exit).to.deep.equal({ status: null, signal: 'SIGTERM' })
    expect(service.lines).to.deep.equal([])
  })

  it('are those that the option names', async () => {
    const service = await start({ gracefulShutdown: { signals: ['SIGUSR2'] } })
    service.signal('SIGUSR2')
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    expect(service.lines.at(-1)).to.equal('disposed Store')
  })

  it('turn readiness to 503 first, and keep answering until the delay has passed', async () => {
    const service = await start({ health: true, gracefulShutdown: { delay: 1500 } })
    const status = async (path: string) =>
      statusOf(await exchange(service.port, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', ''))
    expect(await status('/readyz')).to.equal(200)
    service.signal('SIGTERM')
    await until('it is no longer ready', async () => (await status('/readyz')) !== 200)
    expect([await status('/readyz'), await status('/livez'), await status('/work')]).to.deep.equal([503, 200, 200])
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
  })

  /** Sends one request after the other on a connection of its own until the service is gone. */
  async function sendAll(port: number, found: Record<'answered' | 'refused' | 'unavailable' | 'lost', number>) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = () =>
      new Promise<keyof typeof found | 'again'>((resolve) => {
        const sent = get({ port, host: '127.0.0.1', path: '/work?ms=5', agent }, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part) => {
            text += part
          })
          response.on('close', () => {
            if (response.statusCode === 503) resolve('unavailable')
            else resolve(response.complete && text === '{"worked":5}' ? 'answered' : 'lost')
          })
        })
        sent.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED') resolve('refused')
          // The connection was closed while it was idle, or before it was accepted (RFC 9112, 9.3.1). The request
          // reached no handler: otherwise the numbers compared at the end differ.
          else resolve('again')
        })
      })
    for (;;) {
      const outcome = await send()
      if (outcome === 'again') continue
      found[outcome]++
      if (outcome !== 'answered' && outcome !== 'unavailable') break
    }
    agent.destroy()
  }

  it('lose no request that was accepted, in the middle of load', async () => {
    const service = await start()
    const found = { answered: 0, refused: 0, unavailable: 0, lost: 0 }
    const clients = Array.from({ length: 40 }, () => sendAll(service.port, found))
    await until('400 requests are answered', () => found.answered >= 400)
    service.signal('SIGTERM')
    await Promise.all(clients)
    expect(await service.exit).to.deep.equal({ status: 0, signal: null })
    expect(found).to.include({ lost: 0, refused: 40 })
    expect(service.lines).to.include(`onClose of Outer after ${found.answered} requests`)
  })
})
