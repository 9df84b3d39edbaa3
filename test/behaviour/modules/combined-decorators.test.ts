import {
  Controller,
  compose,
  Get,
  Guard,
  Hook,
  Module,
  PluginWrapped,
  type Reply,
  type Request,
  Schema,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'

function serving(...controllers: RootModule[]): RootModule {
  @Module({ controllers })
  class Root {}
  return Root
}

const marking = (name: string) => async (_request: Request, reply: Reply) => {
  reply.header(name, 'yes')
}

describe('inheritance of controllers', () => {
  class Base {
    protected readonly word: string = 'base'

    @Get('/word')
    read() {
      return this.word
    }
    @Get('/replaced')
    @Schema({ response: { 200: { shown: { type: 'string' } } } })
    replaced() {
      return { shown: 'base', hidden: 'base' }
    }
  }

  it('gives a subclass the routes of its base class', async () => {
    @Controller('/sub')
    class Sub extends Base {}
    expect((await askOnce(serving(Sub), 'GET /sub/word')).text).to.equal('base')
  })

  it('calls inherited routes on the subclass', async () => {
    @Controller('/sub')
    class Sub extends Base {
      protected override readonly word = 'sub'
    }
    expect((await askOnce(serving(Sub), 'GET /sub/word')).text).to.equal('sub')
  })

  it('calls an overriding method for the inherited route', async () => {
    @Controller('/sub')
    class Sub extends Base {
      override replaced() {
        return { shown: 'sub', hidden: 'sub' }
      }
    }
    expect((await askOnce(serving(Sub), 'GET /sub/replaced')).body).to.deep.equal({ shown: 'sub' })
  })

  it('keeps the routes that two subclasses add apart', async () => {
    @Controller('/one')
    class One extends Base {
      @Get('/extra')
      extra() {
        return 'one'
      }
    }
    @Controller('/two')
    class Two extends Base {}
    await withApp(serving(One, Two), async (app) => {
      expect((await ask(app, 'GET /one/extra')).text).to.equal('one')
      expect((await ask(app, 'GET /two/extra')).status).to.equal(404)
    })
  })

  it('gives nothing of a subclass to its base class', async () => {
    @Controller('/parent')
    class Parent {
      @Get('/shared')
      shared() {
        return 'shared'
      }
    }
    @Guard(() => false)
    @Use('onRequest', marking('x-child'))
    @Controller('/child')
    class Child extends Parent {
      @Get('/own')
      own() {
        return 'own'
      }
    }
    await withApp(serving(Parent, Child), async (app) => {
      const parent = await ask(app, 'GET /parent/shared')
      expect([parent.text, parent.headers['x-child']]).to.deep.equal(['shared', undefined])
      expect((await ask(app, 'GET /parent/own')).status).to.equal(404)
      expect((await ask(app, 'GET /child/shared')).status).to.equal(403)
    })
  })

  it('reaches over two levels', async () => {
    class Middle extends Base {
      @Get('/middle')
      middle() {
        return 'middle'
      }
    }
    @Controller('/deep')
    class Deep extends Middle {}
    await withApp(serving(Deep), async (app) => {
      expect((await ask(app, 'GET /deep/word')).text).to.equal('base')
      expect((await ask(app, 'GET /deep/middle')).text).to.equal('middle')
    })
  })
})

describe('decorators in any order', () => {
  it('mean the same on a method', async () => {
    const shown = { response: { 200: { shown: { type: 'string' } } } } as const
    @Controller()
    class Orders {
      @Get('/a')
      @Schema(shown)
      @Use('onRequest', marking('x-used'))
      a() {
        return { shown: 'yes', hidden: 'no' }
      }
      @Use('onRequest', marking('x-used'))
      @Schema(shown)
      @Get('/b')
      b() {
        return { shown: 'yes', hidden: 'no' }
      }
    }
    await withApp(serving(Orders), async (app) => {
      const [a, b] = [await ask(app, 'GET /a'), await ask(app, 'GET /b')]
      expect([a.body, a.headers['x-used']]).to.deep.equal([{ shown: 'yes' }, 'yes'])
      expect([b.body, b.headers['x-used']]).to.deep.equal([a.body, a.headers['x-used']])
    })
  })

  it('mean the same on a controller', async () => {
    @Controller('/above')
    @Use('onRequest', marking('x-used'))
    class Above {
      @Get()
      read() {
        return ''
      }
    }
    @Use('onRequest', marking('x-used'))
    @Controller('/below')
    class Below {
      @Get()
      read() {
        return ''
      }
    }
    await withApp(serving(Above, Below), async (app) => {
      expect((await ask(app, 'GET /above')).headers).to.have.property('x-used', 'yes')
      expect((await ask(app, 'GET /below')).headers).to.have.property('x-used', 'yes')
    })
  })
})

describe('compose', () => {
  it('makes one method decorator of several', async () => {
    const ShownAt = (path: string) =>
      compose(
        Get(path),
        Schema({ response: { 200: { shown: { type: 'string' } } } }),
        Use('onRequest', marking('x-used')),
      )
    @Controller()
    class Composed {
      @ShownAt('/composed')
      read() {
        return { shown: 'yes', hidden: 'no' }
      }
    }
    const answer = await askOnce(serving(Composed), 'GET /composed')
    expect([answer.body, answer.headers['x-used']]).to.deep.equal([{ shown: 'yes' }, 'yes'])
  })

  it('makes one class decorator of several', async () => {
    const Closed = compose(
      Controller('/closed'),
      Guard(() => false),
    )
    @Closed
    class Composed {
      @Get()
      read() {
        return 'open'
      }
    }
    expect((await askOnce(serving(Composed), 'GET /closed')).status).to.equal(403)
  })

  it('makes one decorator of a module', async () => {
    @Controller()
    class Where {
      @Get('/word')
      word(request: Request) {
        return String(Reflect.get(request, 'word'))
      }
    }
    const Feature = compose(PluginWrapped(), Module({ decorateRequest: { word: 'composed' }, controllers: [Where] }))
    @Feature
    class Wrapped {}
    @Module({ imports: [Wrapped], controllers: [] })
    class Root {}
    expect((await askOnce(Root, 'GET /word')).text).to.equal('composed')
  })

  it('composes what is composed', async () => {
    const Marked = compose(Use('onRequest', marking('x-one')), Use('onRequest', marking('x-two')))
    const MarkedGet = compose(Get('/nested'), Marked)
    @Controller()
    class Composed {
      @MarkedGet
      read() {
        return ''
      }
      @Hook('onRequest')
      async own(_request: Request, reply: Reply) {
        reply.header('x-own', 'yes')
      }
    }
    const { headers } = await askOnce(serving(Composed), 'GET /nested')
    expect([headers['x-one'], headers['x-two'], headers['x-own']]).to.deep.equal(['yes', 'yes', 'yes'])
  })
})
