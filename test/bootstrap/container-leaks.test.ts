import { bootstrap, Controller, contextValue, Get, Inject, Injectable, Module } from 'alcove'
import { expect } from 'chai'
import { container, singleton } from 'tsyringe'
import { bootError } from './boot.js'

// The container engine does these things by default, and users must not notice them.

const Place = contextValue<string>('place')

describe('bootstrap: what the container engine must not leak', () => {
  it('builds a provider with the values of the context that lists it, even if a child asks first', async () => {
    @Injectable()
    class Store {
      constructor(@Inject(Place) readonly place: string) {}
    }
    @Controller()
    class Reader {
      constructor(readonly store: Store) {}
      @Get('/place') read() {
        return { place: this.store.place }
      }
    }
    @Module({ prefix: '/child', decorate: [Place.is('child')], controllers: [Reader] })
    class Child {}
    @Module({ decorate: [Place.is('root')], providers: [Store], imports: [Child], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/child/place')).json()).to.deep.equal({ place: 'root' })
    expect((await app.inject('/place')).json()).to.deep.equal({ place: 'root' })
  })

  it('builds a transient provider with the values of the context that lists it', async () => {
    @Injectable({ scope: 'transient' })
    class Ticket {
      constructor(@Inject(Place) readonly place: string) {}
    }
    @Controller()
    class Reader {
      constructor(readonly ticket: Ticket) {}
      @Get('/place') read(@Inject(Ticket) ticket: Ticket) {
        return [this.ticket.place, ticket.place]
      }
    }
    @Module({ prefix: '/child', decorate: [Place.is('child')], controllers: [Reader] })
    class Child {}
    @Module({ decorate: [Place.is('root')], providers: [Ticket], imports: [Child] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/child/place')).json()).to.deep.equal(['root', 'root'])
  })

  it('builds a request-scoped provider with the values of the context that lists it', async () => {
    @Injectable({ scope: 'request' })
    class Visit {
      constructor(@Inject(Place) readonly place: string) {}
    }
    @Controller()
    class Reader {
      @Get('/place') read(@Inject(Visit) visit: Visit) {
        return { place: visit.place }
      }
    }
    @Module({ prefix: '/child', decorate: [Place.is('child')], controllers: [Reader] })
    class Child {}
    @Module({ decorate: [Place.is('root')], providers: [Visit], imports: [Child] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/child/place')).json()).to.deep.equal({ place: 'root' })
  })

  it('does not build a class that no module lists, even if the engine could', async () => {
    @Injectable()
    class Unlisted {}
    @Controller()
    class Reader {
      constructor(readonly unlisted: Unlisted) {}
    }
    @Module({ controllers: [Reader] })
    class App {}
    expect((await bootError(App)).code).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
  })

  it('does not take what is registered with the engine’s global container', async () => {
    @singleton()
    @Injectable()
    class Global {}
    container.registerInstance(Global, new Global())
    @Controller()
    class Reader {
      constructor(readonly found: Global) {}
    }
    @Module({ controllers: [Reader] })
    class App {}
    expect((await bootError(App)).code).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
  })

  it('keeps two applications of the same modules apart', async () => {
    @Injectable()
    class Counter {
      count = 0
    }
    @Controller()
    class Reader {
      constructor(readonly counter: Counter) {}
      @Get('/count') read() {
        return { count: ++this.counter.count }
      }
    }
    @Module({ providers: [Counter], controllers: [Reader] })
    class App {}
    await using first = bootstrap(App)
    await using second = bootstrap(App)
    await first.inject('/count')
    expect((await second.inject('/count')).json()).to.deep.equal({ count: 1 })
  })

  it('injects what the base class asks for into a subclass without a constructor', async () => {
    @Injectable()
    class Base {
      constructor(@Inject(Place) readonly place: string) {}
    }
    @Injectable()
    class Derived extends Base {}
    @Controller()
    class Reader {
      constructor(readonly derived: Derived) {}
      @Get('/place') read() {
        return { place: this.derived.place }
      }
    }
    @Module({ decorate: [Place.is('root')], providers: [Derived], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/place')).json()).to.deep.equal({ place: 'root' })
  })

  it('does not let a subclass with a constructor of its own change what its base class is given', async () => {
    @Injectable()
    class First {}
    @Injectable()
    class Second {}
    @Injectable()
    class Base {
      constructor(readonly given: First) {}
    }
    @Injectable()
    class Derived extends Base {
      constructor(@Inject(Second) given: Second) {
        super(given)
      }
    }
    @Controller()
    class Reader {
      constructor(
        readonly base: Base,
        readonly derived: Derived,
      ) {}
      @Get('/x') read() {
        return [this.base.given instanceof First, this.derived.given instanceof Second]
      }
    }
    @Module({ providers: [First, Second, Base, Derived], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal([true, true])
  })

  it('hands the error of a constructor over as it was thrown, not as a text', async () => {
    const reason = new TypeError('the reason')
    @Injectable({ scope: 'transient' })
    class Inner {
      constructor() {
        throw reason
      }
    }
    @Injectable()
    class Outer {
      constructor(readonly inner: Inner) {}
    }
    @Module({ providers: [Inner, Outer] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_FAILED')
    expect(error.message).to.include('Inner')
    expect(error.cause).to.equal(reason)
  })
})
