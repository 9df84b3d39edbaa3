import { contextValue, Inject, Injectable, Module, type Provider, provide } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'
import { Counter, countingAt, Word, wordAt } from './counting.js'

describe('override', () => {
  it('replaces a provider by a value in the context that lists it', async () => {
    @Module({ providers: [provide(Word, { useValue: 'real' })], controllers: [wordAt('/inner')] })
    class Inner {}
    @Module({ imports: [Inner] })
    class Root {}
    const text = await withApp(Root, async (app) => (await ask(app, 'GET /inner')).text, {
      override: [provide(Word, { useValue: 'fake' })],
    })
    expect(text).to.equal('fake')
  })

  it('replaces a class by another', async () => {
    class Fake extends Counter {
      override next() {
        return { count: -1 }
      }
    }
    @Module({ providers: [Counter], controllers: [countingAt('/a')] })
    class Root {}
    const body = await withApp(Root, async (app) => (await ask(app, 'GET /a')).body, {
      override: [provide(Counter, { useClass: Fake })],
    })
    expect(body).to.deep.equal({ count: -1 })
  })

  it('replaces it in each context that lists it', async () => {
    @Module({ providers: [provide(Word, { useValue: 'a' })], controllers: [wordAt('/a')] })
    class A {}
    @Module({ providers: [provide(Word, { useValue: 'b' })], controllers: [wordAt('/b')] })
    class B {}
    @Module({ imports: [A, B] })
    class Root {}
    const texts = await withApp(
      Root,
      async (app) => [(await ask(app, 'GET /a')).text, (await ask(app, 'GET /b')).text],
      { override: [provide(Word, { useValue: 'fake' })] },
    )
    expect(texts).to.deep.equal(['fake', 'fake'])
  })

  it('does not spread to contexts that do not list it', async () => {
    @Module({ controllers: [wordAt('/other')] })
    class Other {}
    @Module({ providers: [provide(Word, { useValue: 'real' })] })
    class Lists {}
    @Module({ imports: [Lists, Other] })
    class Root {}
    const failure = await bootFailure(Root, { override: [provide(Word, { useValue: 'fake' })] })
    expect(failure.message).to.include('"word"')
  })

  it('refuses a declared value, which is not a provider', async () => {
    const Settings = contextValue<string>('settings')
    @Module({ decorate: [Settings.is('real')] })
    class Root {}
    const override = [Settings.is('fake')] as unknown as Provider[]
    const { code, message } = await bootFailure(Root, { override })
    expect(code).to.equal('ALC_ERR_ENTRY_INVALID')
    expect(message).to.match(
      /^override\[0\] of the options of the application is the declared value "settings"\. Use provide/,
    )
  })

  it('never builds what it replaces', async () => {
    let built = 0
    @Injectable()
    class Costly {
      constructor() {
        built += 1
      }
    }
    @Module({ providers: [Costly] })
    class Root {}
    await withApp(Root, (app) => Promise.resolve(app.ready()), {
      override: [provide(Costly, { useValue: {} })],
    })
    expect(built).to.equal(0)
  })

  it('spares one that replaces the dependencies of what it replaced', async () => {
    @Injectable()
    class NeedsMuch {
      constructor(@Inject(Word) readonly word: string) {}
    }
    @Module({ providers: [NeedsMuch] })
    class Root {}
    const word = await withApp(
      Root,
      async (app) => {
        await app.ready()
        return app.get(NeedsMuch).word
      },
      { override: [provide(NeedsMuch, { useValue: { word: 'fake' } })] },
    )
    expect(word).to.equal('fake')
  })

  it('leaves the next application alone', async () => {
    @Module({ providers: [provide(Word, { useValue: 'real' })], controllers: [wordAt('/a')] })
    class Root {}
    await withApp(Root, (app) => ask(app, 'GET /a'), { override: [provide(Word, { useValue: 'fake' })] })
    expect((await askOnce(Root, 'GET /a')).text).to.equal('real')
  })
})
