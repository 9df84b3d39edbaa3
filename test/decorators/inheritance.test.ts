import { expect } from 'chai'
import {
  Body,
  Controller,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Query,
  requestValue,
  Schema,
  Use,
} from '#dist/index.js'
import { ownFacts } from '#dist/modules/decorators/metadata.js'
import {
  isDecorated,
  type Member,
  readConstructor,
  readMembers,
  readWhole,
} from '#dist/modules/decorators/read-facts.js'

type AnyClass = Parameters<typeof readMembers>[0]

function member(target: AnyClass, key: string): Member | undefined {
  return readMembers(target).find((candidate) => candidate.key === key)
}

const yes = () => true
const no = () => false
const Word = requestValue<string>('word')

describe('a subclass', () => {
  it('has the routes and hooks of its base class', () => {
    class Base {
      @Get('/base')
      read() {}
      @Hook('onRequest')
      hook() {}
    }
    class Sub extends Base {
      @Get('/sub')
      more() {}
    }
    expect(readMembers(Sub).map((facts) => facts.name)).to.deep.equal(['Sub.read', 'Sub.hook', 'Sub.more'])
  })

  it('writes nothing into its base class', () => {
    @Guard(yes)
    class Base {
      @Get('/base')
      read() {}
    }
    @Guard(no)
    class Sub extends Base {
      @Get('/sub')
      override read() {}
      @Get('/more')
      more() {}
    }
    expect(readMembers(Base).map((facts) => facts.key)).to.deep.equal(['read'])
    expect(member(Base, 'read')?.routes.map((route) => route.path)).to.deep.equal(['/base'])
    expect(readWhole(Base).guards).to.have.length(1)
    expect(readWhole(Sub).guards).to.have.length(2)
  })

  it('writes nothing into another subclass', () => {
    class Base {
      @Get('/base')
      read() {}
    }
    class One extends Base {
      @Get('/one')
      one() {}
    }
    class Two extends Base {}
    expect(member(One, 'one')).to.not.equal(undefined)
    expect(member(Two, 'one')).to.equal(undefined)
  })

  it('keeps the facts of a method that it overrides without decorators', () => {
    class Base {
      @Get('/base')
      read(@Query() query: object) {
        return query
      }
    }
    class Sub extends Base {
      override read(query: object) {
        return { ...query, more: true }
      }
    }
    expect(member(Sub, 'read')?.routes).to.have.length(1)
    expect(member(Sub, 'read')?.parameters).to.deep.equal([
      { from: 'part', part: 'querystring', name: null, schema: null },
    ])
  })

  it('replaces what it declares anew, and only that', () => {
    class Base {
      @Get('/base')
      @Schema({ body: { type: 'string' } })
      read(@Query() query: object) {
        return query
      }
    }
    class Sub extends Base {
      @Get('/sub')
      override read(@Body() body: object) {
        return body
      }
    }
    const facts = member(Sub, 'read')
    expect(facts?.routes.map((route) => route.path)).to.deep.equal(['/sub'])
    expect(facts?.schema).to.deep.equal({ body: { type: 'string' } })
    expect(facts?.parameters).to.deep.equal([{ from: 'part', part: 'body', name: null, schema: null }])
  })

  it('never drops a guard', () => {
    class Base {
      @Guard(yes)
      @Use('onRequest', async () => undefined)
      @Get('/base')
      read() {}
    }
    @Use('onRequest', async () => undefined)
    class Sub extends Base {
      @Guard(no)
      @Get('/sub')
      override read() {}
    }
    expect(member(Sub, 'read')?.guards.map((guard) => guard.how === 'function' && guard.run)).to.deep.equal([yes, no])
    expect(member(Sub, 'read')?.uses).to.have.length(1)
    expect(readWhole(Sub).uses).to.have.length(1)
  })

  it('is not a controller without @Controller of its own', () => {
    @Controller('/base')
    class Base {}
    class Sub extends Base {}
    expect(isDecorated(Base)).to.equal(true)
    expect(isDecorated(Sub)).to.equal(false)
    expect(ownFacts(Sub).controller).to.equal(null)
  })

  it('is injected as its base class where it has no constructor', () => {
    @Injectable()
    class Engine {}
    @Injectable()
    class Base {
      constructor(
        readonly engine: Engine,
        @Inject('word') readonly word: string,
      ) {}
    }
    @Injectable()
    class Sub extends Base {}
    expect(readConstructor(Sub)).to.deep.equal([
      { from: 'inject', token: Engine, optional: false },
      { from: 'inject', token: 'word', optional: false },
    ])
  })

  it('is injected by its own constructor where it has one', () => {
    @Injectable()
    class Base {
      constructor(@Inject('word') readonly word: string) {}
    }
    @Injectable()
    class Sub extends Base {
      constructor() {
        super('fixed')
      }
    }
    expect(readConstructor(Sub)).to.deep.equal([])
  })
})

describe('parameters of a constructor', () => {
  it('ask for their declared class, or for the token of @Inject', () => {
    @Injectable()
    class Engine {}
    @Controller()
    class Routes {
      constructor(
        readonly engine: Engine,
        @Inject(Word.optional) readonly word?: string,
      ) {}
    }
    expect(readConstructor(Routes)).to.deep.equal([
      { from: 'inject', token: Engine, optional: false },
      { from: 'inject', token: Word, optional: true },
    ])
  })

  it('that nothing can be found for are unresolved, with a reason', () => {
    interface Shape {
      size: number
    }
    @Injectable()
    class Holes {
      constructor(
        readonly shape: Shape,
        readonly text: string,
        readonly list: string[],
      ) {}
    }
    expect(readConstructor(Holes)).to.deep.equal([
      { from: 'unresolved', reason: 'not-a-class', declared: 'Object' },
      { from: 'unresolved', reason: 'not-a-class', declared: 'String' },
      { from: 'unresolved', reason: 'not-a-class', declared: 'Array' },
    ])
  })

  it('whose token was not loaded yet are unresolved', () => {
    const notYet: string | undefined = undefined
    @Injectable()
    class Early {
      constructor(@Inject(notYet as unknown as string) readonly word: string) {} // a cycle of imports gives undefined
    }
    expect(readConstructor(Early)).to.deep.equal([{ from: 'unresolved', reason: 'no-token', declared: 'undefined' }])
  })

  it('of a class that the compiler wrote nothing about are unresolved', () => {
    class Plain {
      constructor(readonly text: string) {}
    }
    const unresolved = { from: 'unresolved', reason: 'no-metadata', declared: 'unknown' }
    expect(readConstructor(Plain)).to.deep.equal([unresolved])
  })
})

describe('parameters of a handler', () => {
  it('are null when none has a decorator: the plain form', () => {
    class Routes {
      @Get()
      read(request: object, reply: object) {
        return [request, reply]
      }
    }
    expect(member(Routes, 'read')?.parameters).to.equal(null)
  })

  it('without a decorator beside others that have one are unresolved', () => {
    class Routes {
      @Get()
      read(text: string, @Query() query: object) {
        return [text, query]
      }
    }
    expect(member(Routes, 'read')?.parameters?.[0]).to.deep.equal({
      from: 'unresolved',
      reason: 'no-source',
      declared: 'String',
    })
  })

  it('may go without a decorator from the first default on', () => {
    class Routes {
      @Get()
      read(@Query() query: object, limit = 10) {
        return [query, limit]
      }
    }
    expect(member(Routes, 'read')?.parameters).to.have.length(1)
  })
})
