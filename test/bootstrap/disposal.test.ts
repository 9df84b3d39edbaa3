import { bootstrap, Controller, Inject, Injectable, type Instance, Module, provide, token } from 'alcove'
import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import { bootError } from './boot.js'

/** Classes that write their name into a list when they are disposed, each in another way. */
function disposables(log: string[]) {
  @Injectable()
  class ByAsyncSymbol {
    async [Symbol.asyncDispose]() {
      await Promise.resolve()
      log.push('async symbol')
    }
    dispose() {
      log.push('never')
    }
  }
  @Injectable()
  class BySymbol {
    [Symbol.dispose]() {
      log.push('symbol')
    }
  }
  @Injectable()
  class ByMethod {
    async dispose() {
      await Promise.resolve()
      log.push('method')
    }
  }
  return { ByAsyncSymbol, BySymbol, ByMethod }
}

describe('bootstrap: disposal', () => {
  it('disposes in each of the three ways, last built first, each once', async () => {
    const log: string[] = []
    const { ByAsyncSymbol, BySymbol, ByMethod } = disposables(log)
    @Module({ providers: [ByAsyncSymbol, BySymbol, ByMethod] })
    class App {}
    const app = bootstrap(App)
    await app.ready()
    await app.close()
    await app.close()
    expect(log).to.deep.equal(['method', 'symbol', 'async symbol'])
  })

  it('disposes what needs another before the other, whatever the order of the list', async () => {
    const log: string[] = []
    @Injectable()
    class Pool {
      dispose() {
        log.push('pool')
      }
    }
    @Injectable()
    class Repository {
      constructor(readonly pool: Pool) {}
      dispose() {
        log.push('repository')
      }
    }
    @Module({ providers: [Repository, Pool] })
    class App {}
    const app = bootstrap(App)
    await app.ready()
    await app.close()
    expect(log).to.deep.equal(['repository', 'pool'])
  })

  it('disposes children before parents, and a context before its plugins close', async () => {
    const log: string[] = []
    const closing = (name: string) =>
      pluginWrapper(async (instance: Instance) => {
        instance.addHook('onClose', async () => void log.push(`${name} plugin`))
      })
    @Injectable()
    class Outer {
      dispose() {
        log.push('outer')
      }
    }
    @Injectable()
    class Inner {
      dispose() {
        log.push('inner')
      }
    }
    @Module({ plugins: [closing('inner')], providers: [Inner] })
    class Child {}
    @Module({ plugins: [closing('outer')], providers: [Outer], imports: [Child] })
    class App {}
    const app = bootstrap(App)
    await app.ready()
    await app.close()
    expect(log).to.deep.equal(['inner', 'inner plugin', 'outer', 'outer plugin'])
  })

  it('disposes modules and controllers too', async () => {
    const log: string[] = []
    @Controller()
    class Routes {
      dispose() {
        log.push('controller')
      }
    }
    @Module({ controllers: [Routes] })
    class App {
      dispose() {
        log.push('module')
      }
    }
    const app = bootstrap(App)
    await app.ready()
    await app.close()
    expect(log).to.deep.equal(['controller', 'module'])
  })

  it('disposes what factories made, and leaves alone what was given as a value', async () => {
    const log: string[] = []
    const disposable = (name: string) => ({ dispose: () => void log.push(name) })
    @Module({
      providers: [
        provide('given', { useValue: disposable('given') }),
        provide('made', { useFactory: () => disposable('made') }),
        provide('awaited', { useAsync: async () => disposable('awaited') }),
      ],
    })
    class App {}
    const app = bootstrap(App)
    await app.ready()
    await app.close()
    expect(log).to.deep.equal(['awaited', 'made'])
  })

  it('disposes what had been built when the boot fails half way', async () => {
    const log: string[] = []
    const { ByMethod } = disposables(log)
    const Late = token<object>('late')
    @Module({ providers: [provide(Late, { useAsync: () => Promise.reject(new Error('no')) })] })
    class Child {}
    @Module({ providers: [ByMethod], imports: [Child] })
    class App {}
    expect((await bootError(App)).message).to.include('provider "late"')
    expect(log).to.deep.equal(['method'])
  })

  it('disposes what had been built in the context in which the boot fails', async () => {
    const log: string[] = []
    const { ByMethod } = disposables(log)
    @Injectable()
    class Broken {
      constructor(@Inject(ByMethod) readonly first: object) {
        throw new Error('no')
      }
    }
    @Module({ providers: [ByMethod, Broken] })
    class App {}
    await bootError(App)
    expect(log).to.deep.equal(['method'])
  })

  it('goes on when a disposal fails, and tells of it', async () => {
    const log: string[] = []
    const { ByMethod } = disposables(log)
    const reason = new Error('stuck')
    @Injectable()
    class Stuck {
      dispose() {
        throw reason
      }
    }
    @Module({ providers: [ByMethod, Stuck] })
    class App {}
    const app = bootstrap(App)
    await app.ready()
    const error: unknown = await app.close().catch((failure: unknown) => failure)
    expect(error).to.have.property('code', 'ALC_ERR_DISPOSAL')
    expect(error).to.have.property('cause', reason)
    expect(error).to.have.property('message').that.includes('Stuck could not be disposed')
    expect(log).to.deep.equal(['method'])
  })

  it('disposes at the end of an await using block', async () => {
    const log: string[] = []
    const { BySymbol } = disposables(log)
    @Module({ providers: [BySymbol] })
    class App {}
    {
      await using app = bootstrap(App)
      await app.ready()
    }
    expect(log).to.deep.equal(['symbol'])
  })
})
