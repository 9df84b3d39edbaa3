import { Controller, contextValue, Get, Inject, Injectable, Module, provide, token, use } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'

const Level = contextValue<number>('level')
const Word = token<string>('word')

@Injectable()
class Owner {
  constructor(
    @Inject(Level) readonly level: number,
    @Inject(Word) readonly word: string,
  ) {}
}

function askingAt(path: string): RootModule {
  @Controller(path)
  class Asks {
    constructor(private readonly owner: Owner) {}
    @Get()
    read() {
      return { level: this.owner.level, word: this.owner.word }
    }
  }
  return Asks
}

const OUTER = { decorate: [Level.is(1)], providers: [Owner, provide(Word, { useValue: 'outer' })] }
const INNER = { decorate: [Level.is(2)], providers: [provide(Word, { useValue: 'inner' })] }

describe('a provider is built from the values of the context that lists it', () => {
  it('even if an inner context with other values asks first', async () => {
    @Module({ ...INNER, controllers: [askingAt('/inner')] })
    class Inner {}
    @Module({ ...OUTER, imports: [Inner] })
    class Root {}
    expect((await askOnce(Root, 'GET /inner')).body).to.deep.equal({ level: 1, word: 'outer' })
  })

  it('and is the same for classes in the inner and in the outer context', async () => {
    @Module({ ...INNER, controllers: [askingAt('/inner')] })
    class Inner {}
    @Module({ ...OUTER, imports: [Inner], controllers: [askingAt('/outer')] })
    class Root {}
    await withApp(Root, async (app) => {
      const inner = await ask(app, 'GET /inner')
      expect((await ask(app, 'GET /outer')).body).to.deep.equal(inner.body)
    })
  })

  it('anew in an inner context that lists it too', async () => {
    @Module({ decorate: INNER.decorate, providers: [...INNER.providers, Owner], controllers: [askingAt('/inner')] })
    class Inner {}
    @Module({ ...OUTER, imports: [Inner], controllers: [askingAt('/outer')] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /inner')).body).to.deep.equal({ level: 2, word: 'inner' })
      expect((await ask(app, 'GET /outer')).body).to.deep.equal({ level: 1, word: 'outer' })
    })
  })

  it('when an inner context overrides only what it is built from', async () => {
    @Module({ decorate: [Level.is(2)], providers: [Owner], controllers: [askingAt('/inner')] })
    class Inner {}
    @Module({ ...OUTER, imports: [Inner] })
    class Root {}
    expect((await askOnce(Root, 'GET /inner')).body).to.deep.equal({ level: 2, word: 'outer' })
  })

  it('for each of two contexts of one module class', async () => {
    @Module({ providers: [Owner], controllers: [askingAt('/owner')] })
    class Shared {}
    @Module({ prefix: '/a', ...OUTER, imports: [Shared] })
    class A {}
    @Module({ prefix: '/b', decorate: [Level.is(3)], providers: [provide(Word, { useValue: 'b' })], imports: [Shared] })
    class B {}
    @Module({ imports: [A, B] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /a/owner')).body).to.deep.equal({ level: 1, word: 'outer' })
      expect((await ask(app, 'GET /b/owner')).body).to.deep.equal({ level: 3, word: 'b' })
    })
  })

  for (const scope of ['transient', 'request'] as const) {
    it(`also in scope ${scope}`, async () => {
      @Injectable({ scope })
      class Scoped {
        constructor(
          @Inject(Level) readonly level: number,
          @Inject(Word) readonly word: string,
        ) {}
      }
      @Controller('/inner')
      class Asks {
        @Get()
        read(@Inject(Scoped) scoped: Scoped) {
          return { level: scoped.level, word: scoped.word }
        }
      }
      @Module({ ...INNER, controllers: [Asks] })
      class Inner {}
      @Module({ decorate: OUTER.decorate, providers: [...OUTER.providers, Scoped], imports: [Inner] })
      class Root {}
      expect((await askOnce(Root, 'GET /inner')).body).to.deep.equal({ level: 1, word: 'outer' })
    })
  }

  it('a controller gets the values of its own module, even if another module lists its class', async () => {
    @Controller('/word')
    class Words {
      constructor(@Inject(Word) private readonly word: string) {}
      @Get()
      read() {
        return this.word
      }
    }
    @Module({ providers: [provide(Word, { useValue: 'inner' })], controllers: [Words] })
    class Inner {}
    @Module({
      providers: [provide(Word, { useValue: 'outer' })],
      imports: [use(Inner, { prefix: '/inner' })],
      controllers: [Words],
    })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /inner/word')).text).to.equal('inner')
      expect((await ask(app, 'GET /word')).text).to.equal('outer')
    })
  })

  it('and a class that an inner context lists is not found by one of an outer context', async () => {
    @Injectable()
    class Leaf {
      readonly name: string = 'outer leaf'
    }
    @Injectable()
    class InnerLeaf extends Leaf {
      override readonly name = 'inner leaf'
    }
    @Injectable()
    class Branch {
      constructor(readonly leaf: Leaf) {}
    }
    @Controller('/leaf')
    class Asks {
      constructor(
        private readonly branch: Branch,
        private readonly leaf: Leaf,
      ) {}
      @Get()
      read() {
        return { branch: this.branch.leaf.name, own: this.leaf.name }
      }
    }
    @Module({ providers: [provide(Leaf, { useClass: InnerLeaf })], controllers: [Asks] })
    class Inner {}
    @Module({ providers: [Leaf, Branch], imports: [Inner] })
    class Root {}
    expect((await askOnce(Root, 'GET /leaf')).body).to.deep.equal({ branch: 'outer leaf', own: 'inner leaf' })
  })
})
