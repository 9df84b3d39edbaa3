import { expect } from 'chai'
import {
  All,
  Body,
  Controller,
  compose,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Module,
  NotFoundHandler,
  PluginWrapped,
  Post,
  Rep,
  Route,
  Schema,
  SchemaErrorFormatter,
  Use,
} from '#dist/index.js'
import { ownFacts } from '#dist/modules/decorators/metadata.js'
import { type Member, readMembers, readWhole } from '#dist/modules/decorators/read-facts.js'

type AnyClass = Parameters<typeof readMembers>[0]

function member(target: AnyClass, key: string | symbol): Member {
  const found = readMembers(target).find((candidate) => candidate.key === key)
  if (found === undefined) throw new Error(`no facts on ${String(key)}`)
  return found
}

const yes = () => true
const no = () => false

describe('a decorator', () => {
  it('records a route with its methods, path and options', () => {
    class Routes {
      @Get('/a', { bodyLimit: 5 })
      a() {}
      @All()
      b() {}
      @Route({ method: ['get', 'DELETE'], url: '/c', config: { of: 'c' } })
      c() {}
    }
    expect(member(Routes, 'a').routes).to.deep.equal([{ methods: ['GET'], path: '/a', options: { bodyLimit: 5 } }])
    expect(member(Routes, 'b').routes).to.deep.equal([{ methods: null, path: '', options: {} }])
    const options = { config: { of: 'c' } }
    expect(member(Routes, 'c').routes).to.deep.equal([{ methods: ['GET', 'DELETE'], path: '/c', options }])
  })

  it('records the same facts in any order', () => {
    class One {
      @Get()
      @Schema({ body: { a: { type: 'string' } } })
      @Guard(yes)
      read(@Body() body: unknown) {
        return body
      }
    }
    class Two {
      @Guard(yes)
      @Schema({ body: { a: { type: 'string' } } })
      @Get()
      read(@Body() body: unknown) {
        return body
      }
    }
    expect({ ...member(One, 'read'), name: '' }).to.deep.equal({ ...member(Two, 'read'), name: '' })
  })

  it('works on methods whose name is a symbol', () => {
    const key = Symbol('read')
    class Routes {
      @Get('/symbol')
      [key](@Rep() reply: object) {
        return reply
      }
    }
    expect(member(Routes, key).routes).to.have.length(1)
    expect(member(Routes, key).name).to.equal('Routes[Symbol(read)]')
    expect(member(Routes, key).parameters).to.deep.equal([{ from: 'reply' }])
  })

  it('works when it is applied by hand, without a descriptor', () => {
    class Routes {
      read() {}
    }
    Reflect.apply(Get('/hand'), undefined, [Routes.prototype, 'read'])
    expect(member(Routes, 'read').routes[0]?.path).to.equal('/hand')
  })

  it('of several of its kind comes first when it is above the others', () => {
    const later = async () => undefined
    const earlier = async () => undefined
    @Use('onRequest', earlier)
    @Use('preHandler', later)
    class Routes {
      @Get('/first')
      @Get('/second')
      @Guard(yes)
      @Guard(no)
      read() {}
    }
    expect(member(Routes, 'read').routes.map((route) => route.path)).to.deep.equal(['/first', '/second'])
    expect(member(Routes, 'read').guards).to.deep.equal([
      { how: 'function', run: yes, on: null, unknownPaths: false },
      { how: 'function', run: no, on: null, unknownPaths: false },
    ])
    expect(readWhole(Routes).uses.map((use) => use.run)).to.deep.equal([earlier, later])
  })

  it('records hooks and handlers of a class', () => {
    class Handlers {
      @Hook('onRequest')
      @Hook('onSend')
      hook() {}
      @ErrorHandler(TypeError)
      @ErrorHandler()
      error() {}
      @NotFoundHandler()
      missing() {}
      @SchemaErrorFormatter()
      format() {
        return new Error('wrong')
      }
    }
    expect(member(Handlers, 'hook').hooks).to.deep.equal([{ hook: 'onRequest' }, { hook: 'onSend' }])
    expect(member(Handlers, 'error').errorHandlers).to.deep.equal([{ type: TypeError }, { type: null }])
    expect(member(Handlers, 'missing').notFoundHandler).to.equal(true)
    expect(member(Handlers, 'format').schemaErrorFormatter).to.equal(true)
  })

  it('records a guard class and its point', () => {
    class Door {
      canActivate() {
        return true
      }
    }
    @Guard(Door, { on: 'onRequest', unknownPaths: false })
    class Routes {}
    expect(readWhole(Routes).guards).to.deep.equal([
      { how: 'class', Class: Door, provides: [], on: 'onRequest', unknownPaths: false },
    ])
  })

  it('records the prefix and the route options of a controller apart', () => {
    @Controller({ prefix: '/p', bodyLimit: 5 })
    class WithOptions {}
    @Controller('/q')
    class WithPrefix {}
    expect(ownFacts(WithOptions).controller).to.deep.equal({ prefix: '/p', options: { bodyLimit: 5 } })
    expect(ownFacts(WithPrefix).controller).to.deep.equal({ prefix: '/q', options: {} })
  })

  it('records a module with records made into lists', () => {
    @PluginWrapped()
    @Module({ decorateRequest: { answer: 42 }, imports: () => [] })
    class Wrapped {}
    const { module, wrapped } = ownFacts(Wrapped)
    expect(wrapped).to.equal(true)
    expect(module?.decorateRequest).to.deep.equal([{ kind: 'request', name: 'answer', how: 'recorded', value: 42 }])
    expect(module?.imports).to.have.length(1)
    expect(module?.controllers).to.deep.equal([])
  })
})

describe('@Schema', () => {
  it('keeps the object it was given, so that it is compiled once for all its routes', () => {
    const schema = { body: { type: 'string' } }
    class Routes {
      @Schema(schema)
      read() {}
    }
    expect(member(Routes, 'read').schema).to.equal(schema)
  })

  it('puts the parts of several together', () => {
    class Routes {
      @Schema({ body: { type: 'string' }, response: { 200: { type: 'string' } } })
      @Schema({ response: { '4xx': { type: 'null' } } })
      read() {}
    }
    expect(member(Routes, 'read').schema).to.deep.equal({
      body: { type: 'string' },
      response: { 200: { type: 'string' }, '4xx': { type: 'null' } },
    })
  })
})

describe('compose', () => {
  it('makes one decorator of several, in the order given', () => {
    const Both = compose(Get('/first'), Post('/second'), Guard(yes))
    class Routes {
      @Both
      read() {}
    }
    expect(member(Routes, 'read').routes.map((route) => route.path)).to.deep.equal(['/first', '/second'])
    expect(member(Routes, 'read').guards).to.have.length(1)
  })

  it('works on classes and may be nested', () => {
    const Guarded = compose(Guard(yes), Guard(no))
    const Api = compose(Controller('/api'), Guarded)
    @Api
    class Routes {}
    expect(ownFacts(Routes).controller?.prefix).to.equal('/api')
    expect(readWhole(Routes).guards).to.have.length(2)
  })

  it('hands on the method that a foreign decorator puts in place', () => {
    const doubled: MethodDecorator = (_target, _key, descriptor) => {
      const run = descriptor.value as unknown as () => number // the foreign decorator knows its methods
      return { ...descriptor, value: () => run() * 2 } as unknown as typeof descriptor // as above
    }
    class Numbers {
      @compose(Get(), doubled)
      read() {
        return 21
      }
    }
    expect(new Numbers().read()).to.equal(42)
  })
})
