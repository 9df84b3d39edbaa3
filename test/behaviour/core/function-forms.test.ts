import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deprecate } from 'node:util'
import { expect } from 'chai'
import { failureOf, type Loose, logLines, postJson, useServers } from './subject.js'

/** A wrapper as packages write it: it passes on whatever it is given. */
function wrapWithArguments(fn: (...args: Loose[]) => unknown): Loose {
  return function wrapper(this: unknown) {
    // biome-ignore lint/complexity/noArguments: wrappers hide their parameters so, and this is one
    return fn.apply(this, arguments as Loose)
  }
}

const wrapWithRest = (fn: (...args: Loose[]) => unknown): Loose => {
  return (...args: Loose[]) => fn(...args)
}

describe('a hook that declares fewer parameters than its done ends when it returns', () => {
  const create = useServers()

  /** The status of a POST to a route with the hook. */
  async function statusWith(hook: Loose): Promise<number> {
    const server = create()
    server.addHook('preHandler', hook)
    server.post('/', async () => 'ok')
    return (await postJson(server, '/', { arguments: 'x' })).statusCode
  }

  const hooks: Record<string, Loose> = {
    'reads a property named arguments': function audit(request: Loose) {
      if (request.body?.arguments) request.seen = request.body.arguments
    },
    'takes a property named arguments out of the body': (request: Loose) => {
      const { arguments: given } = request.body
      request.seen = given
    },
    'spreads in its body': (request: Loose) => {
      request.seen = [...Object.keys(request.body)]
    },
    'has a default': (request: Loose, _reply: Loose, _later = { ...{} }) => {
      request.seen = true
    },
    'declares nothing': () => {},
    'declares nothing, as a function': function nothing() {},
    'is a mock of node:test': mock.fn(),
    'is a mock of node:test around another': mock.fn((_request: Loose) => {}),
    'is deprecated': deprecate((_request: Loose) => {}, 'an old hook'),
    'is deprecated and declares nothing': deprecate(() => {}, 'an old hook'),
  }
  for (const [what, hook] of Object.entries(hooks)) {
    it(`and ${what}`, async () => {
      expect(await statusWith(hook)).to.equal(200)
    })
  }

  it('whose source has a method called with the word arguments', async () => {
    const seen = {
      arguments: 'own',
      read() {
        return this.arguments
      },
    }
    expect(await statusWith(seen.read)).to.equal(200)
  })

  it('without its text being read, when it declares a parameter', async () => {
    const original = Function.prototype.toString
    let reads = 0
    Function.prototype.toString = function () {
      reads += 1
      return original.call(this)
    }
    try {
      expect(await statusWith((_request: Loose) => {})).to.equal(200)
    } finally {
      Function.prototype.toString = original
    }
    expect(reads).to.equal(0)
  })
})

describe('a wrapper that hides its parameters never opens a guard early', () => {
  const create = useServers()
  const guard = (_request: Loose, _reply: Loose, done: Loose) => {
    setTimeout(() => done(Object.assign(new Error('no'), { statusCode: 403 })), 20)
  }
  const wrappers: Record<string, Loose> = {
    'with ...rest': wrapWithRest(guard),
    'with arguments': wrapWithArguments(guard),
    'with arguments behind a spread': function wrapper() {
      // biome-ignore lint/complexity/noArguments: wrappers hide their parameters so, and this is one
      return (guard as Loose)(...arguments)
    },
    'that is bound': wrapWithRest(guard).bind(null),
    'behind a Proxy': new Proxy(wrapWithRest(guard), {}),
    'behind a frozen Proxy': new Proxy(Object.freeze(wrapWithRest(guard)), {}),
    'behind two Proxies': new Proxy(new Proxy(wrapWithRest(guard), {}), {}),
    'that is mocked': mock.fn(wrapWithRest(guard)),
    'that is deprecated': deprecate(wrapWithRest(guard), 'an old guard'),
    'with a default for each': (a = null, b = null, c = null) => guard(a, b, c),
  }
  for (const [how, wrapper] of Object.entries(wrappers)) {
    it(how, async () => {
      const server = create()
      let handled = false
      server.addHook('onRequest', wrapper)
      server.get('/', async () => {
        handled = true
        return 'open'
      })
      expect((await server.inject('/')).statusCode).to.equal(403)
      expect(handled).to.equal(false)
    })
  }
})

describe('the boot warns of a function that hides its parameters', () => {
  const create = useServers()
  const named = function audit(...given: Loose[]) {
    given[2]()
  }
  const cases: [how: string, hook: Loose, who: string][] = [
    ['by its name', named, 'The function "audit"'],
    ['that has no name', wrapWithRest(named), 'A function without a name'],
  ]
  for (const [how, hook, who] of cases) {
    it(how, async () => {
      const { stream, lines } = logLines()
      const server = create({ logger: { level: 'warn', stream } })
      server.addHook('preHandler', hook)
      await server.ready()
      const [line = {}] = lines
      expect(line.msg).to.match(
        new RegExp(`^${who} \\(.+function-forms.+\\) hides its parameters and is a hook of preHandler`),
      )
    })
  }
})

describe('a hook of the application that hides its parameters ends when it returns', () => {
  const create = useServers()
  const hooks = {
    'that is bound': (run: () => void) => ((value: () => void) => value()).bind(null, run),
    'with ...rest': (run: () => void) => wrapWithRest(run),
    'with arguments': (run: () => void) => wrapWithArguments(run),
    'with a default': (run: () => void) => {
      return (_done = null) => run()
    },
  }
  for (const [how, hide] of Object.entries(hooks)) {
    it(how, async () => {
      const ran: string[] = []
      const server = create({ pluginTimeout: 200 })
      for (const name of ['onReady', 'onListen', 'preClose', 'onClose'] as const)
        server.addHook(
          name,
          hide(() => void ran.push(name)),
        )
      await server.listen({ port: 0 })
      await server.close()
      expect(ran).to.deep.equal(['onReady', 'onListen', 'preClose', 'onClose'])
    })
  }

  it('or when its promise settles', async () => {
    const server = create()
    let ended = false
    server.addHook(
      'onReady',
      wrapWithRest(async () => {
        await sleep(10)
        ended = true
      }),
    )
    await server.ready()
    expect(ended).to.equal(true)
  })
})

describe('a plugin', () => {
  const create = useServers()

  it('boots when its source has the word arguments', async () => {
    const server = create()
    server.register(function tools(instance: Loose) {
      instance.post('/call', (request: Loose) => request.body.arguments)
    } as Loose)
    expect((await postJson(server, '/call', { arguments: { a: 1 } })).json()).to.deep.equal({ a: 1 })
  })

  it('boots when a default of its options is spread', async () => {
    const server = create()
    server.register(((instance: Loose, options = { ...{ prefix: '' } }) => {
      instance.get('/', async () => options.prefix)
    }) as Loose)
    expect((await server.inject('/')).statusCode).to.equal(200)
  })

  it('behind a wrapper is waited for until it calls done', async () => {
    const server = create()
    server.register(
      wrapWithRest((instance: Loose, _options: Loose, done: Loose) => {
        setTimeout(() => {
          instance.get('/', async () => 'late')
          done()
        }, 10)
      }),
    )
    expect((await server.inject('/')).body).to.equal('late')
  })

  it('that hides its parameters and does not end: the error does not claim that it declares done', async () => {
    const server = create({ pluginTimeout: 30 })
    server.register(wrapWithRest(() => {}))
    const { code, message } = await failureOf(server.ready())
    expect(code).to.equal('FST_ERR_PLUGIN_TIMEOUT')
    expect(message).to.contain('hides its parameters').and.not.contain('third parameter')
  })
})

describe('a body parser ends once', () => {
  const create = useServers()
  const parsers: Record<string, Loose> = {
    'when it returns a value and declares no done': (_request: Loose, body: string) => ({ got: body }),
    'when it calls a done that it hides': (...given: Loose[]) => setImmediate(given[2], null, { got: given[1] }),
    'when it calls a done that it declares as rest': (_request: Loose, body: string, ...[done]: Loose[]) =>
      done(null, { got: body }),
    'when its promise settles, though it declares done': (_request: Loose, body: string, _done: Loose) =>
      Promise.resolve({ got: body }),
    'when it calls done the first time': (_request: Loose, body: string, done: Loose) => {
      done(null, { got: body })
      done(new Error('too late'))
    },
  }
  for (const [when, parser] of Object.entries(parsers)) {
    it(when, async () => {
      const server = create()
      server.addContentTypeParser('text/own', { parseAs: 'string' }, parser)
      server.post('/', async (request) => request.body)
      const headers = { 'content-type': 'text/own' }
      const answer = await server.inject({ method: 'POST', url: '/', headers, payload: 'x' })
      expect(answer.json()).to.deep.equal({ got: 'x' })
    })
  }
})
