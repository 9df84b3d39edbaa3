import {
  bootstrap,
  Controller,
  Get,
  Hook,
  Inject,
  Injectable,
  lazy,
  Module,
  provide,
  Rep,
  type Reply,
  Req,
  type Request,
  requestValue,
  token,
} from 'alcove'
import { expect } from 'chai'
import { bootError } from './boot.js'

const User = requestValue<string>('user')

@Injectable({ scope: 'request' })
class Visit {
  static built = 0
  readonly number = ++Visit.built
  constructor(
    @Inject(User) readonly user: string,
    @Req() readonly request: Request,
    @Rep() readonly reply: Reply,
  ) {}
}

@Injectable({ scope: 'request' })
class Journal {
  constructor(readonly visit: Visit) {}
}

@Controller()
class Reader {
  @Get('/visit') read(@Inject(Visit) visit: Visit, @Inject(Journal) journal: Journal) {
    visit.reply.header('x-url', visit.request.url)
    return { user: visit.user, same: journal.visit === visit, number: visit.number }
  }
  @Get('/plain') plain() {
    return {}
  }
}

describe('bootstrap: request scope', () => {
  it('builds once in a request, with its request, reply and values, and anew in the next', async () => {
    Visit.built = 0
    @Module({ decorateRequest: [User.from(() => 'ada')], providers: [Visit, Journal], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    const first = await app.inject('/visit')
    expect(first.json()).to.deep.equal({ user: 'ada', same: true, number: 1 })
    expect(first.headers['x-url']).to.equal('/visit')
    expect((await app.inject('/visit')).json().number).to.equal(2)
  })

  it('builds nothing for a request whose handler needs nothing of it', async () => {
    Visit.built = 0
    @Module({ decorateRequest: [User.is('ada')], providers: [Visit, Journal], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    await app.inject('/plain')
    expect(Visit.built).to.equal(0)
  })

  it('refuses a context-scoped class that needs a request-scoped one, with the chain', async () => {
    @Injectable({ scope: 'transient' })
    class Between {
      constructor(readonly visit: Visit) {}
    }
    @Injectable()
    class Store {
      constructor(readonly between: Between) {}
    }
    @Module({ decorateRequest: [User.is('ada')], providers: [Visit, Between, Store] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_SCOPE')
    expect(error.message).to.include(
      '  Store (one for the context)\n  → Between (transient)\n  → Visit (one for each request)',
    )
    expect(error.message).to.include("@Injectable({ scope: 'request' })")
  })

  it('refuses a context-scoped class that injects a request value', async () => {
    @Injectable()
    class Store {
      constructor(@Inject(User) readonly user: string) {}
    }
    @Module({ decorateRequest: [User.is('ada')], providers: [Store] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_SCOPE')
    expect(error.message).to.include('request value "user"')
  })

  it('refuses it through lazy too', async () => {
    @Injectable()
    class Store {
      constructor(@Inject(lazy(() => Visit)) readonly visit: { number: number }) {}
    }
    @Module({ decorateRequest: [User.is('ada')], providers: [Visit, Store] })
    class App {}
    expect((await bootError(App)).code).to.equal('ALC_ERR_PROVIDER_SCOPE')
  })

  it('builds a controller of request scope for each request, its hooks on the same object', async () => {
    @Injectable({ scope: 'request' })
    @Controller()
    class Fresh {
      private seen: string[] = []
      constructor(readonly visit: Visit) {}
      @Hook('preHandler') note(request: Request) {
        this.seen.push(request.url)
      }
      @Get('/fresh') read() {
        return { user: this.visit.user, seen: this.seen }
      }
    }
    @Module({ decorateRequest: [User.is('ada')], providers: [Visit], controllers: [Fresh] })
    class App {}
    await using app = bootstrap(App)
    const expected = { user: 'ada', seen: ['/fresh'] }
    expect((await app.inject('/fresh')).json()).to.deep.equal(expected)
    expect((await app.inject('/fresh')).json()).to.deep.equal(expected)
  })

  it('opens a circle within a request by lazy', async () => {
    @Injectable({ scope: 'request' })
    class Left {
      constructor(@Inject(lazy(() => Right)) readonly right: { name: string }) {}
    }
    @Injectable({ scope: 'request' })
    class Right {
      name = 'right'
      constructor(readonly left: Left) {}
    }
    @Controller()
    class Pair {
      @Get('/x') read(@Inject(Left) left: Left) {
        return { name: left.right.name }
      }
    }
    @Module({ providers: [Left, Right], controllers: [Pair] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal({ name: 'right' })
  })

  it('takes factories of request scope', async () => {
    const Greeting = token<string>('greeting')
    @Controller()
    class Greeter {
      @Get('/x') read(@Inject(Greeting) greeting: string) {
        return { greeting }
      }
    }
    @Module({
      decorateRequest: [User.is('ada')],
      providers: [
        provide(Greeting, { useFactory: (user: string) => `hello ${user}`, inject: [User], scope: 'request' }),
      ],
      controllers: [Greeter],
    })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal({ greeting: 'hello ada' })
  })

  it('sends what a constructor of request scope throws to the error handlers as it is', async () => {
    @Injectable({ scope: 'request' })
    class Strict {
      constructor() {
        throw Object.assign(new Error('who are you'), { statusCode: 401 })
      }
    }
    @Controller()
    class Door {
      @Get('/x') read(@Inject(Strict) strict: Strict) {
        return strict
      }
    }
    @Module({ providers: [Strict], controllers: [Door] })
    class App {}
    await using app = bootstrap(App)
    const response = await app.inject('/x')
    expect(response.statusCode).to.equal(401)
    expect(response.json().message).to.equal('who are you')
  })

  it('disposes what was built for a request when its answer is complete', async () => {
    const disposed: string[] = []
    let ended: () => void = () => {}
    const end = new Promise<void>((resolve) => {
      ended = resolve
    })
    @Injectable({ scope: 'request' })
    class Inner {
      async [Symbol.asyncDispose]() {
        disposed.push('inner')
        ended()
      }
    }
    @Injectable({ scope: 'request' })
    class Outer {
      constructor(readonly inner: Inner) {}
      dispose() {
        disposed.push('outer')
      }
    }
    @Controller()
    class Door {
      @Get('/x') read(@Inject(Outer) outer: Outer) {
        return { built: outer instanceof Outer, disposed: disposed.length }
      }
    }
    @Module({ providers: [Inner, Outer], controllers: [Door] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal({ built: true, disposed: 0 })
    await end
    expect(disposed).to.deep.equal(['outer', 'inner'])
  })
})
