import { bootstrap, Controller, Get, Inject, Injectable, Module, PluginWrapped, provide, token } from 'alcove'
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

  it('comes to children before parents', async () => {
    const steps: string[] = []
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
    @Module({ providers: [notes('grandchild')] })
    class Grandchild {}
    @Module({ providers: [notes('child')], imports: [Grandchild] })
    class Child {}
    @Module({ providers: [notes('root')], imports: [Child] })
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['grandchild', 'child', 'root'])
  })

  it('comes to the last built first: to who needs before what is needed', async () => {
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

  it('comes to what factories and async providers made', async () => {
    const steps: string[] = []
    const One = token<object>('one')
    const Two = token<object>('two')
    const made = (name: string) => ({ dispose: () => void steps.push(name) })
    @Module({
      providers: [
        provide(One, { useFactory: () => made('factory') }),
        provide(Two, { useAsync: async () => made('async') }),
      ],
    })
    class Root {}
    await ready(Root)
    expect(steps.sort()).to.deep.equal(['async', 'factory'])
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
    class Root {}
    await ready(Root)
    expect(steps).to.deep.equal(['controller', 'needed'])
  })

  it('goes on when one of them fails, and close tells of it', async () => {
    const steps: string[] = []
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
        throw new Error('cannot be disposed')
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
    expect(failure).to.be.instanceOf(Error)
  })

  it('happens once though close is called twice', async () => {
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
})

describe('disposal after a boot that failed', () => {
  async function failToBoot(root: RootModule): Promise<void> {
    const failure: unknown = await bootstrap(root)
      .listen(0)
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(failure, 'the module boots, though it must not').to.be.instanceOf(Error)
  }

  it('comes to what was built before, and listen waits for it', async () => {
    const steps: string[] = []
    @Injectable()
    class Opened {
      async dispose() {
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push('disposed')
      }
    }
    @Injectable()
    class Breaks {
      constructor(readonly opened: Opened) {
        throw new Error('cannot be built')
      }
    }
    @Module({ providers: [Opened, Breaks] })
    class Root {}
    await failToBoot(Root)
    expect(steps).to.deep.equal(['disposed'])
  })

  it('comes to what was built in other contexts, children before parents', async () => {
    const steps: string[] = []
    @Injectable()
    class Outer {
      dispose() {
        steps.push('outer')
      }
    }
    @Injectable()
    class Inner {
      dispose() {
        steps.push('inner')
      }
    }
    @Controller()
    class Breaks {
      constructor(@Inject(Inner) _inner: Inner) {
        throw new Error('cannot be built')
      }
      @Get('/')
      read() {
        return ''
      }
    }
    @Module({ providers: [Inner], controllers: [Breaks] })
    class Child {}
    @Module({ providers: [Outer], imports: [Child] })
    class Root {}
    await failToBoot(Root)
    expect(steps).to.deep.equal(['inner', 'outer'])
  })
})
