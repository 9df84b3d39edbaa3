import {
  Controller,
  Get,
  Guard,
  type GuardFunction,
  type Instance,
  Module,
  PluginWrapped,
  pluginWrapper,
  type Request,
  routeValue,
  use,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'

type Role = 'admin' | 'editor' | 'reader'

const Roles = routeValue<readonly Role[]>('roles')
const Owner = routeValue<string>('owner', { openapi: true })
const Public = routeValue<true | undefined>('public')

/** The values that a handler sees of its own route. */
const seen = (request: Request) => ({ roles: Roles.of(request) ?? null, owner: Owner.of(request) ?? null })

/** Lets the roles of the route pass. A parent module declares it, and the routes below declare their roles. */
const hasRole: GuardFunction = (request) => {
  const roles = Roles.of(request)
  return roles === undefined || roles.includes(request.headers.role as Role)
}

function serving(module: object, ...marks: ((target: RootModule) => void)[]): RootModule {
  class Root {}
  for (const mark of marks) mark(Root)
  Module(module)(Root)
  return Root
}

describe('routeValue', () => {
  @Controller('/own')
  class Own {
    @Get()
    read(request: Request) {
      return seen(request)
    }

    @Roles(['reader'])
    @Get('/method')
    method(request: Request) {
      return seen(request)
    }
  }

  @Roles(['editor'])
  @Controller('/class')
  class OfClass extends Own {}

  it('gives undefined where neither method, controller nor module has one', async () => {
    expect((await askOnce(serving({ controllers: [Own] }), 'GET /own')).body).to.deep.equal({
      roles: null,
      owner: null,
    })
  })

  it('holds for its method', async () => {
    const { body } = await askOnce(serving({ controllers: [Own] }), 'GET /own/method')
    expect(body).to.deep.equal({ roles: ['reader'], owner: null })
  })

  it('of a controller holds for its methods, and that of a method is nearer', async () => {
    await withApp(serving({ controllers: [OfClass] }), async (app) => {
      expect((await ask(app, 'GET /class')).body)
        .to.include({ owner: null })
        .and.deep.include({ roles: ['editor'] })
      expect((await ask(app, 'GET /class/method')).body).to.deep.include({ roles: ['reader'] })
    })
  })

  it('of a module holds for its context and below, not beside, and a nearer module replaces it', async () => {
    @Controller('/one')
    class One extends Own {}
    @Controller('/two')
    class Two extends Own {}
    @Module({ controllers: [One] })
    class Below {}
    @Roles(['admin'])
    @Owner('billing')
    @Module({ imports: [Below], controllers: [OfClass] })
    class Billing {}
    @Owner('shop')
    @Module({ controllers: [Two] })
    class Shop {}
    await withApp(serving({ imports: [Billing, Shop], controllers: [Own] }, Owner('root')), async (app) => {
      expect((await ask(app, 'GET /own')).body).to.deep.equal({ roles: null, owner: 'root' })
      expect((await ask(app, 'GET /two')).body).to.deep.equal({ roles: null, owner: 'shop' })
      expect((await ask(app, 'GET /one')).body).to.deep.equal({ roles: ['admin'], owner: 'billing' })
      expect((await ask(app, 'GET /class')).body).to.deep.equal({ roles: ['editor'], owner: 'billing' })
    })
  })

  it('of a wrapped module holds for the context that imports it, where that context has none', async () => {
    @Controller('/wrapped')
    class Inner extends Own {}
    @Roles(['reader'])
    @Owner('wrapped')
    @PluginWrapped()
    @Module({ controllers: [Inner] })
    class Wrapped {}
    await withApp(serving({ imports: [Wrapped], controllers: [Own] }, Owner('root')), async (app) => {
      expect((await ask(app, 'GET /own')).body).to.deep.equal({ roles: ['reader'], owner: 'root' })
      expect((await ask(app, 'GET /wrapped')).body).to.deep.equal({ roles: ['reader'], owner: 'wrapped' })
    })
  })

  it('of a wrapped module is nearer than that of a module that is wrapped into it', async () => {
    @Roles(['reader'])
    @Owner('inner')
    @PluginWrapped()
    @Module({})
    class Inner {}
    @Owner('outer')
    @PluginWrapped()
    @Module({ imports: [Inner] })
    class Outer {}
    await withApp(serving({ imports: [Outer], controllers: [Own] }), async (app) => {
      expect((await ask(app, 'GET /own')).body).to.deep.equal({ roles: ['reader'], owner: 'outer' })
    })
  })

  it('of two modules that are wrapped side by side fails the boot', async () => {
    @Owner('a')
    @PluginWrapped()
    @Module({})
    class A {}
    @Owner('b')
    @PluginWrapped()
    @Module({})
    class B {}
    expect((await bootFailure(serving({ imports: [A, B] }))).code).to.equal('ALC_ERR_DECLARED_TWICE')
  })

  it('of a module holds for the routes of its plugins and of configure, and their own config replaces it', async () => {
    const routes = async (instance: Instance) => {
      instance.get('/plugin', seen)
      instance.get('/config', { config: { roles: ['reader'] } }, seen)
    }
    class Plugged {
      configure(instance: Instance) {
        instance.get('/configure', seen)
      }
    }
    Roles(['admin'])(Plugged)
    Module({
      plugins: [pluginWrapper((instance: Instance) => routes(instance))],
      imports: [serving({ prefix: '/below', plugins: [routes] })],
    })(Plugged)
    await withApp(
      serving({ imports: [Plugged], plugins: [use(routes, { prefix: '/beside' })] }, Owner('o')),
      async (app) => {
        for (const [path, roles] of Object.entries({
          '/plugin': ['admin'],
          '/configure': ['admin'],
          '/config': ['reader'],
          '/below/plugin': ['admin'],
          '/below/config': ['reader'],
          '/beside/plugin': null,
        })) {
          expect((await ask(app, `GET ${path}`)).body, path).to.deep.equal({ roles, owner: 'o' })
        }
        const { routes: found } = inspect(app)
        const shown = Object.fromEntries(found.map(({ id, values }) => [id, values.map(({ name }) => name)]))
        expect(shown).to.deep.include({ 'GET /plugin': ['owner', 'roles'], 'GET /config': ['owner'] })
        expect(app.printTree()).to.include('/configure  seen  (owner: "o", roles: ["admin"])')
      },
    )
  })

  it('of a module is read by its guard on a route of a plugin', async () => {
    const plugin = async (instance: Instance) => void instance.get('/plugin', () => 'secret')
    await withApp(serving({ plugins: [plugin] }, Roles(['admin']), Guard(hasRole)), async (app) => {
      expect((await ask(app, 'GET /plugin')).status).to.equal(403)
      expect((await ask(app, 'HEAD /plugin')).status).to.equal(403)
      expect((await ask(app, 'GET /plugin', { headers: { role: 'admin' } })).status).to.equal(200)
    })
  })

  it('is read by a guard of a parent module', async () => {
    const Root = serving({ imports: [serving({ controllers: [Own] })] }, Guard(hasRole))
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /own')).status).to.equal(200)
      expect((await ask(app, 'GET /own/method')).status).to.equal(403)
      expect((await ask(app, 'GET /own/method', { headers: { role: 'reader' } })).status).to.equal(200)
    })
  })

  it('is in the config of the route, beside those of the class and of the route', async () => {
    @Controller({ prefix: '/config', config: { a: 1, b: 1 } })
    class Configured {
      @Roles(['admin'])
      @Public()
      @Get('', { config: { b: 2 } })
      read({ routeOptions: { config } }: Request) {
        return { ...config, hasPublic: 'public' in config }
      }
    }
    const { body } = await askOnce(serving({ controllers: [Configured] }), 'GET /config')
    expect(body).to.deep.include({ a: 1, b: 2, roles: ['admin'], hasPublic: true })
  })

  it('of a farther place is replaced by the config of a controller or of a route', async () => {
    @Roles(['admin'])
    @Controller({ prefix: '/near', config: { owner: 'controller' } })
    class Near {
      @Get('/route', { config: { roles: ['reader'] } })
      @Get('/all')
      read(request: Request) {
        return seen(request)
      }
    }
    await using app = await createTestApp(serving({ controllers: [Near] }, Owner('module'), Guard(hasRole)))
    const asReader = { headers: { role: 'reader' } }
    expect((await ask(app, 'GET /near/route', asReader)).body).to.deep.equal({ roles: ['reader'], owner: 'controller' })
    expect((await ask(app, 'GET /near/all', asReader)).status).to.equal(403)
    expect(inspect(app).routes.find(({ id }) => id === 'GET /near/route')?.values).to.deep.equal([
      { name: 'owner', value: 'controller', openapi: true },
      { name: 'roles', value: ['reader'], openapi: false },
    ])
  })

  it('fails the boot beside the same name in the config of its controller or route', async () => {
    @Controller()
    class OnRoute {
      @Roles(['admin'])
      @Get('/', { config: { roles: ['reader'] } })
      read(request: Request) {
        return seen(request)
      }
    }
    @Roles(['admin'])
    @Controller({ config: { roles: ['reader'] } })
    class OnController {}
    for (const [controller, place] of [
      [OnRoute, 'OnRoute.read'],
      [OnController, 'OnController'],
    ] as const) {
      const { code, message } = await bootFailure(serving({ controllers: [controller] }))
      expect(code).to.equal('ALC_ERR_DECORATOR_TWICE')
      expect(message).to.equal(`${place} declares its value twice: by @roles and in config.roles. Remove one`)
    }
  })

  it('is shown by inspect, by the tree, and by OpenAPI where it is asked for', async () => {
    await using app = await createTestApp(serving({ controllers: [Own] }, Owner('root')))
    const inspection = inspect(app)
    expect(inspection.routes.find(({ id }) => id === 'GET /own/method')?.values).to.deep.equal([
      { name: 'owner', value: 'root', openapi: true },
      { name: 'roles', value: ['reader'], openapi: false },
    ])
    expect(app.printTree()).to.include('/own/method  Own.method  (owner: "root", roles: ["reader"])')
    const { paths } = createOpenApiDocument(inspection, { name: 'test', version: '1.0.0' })
    expect(paths).to.have.nested.property('/own/method.get.x-owner', 'root')
    expect(paths).to.not.have.nested.property('/own/method.get.x-roles')
  })

  it('on a method without a route fails the boot', async () => {
    @Controller()
    class Stray {
      @Roles(['admin'])
      read() {
        return 1
      }
    }
    expect((await bootFailure(serving({ controllers: [Stray] }))).code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('is refused twice on one method or class, and without a name', () => {
    class Twice {
      read() {
        return 1
      }
    }
    const descriptor = Object.getOwnPropertyDescriptor(Twice.prototype, 'read')!
    Roles(['admin'])(Twice.prototype, 'read', descriptor)
    expect(() => Roles(['reader'])(Twice.prototype, 'read', descriptor)).to.throw('@roles')
    Roles(['admin'])(Twice)
    expect(() => Roles(['reader'])(Twice)).to.throw('@roles')
    expect(() => routeValue('')).to.throw('a name that is not empty')
  })
})
