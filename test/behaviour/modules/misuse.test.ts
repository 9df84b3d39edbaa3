import {
  bootstrap,
  Controller,
  ErrorHandler,
  Get,
  Hook,
  Injectable,
  Module,
  Param,
  Post,
  pluginWrapper,
  provide,
  Schema,
  token,
  use,
} from 'alcove'
import { expect } from 'chai'
import type { App, RootModule } from './app.js'
import { expectRefusal } from './boot-failure.js'

/** A schema as a JavaScript user can write it, out of the compiler's sight. */
const careless = (schema: object): object => schema

describe('a common mistake at boot:', () => {
  it('the error for a root without @Module names the class and the decorator', async () => {
    class Forgotten {}
    await expectRefusal(Forgotten, ['Forgotten', '@Module'])
  })

  it('the error for an import without @Module names both classes and the decorator', async () => {
    class Forgotten {}
    @Module({ imports: [Forgotten] })
    class Importing {}
    await expectRefusal(Importing, ['Forgotten', 'Importing', '@Module'])
  })

  it('the error for a class without @Controller names both classes and the decorator', async () => {
    class Plain {}
    @Module({ controllers: [Plain] })
    class Listing {}
    await expectRefusal(Listing, ['Plain', 'Listing', '@Controller'])
  })

  it('the error for a class with dependencies and without @Injectable names the class and the decorator', async () => {
    class Needed {}
    class Forgotten {
      constructor(readonly needed: Needed) {}
    }
    @Module({ providers: [Needed, Forgotten] })
    class Listing {}
    await expectRefusal(Listing, ['Forgotten', '@Injectable'])
  })

  it('the error for a controller among imports names its proper place', async () => {
    @Controller()
    class Routes {}
    @Module({ imports: [Routes] })
    class Listing {}
    await expectRefusal(Listing, ['Routes', 'Listing', 'controllers'])
  })

  it('the error for a module among controllers names its proper place', async () => {
    @Module({})
    class Feature {}
    @Module({ controllers: [Feature] })
    class Listing {}
    await expectRefusal(Listing, ['Feature', 'Listing', 'imports'])
  })

  it('the error for a constructor parameter typed with an interface names class, place and @Inject', async () => {
    interface Store {
      read(): string
    }
    @Injectable()
    class NeedsStore {
      constructor(readonly store: Store) {}
    }
    @Module({ providers: [NeedsStore] })
    class Root {}
    await expectRefusal(Root, ['NeedsStore', '@Inject'])
  })

  it('the error for a constructor parameter typed with a string names class, place and @Inject', async () => {
    @Injectable()
    class NeedsName {
      constructor(readonly name: string) {}
    }
    @Module({ providers: [NeedsName] })
    class Root {}
    await expectRefusal(Root, ['NeedsName', '@Inject'])
  })

  it('the error for an undefined class in controllers names the module', async () => {
    const missing = undefined as unknown as RootModule
    @Module({ controllers: [missing] })
    class Listing {}
    await expectRefusal(Listing, ['Listing', 'controllers'])
  })

  it('the error for an undefined class in providers names the module', async () => {
    const missing = undefined as unknown as RootModule
    @Module({ providers: [missing] })
    class Listing {}
    await expectRefusal(Listing, ['Listing', 'providers'])
  })

  it('the error for bootstrap without an argument names the problem', async () => {
    await expectRefusal(undefined as unknown as RootModule, ['bootstrap'])
  })

  it('the error for one route in two modules names both methods', async () => {
    @Controller()
    class Mine {
      @Get('/same')
      read() {
        return ''
      }
    }
    @Controller('/same')
    class Yours {
      @Get()
      show() {
        return ''
      }
    }
    @Module({ controllers: [Mine] })
    class First {}
    @Module({ controllers: [Yours] })
    class Second {}
    @Module({ imports: [First, Second] })
    class Root {}
    await expectRefusal(Root, ['GET', '/same', 'Mine.read', 'Yours.show'])
  })

  it('the error for a module that two modules import without prefixes names the duplicate route', async () => {
    @Controller()
    class Routes {
      @Get('/same')
      read() {
        return ''
      }
    }
    @Module({ controllers: [Routes] })
    class Shared {}
    @Module({ imports: [Shared] })
    class Left {}
    @Module({ imports: [Shared] })
    class Right {}
    @Module({ imports: [Left, Right] })
    class Root {}
    await expectRefusal(Root, ['GET', '/same', 'Routes.read'])
  })

  it('the error for a misspelled hook names the hook and the class', async () => {
    const declare = () => {
      class Root {
        // A JavaScript user can write this.
        @Hook('preHandle' as 'preHandler')
        async check() {}
      }
      return Root
    }
    expect(declare)
      .to.throw(/"preHandle".*preHandler/)
      .with.property('code')
      .that.matches(/^ALC_ERR_/)
    expect(declare).to.throw(/Root\.check/)
  })

  it('the error for a misspelled keyword of a schema names route, part and keyword', async () => {
    @Controller()
    class Routes {
      @Post('/people')
      @Schema({ body: careless({ type: 'object', properties: { name: { type: 'string', maxLenght: 3 } } }) })
      add() {
        return ''
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    await expectRefusal(Root, ['POST', '/people', 'body', 'maxLenght', '/properties/name'])
  })

  it('the error for an invalid schema names route, part and pointer', async () => {
    @Controller()
    class Routes {
      @Get('/people')
      @Schema({ querystring: careless({ type: 'object', properties: { name: { type: 'strin' } } }) })
      read() {
        return ''
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    await expectRefusal(Root, ['GET', '/people', 'querystring', '/properties/name'])
  })

  it('the error for a plugin that never ends names the plugin', async () => {
    const neverEnds = (_instance: App['instance'], _options: object, _done: () => void) => undefined
    @Module({ plugins: [neverEnds] })
    class Root {}
    const app = bootstrap(Root, { pluginTimeout: 50 })
    const failure: unknown = await Promise.resolve(app.ready()).catch((error: unknown) => error)
    await Promise.resolve(app.close()).catch(() => undefined)
    expect(failure).to.have.property('message').that.includes('neverEnds')
  })

  it('the error for a plugin that is not a function names the module', async () => {
    const notAFunction = { register: true } as unknown as () => Promise<void>
    @Module({ plugins: [notAFunction] })
    class Listing {}
    await expectRefusal(Listing, ['Listing', 'plugins'])
  })

  it('the error for one request value declared twice in one context names the value', async () => {
    const twice = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('word', 'plugin')
    })
    @Module({ decorateRequest: { word: 'module' }, plugins: [twice] })
    class Root {}
    await expectRefusal(Root, ['word'])
  })

  it('the error for one provider declared twice in one context names both places', async () => {
    const Word = token<string>('word')
    @Module({ providers: [provide(Word, { useValue: 'a' }), provide(Word, { useValue: 'b' })] })
    class Root {}
    await expectRefusal(Root, ['Root', 'word'])
  })

  it('the error for one schema declared twice in one context names its $id', async () => {
    @Module({
      schemas: [
        { $id: 'doubled', type: 'string' },
        { $id: 'doubled', type: 'number' },
      ],
    })
    class Root {}
    await expectRefusal(Root, ['doubled'])
  })

  it('the error for two error handlers for all errors on one module names both methods', async () => {
    @Module({})
    class Root {
      @ErrorHandler()
      first(error: Error) {
        return error.message
      }
      @ErrorHandler()
      second(error: Error) {
        return error.message
      }
    }
    await expectRefusal(Root, ['Root', 'first', 'second'])
  })

  it('the error for a path parameter that the path does not have names route and parameter', async () => {
    @Controller()
    class Routes {
      @Get('/users/:id')
      read(@Param('userId') userId: string) {
        return userId
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    await expectRefusal(Root, ['Routes.read', '/users/:id', 'userId'])
  })

  it('the error for use() on one class twice with one prefix, one of them implied, names both', async () => {
    @Module({ prefix: '/v1' })
    class Doubled {}
    @Module({ imports: [Doubled, use(Doubled, { prefix: '/v1' })] })
    class Importing {}
    await expectRefusal(Importing, ['Doubled', 'Importing'])
  })
})
