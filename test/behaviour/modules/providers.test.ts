import { Controller, Get, Inject, Injectable, lazy, Module, PluginWrapped, provide, token } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { Counter, countingAt, Word, wordAt } from './counting.js'

describe('a provider', () => {
  it('has one instance for all controllers of its context', async () => {
    @Module({ providers: [Counter], controllers: [countingAt('/a'), countingAt('/b')] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /a')
      expect((await ask(app, 'GET /b')).body).to.deep.equal({ count: 2 })
    })
  })

  it('has one instance for the contexts below', async () => {
    @Module({ controllers: [countingAt('/below')] })
    class Below {}
    @Module({ providers: [Counter], imports: [Below], controllers: [countingAt('/own')] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /below')
      expect((await ask(app, 'GET /own')).body).to.deep.equal({ count: 2 })
    })
  })

  it('has an instance for each context that lists it', async () => {
    @Module({ providers: [Counter], controllers: [countingAt('/a')] })
    class A {}
    @Module({ providers: [Counter], controllers: [countingAt('/b')] })
    class B {}
    @Module({ imports: [A, B] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /a')
      expect((await ask(app, 'GET /b')).body).to.deep.equal({ count: 1 })
    })
  })

  it('shadows the one of an outer context, below its own context only', async () => {
    @Module({ providers: [provide(Word, { useValue: 'inner' })], controllers: [wordAt('/inner')] })
    class Inner {}
    @Module({
      providers: [provide(Word, { useValue: 'outer' })],
      imports: [Inner],
      controllers: [wordAt('/outer')],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /inner')).text).to.equal('inner')
      expect((await ask(app, 'GET /outer')).text).to.equal('outer')
    })
  })

  it('is not shared by two applications: each has its own instances', async () => {
    @Module({ providers: [Counter], controllers: [countingAt('/a')] })
    class Root {}
    await withApp(Root, async (first) => {
      await ask(first, 'GET /a')
      expect((await askOnce(Root, 'GET /a')).body).to.deep.equal({ count: 1 })
    })
  })

  it('is built even if no class asks for it', async () => {
    let built = 0
    @Injectable()
    class Starts {
      constructor() {
        built += 1
      }
    }
    @Module({ providers: [Starts] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(built).to.equal(1)
  })

  it('of a wrapped module is visible in the containing module and below', async () => {
    @PluginWrapped()
    @Module({ providers: [Counter] })
    class Wrapped {}
    @Module({ controllers: [countingAt('/below')] })
    class Below {}
    @Module({ imports: [Below, Wrapped] })
    class Root {}
    expect((await askOnce(Root, 'GET /below')).body).to.deep.equal({ count: 1 })
  })

  it('is injected into the constructor of its module', async () => {
    const seen: unknown[] = []
    @Module({ providers: [Counter] })
    class Root {
      constructor(counter: Counter) {
        seen.push(counter.next())
      }
    }
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.deep.equal([{ count: 1 }])
  })
})

describe('provide()', () => {
  it('takes a value as it is', async () => {
    const Config = token<object>('config')
    const config = { depth: { of: 3 } }
    @Module({ providers: [provide(Config, { useValue: config })] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Config)).to.equal(config)
    })
  })

  it('takes a class for a token', async () => {
    const Port = token<Counter>('port')
    @Controller()
    class Uses {
      constructor(@Inject(Port) private readonly port: Counter) {}
      @Get('/port')
      read() {
        return this.port.next()
      }
    }
    @Module({ providers: [provide(Port, { useClass: Counter })], controllers: [Uses] })
    class Root {}
    expect((await askOnce(Root, 'GET /port')).body).to.deep.equal({ count: 1 })
  })

  it('takes a class in place of another one', async () => {
    @Injectable()
    class FromHundred extends Counter {
      override next() {
        return { count: 100 + super.next().count }
      }
    }
    @Module({ providers: [provide(Counter, { useClass: FromHundred })], controllers: [countingAt('/a')] })
    class Root {}
    expect((await askOnce(Root, 'GET /a')).body).to.deep.equal({ count: 101 })
  })

  it('injects into a class that is provided for a token', async () => {
    const Port = token<{ word: string }>('port')
    @Injectable()
    class Adapter {
      constructor(@Inject(Word) readonly word: string) {}
    }
    @Module({ providers: [provide(Port, { useClass: Adapter }), provide(Word, { useValue: 'w' })] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Port).word).to.equal('w')
    })
  })

  it('calls a factory once per context', async () => {
    let calls = 0
    const make = () => {
      calls += 1
      return `made ${calls}`
    }
    @Module({
      providers: [provide(Word, { useFactory: make })],
      controllers: [wordAt('/a'), wordAt('/b')],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /a')).text).to.equal('made 1')
      expect((await ask(app, 'GET /b')).text).to.equal('made 1')
    })
  })

  it('gives a factory what it injects', async () => {
    const Length = token<number>('length')
    @Module({
      providers: [
        provide(Length, {
          useFactory: (word: string, counter: Counter) => word.length + counter.next().count,
          inject: [Word, Counter],
        }),
        provide(Word, { useValue: 'four' }),
        Counter,
      ],
    })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Length)).to.equal(5)
    })
  })

  it('awaits an async provider before it builds the classes that need it', async () => {
    const make = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return 'awaited'
    }
    @Module({ providers: [provide(Word, { useAsync: make })], controllers: [wordAt('/a')] })
    class Root {}
    expect((await askOnce(Root, 'GET /a')).text).to.equal('awaited')
  })

  it('builds a class that needs an async provider and is listed before it', async () => {
    @Injectable()
    class Needs {
      constructor(@Inject(Word) readonly word: string) {}
    }
    @Module({ providers: [Needs, provide(Word, { useAsync: async () => 'awaited' })] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Needs).word).to.equal('awaited')
    })
  })
})

describe('lazy()', () => {
  it('opens a cycle between two classes', async () => {
    @Injectable()
    class Hen {
      constructor(@Inject(lazy(() => Egg)) readonly egg: { readonly word: string }) {}
      readonly word = 'hen'
    }
    @Injectable()
    class Egg {
      constructor(readonly hen: Hen) {}
      readonly word = 'egg'
    }
    @Module({ providers: [Hen, Egg] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Hen).egg.word).to.equal('egg')
      expect(app.get(Egg).hen.word).to.equal('hen')
    })
  })
})
