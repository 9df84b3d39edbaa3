import {
  Around,
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  type Next,
  NotFoundHandler,
  provide,
  type Reply,
  type Request,
  Use,
} from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { ask, type RootModule, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'

const Name = contextValue<string>('name')

class Refusal extends Error {}

/** All that a class for `@Use` may have, with injection. */
@Injectable()
class Audit {
  count = 0
  constructor(@Inject(Name) private readonly name: string) {}
  @Hook('onRequest') seen(_request: Request, reply: Reply) {
    this.count++
    reply.header('x-audit', this.name)
  }
  @ErrorHandler(Refusal) refused(error: Error, _request: Request, reply: Reply) {
    reply.code(409).send(`${this.name}: ${error.message}`)
  }
  @Around() async wrap(_request: Request, _reply: Reply, next: Next) {
    return `${this.name}(${await next()})`
  }
}

class Routes {
  @Get('/ok') ok() {
    return 'ok'
  }
  @Get('/refused') refused() {
    throw new Refusal('no')
  }
}

function child(name: string, mark: (target: RootModule) => void = () => {}): RootModule {
  @Controller(`/${name}`)
  class Things extends Routes {}
  @Module({ decorate: [Name.is(name)], controllers: [Things] })
  class Child {}
  mark(Child)
  return Child
}

function importing(...imports: RootModule[]): RootModule {
  @Module({ imports })
  class Root {}
  return Root
}

describe('@Use with a class', () => {
  it('on a module holds for its context and below, not beside', async () => {
    await withApp(importing(child('a', Use(Audit)), child('b')), async (app) => {
      const ok = await ask(app, 'GET /a/ok')
      expect(ok.text).to.equal('a(ok)')
      expect(ok.headers).to.include({ 'x-audit': 'a' })
      expect(await ask(app, 'GET /a/refused')).to.include({ status: 409, text: 'a: no' })
      expect((await ask(app, 'GET /b/ok')).text).to.equal('ok')
      expect((await ask(app, 'GET /b/refused')).status).to.equal(500)
    })
  })

  it('is built once for each context where it is used, with the values of that context', async () => {
    await withApp(importing(child('a', Use(Audit)), child('b', Use(Audit))), async (app) => {
      expect((await ask(app, 'GET /a/ok')).text).to.equal('a(ok)')
      expect((await ask(app, 'GET /b/ok')).text).to.equal('b(ok)')
    })
  })

  it('on a controller or a method holds for that alone', async () => {
    @Use(Audit)
    @Controller('/class')
    class OfClass extends Routes {}
    @Controller('/method')
    class OfMethod {
      @Use(Audit) @Get('/refused') refused() {
        throw new Refusal('no')
      }
      @Use(Audit) @Get('/ok') ok() {
        return 'ok'
      }
      @Get('/free') free() {
        return 'free'
      }
    }
    @Module({ decorate: [Name.is('root')], controllers: [OfClass, OfMethod] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /class/ok')).text).to.equal('root(ok)')
      expect(await ask(app, 'GET /class/refused')).to.include({ status: 409, text: 'root: no' })
      expect((await ask(app, 'GET /method/ok')).text).to.equal('root(ok)')
      expect(await ask(app, 'GET /method/refused')).to.include({ status: 409 })
      const free = await ask(app, 'GET /method/free')
      expect(free.text).to.equal('free')
      expect(free.headers).to.not.have.property('x-audit')
    })
  })

  it('is a provider of its context: the object that is injected is the one that runs', async () => {
    @Controller()
    class Things {
      constructor(private readonly audit: Audit) {}
      @Get('/count') count() {
        return this.audit.count
      }
    }
    @Use(Audit)
    @Module({ decorate: [Name.is('root')], controllers: [Things] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /count')).text).to.equal('root(1)')
      expect(app.get(Audit).count).to.equal(1)
    })
  })

  it('is the object of a module that lists it, there or above', async () => {
    @Module({ decorate: [Name.is('root')], providers: [Audit], imports: [child('a', Use(Audit))] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /a/ok')).text).to.equal('root(ok)')
      expect(app.get(Audit).count).to.equal(1)
    })
  })

  const made = {
    'a factory': provide(Audit, { useFactory: () => new Audit('made') }),
    'an awaited factory': provide(Audit, { useAsync: async () => new Audit('made') }),
    'a value': provide(Audit, { useValue: new Audit('made') }),
    'a factory for each request': provide(Audit, { scope: 'request', useFactory: () => new Audit('made') }),
  }
  for (const [how, provider] of Object.entries(made)) {
    it(`is the object of a provider: of ${how}`, async () => {
      @Module({ providers: [provider], imports: [child('a', Use(Audit))], decorate: [Name.is('root')] })
      class Root {}
      await withApp(Root, async (app) => {
        const answer = await app.inject('/a/ok')
        expect([answer.body, answer.headers['x-audit']]).to.eql(['made(ok)', 'made'])
        expect((await ask(app, 'GET /a/refused')).text).to.equal('made: no')
      })
    })
  }

  it('runs the methods of an object of another class that overrides it', async () => {
    const fake: Pick<Audit, keyof Audit> = {
      count: 0,
      seen: (_request, reply) => void reply.header('x-audit', 'fake'),
      refused: (error, _request, reply) => void reply.code(410).send(error.message),
      wrap: async (_request, _reply, next) => `fake(${await next()})`,
    }
    @Module({ providers: [Audit], imports: [child('a', Use(Audit))], decorate: [Name.is('root')] })
    class Root {}
    const app = await createTestApp(Root, { override: [provide(Audit, { useValue: fake as Audit })] })
    const answer = await app.inject('/a/ok')
    expect([answer.body, answer.headers['x-audit']]).to.eql(['fake(ok)', 'fake'])
    expect((await app.inject('/a/refused')).statusCode).to.equal(410)
    await app.close()
  })

  it('runs the methods of a class that replaces it, which may extend it or repeat its hooks', async () => {
    class Extends extends Audit {
      override seen(_request: Request, reply: Reply) {
        reply.header('x-audit', 'extends')
      }
    }
    class Repeats {
      count = 0
      @Hook('onRequest') seen(_request: Request, reply: Reply) {
        reply.header('x-audit', 'repeats')
      }
      refused() {}
      async wrap(_request: Request, _reply: Reply, next: Next) {
        return `repeats(${await next()})`
      }
    }
    const root = importing(child('a', Use(Audit)))
    for (const Fake of [Extends, Repeats]) {
      const app = await createTestApp(root, { override: [provide(Audit, { useClass: Fake })] })
      expect((await app.inject('/a/ok')).headers['x-audit']).to.equal(Fake.name.toLowerCase())
      await app.close()
    }
  })

  it('is replaced by no class with a hook that it does not have', async () => {
    class Other extends Audit {
      @Hook('onSend') late(_request: Request, reply: Reply) {
        reply.header('x-late', 'never')
      }
    }
    class Elsewhere extends Audit {
      @Hook('preHandler') override seen() {}
    }
    const root = importing(child('a', Use(Audit)))
    for (const [Fake, place] of [
      [Other, 'Other.late has the hook onSend'],
      [Elsewhere, 'Elsewhere.seen has the hook preHandler'],
    ] as const) {
      const failed = createTestApp(root, { override: [provide(Audit, { useClass: Fake })] })
      const error = await failed.catch((thrown: Error) => thrown)
      const end = ', which belongs on Audit, which this class replaces: the decorators there apply'
      expect(error).to.include({ code: 'ALC_ERR_MEMBER_MISPLACED', message: `${place}${end}` })
    }
  })

  it('that is a guard too is built once', async () => {
    let built = 0
    class Door {
      constructor() {
        built++
      }
      canActivate() {
        return true
      }
      @Hook('onRequest') seen() {}
    }
    @Guard(Door)
    @Use(Door)
    @Controller()
    class Things extends Routes {}
    @Module({ controllers: [Things] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /ok')).text).to.equal('ok')
      expect(built).to.equal(1)
    })
  })

  it('that a module below offers is the offered object, for consumers too', async () => {
    @Module({ decorate: [Name.is('below')], providers: [Audit], offers: [Audit] })
    class Below {}
    @Controller()
    class Counts {
      @Get('/count') read(@Inject(Audit) audit: Audit) {
        return audit.count
      }
    }
    @Use(Audit)
    @Module({ decorate: [Name.is('root')], imports: [Below], controllers: [Counts] })
    class Root {}
    await withApp(Root, async (app) => {
      const { headers, text } = await ask(app, 'GET /count')
      expect(headers).to.include({ 'x-audit': 'below' })
      expect(text).to.equal('below(1)')
    })
  })

  it('with a route or a not-found handler in it, or nowhere used, fails the boot', async () => {
    class WithRoute {
      @Get('/x') read() {}
    }
    class WithNotFound {
      @NotFoundHandler() none() {}
    }
    const code = async (mark: (target: RootModule) => void) => (await bootFailure(importing(child('a', mark)))).code
    expect(await code(Use(WithRoute))).to.equal('ALC_ERR_MEMBER_MISPLACED')
    expect(await code(Use(WithNotFound))).to.equal('ALC_ERR_MEMBER_MISPLACED')
    @Module({ decorate: [Name.is('root')], providers: [Audit] })
    class Listed {}
    expect((await bootFailure(Listed)).code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('of request scope fails the boot with a hook that has no request, or of a request that has ended', async () => {
    @Injectable({ scope: 'request' })
    class Aborts {
      @Hook('onRequestAbort') gone() {}
    }
    @Injectable({ scope: 'request' })
    class Closes {
      @Hook('onRequest') seen() {}
      @Hook('onClose') end() {}
    }
    const code = async (Class: RootModule) => (await bootFailure(importing(child('a', Use(Class))))).code
    expect(await code(Aborts)).to.equal('ALC_ERR_MEMBER_MISPLACED')
    expect(await code(Closes)).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('refuses what is not a class', () => {
    expect(() => Use((() => 1) as never)(class {})).to.throw('@Hook, @ErrorHandler or @Around methods')
  })
})
