import { Controller, Get, Module, type Request, routeValue } from 'alcove'
import { expect } from 'chai'
import { ask, type RootModule, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'

const Roles = routeValue<readonly string[]>('roles')

function serving(...controllers: RootModule[]): RootModule {
  @Module({ controllers })
  class Root {}
  return Root
}

/** The roles that the handlers of a controller see, by their paths. */
function rolesOf(controller: RootModule, ...paths: string[]): Promise<unknown[]> {
  return withApp(serving(controller), (app) =>
    Promise.all(paths.map(async (path) => (await ask(app, `GET ${path}`)).body)),
  )
}

describe('A route value of a subclass', () => {
  it('in the config of a route replaces the decorator of the method that it overrides', async () => {
    class Base {
      @Roles(['base'])
      @Get('/base')
      read(request: Request) {
        return Roles.of(request)
      }
    }
    @Controller()
    class Own extends Base {
      @Get('/a', { config: { roles: ['own'] } })
      @Get('/b')
      override read(request: Request) {
        return super.read(request)
      }
    }
    expect(await rolesOf(Own, '/a', '/b')).to.deep.equal([['own'], ['base']])
  })

  it('by its decorator replaces the config of the method that it overrides', async () => {
    class Base {
      @Get('/a', { config: { roles: ['base'], other: 1 } })
      read({ routeOptions: { config } }: Request) {
        return config
      }
    }
    @Controller()
    class Own extends Base {
      @Roles(['own'])
      override read(request: Request) {
        return super.read(request)
      }
    }
    const [config] = await rolesOf(Own, '/a')
    expect(config).to.deep.include({ roles: ['own'], other: 1 })
  })

  it('in the config of its controller replaces the decorator of the base class', async () => {
    @Roles(['base'])
    class Base {
      @Get('/a')
      read(request: Request) {
        return Roles.of(request)
      }
    }
    @Controller({ config: { roles: ['own'] } })
    class Own extends Base {}
    expect(await rolesOf(Own, '/a')).to.deep.equal([['own']])
  })

  it('fails the boot beside the same name in the config of its base class', async () => {
    class Base {
      @Roles(['admin'])
      @Get('/', { config: { roles: ['reader'] } })
      read() {
        return 1
      }
    }
    @Controller()
    class Own extends Base {}
    const { code, message } = await bootFailure(serving(Own))
    expect(code).to.equal('ALC_ERR_DECORATOR_TWICE')
    expect(message).to.equal('Base.read declares its value twice: by @roles and in config.roles. Remove one')
  })
})

describe('An undefined value in config', () => {
  it('declares no route value, because a guard would see none', async () => {
    @Roles(['class'])
    @Controller({ config: { roles: undefined } })
    class Notes {
      @Get('/a', { config: { roles: undefined } })
      read(request: Request) {
        return Roles.of(request)
      }
    }
    expect(await rolesOf(Notes, '/a')).to.deep.equal([['class']])
  })
})
