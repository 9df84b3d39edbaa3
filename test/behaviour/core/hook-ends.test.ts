import { mock } from 'node:test'
import { expect } from 'chai'
import { failureOf, type Loose, logLines, type Server, useServers } from './subject.js'

const warning = 40
const error = 50

/** Six turns of the timer that looks for calls which do not end, and the requests between them. */
async function passSeconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    mock.timers.tick(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a hook that ends twice', () => {
  const create = useServers()
  const names = ['onRequest', 'preValidation', 'preHandler', 'onSend', 'preSerialization'] as const
  const planned = new Error('planned')

  /** The answer to a request whose hook runs twice, and the lines of the log that are warnings or worse. */
  async function answersWith(
    name: string,
    end: (done: Loose) => unknown,
  ): Promise<{ status: number[]; lines: Loose[] }> {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream, level: 'warn' } })
    const takesPayload = name === 'onSend' || name === 'preSerialization'
    server.addHook(
      name,
      takesPayload
        ? (_request: Loose, _reply: Loose, _payload: Loose, done: Loose) => end(done)
        : (_request: Loose, _reply: Loose, done: Loose) => end(done),
    )
    let handled = 0
    server.get('/', async () => ({ handled: ++handled }))
    const status = []
    for (let request = 0; request < 2; request++) status.push((await server.inject('/')).statusCode)
    await new Promise((resolve) => setImmediate(resolve))
    expect(handled).to.equal(2)
    return { status, lines }
  }

  for (const name of names) {
    it(`by done, as ${name}, continues once, and logs it once`, async () => {
      const { status, lines } = await answersWith(name, (done) => {
        done()
        done()
      })
      expect(status).to.deep.equal([200, 200])
      expect(lines.map(({ level }) => level)).to.deep.equal([warning])
      expect(lines[0].msg).to.contain(name).and.contain('ended twice')
    })

    it(`by done and then by its promise, as ${name}, continues once, and logs it once`, async () => {
      const { status, lines } = await answersWith(name, async (done) => done())
      expect(status).to.deep.equal([200, 200])
      expect(lines.map(({ level }) => level)).to.deep.equal([warning])
    })

    it(`by its promise and then by done, as ${name}, continues once, and logs it once`, async () => {
      const { status, lines } = await answersWith(name, (done) => {
        setImmediate(done)
        return Promise.resolve()
      })
      expect(status).to.deep.equal([200, 200])
      expect(lines.map(({ level }) => level)).to.deep.equal([warning])
    })

    it(`by done with an error after its end, as ${name}, logs each error`, async () => {
      const { status, lines } = await answersWith(name, (done) => {
        done()
        done(planned)
      })
      expect(status).to.deep.equal([200, 200])
      expect(lines.map(({ level, err }) => [level, err.message])).to.deep.equal([
        [error, 'planned'],
        [error, 'planned'],
      ])
    })

    it(`by done and then by throwing, as ${name}, goes on, and logs each error`, async () => {
      const { status, lines } = await answersWith(name, (done) => {
        done()
        throw planned
      })
      expect(status).to.deep.equal([200, 200])
      expect(lines.map(({ level, err }) => [level, err.message])).to.deep.equal([
        [error, 'planned'],
        [error, 'planned'],
      ])
    })
  }

  for (const name of ['onRequest', 'preHandler', 'onSend']) {
    for (const [how, hook] of Object.entries({
      'without done': () => Promise.reject(),
      'with done': (_a: Loose, _b: Loose, _c: Loose, _d: Loose) => Promise.reject(),
    })) {
      it(`that rejects with undefined ${how}, as ${name}, fails the request`, async () => {
        const server = create()
        server.addHook(name, hook)
        server.get('/', async () => 'open')
        const answer = await server.inject('/')
        expect(answer.statusCode).to.equal(500)
        expect(answer.body).to.not.contain('open')
      })
    }
  }

  for (const name of ['onResponse', 'onError'] as const) {
    it(`as ${name}: the next one runs once, and each error is logged`, async () => {
      const { stream, lines } = logLines()
      const server = create({ logger: { stream, level: 'warn' } })
      let next = 0
      const before = name === 'onError' ? ['error'] : []
      const takes = (end: (done: Loose) => unknown) =>
        before.length > 0
          ? (_request: Loose, _reply: Loose, _error: Loose, done: Loose) => end(done)
          : (_request: Loose, _reply: Loose, done: Loose) => end(done)
      server.addHook(
        name,
        takes((done) => {
          done()
          throw planned
        }),
      )
      server.addHook(
        name,
        takes(() => Promise.reject()),
      )
      server.addHook(
        name,
        takes((done) => {
          next += 1
          done()
        }),
      )
      server.get('/', async () => {
        throw Object.assign(new Error('refused'), { statusCode: 403 })
      })
      expect((await server.inject('/')).statusCode).to.equal(403)
      await new Promise((resolve) => setImmediate(resolve))
      expect(next).to.equal(1)
      expect(lines.filter(({ level }) => level === error)).to.have.lengthOf(2)
    })
  }

  it('as onReady that rejects with nothing fails the boot with an error that names it', async () => {
    const server = create()
    server.addHook('onReady', async function connect() {
      throw undefined
    })
    const failure = await failureOf(server.ready())
    expect(failure.code).to.equal('ALC_ERR_HOOK_REJECTED')
    expect(failure.message).to.contain('connect')
  })
})

describe('a function that declares parameters, but not done, and calls it', () => {
  const create = useServers()
  const refused = Object.assign(new Error('no'), { statusCode: 403 })

  async function statusWith(hook: Loose, lines: Loose[] = []): Promise<number> {
    const server = create({
      logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    })
    server.addHook('preHandler', hook)
    server.get('/', async () => 'open')
    return (await server.inject('/')).statusCode
  }

  it('fails the request with it while it runs', async () => {
    expect(await statusWith((_request: Loose, ...rest: Loose[]) => rest[1](refused))).to.equal(403)
  })

  it('logs it once when the function calls done after its end', async () => {
    const lines: Loose[] = []
    const late = (_request: Loose, ...rest: Loose[]) => void setImmediate(() => rest[1](refused))
    expect(await statusWith(late, lines)).to.equal(200)
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines.map(({ msg }) => msg)).to.have.lengthOf(1)
    expect(lines[0].msg).to.contain('"late"').and.contain('(request, reply, done)')
  })
})

describe('a function that does not end is reported by name', () => {
  const create = useServers()
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  /** The warnings after some seconds, with as many requests on their way. */
  async function warnings(prepare: (server: Server) => void, seconds: number, options = {}): Promise<string[]> {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream, level: 'warn' }, forceCloseConnections: true, ...options })
    prepare(server)
    await server.ready()
    const answers = [1, 2, 3].map(() => server.inject('/').catch(() => {}))
    // Those that are answered have their answer, and the others have come to where they wait.
    await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, 200))])
    await passSeconds(seconds)
    return lines.map(({ msg }) => msg)
  }

  function forgetful(_request: Loose, _reply: Loose, _done: Loose): void {}

  it('a hook that never calls done, once for all its requests, after 5 seconds', async () => {
    const prepare = (server: Server) => void server.addHook('preHandler', forgetful).get('/', async () => 'never')
    expect(await warnings(prepare, 5)).to.deep.equal([])
    const [line, ...more] = await warnings(prepare, 6)
    expect(line).to.contain('preHandler').and.contain('"forgetful"').and.contain('5 seconds')
    expect(line).to.match(/Call done on each path through it$/)
    expect(more).to.deep.equal([])
  })

  it('a hook of a route, and one that returns its reply and does not answer', async () => {
    const lines = await warnings((server) => {
      server.get(
        '/',
        {
          onRequest: function header(_request: Loose, reply: Loose) {
            return reply.header('x-a', '1')
          },
        },
        async () => 'never',
      )
    }, 6)
    expect(lines).to.have.lengthOf(1)
    expect(lines[0])
      .to.contain('"header"')
      .and.match(/Send an answer, or do not return the reply$/)
  })

  it('a wrapper around a synchronous hook, at boot too, with the place of its declaration', async () => {
    const once = (fn: (...args: Loose[]) => unknown) =>
      function wrapper(this: unknown, ...args: unknown[]) {
        return fn.apply(this, args)
      }
    const lines = await warnings((server) => {
      server
        .addHook(
          'onRequest',
          once(() => {}),
        )
        .get('/', async () => 'never')
    }, 6)
    expect(lines).to.have.lengthOf(2)
    expect(lines[0]).to.contain('"wrapper"').and.contain('hook-ends.test').and.contain('onRequest')
    expect(lines[1]).to.contain('"wrapper"').and.contain('5 seconds')
    expect(lines[1]).to.match(/Declare \(request, reply\) or \(request, reply, done\)$/)
  })

  it('not a hook that has answered, nor one whose promise is pending', async () => {
    const lines = await warnings((server) => {
      server.addHook('onRequest', (_request: Loose, reply: Loose, _done: Loose) => void reply.send('answered'))
      server.get('/', async () => 'never')
    }, 7)
    expect(lines).to.deep.equal([])
    const waiting = await warnings((server) => {
      server.addHook('onRequest', () => new Promise(() => {}))
      server.get('/', async () => 'never')
    }, 7)
    expect(waiting).to.deep.equal([])
  })

  it('a handler that returns nothing and never answers, in development', async () => {
    const prepare = (server: Server) => {
      server.get('/', function remove(_request, reply) {
        reply.code(204)
      })
    }
    const [line, ...more] = await warnings(prepare, 6)
    expect(line).to.contain('"remove"').and.contain('GET /').and.contain('reply.send()')
    expect(more).to.deep.equal([])
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      expect(await warnings(prepare, 6)).to.deep.equal([])
    } finally {
      if (before === undefined) delete process.env.NODE_ENV
      else process.env.NODE_ENV = before
    }
  })

  it('no handler that answers later, or whose time limit has answered', async () => {
    expect(
      await warnings(
        (server) => void server.get('/', (_request, reply) => void setTimeout(() => reply.send('late'), 5)),
        7,
      ),
    ).to.deep.equal([])
    expect(
      await warnings(
        (server) => void server.get('/', { handlerTimeout: 5 }, (_request: Loose, _reply: Loose) => {}),
        7,
      ),
    ).to.not.contain('has not answered')
  })
})
