import {
  Around,
  Controller,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  lazy,
  Module,
  type Next,
  provide,
  type Reply,
  type Request,
  requestValue,
  token,
  Use,
} from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'

const User = requestValue<{ name: string }>('user')

/** Its objects wait for a value of the request. */
@Injectable({ scope: 'request' })
class Waiting {
  constructor(@Inject(User) private readonly user: { name: string }) {}
  @Around() async wrap(_request: Request, _reply: Reply, next: Next) {
    return `${this.user.name}(${await next()})`
  }
  @Hook('onSend') mark(_request: Request, reply: Reply, _payload: unknown, done: () => void) {
    reply.header('x-user', this.user.name)
    done()
  }
}

describe('an object of a request that is awaited', () => {
  it('runs its methods around handlers and its hooks with done', async () => {
    @Controller()
    @Use(Waiting)
    class Routes {
      @Get('/') read() {
        return 'read'
      }
    }
    @Module({ controllers: [Routes], decorateRequest: [User.from(async () => ({ name: 'ada' }))] })
    class Root {}
    const { text, headers } = await askOnce(Root, 'GET /')
    expect([text, headers['x-user']]).to.eql(['ada(read)', 'ada'])
  })

  it('of scope transient is disposed with the request', async () => {
    const ended: string[] = []
    @Injectable({ scope: 'transient' })
    class Session {
      constructor(@Inject(User) readonly user: { name: string }) {}
      dispose() {
        ended.push(this.user.name)
      }
    }
    @Controller()
    class Routes {
      @Get('/') read(@Inject(Session) _session: Session) {
        return ended.length
      }
    }
    @Module({
      controllers: [Routes],
      providers: [Session],
      decorateRequest: [User.from(async () => ({ name: 'ada' }))],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /')).text).to.equal('0')
    expect(ended).to.eql(['ada'])
  })
})

describe('a factory that the boot runs', () => {
  it('gets an object of lazy, which finds the provider later', async () => {
    @Injectable()
    class Later {
      name = 'later'
    }
    const Early = token<{ read(): string }>('early')
    const early = provide(Early, {
      inject: [lazy(() => Later)],
      useFactory: (later: Later) => ({ read: () => later.name }),
    })
    @Controller()
    class Routes {
      constructor(@Inject(Early) private readonly early: { read(): string }) {}
      @Get('/') read() {
        return this.early.read()
      }
    }
    @Module({ controllers: [Routes], providers: [early, Later] })
    class Root {}
    expect((await askOnce(Root, 'GET /')).text).to.equal('later')
  })

  it('may await the object of a guard: the modules beside its module open after it', async () => {
    class Allow {
      canActivate() {
        return true
      }
    }
    const child = (name: string, ...marks: ((target: RootModule) => void)[]): RootModule => {
      @Controller(`/${name}`)
      class Routes {
        @Get('/') read() {
          return name
        }
      }
      @Module({ controllers: [Routes] })
      class Child {}
      for (const mark of marks) mark(Child)
      return Child
    }
    @Module({ imports: [child('one', Guard(Allow)), child('two')] })
    class Root {}
    const app = await createTestApp(Root, { override: [provide(Allow, { useAsync: async () => new Allow() })] })
    expect((await app.inject('/one')).body).to.equal('one')
    expect((await app.inject('/two')).body).to.equal('two')
    await app.close()
  })
})

describe('@Use with a class in two contexts, one below the other', () => {
  it('builds an object for each', async () => {
    let built = 0
    class Counted {
      number = ++built
      @Around() async wrap(_request: Request, _reply: Reply, next: Next) {
        return `${this.number}(${await next()})`
      }
    }
    @Controller()
    class Routes {
      @Get('/') read() {
        return 'read'
      }
    }
    @Module({ controllers: [Routes] })
    @Use(Counted)
    class Child {}
    @Module({ imports: [Child] })
    @Use(Counted)
    class Root {}
    await withApp(Root, async (app) => expect((await ask(app, 'GET /')).text).to.equal('1(2(read))'))
  })
})
