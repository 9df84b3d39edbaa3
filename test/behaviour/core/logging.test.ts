import { LogController } from 'alcove/core'
import { expect } from 'chai'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

describe('logging', () => {
  const create = useServers()

  /** A server that logs into `lines`, and a way to let a request finish its last entry. */
  function logging(options: object = {}, logger: object = {}) {
    const { stream, lines } = logLines()
    const server = create({ logger: { level: 'trace', stream, ...logger }, ...options })
    const settled = async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    const messages = () => lines.map((line) => line.msg)
    return { server, lines, messages, settled }
  }

  it('writes a line for each request when it arrives and when it is answered', async () => {
    const { server, lines, settled } = logging()
    server.get('/', async () => 'ok')
    await server.inject('/?a=1')
    await settled()
    const [incoming, completed] = ['incoming request', 'request completed'].map((msg) =>
      lines.find((line) => line.msg === msg),
    )
    expect(incoming.level).to.equal(30)
    expect(incoming.req).to.include({ method: 'GET', url: '/?a=1', remoteAddress: '127.0.0.1' })
    expect(completed.res).to.deep.equal({ statusCode: 200 })
    expect(completed.responseTime).to.be.a('number')
    expect(completed.reqId).to.equal(incoming.reqId)
  })

  for (const [status, level] of [
    [500, 50],
    [404, 30],
  ] as const) {
    it(`logs an error with status ${status} at level ${level}, with the error`, async () => {
      const { server, lines, settled } = logging()
      server.get('/', async () => Promise.reject(Object.assign(new Error('planned'), { statusCode: status })))
      await server.inject('/')
      await settled()
      const entry = lines.find((line) => line.err?.message === 'planned')
      expect(entry.level).to.equal(level)
      expect(entry.err.stack).to.contain('planned')
    })
  }

  it('writes to a stream with an async write, whose class has private members', async () => {
    class Sink {
      readonly #messages: string[] = []
      async write(line: string) {
        this.#messages.push(JSON.parse(line).msg)
      }
      get messages() {
        return this.#messages
      }
    }
    const stream = new Sink()
    const server = create({ logger: { stream } })
    server.log.info('written')
    expect(stream.messages).to.deep.equal(['written'])
  })

  for (const [what, write] of Object.entries({
    'a plain write': () => Promise.reject(new Error('the log service is down')),
    'an async write': async () => Promise.reject(new Error('the log service is down')),
  })) {
    it(`warns once where ${what} gives promises that reject`, async () => {
      const warnings: Loose[] = []
      const collect = (warning: Error) => void warnings.push(warning)
      process.on('warning', collect)
      const server = create({ logger: { stream: { write } } as Loose })
      server.get('/', async () => 'answered')
      for (let times = 0; times < 2; times += 1) expect((await server.inject('/')).body).to.equal('answered')
      await new Promise((resolve) => setImmediate(resolve))
      process.off('warning', collect)
      expect(warnings.map(({ code }) => code)).to.deep.equal(['ALC_WARN_LOGGER_FAILED'])
      expect(warnings[0].message).to.contain('the log service is down')
    })
  }

  it('writes to a frozen stream and flushes it', () => {
    const calls: string[] = []
    const stream = Object.freeze({ write: () => void calls.push('write'), flush: () => void calls.push('flush') })
    const server = create({ logger: { stream } as Loose })
    server.log.info('written')
    server.log.flush()
    expect(calls).to.deep.equal(['write', 'flush'])
  })

  it('writes to a stream that takes the level of each line, as those of pino.multistream do', async () => {
    const levels: unknown[] = []
    const stream = {
      [Symbol.for('pino.metadata')]: true,
      lastLevel: 0,
      write() {
        levels.push(stream.lastLevel)
      },
    }
    const server = create({ logger: { stream } as Loose })
    server.log.warn('written')
    expect(levels).to.deep.equal([40])
  })

  for (const stream of [{}, 7, { write: 'text' }] as Loose[]) {
    it(`refuses ${JSON.stringify(stream)} as a stream`, () => {
      expect(() => create({ logger: { stream } }))
        .to.throw('Option "logger.stream" must be a stream: an object with the method write(line)')
        .with.property('code', 'FST_ERR_INIT_OPTS_INVALID')
    })
  }

  it('refuses a level that pino does not have, and names those that it has', () => {
    expect(() => create({ logger: { level: 'warning' } }))
      .to.throw(/^Option "logger.level" must be 'trace' or .* 'warn' or .*, got the string "warning"$/)
      .with.property('code', 'FST_ERR_INIT_OPTS_INVALID')
    for (const logger of [{ level: 'WARN' }, { level: 'silent' }, { level: 'note', customLevels: { note: 35 } }]) {
      expect(() => create({ logger })).not.to.throw()
    }
  })

  it('leaves errors to the error handler that took them', async () => {
    const { server, lines, settled } = logging()
    server.setErrorHandler((_error, _request, reply) => reply.code(400).send('mine'))
    server.get('/', async () => Promise.reject(new Error('planned')))
    await server.inject('/')
    await settled()
    expect(lines.filter((line) => line.err)).to.deep.equal([])
  })

  it('logs a route that does not exist', async () => {
    const { server, messages } = logging()
    await server.inject('/nowhere')
    expect(messages()).to.include('Route GET:/nowhere not found')
  })

  it('warns of a second reply', async () => {
    const { server, lines, settled } = logging()
    server.get('/', (_request, reply) => {
      reply.send('first')
      reply.send('second')
    })
    await server.inject('/')
    await settled()
    const entry = lines.find((line) => line.err?.code === 'FST_ERR_REP_ALREADY_SENT')
    expect(entry?.level).to.equal(40)
  })

  it('logs the address on which the server listens', async () => {
    const { server, messages } = logging()
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    expect(messages()).to.include(`Server listening at ${address}`)
    const own = logging()
    await own.server.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => 'here I am' })
    expect(own.messages()).to.include('here I am')
  })

  it('omits the lines of requests with disableRequestLogging, for all or for some', async () => {
    for (const disabled of [true, (request: Loose) => request.url === '/']) {
      const { server, messages, settled } = logging({ disableRequestLogging: disabled })
      server.get('/', async (request) => {
        request.log.info('mine')
        return 'ok'
      })
      await server.inject('/')
      await settled()
      expect(messages()).to.include('mine').and.not.include('incoming request').and.not.include('request completed')
    }
  })

  it('a log controller may change each entry', async () => {
    class Own extends LogController {
      override incomingRequest(request: Loose) {
        request.log.warn('somebody is here')
      }
    }
    const { server, messages, settled } = logging({ logController: new Own() as Loose })
    server.get('/', async () => 'ok')
    await server.inject('/')
    await settled()
    expect(messages())
      .to.include('somebody is here')
      .and.include('request completed')
      .and.not.include('incoming request')
  })

  it('labels the id of a request with requestIdLogLabel', async () => {
    const { server, lines } = logging({ requestIdLogLabel: 'trace', genReqId: () => 'own' })
    server.get('/', async () => 'ok')
    await server.inject('/')
    expect(lines.find((line) => line.msg === 'incoming request')).to.include({ trace: 'own' })
  })

  it('serializers of a plugin and of a route hold for their requests', async () => {
    const { server, lines } = logging()
    const handler = async (request: Loose) => {
      request.log.info({ user: 'u', extra: 'e' }, 'here')
      return 'ok'
    }
    const shout = (value: string) => value.toUpperCase()
    server.register(async (child) => void child.get('/plugin', handler), { logSerializers: { user: shout } })
    server.get('/route', { logSerializers: { user: shout } }, handler)
    server.get('/plain', handler)
    for (const url of ['/plugin', '/route', '/plain']) await server.inject(url)
    const users = lines.filter((line) => line.msg === 'here').map((line) => line.user)
    expect(users).to.deep.equal(['U', 'U', 'u'])
  })

  it('the child logger may be made by the application, per context and per route', async () => {
    const { server, lines } = logging()
    const factory = (mark: string) =>
      function (this: Loose, logger: Loose, bindings: object, options: object) {
        return logger.child({ ...bindings, mark }, options)
      }
    const handler = async (request: Loose) => {
      request.log.info('here')
      return 'ok'
    }
    server.setChildLoggerFactory(factory('root'))
    server.get('/root', handler)
    server.register(async (child) => {
      child.setChildLoggerFactory(factory('child'))
      child.get('/child', handler)
      child.get('/route', { childLoggerFactory: factory('route') }, handler)
    })
    for (const url of ['/root', '/child', '/route']) await server.inject(url)
    expect(lines.filter((line) => line.msg === 'here').map((line) => line.mark)).to.deep.equal([
      'root',
      'child',
      'route',
    ])
  })

  it('a logger of the application is used as it is', async () => {
    const seen: string[] = []
    const own: Loose = { level: 'info' }
    for (const level of levels) {
      own[level] = (...args: Loose[]) => void seen.push(`${level} ${args.at(-1)}`)
    }
    own.child = () => own
    const server = create({ loggerInstance: own })
    server.get('/', async (request) => {
      request.log.info('mine')
      return 'ok'
    })
    await server.inject('/')
    expect(seen).to.include('info mine')
    expect(server.log).to.equal(own)
  })

  describe('is refused', () => {
    const wrong: Record<string, { options: object; code: string }> = {
      'as a logger and a logger instance at once': {
        options: { logger: { level: 'info' }, loggerInstance: { child: () => undefined } },
        code: 'FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED',
      },
      'as an instance that lacks methods': {
        options: { loggerInstance: { info: () => undefined } },
        code: 'FST_ERR_LOG_INVALID_LOGGER',
      },
      'as an instance under the name of its options': {
        options: { logger: Object.fromEntries([...levels, 'child'].map((name) => [name, () => undefined])) },
        code: 'FST_ERR_LOG_INVALID_LOGGER_CONFIG',
      },
      'as a controller that is none': { options: { logController: {} }, code: 'FST_ERR_LOG_INVALID_LOG_CONTROLLER' },
    }
    for (const [what, { options, code }] of Object.entries(wrong)) {
      it(what, async () => {
        expect((await failureOf(async () => create(options).ready())).code).to.equal(code)
      })
    }
  })
})
