import { expect } from 'chai'
import fastifyPlugin from 'fastify-plugin'
import { type Loose, postJson, type Server, useServers } from './subject.js'

const before = ['onRequest', 'preParsing', 'preValidation', 'preHandler']
const after = ['preSerialization', 'onSend', 'onResponse']

/** The three ways to write a hook; those that get a payload may pass it on or leave it. */
const forms: Record<string, (note: () => void) => Record<string, (...args: Loose[]) => unknown>> = {
  'callback hooks': (note) => ({
    short: (_request, _reply, done) => {
      note()
      done()
    },
    long: (_request, _reply, payload, done) => {
      note()
      done(null, payload)
    },
    error: (_request, _reply, _error, done) => {
      note()
      done()
    },
  }),
  'callback hooks that call back later': (note) => ({
    short: (_request, _reply, done) => {
      note()
      setImmediate(done)
    },
    long: (_request, _reply, _payload, done) => {
      note()
      setImmediate(() => done())
    },
    error: (_request, _reply, _error, done) => {
      note()
      setImmediate(done)
    },
  }),
  'async hooks': (note) => ({
    short: async () => note(),
    long: async (_request, _reply, payload) => {
      note()
      await null
      return payload
    },
    error: async () => note(),
  }),
  'async hooks that leave the payload': (note) => ({
    short: async () => note(),
    long: async (_request, _reply, _payload) => note(),
    error: async (_request, _reply, _error) => note(),
  }),
  'functions that give a promise': (note) => ({
    short: (_request, _reply) => Promise.resolve().then(note),
    long: (_request, _reply, payload) =>
      Promise.resolve()
        .then(note)
        .then(() => payload),
    error: () => Promise.resolve().then(note),
  }),
}

function formOf(name: string): string {
  if (name === 'onError') return 'error'
  return ['preParsing', 'preSerialization', 'onSend'].includes(name) ? 'long' : 'short'
}

/** onResponse runs once the answer is out. A test of it waits until the pending callbacks have run. */
async function finished(action: () => PromiseLike<unknown>): Promise<void> {
  await action()
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}

for (const [form, make] of Object.entries(forms)) {
  describe(`SPEC 6 order of ${form}`, () => {
    const create = useServers()
    let notes: string[]

    const hook = (name: string, place: string): Loose => make(() => void notes.push(`${name} ${place}`))[formOf(name)]
    const hooksOf = (place: string, names: string[]) =>
      Object.fromEntries(names.map((name) => [name, hook(name, place)]))

    function subject(): Server {
      notes = []
      const server = create()
      const names = [...before, ...after, 'onError']
      const add = (instance: Server, place: string) => {
        for (const name of names) instance.addHook(name, hook(name, place))
      }
      add(server, 'root')
      server.register(async (child) => {
        add(child, 'child')
        child.post('/', { ...hooksOf('route', names) }, async (request) => {
          notes.push('handler')
          if (request.body.fail) throw new Error('planned')
          return { ok: true }
        })
      })
      server.register(async (sibling) => add(sibling, 'sibling'))
      return server
    }

    const inEachPlace = (names: string[]) =>
      names.flatMap((name) => ['root', 'child', 'route'].map((place) => `${name} ${place}`))

    it('is by phase, then from the root down, then the route', async () => {
      const server = subject()
      await finished(() => postJson(server, '/', {}))
      expect(notes).to.deep.equal([...inEachPlace(before), 'handler', ...inEachPlace(after)])
    })

    it('puts onError between the failure and the reply', async () => {
      const server = subject()
      await finished(() => postJson(server, '/', { fail: true }))
      const rest = notes.slice(notes.indexOf('handler') + 1)
      expect(rest).to.deep.equal([...inEachPlace(['onError']), ...inEachPlace(['onSend', 'onResponse'])])
    })
  })
}

describe('SPEC 6 order of hooks', () => {
  const create = useServers()

  it('within a context is that of registration, wrapped plugins in their place', async () => {
    const server = create()
    const notes: string[] = []
    const add = (instance: Server, name: string) => instance.addHook('onRequest', async () => void notes.push(name))
    add(server, 'first')
    server.register(fastifyPlugin(async (instance: Loose) => void add(instance, 'second')) as Loose)
    server.after(() => void add(server, 'third'))
    server.get('/', async () => 'ok')
    await server.inject('/')
    expect(notes).to.deep.equal(['first', 'second', 'third'])
  })

  it('on a route is that of its list', async () => {
    const server = create()
    const notes: number[] = []
    const hook = (n: number) => async () => void notes.push(n)
    server.get('/', { onRequest: [hook(1), hook(2)], preHandler: [hook(3), hook(4)] }, async () => 'ok')
    await server.inject('/')
    expect(notes).to.deep.equal([1, 2, 3, 4])
  })

  it('mixes forms without losing their order', async () => {
    const server = create()
    const notes: number[] = []
    server.addHook('preHandler', async () => void notes.push(1))
    server.addHook('preHandler', (_request, _reply, done) => {
      notes.push(2)
      setImmediate(done)
    })
    server.addHook('preHandler', (_request, _reply, done) => {
      notes.push(3)
      done()
    })
    server.addHook('preHandler', async () => void notes.push(4))
    server.get('/', async () => notes)
    expect((await server.inject('/')).json()).to.deep.equal([1, 2, 3, 4])
  })

  it('does not depend on whether the route was declared before the hook', async () => {
    const server = create()
    server.get('/', async (_request, reply) => ({ early: reply.hasHeader('x-late') }))
    server.addHook('onRequest', async (_request, reply) => void reply.header('x-late', 'yes'))
    expect((await server.inject('/')).json()).to.deep.equal({ early: true })
  })

  it('runs preValidation before validation and preHandler after it', async () => {
    const server = create()
    const body = { type: 'object', properties: { n: { type: 'integer' } } }
    const seen: unknown[] = []
    const options = {
      schema: { body },
      preValidation: async (request: Loose) => void seen.push(request.body.n),
      preHandler: async (request: Loose) => void seen.push(request.body.n),
    }
    server.post('/', options, async () => 'ok')
    await postJson(server, '/', { n: '1' })
    expect(seen).to.deep.equal(['1', 1])
  })

  it('has no body in onRequest and preParsing', async () => {
    const server = create()
    const seen: unknown[] = []
    const note = async (request: Loose) => void seen.push(request.body)
    server.post('/', { onRequest: note, preParsing: note, preValidation: note }, async () => 'ok')
    await postJson(server, '/', { n: 1 })
    expect(seen).to.deep.equal([undefined, undefined, { n: 1 }])
  })

  it('has query, params and headers from onRequest on', async () => {
    const server = create()
    let seen: unknown
    server.addHook('onRequest', async ({ query, params, headers }) => {
      seen = { query, params, header: headers['x-a'] }
    })
    server.get('/:id', async () => 'ok')
    await server.inject({ url: '/1?q=2', headers: { 'x-a': '3' } })
    expect(seen).to.deep.equal({ query: { q: '2' }, params: { id: '1' }, header: '3' })
  })

  it('calls hooks with the instance of the route as this', async () => {
    const server = create()
    server.decorate('mark', 'root')
    const seen: string[] = []
    for (const name of ['onRequest', 'preValidation', 'preHandler', 'onResponse']) {
      server.addHook(name, async function (this: Loose) {
        seen.push(this.mark)
      })
    }
    server.register(async (child) => {
      child.decorate('own', 'child')
      child.addHook('onRequest', async function (this: Loose) {
        seen.push(this.own)
      })
      child.get('/', async function () {
        return this.own
      })
    })
    await finished(async () => expect((await server.inject('/')).body).to.equal('child'))
    expect(seen).to.deep.equal(['root', 'child', 'root', 'root', 'root'])
  })

  it('hooks of a sibling never run', async () => {
    const server = create()
    server.register(async (child) => {
      child.addHook('onRequest', async () => {
        throw new Error('not here')
      })
      child.get('/child', async () => 'child')
    })
    server.register(async (sibling) => void sibling.get('/sibling', async () => 'sibling'))
    expect((await server.inject('/sibling')).body).to.equal('sibling')
    expect((await server.inject('/child')).statusCode).to.equal(500)
  })

  it('state that a hook puts on a request does not show in the next one', async () => {
    const server = create()
    server.decorateRequest('seen', '')
    server.addHook('onRequest', async (request) => {
      request.seen += 'x'
    })
    server.get('/', async (request) => request.seen)
    expect((await server.inject('/')).body).to.equal('x')
    expect((await server.inject('/')).body).to.equal('x')
  })
})
