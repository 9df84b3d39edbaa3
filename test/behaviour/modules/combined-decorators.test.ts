import {
  Controller,
  compose,
  Get,
  Guard,
  Hook,
  Inject,
  Module,
  PluginWrapped,
  provide,
  Query,
  type Reply,
  type Request,
  Schema,
  token,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { careless } from './refusals.js'
import { serving } from './seen.js'

const marking = (name: string) => async (_request: Request, reply: Reply) => {
  reply.header(name, 'yes')
}

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

describe('several decorators of one kind', () => {
  it('of @Use on one class all run, the upper one first', async () => {
    const seen: string[] = []
    const notes = (name: string) => async () => void seen.push(name)
    @Use('onRequest', notes('upper'))
    @Use('onRequest', notes('lower'))
    @Controller()
    class Twice {
      @Use('onRequest', notes('upper of method'))
      @Use('onRequest', notes('lower of method'))
      @Get('/twice')
      read() {
        return ''
      }
    }
    await askOnce(serving(Twice), 'GET /twice')
    expect(seen).to.deep.equal(['upper', 'lower', 'upper of method', 'lower of method'])
  })

  it('of @Hook on one method run it at each of these points', async () => {
    let runs = 0
    @Controller()
    class Twice {
      @Hook('onRequest')
      @Hook('preHandler')
      async count() {
        runs += 1
      }
      @Get('/twice')
      read() {
        return ''
      }
    }
    await askOnce(serving(Twice), 'GET /twice')
    expect(runs).to.equal(2)
  })

  it('of @Schema on one method add up', async () => {
    @Controller()
    class Twice {
      @Schema({ querystring: { n: { type: 'integer', default: 1 } } })
      @Schema({ response: { 200: { n: { type: 'integer' } } } })
      @Schema({ response: { 404: { message: { type: 'string' } } } })
      @Get('/twice')
      read(request: Request) {
        return { ...(request.query as { n: number }), hidden: true }
      }
    }
    expect((await askOnce(serving(Twice), 'GET /twice')).body).to.deep.equal({ n: 1 })
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

  it('also composes parameter decorators for programs in JavaScript', async () => {
    const Size = token<number>('size')
    const sized: ParameterDecorator = careless(compose(careless(Inject(Size))))
    const word: ParameterDecorator = careless(compose(careless(Query('word'))))
    @Controller()
    class Composed {
      constructor(@sized private readonly size: number) {}
      @Get('/sized')
      read(@word text: string) {
        return `${text} ${this.size}`
      }
    }
    @Module({ controllers: [Composed], providers: [provide(Size, { useValue: 4 })] })
    class Root {}
    expect((await askOnce(Root, 'GET /sized?word=a')).text).to.equal('a 4')
  })
})
