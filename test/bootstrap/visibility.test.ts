import type { EventEmitter } from 'node:events'
import {
  Controller,
  contextValue,
  Get,
  Inject,
  Injectable,
  type Instance,
  Module,
  PluginWrapped,
  provide,
  replyValue,
  requestValue,
  token,
} from 'alcove'
import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import { answerOf, bootError } from './boot.js'

const Bar = requestValue<string>('bar')
const Limit = contextValue<number>('limit')

@Controller()
class Two {
  @Get('/two') read(@Inject(Bar) bar: string) {
    return { bar }
  }
}

describe('bootstrap: what is not visible', () => {
  it('names the place of a value in a module below, and the way to raise it', async () => {
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Grandchild {}
    @Module({ imports: [Grandchild], controllers: [Two] })
    class Public {}
    @Module({ imports: [Public] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_VALUE_INVISIBLE')
    expect(error.message).to.equal(
      'Two.read (GET /two) injects request value "bar", which no module above Two declares. ' +
        'Grandchild declares it, below Public: move it up, or wrap Grandchild with @PluginWrapped().',
    )
  })

  it('names every module between the one that asks and the one that declares', async () => {
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Deep {}
    @Module({ imports: [Deep] })
    class Middle {}
    @Module({ imports: [Middle], controllers: [Two] })
    class App {}
    expect((await bootError(App)).message).to.include(
      'Deep declares it, below App > Middle: move it up to App, or wrap Middle and Deep with @PluginWrapped().',
    )
  })

  it('names the common ancestor for a value in a module beside', async () => {
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Left {}
    @Module({ controllers: [Two] })
    class Right {}
    @Module({ imports: [Left, Right] })
    class App {}
    expect((await bootError(App)).message).to.include('Left declares it, beside Right: move it up to App.')
  })

  it('names the context into which a wrapped module brought the value', async () => {
    @PluginWrapped()
    @Module({ decorateRequest: [Bar.is('bar')] })
    class Inner {}
    @Module({ imports: [Inner] })
    class Left {}
    @Module({ controllers: [Two] })
    class Right {}
    @Module({ imports: [Left, Right] })
    class App {}
    expect((await bootError(App)).message).to.include('Inner (wrapped into Left) declares it, beside Right')
  })

  it('suggests the name that was perhaps meant', async () => {
    @Module({ decorateRequest: { barr: 1 }, controllers: [Two] })
    class App {}
    const { message } = await bootError(App)
    expect(message).to.include('Did you mean "barr", which App declares?')
    expect(message).to.include("decorateRequest: [requestValue('bar').is(…) or .from(…)]")
  })

  it('suggests the kind under which the name is declared', async () => {
    @Module({ decorateReply: [replyValue<string>('bar').is('bar')], controllers: [Two] })
    class App {}
    expect((await bootError(App)).message).to.include(
      "App declares a reply value of that name. Inject replyValue('bar').",
    )
  })

  it('finds a value that a plugin declares while it loads', async () => {
    const plugin = pluginWrapper(async (instance: Instance) => {
      instance.decorateRequest('bar', 'from a plugin')
    })
    @Module({ controllers: [Two] })
    class Child {}
    @Module({ plugins: [plugin], imports: [Child] })
    class App {}
    expect(await answerOf(App, '/two')).to.deep.equal({ bar: 'from a plugin' })
  })

  it('finds a value that configure declares', async () => {
    @Module({ controllers: [Two] })
    class App {
      configure(instance: Instance) {
        instance.decorateRequest('bar', 'from configure')
      }
    }
    expect(await answerOf(App, '/two')).to.deep.equal({ bar: 'from configure' })
  })

  it('gives the same error when plugins have loaded and none declared the value', async () => {
    @Module({ plugins: [async () => {}], controllers: [Two] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_VALUE_INVISIBLE')
    expect(error.message).to.include('Two.read (GET /two) injects request value "bar"')
  })

  it('does not let a plugin in its own context declare for the module', async () => {
    @Module({ plugins: [async (instance: Instance) => void instance.decorateRequest('bar', 1)], controllers: [Two] })
    class App {}
    expect((await bootError(App)).code).to.equal('ALC_ERR_VALUE_INVISIBLE')
  })

  it('names the constructor that injects an undeclared context value', async () => {
    @Injectable()
    class Store {
      constructor(@Inject(Limit) readonly limit: number) {}
    }
    @Module({ providers: [Store] })
    class App {}
    expect((await bootError(App)).message).to.include(
      'The constructor of Store injects context value "limit", which no module above Store declares.',
    )
  })

  it('names the provider that is not visible and the module that lists it', async () => {
    @Injectable()
    class Store {}
    @Controller()
    class Reader {
      constructor(readonly store: Store) {}
    }
    @Module({ providers: [Store] })
    class Left {}
    @Module({ controllers: [Reader] })
    class Right {}
    @Module({ imports: [Left, Right] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    expect(error.message).to.equal(
      'The constructor of Reader injects provider Store, which no module above Reader lists. ' +
        'Left lists it among its providers, beside Right. Add offers: [Store] to Left, or move it up to App.',
    )
  })

  it('names the way to add a provider that no module lists', async () => {
    const Clock = token<() => number>('clock')
    @Controller()
    class Reader {
      @Get('/now') now(@Inject(Clock) clock: () => number) {
        return clock()
      }
    }
    @Module({ controllers: [Reader] })
    class App {}
    expect((await bootError(App)).message).to.include(
      'Add it to App, or to a module above: providers: [provide("clock", …)]',
    )
  })

  it('reports that it looked for a bare name among all kinds', async () => {
    @Controller()
    class Reader {
      @Get('/x') read(@Inject('nothing') nothing: unknown) {
        return { nothing }
      }
    }
    @Module({ controllers: [Reader] })
    class App {}
    const error = await bootError(App)
    expect(error.message).to.include('Reader.read (GET /x) injects "nothing"')
  })

  it('looks for a bare name among request values, then context values, then providers', async () => {
    @Controller()
    class Reader {
      @Get('/x') read(@Inject('a') a: unknown, @Inject('b') b: unknown, @Inject('c') c: unknown) {
        return { a, b, c }
      }
    }
    @Module({
      decorateRequest: { a: 'request' },
      decorate: { a: 'context', b: 'context' },
      providers: [
        provide('a', { useValue: 'provider' }),
        provide('b', { useValue: 'provider' }),
        provide('c', { useValue: 'provider' }),
      ],
      controllers: [Reader],
    })
    class App {}
    expect(await answerOf(App, '/x')).to.deep.equal({ a: 'request', b: 'context', c: 'provider' })
  })

  it('gives undefined for an undeclared optional token', async () => {
    @Controller()
    class Reader {
      constructor(@Inject(Limit.optional) readonly limit?: number) {}
      @Get('/x') read(@Inject(Bar.optional) bar?: string) {
        return { bar: bar === undefined, limit: this.limit === undefined }
      }
    }
    @Module({ controllers: [Reader] })
    class App {}
    expect(await answerOf(App, '/x')).to.deep.equal({ bar: true, limit: true })
  })

  it('reports that a constructor parameter of an interface type leaves no trace', async () => {
    interface Settings {
      port: number
    }
    @Injectable()
    class Store {
      constructor(readonly settings: Settings) {}
    }
    @Module({ providers: [Store] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    expect(error.message).to.include('Parameter 1 of the constructor of Store').and.to.include('@Inject(token)')
  })

  it('names "import type" as the cause of a class that leaves no trace', async () => {
    @Injectable()
    class Store {
      constructor(readonly events: EventEmitter) {}
    }
    @Module({ providers: [Store] })
    class App {}
    const { message } = await bootError(App)
    expect(message).to.match(
      /\(Function\)\. If the type is a class, the usual cause is "import type".*circular import\. Import the class without the word type/,
    )
  })

  it('names the missing decorator of a provider without @Injectable', async () => {
    class Other {}
    class Store {
      constructor(readonly other: Other) {}
    }
    @Module({ providers: [Other, Store] })
    class App {}
    expect((await bootError(App)).message).to.include('Add @Injectable() to Store')
  })
})
