import { bootstrap, Controller, Get, Inject, Injectable, lazy, Module, provide, token } from 'alcove'
import { expect } from 'chai'
import { answerOf, bootError } from './boot.js'

describe('bootstrap: circles of providers', () => {
  it('shows the path of a circle', async () => {
    const A = token<object>('a')
    const B = token<object>('b')
    @Module({
      providers: [
        provide(A, { useFactory: (b: object) => b, inject: [B] }),
        provide(B, { useFactory: (a: object) => a, inject: [A] }),
      ],
    })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_CYCLE')
    expect(error.message).to.include('  provider "a"\n  → provider "b"\n  → provider "a"').and.to.include('lazy(')
    expect(error.message).to.include('type the parameter by an interface')
  })

  it('finds a circle of bare names, of one provider too', async () => {
    @Injectable()
    class First {
      constructor(@Inject('second') readonly second: unknown) {}
    }
    @Injectable()
    class Second {
      constructor(@Inject('first') readonly first: unknown) {}
    }
    @Injectable()
    class Alone {
      constructor(@Inject('alone') readonly alone: unknown) {}
    }
    @Module({ providers: [provide('first', { useClass: First }), provide(token('second'), { useClass: Second })] })
    class Both {}
    @Module({ providers: [provide('alone', { useClass: Alone })] })
    class One {}
    for (const [App, path] of [
      [Both, '  provider "first"\n  → provider "second"\n  → provider "first"'],
      [One, '  provider "alone"\n  → provider "alone"'],
    ] as const) {
      const error = await bootError(App)
      expect(error.code).to.equal('ALC_ERR_PROVIDER_CYCLE')
      expect(error.message).to.include(path)
    }
  })

  it('finds a circle across contexts only where each sees the other', async () => {
    const A = token<string>('a')
    @Module({ prefix: '/in', providers: [provide(A, { useValue: 'inner' })] })
    class Inner {}
    @Module({ providers: [provide(A, { useValue: 'outer' })], imports: [Inner] })
    class App {}
    await using app = bootstrap(App)
    await app.ready()
    expect(app.get(A)).to.equal('outer')
  })

  it('opens a circle by lazy, private fields and instanceof included', async () => {
    interface Named {
      name(): string
      readonly self: object
    }
    @Injectable()
    class Left {
      #name = 'left'
      get self() {
        return this
      }
      constructor(@Inject(lazy(() => Right)) readonly right: Named) {}
      name() {
        return this.#name
      }
    }
    @Injectable()
    class Right {
      #name = 'right'
      get self() {
        return this
      }
      constructor(readonly left: Left) {}
      name() {
        return this.#name
      }
    }
    @Controller()
    class Reader {
      constructor(
        readonly left: Left,
        readonly right: Right,
      ) {}
      @Get('/x') read() {
        const { right } = this.left
        return [right.name(), this.right.left.name(), right instanceof Right, right.self === this.right]
      }
    }
    @Module({ providers: [Left, Right], controllers: [Reader] })
    class App {}
    expect(await answerOf(App, '/x')).to.deep.equal(['right', 'left', true, true])
  })

  it('reports a lazy one that the constructor uses too early', async () => {
    @Injectable()
    class Early {
      constructor(@Inject(lazy(() => Late)) late: { name(): string }) {
        late.name()
      }
    }
    @Injectable()
    class Late {
      constructor(readonly early: Early) {}
      name() {
        return 'late'
      }
    }
    @Module({ providers: [Early, Late] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_LAZY_TOO_EARLY')
    expect(error.message).to.include('Late')
  })
})
