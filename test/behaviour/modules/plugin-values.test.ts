import {
  Controller,
  contextValue,
  Get,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  pluginWrapper,
  requestValue,
  Schema,
} from 'alcove'
import { expect } from 'chai'
import { type App, askOnce, withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

type Instance = App['instance']

const Database = contextValue<string>('database')
const User = requestValue<string>('user')

const connects = pluginWrapper(async (instance: Instance) => {
  await new Promise((resolve) => setImmediate(resolve))
  instance.decorate('database', 'connected')
  instance.decorateRequest('user', 'ada')
  instance.addSchema({ $id: 'row', type: 'object', properties: { id: { type: 'integer', default: 1 } } })
})

@Injectable()
class Users {
  constructor(@Inject(Database) readonly database: string) {}
}

@Controller()
class UserRoutes {
  constructor(private readonly users: Users) {}
  @Get('/database')
  database() {
    return this.users.database
  }
  @Get('/user')
  user(@Inject(User) user: string) {
    return user
  }
  @Get('/row')
  @Schema({ querystring: { $ref: 'row#' } })
  row(request: { query: unknown }) {
    return request.query
  }
}

@PluginWrapped()
@Module({ plugins: [connects] })
class DatabaseModule {}

describe('a value that a plugin of a wrapped module registers', () => {
  @Module({ imports: [DatabaseModule], providers: [Users], controllers: [UserRoutes] })
  class Root {}

  it('is injected into providers of the containing module', async () => {
    expect((await askOnce(Root, 'GET /database')).text).to.equal('connected')
  })

  it('is injected into handlers of the containing module', async () => {
    expect((await askOnce(Root, 'GET /user')).text).to.equal('ada')
  })

  it('serves the schemas of the containing module', async () => {
    expect((await askOnce(Root, 'GET /row')).body).to.deep.equal({ id: 1 })
  })

  it('is injected into providers of modules beside it', async () => {
    @Module({ providers: [Users], controllers: [UserRoutes] })
    class Feature {}
    @Module({ imports: [Feature, DatabaseModule] })
    class Application {}
    expect((await askOnce(Application, 'GET /database')).text).to.equal('connected')
  })

  it('is injected into the constructor of the module that contains a wrapped one with a declared value', async () => {
    let seen = ''
    @PluginWrapped()
    @Module({ decorate: [Database.is('declared')] })
    class Declares {}
    @Module({ imports: [Declares] })
    class Application {
      constructor(@Inject(Database) database: string) {
        seen = database
      }
    }
    await withApp(Application, (app) => Promise.resolve(app.ready()))
    expect(seen).to.equal('declared')
  })

  it('is injected into the constructor of a wrapped module beside the one that declares it', async () => {
    let seen = ''
    @PluginWrapped()
    @Module({ decorate: [Database.is('declared')] })
    class Declares {}
    @PluginWrapped()
    @Module({})
    class Reads {
      constructor(@Inject(Database) database: string) {
        seen = database
      }
    }
    @Module({ imports: [Reads, Declares] })
    class Application {}
    await withApp(Application, (app) => Promise.resolve(app.ready()))
    expect(seen).to.equal('declared')
  })
})

describe('a value that configure registers', () => {
  it('is injected into providers of its module', async () => {
    @Module({ providers: [Users], controllers: [UserRoutes] })
    class Root {
      async configure(instance: Instance) {
        await connects(instance)
      }
    }
    expect((await askOnce(Root, 'GET /database')).text).to.equal('connected')
  })

  it('is injected into providers of modules below', async () => {
    @Module({ providers: [Users], controllers: [UserRoutes] })
    class Below {}
    @Module({ imports: [Below] })
    class Root {
      async configure(instance: Instance) {
        await connects(instance)
      }
    }
    expect((await askOnce(Root, 'GET /database')).text).to.equal('connected')
  })
})

describe('a value that a plugin of an outer module registers', () => {
  it('is injected by a bare string, into handlers and constructors', async () => {
    @Controller()
    class ByName {
      constructor(@Inject('database') private readonly database: string) {}
      @Get('/both')
      both(@Inject('user') user: string) {
        return { user, database: this.database }
      }
    }
    @Module({ controllers: [ByName] })
    class Below {}
    @Module({ plugins: [connects], imports: [Below] })
    class Root {}
    expect((await askOnce(Root, 'GET /both')).body).to.deep.equal({ user: 'ada', database: 'connected' })
  })

  it('in its own context is not visible to the module: a boot error names the class and the value', async () => {
    const alone = async (instance: Instance) => {
      instance.decorateRequest('user', 'nobody sees it')
    }
    @Controller()
    class Asks {
      @Get('/user')
      user(@Inject(User) user: string) {
        return user
      }
    }
    @Module({ plugins: [alone], controllers: [Asks] })
    class Root {}
    await expectRefusal(Root, ['Asks.user (GET /user)', '"user"'])
  })

  it('in a context of its own leaves a context value invisible to constructors', async () => {
    const alone = async (instance: Instance) => {
      instance.decorate('database', 'nobody sees it')
    }
    @Module({ plugins: [alone], providers: [Users] })
    class Root {}
    await expectRefusal(Root, ['Users', '"database"'])
  })

  it('may be shadowed by a module below, for that module only', async () => {
    @Controller('/database')
    class Names {
      constructor(@Inject(Database) private readonly database: string) {}
      @Get()
      read() {
        return this.database
      }
    }
    @Module({ prefix: '/below', decorate: [Database.is('own')], controllers: [Names] })
    class Below {}
    @Module({ plugins: [connects], imports: [Below], controllers: [Names] })
    class Root {}
    expect((await askOnce(Root, 'GET /below/database')).text).to.equal('own')
    expect((await askOnce(Root, 'GET /database')).text).to.equal('connected')
  })
})
