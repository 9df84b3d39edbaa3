import {
  Around,
  Controller,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  type Instance,
  Module,
  type Next,
  PluginWrapped,
  type Reply,
  type Request,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'

@Controller()
class Routes {
  @Get('/seen')
  seen(request: Request) {
    return request.headers['x-seen'] ?? ''
  }
  @Get('/fails')
  fails(): never {
    throw new Error('on purpose')
  }
}

/** Adds a word to the header that `Routes` shows. */
function note(request: Request, word: string): void {
  request.headers['x-seen'] = `${request.headers['x-seen'] ?? ''}${word} `
}

describe('inheritance of modules', () => {
  class Base {
    protected readonly word: string = 'base'

    @Hook('preHandler')
    first(request: Request, _reply: Reply) {
      note(request, `first:${this.word}`)
    }
    @ErrorHandler()
    handle(error: Error, _request: Request, reply: Reply) {
      reply.code(418).send(`${this.word}: ${error.message}`)
    }
  }

  it('gives a module the hooks and error handlers of its base class, before its own', async () => {
    @Module({ controllers: [Routes] })
    class Sub extends Base {
      protected override readonly word = 'sub'
      @Hook('preHandler')
      second(request: Request, _reply: Reply) {
        note(request, 'second')
      }
    }
    await withApp(Sub, async (app) => {
      expect((await ask(app, 'GET /seen')).text).to.equal('first:sub second ')
      expect((await ask(app, 'GET /fails')).text).to.equal('sub: on purpose')
    })
  })

  it('calls the method that overrides one, in the stage that is declared last', async () => {
    @Module({ controllers: [Routes] })
    class Kept extends Base {
      override first(request: Request) {
        note(request, 'kept')
      }
    }
    @Module({ controllers: [Routes] })
    class Moved extends Base {
      @Hook('onSend')
      override first(_request: Request, reply: Reply) {
        reply.header('x-moved', 'yes')
      }
    }
    expect((await askOnce(Kept, 'GET /seen')).text).to.equal('kept ')
    const moved = await askOnce(Moved, 'GET /seen')
    expect([moved.text, moved.headers['x-moved']]).to.deep.equal(['', 'yes'])
  })

  it('keeps two modules with one base class apart', async () => {
    @Module({ prefix: '/one', controllers: [Routes] })
    class One extends Base {
      protected override readonly word = 'one'
    }
    @Module({ prefix: '/two', controllers: [Routes] })
    class Two extends Base {
      protected override readonly word = 'two'
    }
    @Module({ imports: [One, Two], controllers: [Routes] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /one/seen')).text).to.equal('first:one ')
      expect((await ask(app, 'GET /two/fails')).text).to.equal('two: on purpose')
      expect((await ask(app, 'GET /seen')).text).to.equal('')
    })
  })

  it('never drops a guard of the base class', async () => {
    const refuses = (name: string) => (request: Request) => request.headers['x-deny'] !== name
    @Guard(refuses('base'))
    class Guarded {}
    @Guard(refuses('sub'))
    @Module({ controllers: [Routes] })
    class Sub extends Guarded {}
    await withApp(Sub, async (app) => {
      for (const [name, status] of [
        ['base', 403],
        ['sub', 403],
        ['nobody', 200],
      ] as const)
        expect((await app.inject({ url: '/seen', headers: { 'x-deny': name } })).statusCode, name).to.equal(status)
    })
  })

  it('runs inherited functions around handlers, and an inherited configure', async () => {
    class Frame {
      configure(instance: Instance) {
        instance.get('/configured', () => 'configured')
      }
      @Around()
      async frame(_request: Request, _reply: Reply, next: Next) {
        return `[${await next()}]`
      }
    }
    @Module({ controllers: [Routes] })
    class Sub extends Frame {}
    await withApp(Sub, async (app) => {
      expect((await ask(app, 'GET /seen')).text).to.equal('[]')
      expect((await app.inject('/configured')).statusCode).to.equal(200)
    })
  })

  it('inherits neither the options of @Module nor @PluginWrapped', async () => {
    @PluginWrapped()
    @Module({ controllers: [Routes], decorateRequest: { answer: 42 } })
    class Whole {
      @Hook('preHandler')
      mark(request: Request, _reply: Reply) {
        note(request, 'whole')
      }
    }
    @Module()
    class Sub extends Whole {}
    @Module({ imports: [Sub], controllers: [Routes] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /seen')).text).to.equal('')
      expect(app.instance.hasRequestDecorator('answer')).to.equal(false)
    })
  })
})
