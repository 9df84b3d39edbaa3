import {
  bootstrap,
  Controller,
  contextContainer,
  Get,
  Inject,
  Injectable,
  type Instance,
  Module,
  PluginWrapped,
  provide,
  token,
} from 'alcove'
import { expect } from 'chai'
import { type DependencyContainer, Lifecycle } from 'tsyringe'
import { codeOf, family, Place, Store } from './container-family.js'

describe('tsyringe builds', () => {
  it('calls what is to be called around the resolution of a provider, once for its building', async () => {
    const calls: string[] = []
    @Injectable()
    class Engine {
      constructor() {
        calls.push('constructor')
      }
    }
    @Injectable()
    class Car {
      constructor(readonly engine: Engine) {}
    }
    @Module({
      providers: [Car, Engine],
      plugins: [
        async (instance: Instance) => {
          const container = contextContainer(instance)
          container.beforeResolution(Engine, () => calls.push('before'), { frequency: 'Once' })
          container.afterResolution(Engine, (_token, result) => calls.push(result.constructor.name), {
            frequency: 'Once',
          })
        },
      ],
    })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(calls).to.deep.equal(['before', 'constructor', 'Engine'])
    expect(app.get(Car).engine).to.equal(app.get(Engine))
  })

  it('leaves the objects of contexts below out of the callbacks of a container', async () => {
    const calls: string[] = []
    class Engine {}
    @Module({ providers: [Engine] })
    class Below {}
    @Module({ imports: [Below] })
    class App {
      configure(instance: Instance) {
        const record = (_token: unknown, built: object) => calls.push(built.constructor.name)
        for (const each of [Engine, Below]) {
          contextContainer(instance).afterResolution<object>(each, record, { frequency: 'Always' })
        }
      }
    }
    await using _app = await bootstrap(App).ready()
    expect(calls).to.deep.equal([])
  })

  it('gives a container of its own below that of a context: what it registers stays there', async () => {
    class Page {
      constructor(readonly store: Store) {}
    }
    const { app, left } = await family()
    const own = contextContainer(left).createChildContainer()
    own.register(Page, { useFactory: (container) => new Page(container.resolve(Store)) })
    own.registerInstance('title', 'mine')
    expect(own.resolve(Page).store).to.equal(contextContainer(left).resolve(Store))
    expect(own.resolve<string>('title')).to.equal('mine')
    expect(codeOf(() => contextContainer(left).resolve(Page))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    await app.close()
  })

  it('builds a class that a plugin registers in the container of that plugin, for any first caller', async () => {
    class Report {
      constructor(readonly store: Store) {}
    }
    const { app, left } = await family()
    const root = contextContainer(app.instance)
    const make = (container: DependencyContainer) => new Report(container.resolve(Store))
    root.register('report', { useFactory: make })
    expect(contextContainer(left).resolve<Report>('report').store.place).to.equal('root')
    class Single {}
    root.registerSingleton(Single)
    expect(contextContainer(left).resolve(Single)).to.equal(root.resolve(Single))
    root.register('scoped', { useClass: Single }, { lifecycle: Lifecycle.ContainerScoped })
    expect(contextContainer(left).resolve('scoped')).to.equal(root.resolve('scoped'))
    await app.close()
  })

  it('does not let a registration replace what a module provides, there or below', async () => {
    const { app, right } = await family()
    for (const instance of [app.instance, right]) {
      const container = contextContainer(instance)
      const fake = { place: 'fake' } as Store
      expect(codeOf(() => container.registerInstance(Store, fake))).to.equal('ALC_ERR_CONTAINER_FIXED')
      expect(codeOf(() => container.registerSingleton(Store))).to.equal('ALC_ERR_CONTAINER_FIXED')
      expect(codeOf(() => container.reset())).to.equal('ALC_ERR_CONTAINER_FIXED')
      expect(codeOf(() => container.dispose())).to.equal('ALC_ERR_CONTAINER_FIXED')
      container.clearInstances()
      expect(container.resolve(Store).place).to.equal('root')
    }
    await app.close()
  })

  it('gives a factory without inject the container of the context that lists it, not of the one that asks', async () => {
    const given: DependencyContainer[] = []
    const Copy = token<Store>('container.copy')
    const copy = (container: DependencyContainer) => {
      given.push(container)
      return container.resolve(Store)
    }
    @Controller('/place')
    class Reader {
      constructor(@Inject(Copy) readonly copy: Store) {}
      @Get() read() {
        return { place: this.copy.place }
      }
    }
    @Module({ prefix: '/child', decorate: [Place.is('child')], providers: [Store], controllers: [Reader] })
    class Child {}
    @Module({
      decorate: [Place.is('root')],
      providers: [provide(Copy, { useFactory: copy }), Store],
      imports: [Child],
      controllers: [Reader],
    })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/child/place')).json()).to.deep.equal({ place: 'root' })
    expect((await app.inject('/place')).json()).to.deep.equal({ place: 'root' })
    expect(given).to.deep.equal([contextContainer(app.instance)])
  })

  it('gives the factory of a wrapped module the container of the module that imports it', async () => {
    let given: DependencyContainer | undefined
    @PluginWrapped()
    @Module({
      providers: [
        provide('wrapped', {
          useFactory: (container) => {
            given = container
            return 1
          },
        }),
      ],
    })
    class Wrapped {}
    @Module({ imports: [Wrapped] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(given).to.equal(contextContainer(app.instance))
  })

  it('gives an awaited factory without inject the container', async () => {
    @Module({
      decorate: [Place.is('here')],
      providers: [Store, provide('late', { useAsync: async (container) => container.resolve(Store).place })],
    })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(app.get('late')).to.equal('here')
  })

  it('reports a factory that asks for an awaited value, and names inject', async () => {
    @Module({
      providers: [
        provide('early', { useFactory: (container) => container.resolve('late') }),
        provide('late', { useAsync: async () => 1 }),
      ],
    })
    class App {}
    const error = await bootstrap(App)
      .ready()
      .then(
        () => null,
        (reason: { code: string; message: string }) => reason,
      )
    expect(error?.code).to.equal('ALC_ERR_PROVIDER_NOT_READY')
    expect(error?.message).to.include('provider "late"')
  })

  it('gives the factory of an object of a request a container that knows the objects of the request', async () => {
    @Injectable({ scope: 'request' })
    class Visit {}
    const Pair = token<readonly [Visit, Visit]>('container.pair')
    @Controller('/same')
    class Reader {
      @Get() read(@Inject(Visit) visit: Visit, @Inject(Pair) pair: readonly [Visit, Visit]) {
        return pair.map((each) => each === visit)
      }
    }
    @Module({
      providers: [
        Visit,
        provide(Pair, { useFactory: (c) => [c.resolve(Visit), c.resolve(Visit)] as const, scope: 'request' }),
      ],
      controllers: [Reader],
    })
    class App {}
    await using app = bootstrap(App)
    const [first, second] = await Promise.all([app.inject('/same'), app.inject('/same')])
    expect(first.json()).to.deep.equal([true, true])
    expect(second.json()).to.deep.equal([true, true])
  })

  it('finds the circle of factories that ask the container', async () => {
    @Module({
      providers: [
        provide('hen', { useFactory: (container) => container.resolve('egg') }),
        provide('egg', { useFactory: (container) => container.resolve('hen') }),
      ],
    })
    class App {}
    const error = await bootstrap(App)
      .ready()
      .then(
        () => null,
        (reason: { code: string; message: string }) => reason,
      )
    expect(error?.code).to.equal('ALC_ERR_PROVIDER_CYCLE')
    expect(error?.message).to.include('provider "hen"\n  → provider "egg"\n  → provider "hen"')
  })

  it('does not blame a failure that a factory has caught', async () => {
    const last = new RangeError('the last one')
    @Injectable()
    class Broken {
      constructor() {
        throw new Error('the first one')
      }
    }
    @Module({
      providers: [
        provide('fallback', {
          useFactory: (container) => {
            try {
              return container.resolve(Broken)
            } catch {
              throw last
            }
          },
        }),
        Broken,
      ],
    })
    class App {}
    const error = await bootstrap(App)
      .ready()
      .then(
        () => null,
        (reason: { message: string; cause: unknown }) => reason,
      )
    expect(error?.message).to.include('provider "fallback"')
    expect(error?.cause).to.equal(last)
  })
})
