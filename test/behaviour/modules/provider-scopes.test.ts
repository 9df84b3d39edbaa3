import { Controller, Get, Inject, Injectable, Module } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

/** A class of one scope that numbers its instances, a service that holds it, and a controller that shows both. */
function numbered(scope: 'request' | 'transient') {
  let built = 0

  @Injectable({ scope })
  class Numbered {
    readonly number: number
    constructor() {
      built += 1
      this.number = built
    }
  }

  @Injectable({ scope })
  class Holder {
    constructor(readonly numbered: Numbered) {}
  }

  @Controller()
  class Shows {
    @Get('/pair')
    pair(@Inject(Numbered) one: Numbered, @Inject(Numbered) two: Numbered, @Inject(Holder) holder: Holder) {
      return { same: one === two, held: holder.numbered === one }
    }
    @Get('/number')
    number(@Inject(Numbered) numbered: Numbered) {
      return { number: numbered.number }
    }
    @Get('/slow')
    async slow(@Inject(Numbered) numbered: Numbered) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { number: numbered.number }
    }
    @Get('/without')
    without() {
      return ''
    }
  }

  @Module({ providers: [Numbered, Holder], controllers: [Shows] })
  class Root {}
  const root: RootModule = Root
  return { root, built: () => built }
}

describe('a provider of scope request', () => {
  it('is one instance within a request, for all classes that need it', async () => {
    expect((await askOnce(numbered('request').root, 'GET /pair')).body).to.deep.equal({ same: true, held: true })
  })

  it('is a new instance in each request', async () => {
    await withApp(numbered('request').root, async (app) => {
      const [first, second] = [await ask(app, 'GET /number'), await ask(app, 'GET /number')]
      expect(first.body).not.to.deep.equal(second.body)
    })
  })

  it('is not mixed up between requests that run at the same time', async () => {
    await withApp(numbered('request').root, async (app) => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(app, 'GET /slow')))
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(5)
    })
  })

  it('is not built for requests whose route does not need it', async () => {
    const { root, built } = numbered('request')
    await askOnce(root, 'GET /without')
    expect(built()).to.equal(0)
  })

  it('may hold context-scoped providers', async () => {
    @Injectable()
    class Counter {
      count = 0
    }
    @Injectable({ scope: 'request' })
    class Counts {
      readonly count: number
      constructor(counter: Counter) {
        counter.count += 1
        this.count = counter.count
      }
    }
    @Controller()
    class Shows {
      @Get('/count')
      read(@Inject(Counts) counts: Counts) {
        return { count: counts.count }
      }
    }
    @Module({ providers: [Counter, Counts], controllers: [Shows] })
    class Root {}
    await withApp(Root, async (app) => {
      await ask(app, 'GET /count')
      expect((await ask(app, 'GET /count')).body).to.deep.equal({ count: 2 })
    })
  })

  it('is found by handlers of inner modules', async () => {
    @Injectable({ scope: 'request' })
    class Outer {
      readonly word = 'outer'
    }
    @Controller()
    class Shows {
      @Get('/word')
      read(@Inject(Outer) outer: Outer) {
        return outer.word
      }
    }
    @Module({ controllers: [Shows] })
    class Inner {}
    @Module({ providers: [Outer], imports: [Inner] })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('outer')
  })

  it('answers 500 with its error when its constructor throws, and serves the next request', async () => {
    let fails = true
    @Injectable({ scope: 'request' })
    class Fragile {
      constructor() {
        if (fails) throw new Error('cannot be built')
      }
    }
    @Controller()
    class Shows {
      @Get('/fragile')
      read(@Inject(Fragile) _fragile: Fragile) {
        return 'built'
      }
    }
    @Module({ providers: [Fragile], controllers: [Shows] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /fragile')).status).to.equal(500)
      fails = false
      expect((await ask(app, 'GET /fragile')).text).to.equal('built')
    })
  })

  it('cannot be held by a context-scoped provider: a boot error names both', async () => {
    @Injectable({ scope: 'request' })
    class PerRequest {}
    @Injectable()
    class ForAll {
      constructor(readonly perRequest: PerRequest) {}
    }
    @Module({ providers: [PerRequest, ForAll] })
    class Root {}
    await expectRefusal(Root, ['ForAll', 'PerRequest', 'request'])
  })

  it('cannot reach a context-scoped provider through a transient one either', async () => {
    @Injectable({ scope: 'request' })
    class PerRequest {}
    @Injectable({ scope: 'transient' })
    class Between {
      constructor(readonly perRequest: PerRequest) {}
    }
    @Injectable()
    class ForAll {
      constructor(readonly between: Between) {}
    }
    @Module({ providers: [PerRequest, Between, ForAll] })
    class Root {}
    await expectRefusal(Root, ['ForAll', 'PerRequest'])
  })

  it('cannot be held by a module class: a boot error names both', async () => {
    @Injectable({ scope: 'request' })
    class PerRequest {}
    @Module({ providers: [PerRequest] })
    class HoldingModule {
      constructor(readonly perRequest: PerRequest) {}
    }
    await expectRefusal(HoldingModule, ['HoldingModule', 'PerRequest'])
  })
})

describe('a provider of scope transient', () => {
  it('is a new instance for each class that needs it', async () => {
    expect((await askOnce(numbered('transient').root, 'GET /pair')).body).to.deep.equal({ same: false, held: false })
  })

  it('is a new instance in each context-scoped provider that holds it', async () => {
    @Injectable({ scope: 'transient' })
    class Fresh {}
    @Injectable()
    class One {
      constructor(readonly fresh: Fresh) {}
    }
    @Injectable()
    class Two {
      constructor(readonly fresh: Fresh) {}
    }
    @Module({ providers: [Fresh, One, Two] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.get(One).fresh).not.to.equal(app.get(Two).fresh)
      expect(app.get(One).fresh).to.equal(app.get(One).fresh)
    })
  })
})
