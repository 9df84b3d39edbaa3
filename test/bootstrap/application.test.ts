import {
  All,
  bootstrap,
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  Hook,
  Injectable,
  Module,
  PluginWrapped,
  Post,
  pluginWrapper,
  provide,
  requestValue,
  Schema,
  shared,
  token,
} from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'

@Controller()
class Hello {
  @Get('/hello') read() {
    return 'hello'
  }
}

@Module({ controllers: [Hello] })
class Root {}

/** The error that a promise rejects with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('bootstrap: the application', () => {
  class Bare {}

  it('never leaves a boot error unhandled before a call that boots', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listen)
    bootstrap(Bare)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', listen)
    expect(unhandled).to.deep.equal([])
  })

  it('rejects ready, listen, inject and the instance’s own ready with the same boot error', async () => {
    for (const boot of [
      (app: ReturnType<typeof bootstrap>) => app.ready(),
      (app: ReturnType<typeof bootstrap>) => app.listen(0),
      (app: ReturnType<typeof bootstrap>) => app.inject('/'),
      (app: ReturnType<typeof bootstrap>) => app.instance.ready(),
    ]) {
      const app = bootstrap(Bare)
      expect(await rejection(boot(app))).to.have.property('code', 'ALC_ERR_MODULE_UNDECORATED')
    }
  })

  it('hands a boot error to the callbacks of listen and inject', async () => {
    const fromListen = await new Promise((resolve) => bootstrap(Bare).listen(0, (error) => resolve(error)))
    const fromInject = await new Promise((resolve) => bootstrap(Bare).inject('/', (error) => resolve(error)))
    expect(fromListen).to.have.property('code', 'ALC_ERR_MODULE_UNDECORATED')
    expect(fromInject).to.have.property('code', 'ALC_ERR_MODULE_UNDECORATED')
  })

  it('gives the address, by promise and by callback', async () => {
    await using first = bootstrap(Root)
    const address = await first.listen({ port: 0 })
    expect(await (await fetch(`${address}/hello`)).text()).to.equal('hello')
    await using second = bootstrap(Root)
    const called = await new Promise<string>((resolve) => second.listen(0, (_error, found) => resolve(found)))
    expect(await (await fetch(`${called}/hello`)).text()).to.equal('hello')
  })

  it('refuses to be asked for anything before it has booted', () => {
    const app = bootstrap(Root)
    const Db = token<object>('db')
    for (const ask of [() => app.get(Db), () => app.describe(), () => app.printTree()]) {
      expect(ask).to.throw().with.property('code', 'ALC_ERR_NOT_BOOTED')
    }
  })

  it('gives providers and context values of the root, and reports those that it cannot give', async () => {
    const Size = contextValue<number>('size')
    const Db = token<{ name: string }>('db')
    @Injectable()
    class Users {}
    @Injectable({ scope: 'request' })
    class Visit {}
    @Injectable()
    class Below {}
    @Module({ providers: [Below] })
    class Child {}
    @Module({
      decorate: [Size.is(3)],
      providers: [Users, Visit, provide(Db, { useAsync: async () => ({ name: 'main' }) })],
      imports: [Child],
    })
    class App {}
    await using app = await createTestApp(App)
    expect(app.get(Size)).to.equal(3)
    expect(app.get(Db)).to.deep.equal({ name: 'main' })
    expect(app.get(Users)).to.be.instanceOf(Users)
    expect(() => app.get(Below))
      .to.throw('Below')
      .with.property('code', 'ALC_ERR_TOKEN_UNKNOWN')
    expect(() => app.get(Visit))
      .to.throw('Visit')
      .with.property('code', 'ALC_ERR_TOKEN_OF_REQUEST')
  })
})

describe('bootstrap: the description', () => {
  const Answer = requestValue<number>('answer')

  async function describeScene() {
    @Injectable()
    class Users {
      dispose() {}
    }
    @Controller('/users')
    class UserRoutes {
      @Get('/:id') @Schema({ response: { 200: { type: 'object', properties: {} } } }) read() {
        return {}
      }
    }
    @PluginWrapped()
    @Module({ decorateReply: { extra: 1 }, controllers: [Hello] })
    class Grandchild {}
    @Module({
      prefix: '/v1',
      schemas: [shared('user', { type: 'object' })],
      providers: [Users],
      plugins: [pluginWrapper(async () => {}, { name: 'quiet' })],
      imports: [Grandchild],
      controllers: [UserRoutes],
    })
    class Public {
      @Hook('preHandler') async audit() {}
      @ErrorHandler() failed() {
        return {}
      }
      configure() {}
    }
    @Module({ prefix: '/api', decorateRequest: [Answer.is(42)], imports: [Public] })
    class App {}
    return createTestApp(App)
  }

  it('is plain JSON: what each context holds itself, steps of ours left out', async () => {
    await using app = await describeScene()
    const tree = app.describe()
    expect(JSON.parse(JSON.stringify(tree))).to.deep.equal(tree)
    const { refused, ...context } = tree
    expect(Object.values(refused ?? {}))
      .to.have.length.above(5)
      .and.to.satisfy((counts: number[]) => counts.every((count) => count === 0))
    expect(context).to.deep.equal({
      name: 'App',
      prefix: '/api',
      decorations: { instance: [], request: ['answer'], reply: [] },
      hooks: [],
      schemas: [],
      plugins: [],
      providers: [],
      wrapped: [],
      errorHandler: false,
      notFoundHandler: false,
      routes: [],
      children: [
        {
          name: 'Public',
          prefix: '/api/v1',
          decorations: { instance: [], request: [], reply: ['extra'] },
          hooks: [{ name: 'preHandler', function: 'Public.audit' }],
          schemas: ['user'],
          plugins: ['quiet'],
          providers: ['Users'],
          wrapped: ['Grandchild'],
          errorHandler: true,
          notFoundHandler: false,
          routes: [
            { method: 'GET', url: '/api/v1/users/:id', handler: 'UserRoutes.read', schema: ['response'] },
            { method: 'GET', url: '/api/v1/hello', handler: 'Hello.read', schema: [] },
          ],
          children: [],
        },
      ],
    })
  })

  it('prints a method that answers many methods on one line', async () => {
    @Controller()
    class Any {
      @All('/all') all() {}
      @Get('/some') @Post('/some') some() {}
    }
    @Module({ controllers: [Any] })
    class App {}
    await using app = await createTestApp(App)
    expect(app.printTree()).to.equal('App\n├─ ALL    /all  Any.all\n└─ GET, POST /some  Any.some\n')
  })

  it('prints the same as a tree', async () => {
    await using app = await describeScene()
    expect(app.printTree()).to.equal(
      [
        'App  /api',
        '├─ request values: answer',
        '└─ Public  /api/v1',
        '   ├─ wraps: Grandchild',
        '   ├─ plugins: quiet',
        '   ├─ schemas: user',
        '   ├─ reply values: extra (Grandchild)',
        '   ├─ providers: Users',
        '   ├─ hooks: preHandler Public.audit',
        '   ├─ handles errors: Public.failed',
        '   ├─ GET    /api/v1/users/:id  UserRoutes.read  (schema: response)',
        '   └─ GET    /api/v1/hello  Hello.read',
        '',
      ].join('\n'),
    )
  })
})
