import { bootstrap, Controller, Get, Inject, Injectable, Module } from 'alcove'
import { expect } from 'chai'
import type { RootModule } from './app.js'

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

  it('comes to the objects built before, and listen waits for it', async () => {
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
