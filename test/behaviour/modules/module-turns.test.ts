import { type Class, Controller, Get, Hook, Module, pluginWrapper } from 'alcove'
import { expect } from 'chai'
import { type App, ask, withApp } from './app.js'

type Instance = App['instance']

describe('the order in which modules are opened', () => {
  let order: string[] = []

  beforeEach(() => {
    order = []
  })

  function recordedRoutes(name: string): Class {
    @Controller(`/${name}`)
    class Routes {
      constructor() {
        order.push(`${name}: controller`)
      }

      @Get()
      read() {
        return name
      }
    }
    return Routes
  }

  /** A module that records its creation and that of its controller. */
  function recorded(name: string, plugins: (() => Promise<void>)[] = []): Class {
    @Module({ plugins, controllers: [recordedRoutes(name)] })
    class Recorded {
      constructor() {
        order.push(name)
      }
    }
    return Recorded
  }

  const loads = (name: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve))
    order.push(`${name}: plugin`)
  }

  it('is their order in imports, whether they have plugins or not', async () => {
    const modules = ['a', 'b'].map((name) => recorded(name))
    const others = ['d', 'e'].map((name) => recorded(name))
    @Module({ imports: [...modules, recorded('c', [loads('c')]), ...others] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      const each = (name: string) => [name, `${name}: controller`]
      expect(order).to.deep.equal([...each('a'), ...each('b'), 'c: plugin', ...each('c'), ...each('d'), ...each('e')])
    })
  })

  it('lets a plugin that a hook registers in a module load before the next module is opened', async () => {
    const registering = pluginWrapper(async (instance: Instance) => {
      instance.addHook('onRoute', function ({ url, method }) {
        if (url === '/a' && method === 'GET') this.register(loads('a'))
      })
    })
    @Module({ plugins: [registering], imports: ['a', 'b', 'c'].map((name) => recorded(name)) })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(order.filter((entry) => !entry.endsWith('controller'))).to.deep.equal(['a', 'a: plugin', 'b', 'c'])
    })
  })

  it('starts no module after one that failed', async () => {
    @Module({})
    class Broken {
      constructor() {
        throw new Error('no licence')
      }
    }
    @Module({ imports: [recorded('a'), Broken, recorded('b')] })
    class Root {}
    await withApp(Root, async (app) => {
      const failure: Error = await app.ready().then(
        () => expect.fail('booted'),
        (error: Error) => error,
      )
      expect(failure.message).to.contain('no licence')
      expect(order).to.deep.equal(['a', 'a: controller'])
    })
  })

  it('runs hooks that an onRegister hook adds before those of the module', async () => {
    const adding = pluginWrapper(async (instance: Instance) => {
      instance.addHook('onRegister', (child) => {
        child.addHook('onRequest', async () => {
          order.push('onRegister')
        })
      })
    })
    class Part {
      @Hook('onRequest')
      async own() {
        order.push('own')
      }
    }
    Module({ controllers: [recordedRoutes('part')] })(Part)
    @Module({ plugins: [adding], imports: [Part, recorded('b')] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      order = []
      await ask(app, 'GET /part')
      expect(order).to.deep.equal(['onRegister', 'own'])
    })
  })
})
