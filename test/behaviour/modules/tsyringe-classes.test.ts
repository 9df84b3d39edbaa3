import { bootstrap, Controller, Get, Inject, Injectable, Module, provide, Req, type Request } from 'alcove'
import { expect } from 'chai'
import { autoInjectable, delay, container as global, inject, injectAll, injectable } from 'tsyringe'
import { bootFailure } from './boot-failure.js'
import { type Mailer, MailerToken, Place, providers, Smtp, Users } from './tsyringe-parts.js'

describe('classes written for tsyringe', () => {
  it('are providers as they are: injectable(), inject() of strings, symbols and classes, optional ones', async () => {
    @Module({ providers })
    class App {}
    await using app = await bootstrap(App).ready()
    const users = app.get(Users)
    expect([users.url, users.mailer.send(), users.missing]).to.deep.equal(['db://', 'sent', undefined])
    expect(users.smtp).to.equal(app.get(Smtp))
    expect(users.mailer).to.not.equal(users.smtp)
    expect(app.get(MailerToken)).to.equal(users.mailer)
  })

  it('cannot inject parameters of methods by inject(), which names the decorator to write', async () => {
    class Base {
      @Get() read(@inject('url') url: string) {
        return url
      }
    }
    @Controller('/url')
    class Reader extends Base {}
    @Module({ providers: [provide('url', { useValue: 'db://' })], controllers: [Reader] })
    class App {}
    const { code, message } = await bootFailure(App)
    expect(code).to.equal('ALC_ERR_MEMBER_MISPLACED')
    expect(message).to.include('Base has a decorator of tsyringe before parameter 1 of a method')
    expect(message).to.include('Parameters of methods have @Inject of alcove')
  })

  it('are injected by classes and handlers of alcove, and inject those', async () => {
    @Injectable()
    class Greeting {
      text = 'hello'
    }
    @injectable()
    class Greeter {
      constructor(readonly greeting: Greeting) {}
    }
    @Controller('/greet')
    class Reader {
      constructor(@Inject(MailerToken) readonly mailer: Mailer) {}
      @Get() read(@Inject(Greeter) greeter: Greeter) {
        return [greeter.greeting.text, this.mailer.send()]
      }
    }
    @Module({
      providers: [Greeting, Greeter, provide(MailerToken, { useClass: Smtp })],
      controllers: [Reader],
    })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/greet')).json()).to.deep.equal(['hello', 'sent'])
  })

  it('may carry the decorators of both, in either order', async () => {
    @Injectable()
    @injectable()
    class One {
      constructor(
        @inject('url') readonly url: string,
        @Inject(Place) readonly place: string,
      ) {}
    }
    @injectable()
    @Injectable()
    class Two {
      constructor(
        @inject('url') readonly url: string,
        @Inject(Place) readonly place: string,
      ) {}
    }
    @Module({ decorate: [Place.is('here')], providers: [One, Two, provide('url', { useValue: 'db://' })] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect({ ...app.get(One) }).to.deep.equal({ url: 'db://', place: 'here' })
    expect({ ...app.get(Two) }).to.deep.equal({ url: 'db://', place: 'here' })
  })

  it('may be controllers, and objects of a request', async () => {
    @Injectable({ scope: 'request' })
    @injectable()
    class Visit {
      constructor(
        @inject('url') readonly url: string,
        @Req() readonly request: Request,
        @inject(delay(() => Smtp)) readonly mailer: Mailer,
      ) {}
    }
    @Controller('/visit')
    @injectable()
    class Reader {
      constructor(@inject('url') readonly url: string) {}
      @Get() read(@Inject(Visit) visit: Visit) {
        return [this.url, visit.url, visit.request.url, visit.mailer.send()]
      }
    }
    @Module({ providers: [Visit, Smtp, provide('url', { useValue: 'db://' })], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/visit')).json()).to.deep.equal(['db://', 'db://', '/visit', 'sent'])
  })

  it('keep the defaults of parameters that nothing is injected into', async () => {
    @injectable()
    class Limits {
      constructor(
        readonly smtp: Smtp,
        readonly size = 5,
      ) {}
    }
    @injectable()
    class Sized {
      constructor(readonly size = 6) {}
    }
    @Module({ providers: [Smtp, Limits, Sized] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect([app.get(Limits).size, app.get(Sized).size]).to.deep.equal([5, 6])
  })

  it('pass what they inject on to subclasses', async () => {
    @injectable()
    class Derived extends Users {}
    @Module({ providers: [...providers, Derived] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(app.get(Derived).url).to.equal('db://')
  })

  it('open a circle by delay()', async () => {
    @injectable()
    class Hen {
      readonly #name = 'hen'
      constructor(@inject(delay(() => Egg)) readonly egg: { hen: { name(): string } }) {}
      name() {
        return this.#name
      }
    }
    @injectable()
    class Egg {
      constructor(@inject(delay(() => Hen)) readonly hen: Hen) {}
    }
    @Module({ providers: [Hen, Egg] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(app.get(Hen).egg.hen.name()).to.equal('hen')
    expect(Object.keys(app.get(Hen).egg)).to.deep.equal(['hen'])
  })

  it('fill autoInjectable() constructors from their context, not from the global container', async () => {
    global.registerInstance('tsyringe.url', 'global')
    @autoInjectable()
    class Auto {
      constructor(@inject('tsyringe.url') readonly url?: string) {}
    }
    @Module({ providers: [Auto, provide('tsyringe.url', { useValue: 'context' })] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(app.get(Auto).url).to.equal('context')
  })

  it('are checked on the plan: what no visible context provides is a boot error with its usual message', async () => {
    @injectable()
    class Lonely {
      constructor(@inject('tsyringe.nowhere') readonly nowhere: string) {}
    }
    @Module({ providers: [Lonely] })
    class App {}
    const error = await bootFailure(App)
    expect(error.code).to.equal('ALC_ERR_NAME_INVISIBLE')
    expect(error.message).to.include('The constructor of Lonely injects "tsyringe.nowhere"')
    @injectable()
    class Unlisted {}
    @injectable()
    class Asks {
      constructor(readonly unlisted: Unlisted) {}
    }
    @Module({ providers: [Asks] })
    class Other {}
    expect((await bootFailure(Other)).code).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
  })

  it('are checked on the plan: a circle without delay() is a boot error with its path', async () => {
    @injectable()
    class A {
      constructor(@inject('b') readonly b: unknown) {}
    }
    @injectable()
    class B {
      constructor(readonly a: A) {}
    }
    @Module({ providers: [A, provide('b', { useClass: B })] })
    class App {}
    expect((await bootFailure(App)).code).to.equal('ALC_ERR_PROVIDER_CYCLE')
  })

  it('are checked on the plan: a class of the context that needs one of the request is a boot error', async () => {
    @Injectable({ scope: 'request' })
    class Visit {}
    @injectable()
    class Long {
      constructor(readonly visit: Visit) {}
    }
    @Module({ providers: [Visit, Long] })
    class App {}
    expect((await bootFailure(App)).code).to.equal('ALC_ERR_PROVIDER_SCOPE')
  })

  it('report at boot that @injectAll has no meaning where a context has one provider of a token', async () => {
    @injectable()
    class All {
      constructor(@injectAll('url') readonly urls: string[]) {}
    }
    @Module({ providers: [All, provide('url', { useValue: 'db://' })] })
    class App {}
    const error = await bootFailure(App)
    expect(error.code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    expect(error.message).to.include('@injectAll')
  })

  it('report at boot that the token of @inject was undefined, as in a circular import', async () => {
    const Late = undefined as unknown as string
    @injectable()
    class Early {
      constructor(@inject(Late) readonly late: unknown) {}
    }
    @Module({ providers: [Early] })
    class App {}
    const error = await bootFailure(App)
    expect(error.code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    expect(error.message).to.include('Parameter 1 of the constructor of Early').and.to.include('circular import')
  })
})
