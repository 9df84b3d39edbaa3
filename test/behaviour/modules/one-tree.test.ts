import {
  Controller,
  Get,
  Guard,
  Hook,
  Injectable,
  type Instance,
  Module,
  PluginWrapped,
  pluginWrapper,
  provide,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { type App, type RootModule, withApp } from './app.js'

// A module registers as itself. The server does not know it as a plugin, and no name of a step hides anything.

@Injectable()
class Users {
  dispose() {}
}

@Controller('/users')
class UserRoutes {
  @Get() @Guard(() => true) all() {
    return []
  }
}

@Module({ prefix: '/below', controllers: [UserRoutes] })
class Below {}

/** Runs with the application when it has booted. */
function booted(Root: RootModule, run: (app: App) => unknown): Promise<void> {
  return withApp(Root, async (app) => {
    await app.ready()
    await run(app)
  })
}

/** Named as what the module does in its turn. */
const sameName = pluginWrapper(async () => {}, { name: 'AppModule (routes)' })

@PluginWrapped()
@Module({ providers: [provide('clock', { useValue: 1 })] })
class Wrapped {}

@Guard(() => true)
@Module({ providers: [Users], plugins: [sameName], imports: [Wrapped, Below], controllers: [UserRoutes] })
class AppModule {
  configure(instance: Instance) {
    instance.addHook('onClose', async function disposeAll() {})
  }
  @Hook('onRequest') first() {}
}

describe('a module in the tree of contexts', () => {
  it('is not a plugin to the server, nor are its own steps', async () => {
    await booted(AppModule, async ({ instance }) => {
      expect(instance.pluginName).to.equal('fastify -> AppModule (routes)')
      expect(instance.hasPlugin('AppModule')).to.equal(false)
      expect(instance.hasPlugin('AppModule (providers)')).to.equal(false)
    })
  })

  it('does not hide a plugin that has the name of one of its steps', async () => {
    await booted(AppModule, async (app) => {
      expect(app.describe().plugins).to.deep.equal(['AppModule (routes)'])
      const { contexts } = inspect(app)
      const plugins = contexts[0]?.entries.filter(({ kind }) => kind === 'plugin').map(({ name }) => name)
      expect(plugins).to.deep.equal(['AppModule (routes)'])
    })
  })

  it('does not list the disposal of its providers among the hooks of the application', async () => {
    await booted(AppModule, async (app) => {
      const closing = app.describe().hooks.filter(({ name }) => name === 'onClose')
      expect(closing).to.deep.equal([{ name: 'onClose', function: 'disposeAll' }])
    })
  })

  it('is named with each entry that it declares, the wrapped one by the module that imports it', async () => {
    await booted(AppModule, async (app) => {
      const [root, below] = inspect(app).contexts
      const pathOf = (name: string) => root?.entries.find((entry) => entry.name === name)?.path.map((each) => each.name)
      expect(root?.kind).to.equal('module')
      expect(pathOf('Users')).to.deep.equal(['AppModule'])
      expect(pathOf('clock')).to.deep.equal(['AppModule', 'Wrapped'])
      expect(pathOf('AppModule.first')).to.deep.equal(['AppModule'])
      expect(pathOf('disposeAll')).to.deep.equal(['AppModule'])
      expect(below?.path).to.deep.equal([{ kind: 'module', name: 'AppModule' }])
    })
  })

  it('shows a guard as a guard, even if a plugin replaces the added hooks', async () => {
    const replacing = pluginWrapper(async (instance: Instance) => {
      const addHook = instance.addHook.bind(instance) as (name: string, hook: unknown) => Instance
      const replace = (name: string, hook: (...args: unknown[]) => unknown) =>
        addHook(name, (request: unknown, reply: unknown, done: unknown) => hook(request, reply, done))
      Object.assign(instance, { addHook: replace })
    })
    @Guard(() => true)
    @Module({ plugins: [replacing], controllers: [UserRoutes] })
    class Replaced {}
    await booted(Replaced, async (app) => {
      const { contexts, routes } = inspect(app)
      expect(contexts[0]?.entries.filter(({ kind }) => kind === 'guard')).to.have.length(1)
      const stages = routes[0]?.stages.filter(({ kind }) => kind === 'guard')
      expect(stages?.map(({ context }) => context)).to.deep.equal(['Replaced', null])
      expect((await app.inject('/users')).statusCode).to.equal(200)
    })
  })

  it('is described as it is inspected', async () => {
    await booted(AppModule, async (app) => {
      const { children, providers, wrapped, routes } = app.describe()
      expect({ providers, wrapped }).to.deep.equal({ providers: ['Users', 'clock'], wrapped: ['Wrapped'] })
      expect(routes).to.deep.equal([{ method: 'GET', url: '/users', handler: 'UserRoutes.all', schema: [] }])
      expect(children.map(({ name, prefix }) => [name, prefix])).to.deep.equal([['Below', '/below']])
    })
  })
})
