import {
  Controller,
  Get,
  Hook,
  Module,
  NotFoundHandler,
  PluginWrapped,
  pluginWrapper,
  type Reply,
  type Request,
  use,
} from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, type RootModule, withApp } from './app.js'

type Instance = App['instance']

@Controller('/hello')
class Hello {
  @Get()
  hello() {
    return 'hello'
  }
}

async function reaches(root: RootModule, path: string): Promise<void> {
  await withApp(root, async (app) => {
    expect((await ask(app, `GET /api${path}`)).status, `/api${path}`).to.equal(200)
    expect((await ask(app, `GET ${path}`)).status, path).to.equal(404)
  })
}

describe('the prefix of the root module precedes', () => {
  it('the routes of its controllers', async () => {
    @Module({ prefix: '/api', controllers: [Hello] })
    class Root {}
    await reaches(Root, '/hello')
  })

  it('the routes of modules below', async () => {
    @Module({ prefix: '/v1', controllers: [Hello] })
    class Below {}
    @Module({ prefix: '/api', imports: [Below] })
    class Root {}
    await reaches(Root, '/v1/hello')
  })

  it('the routes of modules imported with use()', async () => {
    @Module({ controllers: [Hello] })
    class Below {}
    @Module({ prefix: '/api', imports: [use(Below, { prefix: '/v2' })] })
    class Root {}
    await reaches(Root, '/v2/hello')
  })

  it('the routes of a wrapped import', async () => {
    @PluginWrapped()
    @Module({ controllers: [Hello] })
    class Wrapped {}
    @Module({ prefix: '/api', imports: [Wrapped] })
    class Root {}
    await reaches(Root, '/hello')
  })

  it('the routes that configure declares', async () => {
    @Module({ prefix: '/api' })
    class Root {
      configure(instance: Instance) {
        instance.get('/configured', async () => 'configured')
      }
    }
    await reaches(Root, '/configured')
  })

  it('the routes of a plugin', async () => {
    const plugin = async (instance: Instance) => {
      instance.get('/plugged', async () => 'plugged')
    }
    @Module({ prefix: '/api', plugins: [plugin] })
    class Root {}
    await reaches(Root, '/plugged')
  })

  it('the routes of a plugin with a prefix and options of its own', async () => {
    const plugin = async (instance: Instance, { path }: { path: string }) => {
      instance.get(path, async () => 'plugged')
    }
    @Module({ prefix: '/api', plugins: [use(plugin, { prefix: '/plugin', path: '/of-options' })] })
    class Root {}
    await reaches(Root, '/plugin/of-options')
  })

  it('the routes of a wrapped plugin', async () => {
    const plugin = pluginWrapper(async (instance: Instance) => {
      instance.get('/plugged', async () => 'plugged')
    })
    @Module({ prefix: '/api', plugins: [plugin] })
    class Root {}
    await reaches(Root, '/plugged')
  })

  it('the paths that describe() returns', async () => {
    @Module({ prefix: '/api', controllers: [Hello] })
    class Root {}
    const { prefix, routes } = await withApp(Root, async (app) => {
      await app.ready()
      return app.describe()
    })
    expect(prefix).to.equal('/api')
    expect(routes.map(({ url }) => url)).to.include('/api/hello')
  })
})

describe('the root module with a prefix', () => {
  it('runs its hooks for its routes', async () => {
    @Module({ prefix: '/api', controllers: [Hello] })
    class Root {
      @Hook('onRequest')
      async mark(_request: Request, reply: Reply) {
        reply.header('x-mark', 'yes')
      }
    }
    expect((await askOnce(Root, 'GET /api/hello')).headers).to.have.property('x-mark', 'yes')
  })

  it('answers with its not-found handler below its prefix', async () => {
    @Module({ prefix: '/api', controllers: [Hello] })
    class Root {
      @NotFoundHandler()
      missing(_request: Request, reply: Reply) {
        reply.code(404).send('nothing here')
      }
    }
    expect((await askOnce(Root, 'GET /api/nowhere')).text).to.equal('nothing here')
  })
})
