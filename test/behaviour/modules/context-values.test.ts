import {
  Controller,
  contextValue,
  Get,
  Inject,
  Injectable,
  Module,
  pluginWrapper,
  provide,
  type Request,
  requestValue,
  token,
} from 'alcove'
import { expect } from 'chai'
import { type App, askOnce, withApp } from './app.js'

const Level = contextValue<number>('level')

describe('a context value', () => {
  @Controller()
  class Reads {
    constructor(@Inject(Level) private readonly level: number) {}
    @Get('/constructor')
    ofConstructor() {
      return { level: this.level }
    }
    @Get('/parameter')
    ofParameter(@Inject(Level) level: number) {
      return { level }
    }
    @Get('/instance')
    ofInstance(request: Request) {
      return { level: Reflect.get(request.server, 'level') }
    }
  }

  for (const place of ['constructor', 'parameter', 'instance']) {
    it(`is found in the ${place}`, async () => {
      @Module({ decorate: [Level.is(3)], controllers: [Reads] })
      class Root {}
      expect((await askOnce(Root, `GET /${place}`)).body).to.deep.equal({ level: 3 })
    })
  }

  it('given in a record is injected like one given with is()', async () => {
    @Module({ decorate: { level: 4 }, controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /constructor')).body).to.deep.equal({ level: 4 })
  })

  it('decorated by a wrapped plugin is injected into constructors', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      await new Promise((resolve) => setImmediate(resolve))
      instance.decorate('level', 5)
    })
    @Module({ plugins: [plugin], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /constructor')).body).to.deep.equal({ level: 5 })
  })

  it('decorated in configure is injected into controllers', async () => {
    @Module({ controllers: [Reads] })
    class Root {
      configure(instance: App['instance']) {
        instance.decorate('level', 6)
      }
    }
    expect((await askOnce(Root, 'GET /constructor')).body).to.deep.equal({ level: 6 })
  })

  it('is injected into providers', async () => {
    @Injectable()
    class Knows {
      constructor(@Inject(Level) readonly level: number) {}
    }
    @Controller()
    class Asks {
      constructor(private readonly knows: Knows) {}
      @Get('/known')
      read() {
        return { level: this.knows.level }
      }
    }
    @Module({ decorate: [Level.is(7)], providers: [Knows], controllers: [Asks] })
    class Root {}
    expect((await askOnce(Root, 'GET /known')).body).to.deep.equal({ level: 7 })
  })

  it('is injected into the constructor of its own module', async () => {
    let seen: number | undefined
    @Module({ decorate: [Level.is(8)] })
    class Root {
      constructor(@Inject(Level) level: number) {
        seen = level
      }
    }
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.equal(8)
  })

  it('of an outer module is injected into the constructor of an inner module', async () => {
    let seen: number | undefined
    @Module({})
    class Inner {
      constructor(@Inject(Level) level: number) {
        seen = level
      }
    }
    @Module({ decorate: [Level.is(9)], imports: [Inner] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(seen).to.equal(9)
  })

  it('that is optional and invisible is undefined in a constructor', async () => {
    let given: readonly unknown[] = []
    @Controller()
    class Optional {
      constructor(@Inject(Level.optional) level?: number) {
        given = [level]
      }
      @Get('/optional')
      read() {
        return ''
      }
    }
    @Module({ controllers: [Optional] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(given).to.deep.equal([undefined])
  })

  it('is the very object that was given', async () => {
    const Shared = contextValue<object>('shared')
    const object = {}
    @Module({ decorate: [Shared.is(object)] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(Shared)).to.equal(object)
    })
  })
})

describe('@Inject with a bare string', () => {
  const AsProvider = token<string>('word')
  const OnRequest = requestValue<string>('word')
  const OnInstance = contextValue<string>('word')

  @Controller()
  class Asks {
    @Get('/word')
    read(@Inject('word') word: string) {
      return word
    }
  }

  it('finds a request value first', async () => {
    @Module({
      decorateRequest: [OnRequest.is('request')],
      decorate: [OnInstance.is('context')],
      providers: [provide(AsProvider, { useValue: 'provider' })],
      controllers: [Asks],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('request')
  })

  it('finds a request value of a plugin before a context value that is declared', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('word', 'request')
    })
    @Module({ plugins: [plugin], decorate: [OnInstance.is('context')], controllers: [Asks] })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('request')
  })

  it('finds a context value of a plugin before a provider that is listed', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.decorate('word', 'context')
    })
    @Module({ plugins: [plugin], providers: [provide(AsProvider, { useValue: 'provider' })], controllers: [Asks] })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('context')
  })

  it('finds a context value before a provider', async () => {
    @Module({
      decorate: [OnInstance.is('context')],
      providers: [provide(AsProvider, { useValue: 'provider' })],
      controllers: [Asks],
    })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('context')
  })

  it('finds a provider of that name last', async () => {
    @Module({ providers: [provide(AsProvider, { useValue: 'provider' })], controllers: [Asks] })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('provider')
  })

  it('finds a request value of an outer module before a context value of its own', async () => {
    @Module({ decorate: [OnInstance.is('context')], controllers: [Asks] })
    class Inner {}
    @Module({ decorateRequest: [OnRequest.is('request')], imports: [Inner] })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('request')
  })

  it('in a constructor finds a context value, then a provider', async () => {
    const words: string[] = []
    @Injectable()
    class Builds {
      constructor(@Inject('word') word: string) {
        words.push(word)
      }
    }
    @Module({ providers: [Builds, provide(AsProvider, { useValue: 'provider' })] })
    class WithProvider {}
    @Module({
      decorate: [OnInstance.is('context')],
      providers: [Builds, provide(AsProvider, { useValue: 'provider' })],
    })
    class WithBoth {}
    @Module({ imports: [WithProvider, WithBoth] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(words.sort()).to.deep.equal(['context', 'provider'])
  })
})
