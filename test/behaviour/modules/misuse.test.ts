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

describe('a newcomer who', () => {
  it('forgot @Module on the root is told the class and the decorator', async () => {
    class Forgotten {}
    await expectRefusal(Forgotten, ['Forgotten', '@Module'])
  })

  it('forgot @Module on an import is told both classes and the decorator', async () => {
    class Forgotten {}
    @Module({ imports: [Forgotten] })
    class Importing {}
    await expectRefusal(Importing, ['Forgotten', 'Importing', '@Module'])
  })

  it('forgot @Controller is told both classes and the decorator', async () => {
    class Plain {}
    @Module({ controllers: [Plain] })
    class Listing {}
    await expectRefusal(Listing, ['Plain', 'Listing', '@Controller'])
  })

  it('forgot @Injectable on a class with dependencies is told the class and the decorator', async () => {
    class Needed {}
    class Forgotten {
      constructor(readonly needed: Needed) {}
    }
    @Module({ providers: [Needed, Forgotten] })
    class Listing {}
    await expectRefusal(Listing, ['Forgotten', '@Injectable'])
  })

  it('listed a controller among imports is told where it belongs', async () => {
    @Controller()
    class Routes {}
    @Module({ imports: [Routes] })
    class Listing {}
    await expectRefusal(Listing, ['Routes', 'Listing', 'controllers'])
  })

  it('listed a module among controllers is told where it belongs', async () => {
    @Module({})
    class Feature {}
    @Module({ controllers: [Feature] })
    class Listing {}
    await expectRefusal(Listing, ['Feature', 'Listing', 'imports'])
  })

  it('typed a constructor parameter with an interface is told class, place and @Inject', async () => {
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

  it('typed a constructor parameter with a string is told class, place and @Inject', async () => {
    @Injectable()
    class NeedsName {
      constructor(readonly name: string) {}
    }
    @Module({ providers: [NeedsName] })
    class Root {}
    await expectRefusal(Root, ['NeedsName', '@Inject'])
  })

  it('left an undefined class in controllers is told the module', async () => {
    const missing = undefined as unknown as RootModule
    @Module({ controllers: [missing] })
    class Listing {}
    await expectRefusal(Listing, ['Listing', 'controllers'])
  })

  it('left an undefined class in providers is told the module', async () => {
    const missing = undefined as unknown as RootModule
    @Module({ providers: [missing] })
    class Listing {}
    await expectRefusal(Listing, ['Listing', 'providers'])
  })

  it('handed nothing to bootstrap is told so', async () => {
    await expectRefusal(undefined as unknown as RootModule, ['bootstrap'])
  })

  it('declared one route twice in two modules is told both methods', async () => {
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

  it('imported one module into two without prefixes is told of the doubled route', async () => {
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

  it('mistyped the name of a hook is told the name and the class', async () => {
    const declare = () => {
      class Root {
        // What a JavaScript user can write.
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

  it('mistyped a keyword of a schema is told route, part and keyword', async () => {
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

  it('wrote an invalid schema is told route, part and pointer', async () => {
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

  it('gave a plugin that never ends is told its name', async () => {
    const neverEnds = (_instance: App['instance'], _options: object, _done: () => void) => undefined
    @Module({ plugins: [neverEnds] })
    class Root {}
    const app = bootstrap(Root, { pluginTimeout: 50 })
    const failure: unknown = await Promise.resolve(app.ready()).catch((error: unknown) => error)
    await Promise.resolve(app.close()).catch(() => undefined)
    expect(failure).to.have.property('message').that.includes('neverEnds')
  })

  it('gave a plugin that is no function is told the module', async () => {
    const notAFunction = { register: true } as unknown as () => Promise<void>
    @Module({ plugins: [notAFunction] })
    class Listing {}
    await expectRefusal(Listing, ['Listing', 'plugins'])
  })

  it('declared one request value twice in one context is told its name', async () => {
    const twice = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('word', 'plugin')
    })
    @Module({ decorateRequest: { word: 'module' }, plugins: [twice] })
    class Root {}
    await expectRefusal(Root, ['word'])
  })

  it('declared one provider twice in one context is told both places', async () => {
    const Word = token<string>('word')
    @Module({ providers: [provide(Word, { useValue: 'a' }), provide(Word, { useValue: 'b' })] })
    class Root {}
    await expectRefusal(Root, ['Root', 'word'])
  })

  it('declared one schema twice in one context is told its $id', async () => {
    @Module({
      schemas: [
        { $id: 'doubled', type: 'string' },
        { $id: 'doubled', type: 'number' },
      ],
    })
    class Root {}
    await expectRefusal(Root, ['doubled'])
  })

  it('declared two error handlers for everything on one module is told both methods', async () => {
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

  it('read a path parameter that the path does not have is told route and name', async () => {
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

  it('used use() on one class twice with one prefix, one of them implied, is told both', async () => {
    @Module({ prefix: '/v1' })
    class Doubled {}
    @Module({ imports: [Doubled, use(Doubled, { prefix: '/v1' })] })
    class Importing {}
    await expectRefusal(Importing, ['Doubled', 'Importing'])
  })
})
