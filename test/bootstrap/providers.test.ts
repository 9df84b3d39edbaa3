import { bootstrap, Controller, contextValue, Get, Inject, Injectable, Module, provide, token } from 'alcove'
import { expect } from 'chai'
import { answerOf, bootError } from './boot.js'

const Place = contextValue<string>('place')

@Injectable()
class Store {
  constructor(@Inject(Place) readonly place: string) {}
}

@Controller('/store')
class StoreController {
  constructor(readonly store: Store) {}
  @Get() read() {
    return { place: this.store.place }
  }
}

describe('bootstrap: providers', () => {
  it('builds one instance for the context that lists it, and hands it to all below', async () => {
    let built = 0
    @Injectable()
    class Counted {
      readonly number = ++built
    }
    @Controller()
    class Reader {
      constructor(readonly counted: Counted) {}
      @Get('/n') read() {
        return { number: this.counted.number }
      }
    }
    @Module({ prefix: '/a', controllers: [Reader] })
    class Left {}
    @Module({ prefix: '/b', controllers: [Reader] })
    class Right {}
    @Module({ providers: [Counted], imports: [Left, Right] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/a/n')).json()).to.deep.equal({ number: 1 })
    expect((await app.inject('/b/n')).json()).to.deep.equal({ number: 1 })
  })

  it('takes a nearer provider of the same class before one further up', async () => {
    @Module({
      prefix: '/inner',
      decorate: [Place.is('inner')],
      providers: [Store],
      controllers: [StoreController],
    })
    class Inner {}
    @Module({ decorate: [Place.is('outer')], providers: [Store], imports: [Inner], controllers: [StoreController] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/store')).json()).to.deep.equal({ place: 'outer' })
    expect((await app.inject('/inner/store')).json()).to.deep.equal({ place: 'inner' })
  })

  it('makes providers by value, class, factory and awaited factory', async () => {
    const A = token<string>('a')
    const C = token<string>('c')
    const D = token<string>('d')
    abstract class Port {
      abstract say(): string
    }
    class Adapter extends Port {
      say() {
        return 'adapter'
      }
    }
    @Controller()
    class Reader {
      constructor(
        @Inject(A) readonly a: string,
        readonly b: Port,
        @Inject(C) readonly c: string,
        @Inject(D) readonly d: string,
      ) {}
      @Get('/x') read() {
        return [this.a, this.b.say(), this.c, this.d]
      }
    }
    @Module({
      providers: [
        provide(D, { useAsync: async (c: string) => `${c} and later`, inject: [C] }),
        provide(C, { useFactory: (a: string) => `made of ${a}`, inject: [A] }),
        provide(A, { useValue: 'value' }),
        provide(Port, { useClass: Adapter }),
      ],
      controllers: [Reader],
    })
    class App {}
    expect(await answerOf(App, '/x')).to.deep.equal(['value', 'adapter', 'made of value', 'made of value and later'])
  })

  it('injects providers and context values into handler parameters', async () => {
    @Controller()
    class Reader {
      @Get('/x') read(@Inject(Store) store: Store, @Inject(Place) place: string) {
        return [store.place, place]
      }
    }
    @Module({ decorate: [Place.is('here')], providers: [Store], controllers: [Reader] })
    class App {}
    expect(await answerOf(App, '/x')).to.deep.equal(['here', 'here'])
  })

  it('injects providers into the constructor of a module, also one with configure', async () => {
    const seen: string[] = []
    @Module({ decorate: [Place.is('here')], providers: [Store] })
    class App {
      constructor(readonly store: Store) {}
      configure() {
        seen.push(this.store.place)
      }
    }
    await using app = bootstrap(App)
    await app.ready()
    expect(seen).to.deep.equal(['here'])
  })

  it('names the provider whose factory rejects, with the reason as cause', async () => {
    const Db = token<object>('db')
    const reason = new Error('no route to host')
    @Module({ providers: [provide(Db, { useAsync: () => Promise.reject(reason) })] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_FAILED')
    expect(error.message).to.equal('provider "db" (a provider of App) could not be built: no route to host')
    expect(error.cause).to.equal(reason)
  })

  it('names the provider whose factory never settles', async () => {
    const Db = token<object>('db')
    @Module({ providers: [provide(Db, { useAsync: () => new Promise<object>(() => {}) })] })
    class App {}
    const error = await bootError(App, { pluginTimeout: 20 })
    expect(error.code).to.equal('FST_ERR_PLUGIN_TIMEOUT')
    expect(error.message).to.include('App (provider "db")')
  })

  it('names the class whose constructor throws, with the reason as cause', async () => {
    @Injectable()
    class Broken {
      constructor() {
        throw new Error('not today')
      }
    }
    @Module({ providers: [Broken] })
    class App {}
    const error = await bootError(App)
    expect(error.message).to.include('Broken (a provider of App) could not be built: not today')
  })

  it('builds a transient provider anew for each injection', async () => {
    let built = 0
    @Injectable({ scope: 'transient' })
    class Ticket {
      readonly number = ++built
    }
    @Injectable()
    class First {
      constructor(readonly ticket: Ticket) {}
    }
    @Controller()
    class Reader {
      constructor(
        readonly first: First,
        readonly ticket: Ticket,
      ) {}
      @Get('/x') read(@Inject(Ticket) ticket: Ticket) {
        return [this.first.ticket.number, this.ticket.number, ticket.number]
      }
    }
    @Module({ providers: [Ticket, First], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal([1, 2, 3])
    expect((await app.inject('/x')).json()).to.deep.equal([1, 2, 4])
  })

  it('replaces a provider in each context that lists it', async () => {
    @Module({ prefix: '/inner', providers: [Store], controllers: [StoreController] })
    class Inner {}
    @Module({ decorate: [Place.is('real')], imports: [Inner] })
    class App {}
    const override = [provide(Store, { useValue: { place: 'fake' } })]
    expect(await answerOf(App, '/inner/store', { override })).to.deep.equal({ place: 'fake' })
  })

  it('refuses an override of what no module lists', async () => {
    @Module({})
    class App {}
    const error = await bootError(App, { override: [provide('clock', { useValue: 1 })] })
    expect(error.code).to.equal('ALC_ERR_OVERRIDE_UNUSED')
    expect(error.message).to.include('"clock"')
  })
})
