import { type Class, Controller, Get, Module, PluginWrapped, use } from 'alcove'
import { expect } from 'chai'
import { answerOf, bootError } from './boot.js'

@Controller()
class Hello {
  @Get('/hello') read() {
    return { hello: 'world' }
  }
}

describe('bootstrap: the tree of modules', () => {
  it('refuses a root that is not decorated', async () => {
    class Bare {}
    const error = await bootError(Bare)
    expect(error.code).to.equal('ALC_ERR_MODULE_UNDECORATED')
    expect(error.message).to.include('Bare is in bootstrap(…)').and.to.include('@Module')
  })

  it('refuses an import that is not decorated, and names its place', async () => {
    class Bare {}
    @Module({})
    class First {}
    @Module({ imports: [First, Bare] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_MODULE_UNDECORATED')
    expect(error.message).to.include('Bare is in imports[1] of App')
  })

  it('names entry and module of an undefined import, and suggests a thunk', async () => {
    @Module({ imports: [undefined as unknown as Class] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_ENTRY_UNDEFINED')
    expect(error.message).to.include('imports[0] of App is undefined').and.to.include('imports: [() => [TheModule]]')
  })

  it('names the entry of an undefined controller or provider', async () => {
    @Module({ controllers: [Hello, undefined as unknown as Class] })
    class Controllers {}
    expect((await bootError(Controllers)).message).to.include('controllers[1] of Controllers is undefined')
    @Module({ providers: [undefined as unknown as Class] })
    class Providers {}
    expect((await bootError(Providers)).message).to.include('providers[0] of Providers is undefined')
  })

  it('refuses a plugin function among the imports, and names its proper place', async () => {
    @Module({ imports: [{ not: 'a module' } as unknown as Class] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_ENTRY_INVALID')
    expect(error.message).to.include('imports[0] of App').and.to.include('"plugins"')
  })

  it('refuses a class that is not a controller among the controllers', async () => {
    class Plain {}
    @Module({ controllers: [Plain] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_CONTROLLER_UNDECORATED')
    expect(error.message).to.include('Plain is in controllers[0] of App')
  })

  it('reads thunks, of one module or a list, nested too', async () => {
    @Module({ controllers: [Hello] })
    class Child {}
    @Module({ imports: [() => [() => Child]] })
    class App {}
    expect(await answerOf(App, '/hello')).to.deep.equal({ hello: 'world' })
  })

  it('names the position of an undefined entry in the result of its thunk', async () => {
    @Module({})
    class Child {}
    @Module({ imports: [() => [Child, undefined as unknown as Class]] })
    class App {}
    expect((await bootError(App)).message).to.include('imports[0]()[1] of App is undefined')
  })

  it('names the thunk that throws, with the reason as cause', async () => {
    const reason = new ReferenceError('Later is not loaded')
    @Module({
      imports: [
        () => {
          throw reason
        },
      ],
    })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_THUNK_FAILED')
    expect(error.message).to.include('imports[0] of App').and.to.include('Later is not loaded')
    expect(error.cause).to.equal(reason)
  })

  it('shows the path of a circle of modules', async () => {
    @Module({ imports: [() => Middle] })
    class Outer {}
    @Module({ imports: [() => Inner] })
    class Middle {}
    @Module({ imports: [() => Outer] })
    class Inner {}
    const error = await bootError(Outer)
    expect(error.code).to.equal('ALC_ERR_MODULE_CYCLE')
    expect(error.message).to.include('  Outer\n  → Middle\n  → Inner\n  → Outer')
  })

  it('shows a long circle in under ten lines', async () => {
    const modules: Class[] = []
    for (let index = 0; index < 30; index++) {
      const Link = class {}
      Object.defineProperty(Link, 'name', { value: `Link${index}` })
      Module({ imports: [() => modules[(index + 1) % 30]] })(Link)
      modules.push(Link)
    }
    const { message } = await bootError(modules[0]!)
    expect(message.split('\n').length).to.be.below(10)
    expect(message).to.include('Link0').and.to.include('more …').and.to.include('→ Link29')
  })

  it('gives the same class a context in each module that imports it', async () => {
    let built = 0
    @Module({})
    class Shared {
      constructor() {
        built++
      }
    }
    @Module({ imports: [Shared] })
    class Left {}
    @Module({ imports: [Shared] })
    class Right {}
    @Module({ imports: [Left, Right], controllers: [Hello] })
    class App {}
    await answerOf(App, '/hello')
    expect(built).to.equal(2)
  })

  it('takes the same class twice in one list with different prefixes', async () => {
    @Module({ controllers: [Hello] })
    class Greeting {}
    @Module({ imports: [use(Greeting, { prefix: '/a' }), use(Greeting, { prefix: '/b' })] })
    class App {}
    expect(await answerOf(App, '/a/hello')).to.deep.equal({ hello: 'world' })
    expect(await answerOf(App, '/b/hello')).to.deep.equal({ hello: 'world' })
  })

  it('refuses the same class twice in one list with one prefix', async () => {
    @Module({ controllers: [Hello] })
    class Greeting {}
    @Module({ imports: [Greeting, Greeting] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_MODULE_TWICE')
    expect(error.message).to.include('App imports Greeting twice').and.to.include('use(Greeting, { prefix:')
  })

  it('refuses the same wrapped module twice in one list, and speaks of no prefix', async () => {
    @PluginWrapped()
    @Module({})
    class Wrapped {}
    @Module({ imports: [Wrapped, Wrapped] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_MODULE_TWICE')
    expect(error.message).to.include('App imports the wrapped module Wrapped twice').and.not.to.include('prefix')
  })

  it('refuses a prefix on a wrapped module, from @Module and from use', async () => {
    @PluginWrapped()
    @Module({ prefix: '/own' })
    class Own {}
    @Module({ imports: [Own] })
    class First {}
    expect((await bootError(First)).code).to.equal('ALC_ERR_WRAPPED_PREFIX')

    @PluginWrapped()
    @Module({})
    class Given {}
    @Module({ imports: [use(Given, { prefix: '/given' })] })
    class Second {}
    expect((await bootError(Second)).message)
      .to.include('Given is decorated')
      .and.to.include('imports[0] of Second')
  })

  it('puts the prefixes of modules, root included, before the paths of controllers', async () => {
    @Module({ prefix: '/v1', controllers: [Hello] })
    class Child {}
    @Module({ prefix: '/api', imports: [Child], controllers: [Hello] })
    class App {}
    expect(await answerOf(App, '/api/hello')).to.deep.equal({ hello: 'world' })
    expect(await answerOf(App, '/api/v1/hello')).to.deep.equal({ hello: 'world' })
  })

  it('the prefix of use() replaces the prefix of the module itself', async () => {
    @Module({ prefix: '/own', controllers: [Hello] })
    class Child {}
    @Module({ imports: [use(Child, { prefix: '/other' })] })
    class App {}
    expect(await answerOf(App, '/other/hello')).to.deep.equal({ hello: 'world' })
  })

  it('refuses a controller that one context holds twice', async () => {
    @PluginWrapped()
    @Module({ controllers: [Hello] })
    class Inner {}
    @Module({ imports: [Inner], controllers: [Hello] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_DECLARED_TWICE')
    expect(error.message).to.include('Controller Hello').and.to.include('App > Inner')
  })

  it('names both methods of a route that two modules declare', async () => {
    @Controller()
    class Other {
      @Get('/hello') again() {
        return {}
      }
    }
    @Module({ controllers: [Hello] })
    class Left {}
    @Module({ controllers: [Other] })
    class Right {}
    @Module({ imports: [Left, Right] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('FST_ERR_DUPLICATED_ROUTE')
    expect(error.message).to.include('Hello.read').and.to.include('Other.again')
    expect(error.message).to.include('Give one of them another path')
  })

  it('names the module that two contexts import, where its route exists twice', async () => {
    @Module({ controllers: [Hello] })
    class Inner {}
    @Module({ imports: [Inner] })
    class Shared {}
    @Module({ imports: [Shared] })
    class Left {}
    @Module({ imports: [Left, Shared] })
    class App {}
    const { code, message } = await bootError(App)
    expect(code).to.equal('FST_ERR_DUPLICATED_ROUTE')
    const [first, second] = ['context "App > Left"', 'context "App"']
    expect(message).to.include(`Shared is in ${first} and in ${second}. Register it in one of them`)
  })
})
