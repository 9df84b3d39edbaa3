import {
  Controller,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  provide,
  type Reply,
  type Request,
  Schema,
  token,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { serving } from './seen.js'

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

  it('keeps the guard of the base class', async () => {
    @Guard(() => false)
    class Closed {
      @Get('/secret')
      secret() {
        return 'secret'
      }
    }
    @Controller('/sub')
    class Sub extends Closed {}
    expect((await askOnce(serving(Sub), 'GET /sub/secret')).status).to.equal(403)
  })

  it('keeps the guard of an inherited route whose method is overridden', async () => {
    class Closed {
      @Guard(() => false)
      @Get('/secret')
      secret() {
        return 'secret'
      }
    }
    @Controller('/sub')
    class Sub extends Closed {
      override secret() {
        return 'another secret'
      }
    }
    expect((await askOnce(serving(Sub), 'GET /sub/secret')).status).to.equal(403)
  })

  it('keeps the hooks and the error handler of the base class', async () => {
    class Handles {
      @Hook('onRequest')
      async mark(_request: Request, reply: Reply) {
        reply.header('x-base', 'yes')
      }
      @ErrorHandler()
      handle(error: Error, _request: Request, reply: Reply) {
        reply.code(418).send(error.message)
      }
    }
    @Controller('/sub')
    class Sub extends Handles {
      @Get('/fails')
      fail(): never {
        throw new Error('on purpose')
      }
    }
    const answer = await askOnce(serving(Sub), 'GET /sub/fails')
    expect([answer.status, answer.text, answer.headers['x-base']]).to.deep.equal([418, 'on purpose', 'yes'])
  })

  it('builds a subclass without a constructor with what its base class injects', async () => {
    const Word = token<string>('word')
    @Injectable()
    class Speaks {
      constructor(@Inject(Word) protected readonly word: string) {}
      @Get('/word')
      read() {
        return this.word
      }
    }
    @Controller('/sub')
    class Sub extends Speaks {}
    @Module({ providers: [provide(Word, { useValue: 'inherited' })], controllers: [Sub] })
    class Root {}
    expect((await askOnce(Root, 'GET /sub/word')).text).to.equal('inherited')
  })

  it('builds a subclass with a constructor of its own from its own parameters', async () => {
    @Injectable()
    class One {
      readonly name: string = 'one'
    }
    @Injectable()
    class Two {
      readonly name = 'two'
    }
    @Injectable()
    class Speaks {
      constructor(protected readonly source: { readonly name: string }) {}
      @Get('/name')
      read() {
        return this.source.name
      }
    }
    @Controller('/sub')
    class Sub extends Speaks {
      constructor(
        one: One,
        private readonly two: Two,
      ) {
        super(one)
      }
      override read() {
        return `${super.read()} and ${this.two.name}`
      }
    }
    @Module({ providers: [One, Two], controllers: [Sub] })
    class Root {}
    expect((await askOnce(Root, 'GET /sub/name')).text).to.equal('one and two')
  })
})
