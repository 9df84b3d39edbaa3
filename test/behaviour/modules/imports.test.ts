import { Controller, contextValue, Get, Inject, Injectable, Module, provide, requestValue, token, use } from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, type RootModule, withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

@Controller('/hello')
class Hello {
  @Get()
  hello() {
    return 'hello'
  }
}

describe('imports', () => {
  it('put the prefixes of all modules above before the path of a route', async () => {
    @Module({ prefix: '/c', controllers: [Hello] })
    class C {}
    @Module({ prefix: '/b', imports: [C] })
    class B {}
    @Module({ prefix: '/a', imports: [B] })
    class A {}
    expect((await askOnce(A, 'GET /a/b/c/hello')).text).to.equal('hello')
  })

  it('may be a thunk, for modules that are declared later', async () => {
    @Module({ imports: () => [Later] })
    class Root {}
    @Module({ controllers: [Hello] })
    class Later {}
    expect((await askOnce(Root, 'GET /hello')).text).to.equal('hello')
  })

  it('may hold thunks beside classes', async () => {
    @Module({ prefix: '/first', controllers: [Hello] })
    class First {}
    @Module({ imports: [First, () => [use(Later, { prefix: '/later' })]] })
    class Root {}
    @Module({ controllers: [Hello] })
    class Later {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /first/hello')).text).to.equal('hello')
      expect((await ask(app, 'GET /later/hello')).text).to.equal('hello')
    })
  })

  it('take a prefix from use(), twice for one class', async () => {
    @Module({ controllers: [Hello] })
    class Twice {}
    @Module({ imports: [use(Twice, { prefix: '/v1' }), use(Twice, { prefix: '/v2' })] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /v1/hello')).text).to.equal('hello')
      expect((await ask(app, 'GET /v2/hello')).text).to.equal('hello')
      expect((await ask(app, 'GET /hello')).status).to.equal(404)
    })
  })

  it('take the prefix of use() in place of that of the module', async () => {
    @Module({ prefix: '/own', controllers: [Hello] })
    class Prefixed {}
    @Module({ prefix: '/api', imports: [Prefixed, use(Prefixed, { prefix: '/v2' })] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /api/own/hello')).text).to.equal('hello')
      expect((await ask(app, 'GET /api/v2/hello')).text).to.equal('hello')
      expect((await ask(app, 'GET /api/v2/own/hello')).status).to.equal(404)
    })
  })

  it('take the prefix that a function in use() gives, or else that of the module', async () => {
    @Module({ prefix: '/own', controllers: [Hello] })
    class Child {
      configure(_instance: unknown, _options: { size?: number }) {}
    }
    @Module({
      imports: [use(Child, () => ({ size: 1 })), use(Child, () => ({ prefix: '/given', size: 2 }))],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /own/hello')).status).to.equal(200)
      expect((await ask(app, 'GET /given/hello')).status).to.equal(200)
      expect((await ask(app, 'GET /hello')).status).to.equal(404)
    })
  })

  it('give configure the options of use()', async () => {
    const given: unknown[] = []
    @Module({})
    class Configured {
      configure(_instance: App['instance'], options: unknown) {
        given.push(options)
      }
    }
    @Module({ imports: [use(Configured, { prefix: '/p', level: 3 })] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(given[0]).to.include({ level: 3 })
  })

  it('build providers and controllers once per context when one class is imported twice', async () => {
    @Injectable()
    class Counter {
      count = 0
    }
    @Controller('/count')
    class Counts {
      constructor(private readonly counter: Counter) {}
      @Get()
      add() {
        this.counter.count += 1
        return { count: this.counter.count }
      }
    }
    @Module({ providers: [Counter], controllers: [Counts] })
    class Counted {}
    @Module({ imports: [use(Counted, { prefix: '/a' }), use(Counted, { prefix: '/b' })] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /a/count')
      await ask(app, 'GET /a/count')
      expect((await ask(app, 'GET /b/count')).body).to.deep.equal({ count: 1 })
    })
  })

  it('make one context per importing module, with the values of each', async () => {
    const Name = requestValue<string>('name')
    @Controller('/name')
    class Names {
      @Get()
      read(@Inject(Name) name: string) {
        return { name }
      }
    }
    @Module({ controllers: [Names] })
    class Shared {}
    @Module({ prefix: '/left', decorateRequest: [Name.is('left')], imports: [Shared] })
    class Left {}
    @Module({ prefix: '/right', decorateRequest: [Name.is('right')], imports: [Shared] })
    class Right {}
    @Module({ imports: [Left, Right] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /left/name')).body).to.deep.equal({ name: 'left' })
      expect((await ask(app, 'GET /right/name')).body).to.deep.equal({ name: 'right' })
    })
  })

  it('build one class of modules anew for each context, with the values of each', async () => {
    const Name = contextValue<string>('name')
    const Word = token<string>('word')
    const built: string[] = []
    @Module({ providers: [provide(Word, { useValue: 'of its own' })] })
    class Shared {
      constructor(@Inject(Name) name: string, @Inject(Word) word: string) {
        built.push(`${name} ${word}`)
      }
    }
    @Module({ decorate: [Name.is('left')], imports: [Shared] })
    class Left {}
    @Module({ decorate: [Name.is('right')], imports: [Shared] })
    class Right {}
    @Module({ imports: [Left, Right] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(built.sort()).to.deep.equal(['left of its own', 'right of its own'])
  })

  it('refuse the same class twice without prefixes', async () => {
    @Module({})
    class Doubled {}
    @Module({ imports: [Doubled, Doubled] })
    class Importing {}
    await expectRefusal(Importing, ['Doubled', 'Importing', 'prefix'])
  })

  it('refuse the same class twice with the same prefix', async () => {
    @Module({})
    class Doubled {}
    @Module({ imports: [use(Doubled, { prefix: '/same' }), use(Doubled, { prefix: '/same' })] })
    class Importing {}
    await expectRefusal(Importing, ['Doubled', 'Importing', '/same'])
  })

  it('refuse a module that imports itself, with the path of classes', async () => {
    @Module({ imports: () => [Ouroboros] })
    class Ouroboros {}
    const failure = await expectRefusal(Ouroboros, ['Ouroboros'])
    expect(failure.message.split('\n').length).to.be.below(10)
  })

  it('refuse modules that import each other, with the path of classes', async () => {
    @Module({ imports: () => [Hen] })
    class Egg {}
    @Module({ imports: [Egg] })
    class Hen {}
    const failure = await expectRefusal(Hen, ['Hen', 'Egg', /Hen\W+Egg\W+Hen/s])
    expect(failure.message.split('\n').length).to.be.below(10)
  })

  it('refuse an undefined entry and name the module and the thunk as the fix', async () => {
    // An import cycle between files leaves this value.
    const missing = undefined as unknown as RootModule
    @Module({ imports: [missing] })
    class Importing {}
    await expectRefusal(Importing, ['Importing', 'imports', '() =>'])
  })
})
