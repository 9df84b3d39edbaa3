import {
  Controller,
  contextValue,
  Get,
  Guard,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  pluginWrapper,
  provide,
  token,
} from 'alcove'
import { explainName, inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { type App, ask, askOnce, type RootModule, withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

@Injectable()
class UserService {
  private count = 0
  next() {
    this.count += 1
    return { count: this.count }
  }
}

@Controller('/users')
class UserController {
  constructor(private readonly users: UserService) {}
  @Get()
  read() {
    return this.users.next()
  }
}

@Module({ providers: [UserService], controllers: [UserController], offers: [UserService] })
class UserModule {}

function readingAt(path: string): RootModule {
  @Controller(path)
  class Reads {
    constructor(private readonly users: UserService) {}
    @Get()
    read() {
      return this.users.next()
    }
    @Get('/parameter')
    readParameter(@Inject(UserService) users: UserService) {
      return users.next()
    }
  }
  return Reads
}

describe('a provider that a module offers', () => {
  it('is the same object for the modules beside it, in any order', async () => {
    @Module({ controllers: [readingAt('/first')] })
    class First {}
    @Module({ controllers: [readingAt('/last')] })
    class Last {}
    @Module({ imports: [First, UserModule, Last] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /first')).body).to.deep.equal({ count: 1 })
      expect((await ask(app, 'GET /users')).body).to.deep.equal({ count: 2 })
      expect((await ask(app, 'GET /last/parameter')).body).to.deep.equal({ count: 3 })
    })
  })

  it('is visible in the module that imports it, to its providers and at get()', async () => {
    @Injectable()
    class Report {
      constructor(readonly users: UserService) {}
    }
    @Module({ imports: [UserModule], providers: [Report], controllers: [readingAt('/own')] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /own')).body).to.deep.equal({ count: 1 })
      expect(app.get(Report).users).to.equal(app.get(UserService))
    })
  })

  it('is visible deep below a module beside it', async () => {
    @Module({ controllers: [readingAt('/deep')] })
    class Deep {}
    @Module({ imports: [Deep] })
    class Beside {}
    @Module({ imports: [Beside, UserModule] })
    class Root {}
    expect((await askOnce(Root, 'GET /deep')).body).to.deep.equal({ count: 1 })
  })

  it('is visible two levels up where the module between offers it on', async () => {
    @Module({ imports: [UserModule], offers: [UserService] })
    class Between {}
    @Module({ controllers: [readingAt('/beside')] })
    class Beside {}
    @Module({ imports: [Beside, Between] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /beside')).body).to.deep.equal({ count: 1 })
      expect((await ask(app, 'GET /users')).body).to.deep.equal({ count: 2 })
    })
  })

  it('stays invisible two levels up otherwise, and the error names the class to offer', async () => {
    @Module({ imports: [UserModule] })
    class Between {}
    @Module({ imports: [Between], controllers: [readingAt('/up')] })
    class Root {}
    await expectRefusal(Root, ['UserModule', 'Add offers: [UserService] to UserModule and Between'])
  })

  it('is built with what its own module sees, awaited providers included', async () => {
    const Word = contextValue<string>('word')
    const Base = token<string>('base')
    @Injectable()
    class Greeting {
      constructor(
        @Inject(Word) readonly word: string,
        @Inject(Base) readonly base: string,
        @Inject('late') readonly late: string,
      ) {}
    }
    @Module({
      decorate: [Word.is('inner')],
      plugins: [
        pluginWrapper(async (instance: App['instance']) => {
          instance.decorate('late', 'by a plugin')
        }),
      ],
      providers: [Greeting],
      offers: [Greeting],
    })
    class Greets {}
    @Controller('/greeting')
    class Reads {
      constructor(private readonly greeting: Greeting) {}
      @Get()
      read() {
        return this.greeting
      }
    }
    @Module({ controllers: [Reads] })
    class Beside {}
    const base = provide(Base, { useAsync: async () => 'awaited' })
    @Module({ decorate: [Word.is('outer')], providers: [base], imports: [Beside, Greets] })
    class Root {}
    const { body } = await askOnce(Root, 'GET /greeting')
    expect(body).to.deep.equal({ word: 'inner', base: 'awaited', late: 'by a plugin' })
  })

  it('may be awaited itself, and a provider of a token', async () => {
    const Pool = token<{ size: number }>('pool')
    @Module({ providers: [provide(Pool, { useAsync: async () => ({ size: 3 }) })], offers: [Pool] })
    class Database {}
    @Controller('/pool')
    class Reads {
      constructor(@Inject(Pool) private readonly pool: { size: number }) {}
      @Get()
      read() {
        return this.pool
      }
    }
    @Module({ controllers: [Reads] })
    class Beside {}
    @Module({ imports: [Beside, Database] })
    class Root {}
    expect((await askOnce(Root, 'GET /pool')).body).to.deep.equal({ size: 3 })
  })

  it('lets two modules use what the other offers', async () => {
    @Injectable()
    class Posts {
      readonly all = ['post']
    }
    @Controller('/a')
    class A {
      constructor(private readonly posts: Posts) {}
      @Get()
      read() {
        return this.posts.all
      }
    }
    @Module({ providers: [UserService], controllers: [A], offers: [UserService] })
    class Users {}
    @Module({ providers: [Posts], controllers: [readingAt('/b')], offers: [Posts] })
    class PostModule {}
    @Module({ imports: [Users, PostModule] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /a')).body).to.deep.equal(['post'])
      expect((await ask(app, 'GET /b')).body).to.deep.equal({ count: 1 })
    })
  })

  it('may be a guard, with its own object', async () => {
    @Injectable()
    class Closed {
      seen = 0
      canActivate() {
        this.seen += 1
        return false
      }
    }
    @Module({ providers: [Closed], offers: [Closed] })
    class Auth {}
    @Guard(Closed)
    @Module({ controllers: [readingAt('/guarded')], providers: [UserService] })
    class Guarded {}
    @Module({ imports: [Guarded, Auth] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /guarded')).status).to.equal(403)
      expect(app.get(Closed).seen).to.equal(1)
    })
  })

  it('may be of a request, one for each', async () => {
    @Injectable({ scope: 'request' })
    class Visit {
      readonly id = {}
    }
    @Module({ providers: [Visit], offers: [Visit] })
    class Visits {}
    const seen: unknown[] = []
    @Controller('/visit')
    class Reads {
      @Get()
      read(@Inject(Visit) visit: Visit, @Inject(Visit) again: Visit) {
        seen.push(visit.id)
        return { same: visit === again }
      }
    }
    @Module({ controllers: [Reads] })
    class Beside {}
    @Module({ imports: [Beside, Visits] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /visit')).body).to.deep.equal({ same: true })
      await ask(app, 'GET /visit')
      expect(new Set(seen).size).to.equal(2)
    })
  })

  it('of a wrapped module goes up from the context that the module is wrapped into', async () => {
    @PluginWrapped()
    @Module({ providers: [UserService], offers: [UserService] })
    class Wrapped {}
    @Module({ imports: [Wrapped] })
    class Feature {}
    @Module({ controllers: [readingAt('/beside')] })
    class Beside {}
    @Module({ imports: [Beside, Feature] })
    class Root {}
    expect((await askOnce(Root, 'GET /beside')).body).to.deep.equal({ count: 1 })
  })

  it('leaves routes, hooks and values of its module inside', async () => {
    const Word = contextValue<string>('word')
    @Module({ decorate: [Word.is('inner')], providers: [UserService], offers: [UserService] })
    class Offers {}
    @Controller('/word')
    class Reads {
      @Get()
      read(@Inject(Word.optional) word?: string) {
        return { word: word ?? 'none' }
      }
    }
    @Module({ controllers: [Reads] })
    class Beside {}
    @Module({ imports: [Offers, Beside] })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).body).to.deep.equal({ word: 'none' })
  })

  it('is in the tree and in explain with the module that offers it', async () => {
    @Module({ controllers: [readingAt('/beside')] })
    class Beside {}
    @Module({ imports: [UserModule, Beside] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.printTree()).to.include('offered: UserService (UserModule)')
      const inspection = inspect(app.instance)
      const route = inspection.routes.find(({ url }) => url === '/beside')
      if (route === undefined) throw new Error('the route is there')
      const [home] = explainName(inspection, route, 'UserService').homes
      expect(home?.isSeen).to.equal(true)
      expect(home?.reason).to.include('UserModule offers it')
      const entries = inspection.contexts.flatMap((context) => context.entries)
      const [injection] = route.injections
      expect(entries.find(({ id }) => id === injection?.entry)?.kind).to.equal('offered provider')
    })
  })
})
