import { bootstrap, Controller, contextContainer, Get, Inject, Module, provide } from 'alcove'
import { expect } from 'chai'
import {
  type DependencyContainer,
  container as global,
  inject,
  injectable,
  instanceCachingFactory,
  instancePerContainerCachingFactory,
  Lifecycle,
  predicateAwareClassFactory,
  registry,
  scoped,
  singleton,
} from 'tsyringe'
import { bootFailure } from './boot-failure.js'
import { type Mailer, MailerToken, Place, providers, Smtp, Users } from './tsyringe-parts.js'

describe('state that leaks in tsyringe stays in its context', () => {
  it('builds a @singleton, @scoped or plain class once for each context that lists it, from its values', async () => {
    @singleton()
    class Single {
      constructor(@inject(Place.key) readonly place: string) {}
    }
    @scoped(Lifecycle.ContainerScoped)
    class Scoped {
      constructor(@inject(Place.key) readonly place: string) {}
    }
    @injectable()
    class Plain {
      constructor(@inject(Place.key) readonly place: string) {}
    }
    @Controller('/places')
    class Reader {
      constructor(
        readonly single: Single,
        readonly scoped: Scoped,
        readonly plain: Plain,
      ) {}
      @Get() read() {
        return [this.single.place, this.scoped.place, this.plain.place]
      }
    }
    const classes = [Single, Scoped, Plain]
    @Module({ prefix: '/own', decorate: [Place.is('own')], providers: classes, controllers: [Reader] })
    class Own {}
    @Module({ prefix: '/child', decorate: [Place.is('child')], controllers: [Reader] })
    class Child {}
    @Module({ decorate: [Place.is('root')], providers: classes, imports: [Child, Own] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/child/places')).json()).to.deep.equal(['root', 'root', 'root'])
    expect((await app.inject('/own/places')).json()).to.deep.equal(['own', 'own', 'own'])
    expect(app.get(Single)).to.equal(contextContainer(app.instance).resolve(Single))
  })

  it('does not see the values of @registry and of the global container: the boot error names them', async () => {
    @registry([{ token: 'tsyringe.registered', useValue: 'leak' }])
    @injectable()
    class Asks {
      constructor(@inject('tsyringe.registered') readonly leak: string) {}
    }
    @Module({ providers: [Asks] })
    class App {}
    const error = await bootFailure(App)
    expect(error.code).to.equal('ALC_ERR_NAME_INVISIBLE')
    expect(error.message).to.include("tsyringe's global container has it, which no context reads")
    expect(global.resolve('tsyringe.registered')).to.equal('leak')
  })

  it('leaves classes usable by the global container as before', async () => {
    @Module({ providers })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(app.get(Users).url).to.equal('db://')
    const child = global
      .createChildContainer()
      .registerInstance('url', 'global')
      .register(MailerToken, { useClass: Smtp })
    expect(child.resolve(Users).url).to.equal('global')
  })
})

describe('factories written for tsyringe', () => {
  class Built {
    constructor(readonly place: string) {}
  }
  const build = (container: DependencyContainer) => new Built(container.resolve<string>(Place.key))

  function tree(make: () => (container: DependencyContainer) => Built) {
    const factory = make()
    @Controller('/place')
    class Reader {
      constructor(@Inject('built') readonly built: Built) {}
      @Get() read() {
        return { place: this.built.place }
      }
    }
    const list = [provide('built', { useFactory: factory })]
    @Module({ prefix: '/child', decorate: [Place.is('child')], providers: list, controllers: [Reader] })
    class Child {}
    @Module({ decorate: [Place.is('root')], providers: list, imports: [Child], controllers: [Reader] })
    class App {}
    return App
  }

  it('of instancePerContainerCachingFactory give each context its own object', async () => {
    await using app = bootstrap(tree(() => instancePerContainerCachingFactory(build)))
    expect((await app.inject('/child/place')).json()).to.deep.equal({ place: 'child' })
    expect((await app.inject('/place')).json()).to.deep.equal({ place: 'root' })
  })

  it('of instanceCachingFactory work in one context', async () => {
    @Module({
      decorate: [Place.is('root')],
      providers: [provide('built', { useFactory: instanceCachingFactory(build) })],
    })
    class App {}
    await using app = await bootstrap(App).ready()
    expect((app.get('built') as Built).place).to.equal('root')
  })

  it('of instanceCachingFactory in two contexts are a boot error: the second would get the object of the first', async () => {
    const error = await bootFailure(tree(() => instanceCachingFactory(build)))
    expect(error.code).to.equal('ALC_ERR_FACTORY_SHARED')
    expect(error.message).to.include('returned to Child the object that it built with the container of App')
  })

  it('may give several contexts one object that is not of any container', async () => {
    const one = new Built('shared')
    await using app = bootstrap(tree(() => () => one))
    expect((await app.inject('/child/place')).json()).to.deep.equal({ place: 'shared' })
  })

  it('of predicateAwareClassFactory choose between providers of the context', async () => {
    const choose = predicateAwareClassFactory<Mailer>((container) => container.isRegistered('url'), Smtp, Smtp)
    @Module({ providers: [Smtp, provide('url', { useValue: 1 }), provide('chosen', { useFactory: choose })] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(app.get('chosen')).to.equal(app.get(Smtp))
  })

  it('cannot resolve a class that no visible context provides', async () => {
    @injectable()
    class Unlisted {}
    @Module({ providers: [provide('x', { useFactory: (container) => container.resolve(Unlisted) })] })
    class App {}
    const error = await bootFailure(App)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    expect(error.message).to.include('The container of App injects provider Unlisted')
  })
})
