import { bootstrap, Controller, Get, type Instance, Module, PluginWrapped, pluginWrapper, use } from 'alcove'
import { expect } from 'chai'
import { bootError } from './boot.js'

@Controller()
class Hello {
  @Get('/hello') read() {
    return 'hello'
  }
}

describe('bootstrap: plugins and configure', () => {
  it('loads plugins in order, then configure, then wrapped imports with theirs', async () => {
    const order: string[] = []
    const plugin = (name: string) => async () => void order.push(name)
    @PluginWrapped()
    @Module({ plugins: [plugin('inner plugin')] })
    class Inner {
      configure() {
        order.push('inner configure')
      }
    }
    @Module({ plugins: [plugin('child')] })
    class Child {}
    @Module({ imports: [Child, Inner], plugins: [plugin('one'), plugin('two')] })
    class App {
      async configure() {
        order.push('configure')
      }
    }
    await using app = bootstrap(App)
    await app.ready()
    expect(order).to.deep.equal(['one', 'two', 'configure', 'inner plugin', 'inner configure', 'child'])
  })

  it('hands configure the options of use, and waits for its callback form', async () => {
    const seen: unknown[] = []
    @Module({})
    class Child {
      configure(_instance: Instance, options: object, done: () => void) {
        setImmediate(() => {
          seen.push(options)
          done()
        })
      }
    }
    @Module({ imports: [use(Child, { prefix: '/c', size: 3 })] })
    class App {}
    await using app = bootstrap(App)
    await app.ready()
    expect(seen).to.deep.equal([{ prefix: '/c', size: 3 }])
  })

  it('fails the boot with what configure hands to its callback', async () => {
    const reason = new Error('no')
    @Module({})
    class App {
      configure(_instance: Instance, _options: object, done: (error: Error) => void) {
        done(reason)
      }
    }
    expect(await bootError(App)).to.equal(reason)
  })

  it('waits for what configure registers and returns', async () => {
    const order: string[] = []
    @Module({ controllers: [Hello] })
    class App {
      configure(instance: Instance) {
        return instance.register(
          pluginWrapper(async () => {
            await Promise.resolve()
            order.push('registered')
          }),
        )
      }
    }
    await using app = bootstrap(App)
    expect((await app.inject('/hello')).payload).to.equal('hello')
    expect(order).to.deep.equal(['registered'])
  })

  it('takes plugins as promises of modules, and options as a function', async () => {
    const seen: unknown[] = []
    const plugin = async (_instance: Instance, options: object) => void seen.push(options)
    @Module({
      decorate: { size: 3 },
      plugins: [
        Promise.resolve({ default: plugin }) as never,
        use(plugin, (instance: { size?: number }) => ({ size: instance.size })),
      ],
    })
    class App {}
    await using app = bootstrap(App)
    await app.ready()
    expect(seen).to.deep.equal([{}, { size: 3 }])
  })

  it('puts the prefix of the root before the routes of plugins with a context of their own', async () => {
    const plugin = async (instance: Instance) => void instance.get('/plugin', async () => 'plugin')
    @Module({ prefix: '/api', plugins: [plugin, use(plugin, { prefix: '/more' })] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/api/plugin')).payload).to.equal('plugin')
    expect((await app.inject('/api/more/plugin')).payload).to.equal('plugin')
  })
})
