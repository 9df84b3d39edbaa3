import { bootstrap, Controller, Get, Hook, Inject, Injectable, Module, provide, token } from 'alcove'
import { expect } from 'chai'
import { unhandledDuring } from '../../support/unhandled.js'
import { type App, ask, type RootModule } from './app.js'

const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )

const causeChain = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causeChain(error.cause)] : error === undefined ? [] : [error]

@Module({
  plugins: [
    async () => {
      throw new Error('plugin broke')
    },
  ],
})
class BrokenPlugin {}

@Module({})
class BrokenConfigure {
  configure() {
    throw new Error('configure broke')
  }
}

@Module({})
class BrokenConstructor {
  constructor() {
    throw new Error('constructor broke')
  }
}

@Module({
  providers: [
    provide(token<string>('broken'), {
      useAsync: async () => {
        throw new Error('provider broke')
      },
    }),
  ],
})
class BrokenProvider {}

@Module({})
class BrokenHook {
  @Hook('onReady')
  async ready() {
    throw new Error('hook broke')
  }
}

const broken: readonly [string, RootModule, string][] = [
  ['plugin', BrokenPlugin, 'plugin broke'],
  ['configure method', BrokenConfigure, 'configure broke'],
  ['module constructor', BrokenConstructor, 'constructor broke'],
  ['async provider', BrokenProvider, 'provider broke'],
  ['onReady hook', BrokenHook, 'hook broke'],
]

const below = (inner: RootModule): RootModule => {
  @Module({ imports: [inner] })
  class Root {}
  return Root
}

describe('an application that cannot boot', () => {
  for (const [what, module, message] of broken) {
    it(`rejects listen with the error of a ${what}`, async () => {
      const app = bootstrap(below(module))
      const failure = await rejection(app.listen(0))
      const messages = causeChain(failure).map((error) => (error instanceof Error ? error.message : ''))
      expect(
        messages.some((text) => text.includes(message)),
        messages.join(' < '),
      ).to.equal(true)
      await rejection(app.close())
    })

    it(`does not listen after the failure of a ${what}`, async () => {
      const app = bootstrap(below(module))
      await rejection(app.listen(0))
      expect(app.server.listening).to.equal(false)
      await rejection(app.close())
    })

    it(`leaves no unhandled rejection after the failure of a ${what}`, async () => {
      const unhandled = await unhandledDuring(async () => {
        const app = bootstrap(below(module))
        await rejection(app.ready())
        await rejection(app.close())
      })
      expect(unhandled).to.deep.equal([])
    })
  }

  it('rejects ready and inject with the same error', async () => {
    const app = bootstrap(BrokenPlugin)
    const ready = await rejection(app.ready())
    const injected = await rejection(ask(app, 'GET /'))
    expect(ready).to.be.instanceOf(Error)
    expect(injected).to.equal(ready)
    await rejection(app.close())
  })

  it('passes the error to the callback of listen', async () => {
    const app = bootstrap(BrokenPlugin)
    const failure = await new Promise<unknown>((resolve) => {
      app.listen(0, (error: Error | null) => resolve(error))
    })
    expect(failure).to.be.instanceOf(Error)
    await rejection(app.close())
  })

  it('names the class whose constructor throws', async () => {
    @Injectable()
    class Fragile {
      constructor() {
        throw new Error('constructor broke')
      }
    }
    @Module({ providers: [Fragile] })
    class Root {}
    const app = bootstrap(Root)
    const failure = await rejection(app.ready())
    expect(failure).to.have.property('message').that.includes('Fragile')
    await rejection(app.close())
  })

  it('closes what plugins had started', async () => {
    const steps: string[] = []
    const starts = async (instance: App['instance']) => {
      instance.addHook('onClose', async () => {
        steps.push('closed')
      })
    }
    @Module({ plugins: [starts], imports: [BrokenPlugin] })
    class Root {}
    await rejection(bootstrap(Root).listen(0))
    expect(steps).to.deep.equal(['closed'])
  })

  it('builds no provider when the tree is wrong anyway', async () => {
    let built = 0
    @Injectable()
    class Costly {
      constructor() {
        built += 1
      }
    }
    @Controller()
    class Asks {
      @Get('/asks')
      read(@Inject('nowhere') _nowhere: unknown) {
        return ''
      }
    }
    @Module({ providers: [Costly], controllers: [Asks] })
    class Root {}
    const app = bootstrap(Root)
    await rejection(app.ready())
    await rejection(app.close())
    expect(built).to.equal(0)
  })
})
