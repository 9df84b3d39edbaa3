import {
  Body,
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  NotFoundHandler,
  PluginWrapped,
  type Reply,
  type Request,
  requestValue,
  Schema,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { expectRefusal } from './boot-failure.js'
import { serving } from './seen.js'

describe('a decorator without an effect in its place is refused:', () => {
  it('a route on a module', async () => {
    @Module({})
    class Root {
      @Get('/lost')
      lost() {
        return ''
      }
    }
    const { code } = await expectRefusal(Root, ['Root.lost has a route', '@Controller'])
    expect(code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('@PluginWrapped on a controller or a provider', async () => {
    @PluginWrapped()
    @Controller()
    class Routes {
      @Get()
      read() {
        return ''
      }
    }
    @PluginWrapped()
    @Injectable()
    class Store {}
    @Module({ providers: [Store] })
    class Root {}
    const words = ['has @PluginWrapped, which belongs on a class with @Module']
    expect((await expectRefusal(serving(Routes), ['Routes', ...words])).code).to.equal('ALC_ERR_MEMBER_MISPLACED')
    expect((await expectRefusal(Root, ['Store', ...words])).code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('an option of @Module on a controller', async () => {
    // `guarded` would seem to require a guard for each route.
    const options: { prefix: string; guarded?: boolean } = { prefix: '/open', guarded: true }
    @Controller(options)
    class Open {
      @Get()
      read() {
        return ''
      }
    }
    const words = ['@Controller of Open has the option "guarded", which belongs to @Module']
    expect((await expectRefusal(serving(Open), words)).code).to.equal('ALC_ERR_OPTION_UNKNOWN')
  })

  it('a guard on the base of a class that has no routes', async () => {
    @Guard(() => false)
    class Guarded {}
    class Conventions extends Guarded {
      @Hook('onRequest') note() {}
    }
    @Injectable()
    class Store extends Guarded {}
    @Use(Conventions)
    @Module({})
    class Using {}
    @Module({ providers: [Store] })
    class Providing {}
    await expectRefusal(Using, ['Conventions has @Guard'])
    await expectRefusal(Providing, ['Store has @Guard'])
  })

  it('a guard on a method of a module', async () => {
    @Module({})
    class Root {
      @Guard(() => false)
      unguarded() {}
    }
    await expectRefusal(Root, ['Root.unguarded', '@Guard'])
  })

  it('a guard on a method of a controller without a route', async () => {
    @Controller()
    class Routes {
      @Guard(() => false)
      unguarded() {}
    }
    await expectRefusal(serving(Routes), ['Routes.unguarded', '@Guard'])
  })

  it('a schema on a method without a route', async () => {
    @Controller()
    class Routes {
      @Schema({ body: { name: { type: 'string' } } })
      unchecked() {}
    }
    await expectRefusal(serving(Routes), ['Routes.unchecked', '@Schema'])
  })

  it('@Use on a method without a route', async () => {
    @Controller()
    class Routes {
      @Use('onRequest', async () => undefined)
      unused() {}
    }
    await expectRefusal(serving(Routes), ['Routes.unused', '@Use'])
  })

  it('a parameter decorator on a method without a route', async () => {
    @Controller()
    class Routes {
      unread(@Body() _body: unknown) {}
    }
    await expectRefusal(serving(Routes), ['Routes.unread'])
  })

  it('@NotFoundHandler on a controller', async () => {
    @Controller()
    class Routes {
      @NotFoundHandler()
      missing(_request: Request, reply: Reply) {
        reply.send('')
      }
    }
    await expectRefusal(serving(Routes), ['Routes.missing', '@NotFoundHandler', '@Module'])
  })

  for (const name of ['onReady', 'onClose', 'onRoute'] as const) {
    it(`a hook of the application on a controller: ${name}`, async () => {
      @Controller()
      class Routes {
        @Hook(name)
        early() {}
      }
      const hasProviders = name === 'onRoute' ? [] : ['or on a provider']
      await expectRefusal(serving(Routes), ['Routes.early', name, '@Module', ...hasProviders])
    })
  }

  it('@PluginWrapped without @Module', async () => {
    @PluginWrapped()
    class Half {}
    @Module({ imports: [Half] })
    class Root {}
    await expectRefusal(Root, ['Half', '@Module'])
  })
})

describe('a class that is two things at once', () => {
  it('a controller with two error handlers for one type is refused with both methods', async () => {
    @Controller()
    class Routes {
      @Get('/fails')
      fail() {
        return ''
      }
      @ErrorHandler(RangeError)
      first(_error: RangeError, _request: Request, reply: Reply) {
        reply.send('')
      }
      @ErrorHandler(RangeError)
      second(_error: RangeError, _request: Request, reply: Reply) {
        reply.send('')
      }
    }
    await expectRefusal(serving(Routes), ['Routes', 'first', 'second'])
  })

  it('a provider listed twice in one module is refused with its name', async () => {
    @Injectable()
    class Users {}
    @Module({ providers: [Users, Users] })
    class Root {}
    await expectRefusal(Root, ['Root', 'Users'])
  })

  it('a provider that a module and its wrapped import list is refused with both modules', async () => {
    @Injectable()
    class Users {}
    @PluginWrapped()
    @Module({ providers: [Users] })
    class Wrapped {}
    @Module({ providers: [Users], imports: [Wrapped] })
    class Root {}
    const { code } = await expectRefusal(Root, ['Users', 'Root', 'Root > Wrapped'])
    expect(code).to.equal('ALC_ERR_DECLARED_TWICE')
  })

  it('a value that a module and its wrapped import declare is refused with its name', async () => {
    const Word = requestValue<string>('word')
    @PluginWrapped()
    @Module({ decorateRequest: [Word.is('wrapped')] })
    class Wrapped {}
    @Module({ decorateRequest: [Word.is('root')], imports: [Wrapped] })
    class Root {}
    const { code } = await expectRefusal(Root, ['Request value "word"', 'by Root and by Root > Wrapped'])
    expect(code).to.equal('ALC_ERR_DECLARED_TWICE')
  })

  it('a controller listed twice in one module is refused with its name', async () => {
    @Controller()
    class Routes {
      @Get('/once')
      read() {
        return ''
      }
    }
    await expectRefusal(serving(Routes, Routes), ['Routes is declared twice in the context of Root: by Root itself'])
  })
})

describe('the fix names the probable intention:', () => {
  it('the constructor, for a decorated parameter of a guard, a hook or configure', async () => {
    @Injectable()
    class Store {}
    @Injectable()
    class Allowed {
      canActivate(_request: Request, @Inject(Store) store: Store) {
        return store !== undefined
      }
    }
    @Guard(Allowed)
    @Controller()
    class Routes {
      @Get('/a') read() {}
    }
    @Module({ providers: [Store], controllers: [Routes] })
    class Guarded {}
    @Module({ providers: [Store] })
    class Root {
      configure(_instance: unknown, @Inject(Store) _store: object) {}
    }
    const words = ['has a decorated parameter', 'into the constructor of the class']
    await expectRefusal(Guarded, ['Allowed.canActivate', ...words])
    await expectRefusal(Root, ['Root.configure', ...words])
  })

  it('a value of another kind under the same name', async () => {
    @Controller()
    class Asks {
      @Get('/level')
      read(@Inject(requestValue<number>('level')) level: number) {
        return level
      }
    }
    @Module({ decorate: [contextValue<number>('level').is(3)], controllers: [Asks] })
    class Root {}
    await expectRefusal(Root, ['Asks.read (GET /level)', 'request value "level"', "contextValue('level')"])
  })

  it('a value under a similar name', async () => {
    @Controller()
    class Asks {
      @Get('/lvel')
      read(@Inject(requestValue<number>('lvel')) level: number) {
        return level
      }
    }
    @Module({ decorateRequest: { level: 3 }, controllers: [Asks] })
    class Root {}
    await expectRefusal(Root, ['"lvel"', '"level"'])
  })
})
