import { expect } from 'chai'
import fastifyPlugin from 'fastify-plugin'
import { listen } from './socket.js'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

describe('SPEC 6 onReady', () => {
  const create = useServers()

  it('runs in order of registration, parents first, one after the other, before ready resolves', async () => {
    const server = create()
    const notes: string[] = []
    server.addHook('onReady', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      notes.push('root async')
    })
    server.register(async (child) => {
      child.addHook('onReady', (done) => {
        notes.push('child callback')
        setImmediate(done)
      })
    })
    server.addHook('onReady', (done) => {
      notes.push('root callback')
      done()
    })
    await server.ready()
    expect(notes).to.deep.equal(['root async', 'root callback', 'child callback'])
  })

  it('has its instance as this', async () => {
    const server = create()
    let seen: unknown
    server.register(async (child) => {
      child.decorate('mark', 'child')
      child.addHook('onReady', async function (this: Loose) {
        seen = this.mark
      })
    })
    await server.ready()
    expect(seen).to.equal('child')
  })

  it('may inject', async () => {
    const server = create()
    server.get('/', async () => 'warm')
    let body = ''
    server.addHook('onReady', async () => {
      body = 'not injected'
    })
    await server.ready()
    body = (await server.inject('/')).body
    expect(body).to.equal('warm')
  })

  for (const [way, hook] of Object.entries({
    'an async function that throws': async () => {
      throw new Error('planned')
    },
    'a callback with an error': (done: Loose) => done(new Error('planned')),
  })) {
    it(`fails the boot when it is ${way}`, async () => {
      const server = create()
      server.addHook('onReady', hook)
      expect((await failureOf(server.ready())).message).to.equal('planned')
    })
  }

  it('that never calls back is a timeout that has a code', async () => {
    const server = create({ pluginTimeout: 50 })
    server.addHook('onReady', (_done) => undefined)
    expect((await failureOf(server.ready())).code).to.equal('FST_ERR_HOOK_TIMEOUT')
  })

  it('that fails after its time limit is logged', async () => {
    const { stream, lines } = logLines()
    const server = create({ pluginTimeout: 20, logger: { stream } })
    let fail = (_error: Error) => {}
    server.addHook('onReady', function slow() {
      return new Promise<void>((_, reject) => {
        fail = reject
      })
    })
    expect((await failureOf(server.ready())).code).to.equal('FST_ERR_HOOK_TIMEOUT')
    fail(new Error('planned'))
    await new Promise((resolve) => setImmediate(resolve))
    const late = lines.find(({ msg }) => msg === 'The onReady hook "slow" failed after it had ended')
    expect(late?.err.message).to.equal('planned')
  })

  it('runs once after several calls of ready', async () => {
    const server = create()
    let runs = 0
    server.addHook('onReady', async () => void runs++)
    await server.ready()
    await server.ready()
    await server.inject('/')
    expect(runs).to.equal(1)
  })
})

describe('SPEC 6 onListen', () => {
  const create = useServers()

  it('runs when the server listens, parents first, and not for inject or ready', async () => {
    const notes: string[] = []
    const server = create()
    server.addHook('onListen', async function (this: Loose) {
      notes.push(`root ${this.server.listening}`)
    })
    server.register(async (child) => {
      child.addHook('onListen', (done) => {
        notes.push('child')
        done()
      })
    })
    await server.ready()
    await server.inject('/')
    expect(notes).to.deep.equal([])
    await listen(server)
    expect(notes).to.deep.equal(['root true', 'child'])
  })

  it('that fails is logged, and the next one runs', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { level: 'error', stream } })
    let next = false
    server.addHook('onListen', async () => Promise.reject(new Error('planned')))
    server.addHook('onListen', (done) => done(new Error('planned too')))
    server.addHook('onListen', async () => {
      next = true
    })
    await listen(server)
    expect(next).to.equal(true)
    expect(lines.map((line) => line.err?.message ?? line.msg)).to.include.members(['planned', 'planned too'])
  })

  it('that never calls back does not keep listen waiting for ever, and is logged with a code', async () => {
    const { stream, lines } = logLines()
    const server = create({ pluginTimeout: 50, logger: { level: 'error', stream } })
    server.addHook('onListen', (_done) => undefined)
    await listen(server)
    expect(lines.map((line) => line.err.code)).to.deep.equal(['FST_ERR_HOOK_TIMEOUT'])
  })
})

describe('SPEC 6 onRoute', () => {
  const create = useServers()

  it('gets each route of its context and below, synchronously, with its complete options', async () => {
    const seen: Loose[] = []
    const server = create({ exposeHeadRoutes: false })
    server.addHook('onRoute', (options) => void seen.push(options))
    server.get('/root', { schema: { querystring: { a: { type: 'string' } } }, bodyLimit: 5 }, async () => 'root')
    expect(seen).to.have.lengthOf(1)
    expect(seen[0]).to.include({
      method: 'GET',
      url: '/root',
      path: '/root',
      routePath: '/root',
      prefix: '',
      bodyLimit: 5,
    })
    expect(seen[0].schema).to.have.property('querystring')
    server.register(async (child) => void child.post('/leaf', async () => 'leaf'), { prefix: '/v1' })
    await server.ready()
    expect(seen[1]).to.include({ method: 'POST', url: '/v1/leaf', path: '/v1/leaf', routePath: '/leaf', prefix: '/v1' })
  })

  it('gets no option that the route does not have, except those that make it complete', async () => {
    const seen: string[][] = []
    const server = create()
    server.addHook('onRoute', (options) => void seen.push(Object.keys(options).sort()))
    server.get('/', async () => 'x')
    const complete = ['attachValidation', 'handler', 'logLevel', 'method', 'path', 'prefix', 'routePath', 'url']
    expect(seen).to.deep.equal([complete, complete])
  })

  it('is encapsulated', async () => {
    const seen: string[] = []
    const server = create({ exposeHeadRoutes: false })
    server.register(async (child) => {
      child.addHook('onRoute', (options) => void seen.push(options.url))
      child.get('/child', async () => 'child')
      child.register(async (grandchild) => void grandchild.get('/grandchild', async () => 'grandchild'))
    })
    server.register(async (sibling) => void sibling.get('/sibling', async () => 'sibling'))
    server.get('/root', async () => 'root')
    await server.ready()
    expect(seen).to.deep.equal(['/child', '/grandchild'])
  })

  it('may change the options, for instance add hooks', async () => {
    const server = create()
    server.addHook('onRoute', (options) => {
      const hook = async (_request: Loose, _reply: Loose, payload: Loose) => ({ wrapped: payload })
      options.preSerialization = [...(options.preSerialization ?? []), hook]
    })
    server.get('/', async () => ({ a: 1 }))
    expect((await server.inject('/')).json()).to.deep.equal({ wrapped: { a: 1 } })
  })

  it('may add a schema', async () => {
    const server = create()
    server.addHook('onRoute', (options) => {
      options.schema = { querystring: { n: { type: 'integer' } } }
    })
    server.get('/', async (request) => request.query)
    expect((await server.inject('/?n=1')).json()).to.deep.equal({ n: 1 })
  })

  it('may add a route', async () => {
    const server = create()
    server.addHook('onRoute', function (this: Loose, { url, custom, method }) {
      if (custom || method === 'HEAD') return
      this.route({ url: `${url}-copy`, method, custom: true, handler: async () => 'copy' })
    })
    server.get('/a', async () => 'original')
    expect((await server.inject('/a')).body).to.equal('original')
    expect((await server.inject('/a-copy')).body).to.equal('copy')
  })

  it('gets the HEAD route of a GET route', async () => {
    const seen: string[] = []
    const server = create()
    server.addHook('onRoute', ({ method, url }) => void seen.push(`${method} ${url}`))
    server.get('/', async () => 'root')
    await server.ready()
    expect(seen).to.have.members(['GET /', 'HEAD /'])
  })

  it('gets a route / once that answers with and without the slash of its prefix', async () => {
    const seen: string[] = []
    const server = create({ exposeHeadRoutes: false })
    server.addHook('onRoute', ({ url }) => void seen.push(url))
    server.register(async (child) => void child.get('/', async () => 'ok'), { prefix: '/v1' })
    server.register(async (child) => void child.get('', async () => 'ok'), { prefix: '/v2' })
    await server.ready()
    expect(seen).to.have.lengthOf(2)
    expect(seen[0]).to.be.oneOf(['/v1', '/v1/'])
    expect(seen[1]).to.equal('/v2')
  })

  it('that throws fails the boot', async () => {
    const server = create()
    server.register(async (child) => {
      child.addHook('onRoute', () => {
        throw new Error('planned')
      })
      child.get('/', async () => 'never')
    })
    expect((await failureOf(server.ready())).message).to.equal('planned')
  })
})

describe('SPEC 6 onRegister', () => {
  const create = useServers()

  it('gets each new context below, before its code runs, with the options', async () => {
    const notes: string[] = []
    const server = create()
    server.addHook('onRegister', (instance, options) => {
      instance.decorate('registered', true)
      notes.push(`${options.prefix} ${instance.prefix}`)
    })
    server.register(
      async (child) => {
        notes.push(`child ${child.registered}`)
        child.register(async () => undefined, { prefix: '/b' })
      },
      { prefix: '/a' },
    )
    await server.ready()
    expect(notes).to.deep.equal(['/a /a', 'child true', '/b /a/b'])
  })

  it('is encapsulated', async () => {
    let seen = 0
    const server = create()
    server.register(async (child) => {
      child.addHook('onRegister', () => void seen++)
      child.register(async () => undefined)
    })
    server.register(async (sibling) => {
      sibling.register(async () => undefined)
    })
    await server.ready()
    expect(seen).to.equal(1)
  })

  it('does not get wrapped plugins', async () => {
    let seen = 0
    const server = create()
    server.addHook('onRegister', () => void seen++)
    server.register(fastifyPlugin(async () => undefined) as Loose)
    await server.ready()
    expect(seen).to.equal(0)
  })
})
