import { bootstrap, Controller, Get, Injectable, type Instance, Module, PluginWrapped, provide } from 'alcove'
import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import { ask, type RootModule, withApp } from './app.js'

const ready = (root: RootModule) => withApp(root, (app) => Promise.resolve(app.ready()))

describe('disposal', () => {
  it('calls Symbol.asyncDispose on close and awaits it', async () => {
    const steps: string[] = []
    @Injectable()
    class Pool {
      async [Symbol.asyncDispose]() {
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push('disposed')
      }
    }
    @Module({ providers: [Pool] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['disposed'])
  })

  it('calls Symbol.dispose on close', async () => {
    const steps: string[] = []
    @Injectable()
    class Pool {
      [Symbol.dispose]() {
        steps.push('disposed')
      }
    }
    @Module({ providers: [Pool] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['disposed'])
  })

  it('calls dispose() on close and awaits it', async () => {
    const steps: string[] = []
    @Injectable()
    class Pool {
      async dispose() {
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push('disposed')
      }
    }
    @Module({ providers: [Pool] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['disposed'])
  })

  it('calls one of them only, Symbol.asyncDispose before the others', async () => {
    const steps: string[] = []
    @Injectable()
    class Pool {
      async [Symbol.asyncDispose]() {
        steps.push('asyncDispose')
      }
      [Symbol.dispose]() {
        steps.push('dispose symbol')
      }
      dispose() {
        steps.push('dispose')
      }
    }
    @Module({ providers: [Pool] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['asyncDispose'])
  })

  it('does not happen before close', async () => {
    const steps: string[] = []
    @Injectable()
    class Pool {
      dispose() {
        steps.push('disposed')
      }
    }
    @Module({ providers: [Pool] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /')
      expect(steps).to.deep.equal([])
    })
  })

  it('comes to children before parents, and to a context before its plugins close', async () => {
    const steps: string[] = []
    const closing = (name: string) =>
      pluginWrapper(async (instance: Instance) => {
        instance.addHook('onClose', async () => void steps.push(`${name} plugin`))
      })
    const notes = (name: string) => {
      @Injectable()
      class Notes {
        async dispose() {
          await new Promise((resolve) => setImmediate(resolve))
          steps.push(name)
        }
      }
      return Notes
    }
    @Module({ plugins: [closing('grandchild')], providers: [notes('grandchild')] })
    class Grandchild {}
    @Module({ plugins: [closing('child')], providers: [notes('child')], imports: [Grandchild] })
    class Child {}
    @Module({ plugins: [closing('root')], providers: [notes('root')], imports: [Child] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['grandchild', 'grandchild plugin', 'child', 'child plugin', 'root', 'root plugin'])
  })

  it('comes to the last built object first: to a dependent before its dependency', async () => {
    const steps: string[] = []
    @Injectable()
    class Needed {
      dispose() {
        steps.push('needed')
      }
    }
    @Injectable()
    class Needs {
      constructor(readonly needed: Needed) {}
      dispose() {
        steps.push('needs')
      }
    }
    @Module({ providers: [Needs, Needed] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['needs', 'needed'])
  })

  it('comes once to what two tokens share or a wrapped module brings', async () => {
    let count = 0
    @Injectable()
    class Pool {
      dispose() {
        count += 1
      }
    }
    @PluginWrapped()
    @Module({ providers: [Pool] })
    class Wrapped {}
    @Module({ imports: [Wrapped] })
    class Root {}
    await ready(Root)
    expect(count).to.equal(1)
  })

  it('comes to what factories and async providers made, and not to a given value', async () => {
    const steps: string[] = []
    const disposable = (name: string) => ({ dispose: () => void steps.push(name) })
    @Module({
      providers: [
        provide('given', { useValue: disposable('given') }),
        provide('made', { useFactory: () => disposable('factory') }),
        provide('awaited', { useAsync: async () => disposable('async') }),
      ],
    })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['async', 'factory'])
  })

  it('comes to controllers and module classes too', async () => {
    const steps: string[] = []
    @Injectable()
    class Needed {
      dispose() {
        steps.push('needed')
      }
    }
    @Controller()
    class Routes {
      constructor(readonly needed: Needed) {}
      @Get('/')
      read() {
        return ''
      }
      dispose() {
        steps.push('controller')
      }
    }
    @Module({ providers: [Needed], controllers: [Routes] })
    class Root {
      dispose() {
        steps.push('module')
      }
    }
    await ready(Root)
    expect(steps).to.deep.equal(['controller', 'module', 'needed'])
  })

  it('goes on when one of them fails, and close rejects with its error', async () => {
    const steps: string[] = []
    const reason = new Error('cannot be disposed')
    @Injectable()
    class First {
      dispose() {
        steps.push('first')
      }
    }
    @Injectable()
    class Breaks {
      constructor(readonly first: First) {}
      dispose() {
        throw reason
      }
    }
    @Module({ providers: [First, Breaks] })
    class Root {}
    const app = bootstrap(Root)
    await app.ready()
    const failure: unknown = await Promise.resolve(app.close()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(steps).to.deep.equal(['first'])
    expect(failure).to.include({ code: 'ALC_ERR_DISPOSAL', cause: reason })
    expect(failure).to.have.property('message').that.includes('Breaks could not be disposed')
  })

  it('happens once after two calls of close', async () => {
    let count = 0
    @Injectable()
    class Pool {
      dispose() {
        count += 1
      }
    }
    @Module({ providers: [Pool] })
    class Root {}
    const app = bootstrap(Root)
    await app.ready()
    await Promise.all([app.close(), app.close()])
    await app.close()
    expect(count).to.equal(1)
  })

  it('happens at the end of an await using block', async () => {
    const steps: string[] = []
    @Injectable()
    class Pool {
      [Symbol.dispose]() {
        steps.push('disposed')
      }
    }
    @Module({ providers: [Pool] })
    class Root {}
    {
      await using app = bootstrap(Root)
      await app.ready()
    }
    expect(steps).to.deep.equal(['disposed'])
  })
})
