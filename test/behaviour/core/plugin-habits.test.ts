import { expect } from 'chai'
import { failureOf, type Loose, type Plugin, useServers } from './subject.js'

/** Marks a plugin in the way of the ecosystem, which the documented members do not include. */
function wrapped(plugin: Plugin, name?: string): Plugin {
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true, [Symbol.for('plugin-meta')]: { name } })
}

describe('SPEC 4.7 hooks of wrapped plugins', () => {
  const create = useServers()

  it('run before the hooks that were added after the plugin was registered', async () => {
    const order: string[] = []
    const server = create()
    server.addHook('onRequest', async () => void order.push('before'))
    server.register(
      wrapped(async (instance) => {
        await new Promise((resolve) => setImmediate(resolve))
        instance.addHook('onRequest', async () => void order.push('plugin'))
      }),
    )
    server.addHook('onRequest', async () => void order.push('after'))
    server.get('/', async () => 'ok')
    await server.inject('/')
    expect(order).to.deep.equal(['before', 'plugin', 'after'])
  })

  it('run in the order of registration, also if plugins register each other', async () => {
    const order: string[] = []
    const mark = (name: string) => async () => void order.push(name)
    const inner = wrapped(async (instance) => void instance.addHook('onSend', mark('inner')))
    const outer = wrapped(async (instance) => {
      instance.addHook('onSend', mark('outer first'))
      instance.register(inner)
      instance.addHook('onSend', mark('outer last'))
    })
    const server = create()
    server.register(outer)
    server.addHook('onSend', mark('own'))
    server.get('/', async () => 'ok')
    await server.inject('/')
    expect(order).to.deep.equal(['outer first', 'inner', 'outer last', 'own'])
  })

  it('do not hide the failure of the plugin from code that awaits the server', async () => {
    const server = create()
    server.register(wrapped(() => Promise.reject(new Error('planned'))))
    server.addHook('onRequest', async () => {})
    const failure = await Promise.resolve(server.ready()).then(
      () => null,
      (error: Error) => error,
    )
    expect(failure?.message).to.equal('planned')
  })
})

describe('behaviour that plugins of the ecosystem need', () => {
  const create = useServers()

  it('changes of a route by an onRoute hook hold for each spelling of its path', async () => {
    const heard: string[] = []
    const server = create()
    server.addHook('onRoute', (route: Loose) => {
      heard.push(`${route.method} ${route.url}`)
      route.onRequest = async (_request: Loose, reply: Loose) => reply.code(401).send('closed')
      route.handler = async () => 'replaced'
    })
    server.register(async (instance) => void instance.get('/', async () => 'open'), { prefix: '/inside' })
    for (const method of ['GET', 'HEAD']) {
      for (const url of ['/inside', '/inside/'])
        expect((await server.inject({ method, url })).statusCode, `${method} ${url}`).to.equal(401)
    }
    expect(heard).to.deep.equal(['GET /inside', 'HEAD /inside'])
  })

  it('an onReady hook may decorate its instance with what it has opened', async () => {
    const server = create()
    server.register(async (instance) => {
      instance.addHook('onReady', async () => void instance.decorate('database', 'open'))
      instance.get('/', async function () {
        return this.database
      })
    })
    expect((await server.inject('/')).body).to.equal('open')
    expect(server.hasDecorator('database')).to.equal(false)
  })

  it('a single cookie is a text, and a second one makes a list', async () => {
    const seen: unknown[] = []
    const server = create()
    server.get('/', async (_request, reply) => {
      for (const cookie of ['a=1', 'b=2']) seen.push(reply.header('Set-Cookie', cookie).getHeader('set-cookie'))
      return 'ok'
    })
    await server.inject('/')
    expect(seen).to.deep.equal(['a=1', ['a=1', 'b=2']])
  })

  it('a list of cookies is copied: it may be shared between requests', async () => {
    const shared = ['a=1']
    const server = create()
    server.get('/', async (_request, reply) => reply.header('set-cookie', shared).header('set-cookie', 'b=2').send())
    expect((await server.inject('/')).headers['set-cookie']).to.deep.equal(['a=1', 'b=2'])
    expect(shared).to.deep.equal(['a=1'])
  })

  it('a length set for an answer without payload stays (preflights with 204)', async () => {
    const server = create()
    server.get('/', (_request, reply) => void reply.code(204).header('content-length', '0').send())
    expect((await server.inject('/')).headers['content-length']).to.equal('0')
  })

  it('204 with a payload has neither its length nor its type', async () => {
    const server = create()
    server.get('/', (_request, reply) => void reply.code(204).type('text/plain').send('withheld'))
    const { headers, body } = await server.inject('/')
    expect(body).to.equal('')
    expect(headers).to.not.have.any.keys('content-length', 'content-type')
  })

  it('304 with a payload has the length that the payload has', async () => {
    const server = create()
    server.addHook('onSend', async (_request: Loose, reply: Loose) => {
      reply.code(304)
      return ''
    })
    server.get('/', async () => 'unchanged')
    const { headers, body } = await server.inject('/')
    expect(body).to.equal('')
    expect(headers['content-length']).to.equal('0')
  })

  it('a route that is not found answers message, error and statusCode, in this order', async () => {
    const { body } = await create().inject('/none')
    expect(body).to.equal('{"message":"Route GET:/none not found","error":"Not Found","statusCode":404}')
  })

  it('a thrown object that is not an Error is the answer itself', async () => {
    const server = create()
    server.get('/', async () => Promise.reject({ statusCode: 429, limit: 2 }))
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(429)
    expect(answer.json()).to.deep.equal({ statusCode: 429, limit: 2 })
  })

  it('a thrown instance of a class that is not an Error discloses no more than an Error', async () => {
    class Failure {
      statusCode = 409
      message = 'taken'
      secret = 1
    }
    const server = create()
    server.get('/', async () => Promise.reject(new Failure()))
    expect((await server.inject('/')).json()).to.deep.equal({ statusCode: 409, error: 'Conflict', message: 'taken' })
  })

  it('an error of a plugin that validates replies keeps its code', async () => {
    const error = Object.assign(new Error('planned'), { statusCode: 500, code: 'FST_PLUGIN', validation: [] })
    const server = create()
    server.get('/', async () => Promise.reject(error))
    expect((await server.inject('/')).json().code).to.equal('FST_PLUGIN')
  })

  it('a plugin can compare its range with the version of the instance', async () => {
    const server = create()
    Object.defineProperty(server, 'version', { value: '4.0.0' })
    const plugin = Object.assign(async () => {}, { [Symbol.for('plugin-meta')]: { name: 'new', fastify: '5.x' } })
    const failure = await failureOf(Promise.resolve(server.register(plugin)))
    expect(failure.code).to.equal('FST_ERR_PLUGIN_VERSION_MISMATCH')
  })

  it('a decoration may replace a method of replies, below it only', async () => {
    const server = create()
    server.register(async (instance) => {
      instance.decorateReply('getHeader', () => 'replaced')
      instance.get('/below', async (_request, reply) => reply.getHeader('x'))
    })
    server.get('/beside', async (_request, reply) => String(reply.getHeader('x')))
    expect((await server.inject('/below')).body).to.equal('replaced')
    expect((await server.inject('/beside')).body).to.equal('undefined')
  })

  for (const [kind, name] of [
    ['decorateRequest', 'raw'],
    ['decorateRequest', 'body'],
    ['decorateReply', 'request'],
  ] as const) {
    it(`a member that is set for each request cannot be replaced (${kind} ${name})`, () => {
      expect(() => create()[kind](name, null))
        .to.throw()
        .with.property('code', 'FST_ERR_DEC_ALREADY_PRESENT')
    })
  }

  it('the registered names are under a well-known symbol, those of ancestors included', async () => {
    const seen: unknown[] = []
    const symbol: Loose = Symbol.for('registered-plugin')
    const server = create()
    server.register(wrapped(async () => {}, 'first'))
    server.register(async (instance) => {
      instance.register(wrapped(async () => {}, 'second'))
      instance.after(() => seen.push([...(instance as Loose)[symbol]]))
    })
    await server.ready()
    expect(seen).to.deep.equal([['first', 'second']])
    expect((server as Loose)[symbol]).to.deep.equal(['first'])
  })
})

describe('options of register that have no effect', () => {
  const create = useServers()
  const plugin = async (instance: Loose) => void instance.get('/a', async () => 'ok')

  for (const [what, options, got] of [
    ['a prefix as a text', '/users', 'the string "/users"'],
    ['a number', 1, 'number 1'],
    ['a class of options', class Settings {}, 'the class Settings'],
    ['a promise of options', Promise.resolve({ prefix: '/users' }), 'a promise'],
  ] as const) {
    it(`are refused: ${what}`, () => {
      const register = () => create().register(plugin, options as never)
      expect(register)
        .to.throw(`register(plugin, …) got ${got}. Pass an object of options, such as { prefix: '/users' }`)
        .with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
    })
  }

  it('may be null, as in Fastify', async () => {
    const server = create()
    server.register(plugin, null as never)
    expect((await server.inject('/a')).body).to.equal('ok')
  })
})

describe('reply.redirect with wrong arguments', () => {
  const create = useServers()
  async function failureIn(redirect: (reply: Loose) => unknown): Promise<Loose> {
    const server = create()
    const thrown: Loose[] = []
    server.setErrorHandler((error: Loose, _request: Loose, reply: Loose) => {
      thrown.push(error)
      reply.send('seen')
    })
    server.get('/', (_request: Loose, reply: Loose) => redirect(reply))
    await server.inject('/')
    return thrown[0]
  }

  it('fails if the status is first, as in older versions of Fastify, and names the order', async () => {
    const { code, message } = await failureIn((reply) => reply.redirect(301, '/b'))
    expect(code).to.equal('FST_ERR_BAD_STATUS_CODE')
    expect(message).to.include('write reply.redirect(url, 301)')
  })

  for (const [url, got] of [
    [undefined, 'undefined'],
    [null, 'null'],
    ['', 'the string ""'],
    [' ', 'the string " "'],
    [{ url: '/b', statusCode: 301 }, 'an object'],
    [['/b'], 'an array'],
    [Promise.resolve('/b'), 'a promise'],
    [true, 'boolean true'],
  ]) {
    it(`fails with ${got} in place of the URL`, async () => {
      const { code, message } = await failureIn((reply) => reply.redirect(url))
      expect(code).to.equal('ALC_ERR_DECLARATION_ARGUMENT')
      expect(message).to.equal(`reply.redirect(…) got ${got}. Pass the URL as the first argument`)
    })
  }

  it('fails with a status alone, and names the order', async () => {
    const { code, message } = await failureIn((reply) => reply.redirect(302))
    expect(code).to.equal('ALC_ERR_DECLARATION_ARGUMENT')
    expect(message).to.equal(
      'reply.redirect(…) got number 302. Pass the URL as the first argument: reply.redirect(url, 302)',
    )
  })
})

describe('a route with a value in place of its handler', () => {
  const create = useServers()
  it('is refused with the value, as in frameworks that answer with it', () => {
    expect(() => create().get('/', 'hello' as never)).to.throw('got the string "hello"')
  })
})
