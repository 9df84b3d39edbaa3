import {
  type CanActivate,
  Controller,
  Get,
  Guard,
  Inject,
  Injectable,
  lazy,
  Module,
  paramOf,
  provide,
  type Request,
  requestValue,
  token,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { bootFailure, expectRefusal } from './boot-failure.js'

const First = requestValue<string>('first')
const Second = requestValue<string>('second')
const Unit = token<{ name: string }>('unit')

@Injectable()
class Users {
  readonly all = ['ada']
}

describe('a value that functions of values inject', () => {
  it('is a boot error where it is not visible, and names the value', async () => {
    @Module({ decorateRequest: [First.from((_request, users) => users.all[0] ?? '', { inject: [Users] })] })
    class Root {}
    await expectRefusal(Root, ['The function of request value "first" (Root)', 'provider Users'])
  })

  it('is a boot error where it is not visible to paramOf, and names the route', async () => {
    const Own = paramOf((_request, users) => users.all, { inject: [Users] })
    @Controller()
    class Reads {
      @Get('/own')
      read(@Own own: string[]) {
        return own
      }
    }
    @Module({ controllers: [Reads] })
    class Root {}
    await expectRefusal(Root, ['Reads.read (GET /own)', 'provider Users'])
  })

  it('is built from the context that declares the value, for any caller', async () => {
    const Name = token<string>('name')
    @Controller()
    class Reads {
      @Get('/first')
      read(@Inject(First) first: string, @Inject(Name) name: string) {
        return `${first} ${name}`
      }
    }
    @Module({ providers: [provide(Name, { useValue: 'inner' })], controllers: [Reads] })
    class Inner {}
    @Module({
      providers: [provide(Name, { useValue: 'outer' })],
      decorateRequest: [First.from((_request, name) => name, { inject: [Name] })],
      imports: [Inner],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /first')).text).to.equal('outer inner')
  })

  it('is a boot error in a circle', async () => {
    @Module({
      decorateRequest: [
        First.from((_request, second) => second, { inject: [Second] }),
        Second.from((_request, first) => first, { inject: [First] }),
      ],
    })
    class Root {}
    const failure = await expectRefusal(Root, ['request value "first"', 'request value "second"'])
    expect(failure.code).to.equal('ALC_ERR_PROVIDER_CYCLE')
  })

  it('is a boot error in a circle through a provider of scope request', async () => {
    @Injectable({ scope: 'request' })
    class Holds {
      constructor(@Inject(First) readonly first: string) {}
    }
    @Module({
      providers: [Holds],
      decorateRequest: [First.from((_request, holds) => holds.first, { inject: [Holds] })],
    })
    class Root {}
    expect((await bootFailure(Root)).code).to.equal('ALC_ERR_PROVIDER_CYCLE')
  })

  it('is a boot error where a guard provides it and does not guard the route', async () => {
    class FirstGuard implements CanActivate {
      static provides = [First]
      canActivate(request: Request) {
        First.set(request, 'of the guard')
        return true
      }
    }
    const Own = paramOf((_request, first) => `${first}!`, { inject: [First] })
    @Controller()
    class Reads {
      @Guard(FirstGuard)
      @Get('/guarded')
      guarded(@Own own: string, @Inject(Second) second: string) {
        return `${own} ${second}`
      }
    }
    @Controller()
    class OwnOpen {
      @Get('/own')
      read(@Own own: string) {
        return own
      }
    }
    @Controller()
    class ValueOpen {
      @Get('/value')
      read(@Inject(Second) second: string) {
        return second
      }
    }
    const rooted = (Open?: new () => object) => {
      @Module({
        decorateRequest: [Second.from(async (_request, first) => `${first}?`, { inject: [First] })],
        controllers: Open === undefined ? [Reads] : [Reads, Open],
      })
      class Root {}
      return Root
    }
    expect((await askOnce(rooted(), 'GET /guarded')).text).to.equal('of the guard! of the guard?')
    await expectRefusal(rooted(OwnOpen), ['OwnOpen.read (GET /own)', 'FirstGuard'])
    await expectRefusal(rooted(ValueOpen), ['ValueOpen.read (GET /value)', '(by request value "second")', 'FirstGuard'])
  })

  it('refuses lists and entries that are none', () => {
    expect(() => First.from(() => '', { inject: 'users' } as never)).to.throw(/a list of tokens as inject/)
    expect(() => First.from('x' as never)).to.throw(/a function that computes the value/)
    expect(() => paramOf(() => '', { inject: [3] } as never)({}, 'x', 0)).to.throw(/ALC_ERR|parameter|token/)
  })
})

describe('a class that is built once for its context', () => {
  it('cannot hold a value that is awaited in each request', async () => {
    @Injectable()
    class Once {
      constructor(@Inject(Unit) readonly unit: { name: string }) {}
    }
    @Module({ providers: [Once, provide(Unit, { useAsync: async () => ({ name: 'x' }), scope: 'request' })] })
    class Root {}
    const failure = await expectRefusal(Root, ['Once', 'provider "unit" (one for each request)'])
    expect(failure.code).to.equal('ALC_ERR_PROVIDER_SCOPE')
  })

  it('cannot be awaited at boot with a value of a request', async () => {
    @Module({
      decorateRequest: [First.from(() => 'x')],
      providers: [provide(Unit, { useAsync: async (name) => ({ name }), inject: [First] })],
    })
    class Root {}
    const failure = await expectRefusal(Root, [`Add scope: 'request' to the provide(…) of provider "unit"`])
    expect(failure.code).to.equal('ALC_ERR_PROVIDER_SCOPE')
  })

  it('cannot be awaited for each injection: the scope transient is refused', () => {
    const recipe = { useAsync: async () => ({ name: 'x' }), scope: 'transient' } as never
    expect(() => provide(Unit, recipe)).to.throw(/one of context, request as scope/)
  })
})

describe('a lookup of an awaited value', () => {
  interface Named {
    readonly name: string
  }

  it('finds it in a container and by lazy once it is there, and fails with a coded error before', async () => {
    @Injectable({ scope: 'request' })
    class Later {
      constructor(@Inject(lazy(() => Unit)) readonly unit: Named) {}
    }
    const Found = token<Named>('found')
    @Controller()
    class Reads {
      @Get('/early')
      early(@Inject(Later) later: Later) {
        return later.unit.name
      }
      @Get('/late')
      async late(@Inject(Later) later: Later, @Inject(Unit) unit: Named) {
        return `${later.unit.name} ${unit.name}`
      }
      @Get('/container')
      container(@Inject(Found) found: Named) {
        return found
      }
    }
    @Module({
      providers: [
        Later,
        provide(Unit, { useAsync: async () => ({ name: 'unit' }), scope: 'request' }),
        provide(Found, { useFactory: (container) => container.resolve<Named>(Unit.key), scope: 'request' }),
      ],
      controllers: [Reads],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /late')).text).to.equal('unit unit')
      for (const path of ['/early', '/container']) {
        const answer = await ask(app, `GET ${path}`)
        expect([answer.status, (answer.body as { code: string }).code]).to.deep.equal([
          500,
          'ALC_ERR_PROVIDER_NOT_READY',
        ])
      }
    })
  })
})
