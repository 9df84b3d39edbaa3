import {
  Controller,
  contextValue,
  Get,
  Module,
  PluginWrapped,
  pluginWrapper,
  type Reply,
  type Request,
  use,
} from 'alcove'
import { expect } from 'chai'
import fastifyPlugin from 'fastify-plugin'
import { type App, ask, askOnce, withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

type Instance = App['instance']

@Controller()
class Hello {
  @Get('/hello')
  hello(_request: Request, reply: Reply) {
    return `hello ${reply.getHeader('x-plugin') ?? 'nobody'}`
  }
}

const marks = async (instance: Instance) => {
  instance.addHook('onRequest', async (_request: Request, reply: Reply) => {
    reply.header('x-plugin', 'plugin')
  })
}

describe('plugins of a module', () => {
  it('wrapped with pluginWrapper work on the routes of the module', async () => {
    @Module({ plugins: [pluginWrapper(marks)], controllers: [Hello] })
    class Root {}
    expect((await askOnce(Root, 'GET /hello')).text).to.equal('hello plugin')
  })

  it('wrapped with fastify-plugin work on the routes of the module', async () => {
    // The package types its argument with Fastify's own instance.
    const wrapped = (fastifyPlugin as unknown as typeof pluginWrapper)(marks)
    @Module({ plugins: [wrapped], controllers: [Hello] })
    class Root {}
    expect((await askOnce(Root, 'GET /hello')).text).to.equal('hello plugin')
  })

  it('may be given as the module that holds them, or as its import', async () => {
    const wrapped = pluginWrapper(marks)
    for (const source of [{ default: wrapped }, Promise.resolve({ default: wrapped })]) {
      for (const plugins of [[source], [use(source)]]) {
        @Module({ plugins, controllers: [Hello] })
        class Root {}
        expect((await askOnce(Root, 'GET /hello')).text).to.equal('hello plugin')
      }
    }
  })

  it('that are not wrapped keep to a context of their own', async () => {
    @Module({
      plugins: [
        async (instance: Instance) => {
          await marks(instance)
          instance.get('/inside', async (_request, reply) => `inside ${reply.getHeader('x-plugin')}`)
        },
      ],
      controllers: [Hello],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /inside')).text).to.equal('inside plugin')
      expect((await ask(app, 'GET /hello')).text).to.equal('hello nobody')
    })
  })

  it('get the options of use()', async () => {
    let given: unknown
    const keeps = async (_instance: Instance, options: { level: number }) => {
      given = options.level
    }
    @Module({ plugins: [use(keeps, { level: 3 })] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(given).to.equal(3)
  })

  it('take a prefix from use() for their routes', async () => {
    const routes = async (instance: Instance) => {
      instance.get('/inside', async () => 'inside')
    }
    @Module({ prefix: '/module', plugins: [use(routes, { prefix: '/plugin' })] })
    class Child {}
    @Module({ imports: [Child] })
    class Root {}
    expect((await askOnce(Root, 'GET /module/plugin/inside')).text).to.equal('inside')
  })

  it('take a prefix from a function of options, as modules do', async () => {
    const Prefix = contextValue<string>('prefixOfRoutes')
    const prefixed = (instance: Instance) => ({ prefix: instance.getDecorator(Prefix) })
    const routes = async (instance: Instance, _options: { prefix: string }) => {
      instance.get('/inside', async () => 'inside')
    }
    @Module({ controllers: [Hello] })
    class Child {
      configure(_instance: Instance, _options: { level?: number }) {}
    }
    @Module({ decorate: [Prefix.is('/late')], plugins: [use(routes, prefixed)], imports: [use(Child, prefixed)] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /late/inside')).text).to.equal('inside')
      expect((await ask(app, 'GET /late/hello')).text).to.equal('hello nobody')
    })
  })

  it('fail the boot if their function of options throws: plugins and wrapped modules', async () => {
    const throwing = (): { level: number } => {
      throw new Error('no settings')
    }
    const levelled = async (_instance: Instance, _options: { level: number }) => {}
    @PluginWrapped()
    @Module({})
    class Wrapped {
      configure(_instance: Instance, _options: { level: number }) {}
    }
    for (const options of [
      { plugins: [use(levelled, throwing)] },
      { plugins: [use(pluginWrapper(levelled), throwing)] },
      { imports: [use(Wrapped, throwing)] },
    ]) {
      @Module(options)
      class Root {}
      const failure: unknown = await askOnce(Root, 'GET /').catch((error: unknown) => error)
      expect(String(failure)).to.equal('Error: no settings')
    }
  })

  it('fail the boot if their function of options returns a promise, from which they would read no option', async () => {
    const levelled = async (_instance: Instance, _options: { level?: number }) => {}
    const promising = (async () => {
      throw new Error('no settings')
    }) as unknown as () => { level: number }
    @Module({})
    class Child {
      configure(_instance: Instance, _options: { level: number }) {}
    }
    for (const options of [{ plugins: [use(levelled, promising)] }, { imports: [use(Child, promising)] }]) {
      @Module(options)
      class Root {}
      const words = [
        'The registration of a plugin or module got a function of options that returns a promise',
        'Await their values',
      ]
      expect((await expectRefusal(Root, words)).code).to.equal('ALC_ERR_DECLARATION_ARGUMENT')
    }
  })

  it('may take a callback', async () => {
    const later = (instance: Instance, _options: object, done: () => void) => {
      setImmediate(() => {
        instance.get('/inside', async () => 'inside')
        done()
      })
    }
    @Module({ plugins: [later] })
    class Root {}
    expect((await askOnce(Root, 'GET /inside')).text).to.equal('inside')
  })

  it('may register others, which are awaited too', async () => {
    const outer = pluginWrapper(async (instance: Instance) => {
      await instance.register(pluginWrapper(marks))
    })
    @Module({ plugins: [outer], controllers: [Hello] })
    class Root {}
    expect((await askOnce(Root, 'GET /hello')).text).to.equal('hello plugin')
  })

  it('see what the one before them in the list decorated', async () => {
    let seen: unknown
    const first = pluginWrapper(async (instance: Instance) => {
      await new Promise((resolve) => setImmediate(resolve))
      instance.decorate('first', 1)
    })
    const second = async (instance: Instance) => {
      seen = Reflect.get(instance, 'first')
    }
    @Module({ plugins: [first, second] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.equal(1)
  })

  it('apply only to routes of their module and below', async () => {
    @Module({ prefix: '/below', controllers: [Hello] })
    class Below {}
    @Module({ prefix: '/in', plugins: [pluginWrapper(marks)], controllers: [Hello], imports: [Below] })
    class Inside {}
    @Module({ prefix: '/beside', controllers: [Hello] })
    class Beside {}
    @Module({ imports: [Inside, Beside], controllers: [Hello] })
    class Root {}
    await withApp(Root, async (app) => {
      const texts: string[] = []
      for (const path of ['/in/hello', '/in/below/hello', '/beside/hello', '/hello']) {
        texts.push((await ask(app, `GET ${path}`)).text)
      }
      expect(texts).to.deep.equal(['hello plugin', 'hello plugin', 'hello nobody', 'hello nobody'])
    })
  })
})

describe('configure', () => {
  it('is the body of a plugin: it is awaited and registers into the context', async () => {
    @Module({ controllers: [Hello] })
    class Root {
      async configure(instance: Instance) {
        await new Promise((resolve) => setImmediate(resolve))
        await marks(instance)
      }
    }
    expect((await askOnce(Root, 'GET /hello')).text).to.equal('hello plugin')
  })

  it('is called on the instance of its module', async () => {
    let word = ''
    @Module({})
    class Root {
      private readonly own = 'this'
      configure() {
        word = this.own
      }
    }
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(word).to.equal('this')
  })

  it('declares routes under the prefix of its module', async () => {
    @Module({ prefix: '/v1' })
    class Child {
      configure(instance: Instance) {
        instance.get('/extra', async () => 'extra')
      }
    }
    @Module({ imports: [Child] })
    class Root {}
    expect((await askOnce(Root, 'GET /v1/extra')).text).to.equal('extra')
  })
})

describe('the error of a plugin that throws', () => {
  async function bootWith(error: unknown, how: 'throws' | 'rejects' | 'nested'): Promise<unknown> {
    const jwt = pluginWrapper(
      how === 'throws'
        ? () => {
            throw error
          }
        : async () => {
            throw error
          },
      { name: 'jwt' },
    )
    const outer = pluginWrapper(
      async (instance: Instance) => {
        await instance.register(jwt)
      },
      { name: 'outer' },
    )
    @Module({ plugins: [how === 'nested' ? outer : jwt], controllers: [Hello] })
    class Root {}
    return withApp(Root, (app) => app.ready()).then(
      () => null,
      (reason: unknown) => reason,
    )
  }

  for (const how of ['throws', 'rejects', 'nested'] as const) {
    it(`stays the same, and its stack names the plugin and the context once: ${how}`, async () => {
      const error = Object.assign(new Error('missing secret'), { code: 'ERR_ASSERTION' })
      const before = error.stack
      expect(await bootWith(error, how)).to.equal(error)
      expect(error.message).to.equal('missing secret')
      expect(Object.keys(error)).to.deep.equal(['code'])
      expect(error.stack).to.equal(`${before}\n    while loading the plugin jwt of Root`)
    })
  }

  it('stays the same where it is frozen, or is not an error', async () => {
    for (const error of [Object.freeze(new Error('frozen')), 'a text', { stack: 'own' }]) {
      expect(await bootWith(error, 'rejects')).to.equal(error)
    }
  })
})
