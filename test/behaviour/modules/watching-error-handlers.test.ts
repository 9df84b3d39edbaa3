import { Controller, ErrorHandler, Get, Injectable, Module, Rep, type Reply, type Request } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'

class Missing extends Error {}

@Controller()
class Fails {
  @Get('/plain')
  plain(): never {
    throw new Error('plain')
  }
  @Get('/missing')
  missing(): never {
    throw new Missing('missing')
  }
}

describe('@ErrorHandler: a method that returns nothing', () => {
  it('passes the error on if it does not take the reply', async () => {
    const seen: string[] = []
    @Module({ controllers: [Fails] })
    class Inner {
      @ErrorHandler(Missing)
      audit(error: Missing) {
        seen.push(error.message)
      }
      @ErrorHandler()
      async auditLater(error: Error) {
        await null
        seen.push(error.message)
      }
    }
    @Module({ imports: [Inner] })
    class Root {
      @ErrorHandler(Missing)
      gone(error: Missing, _request: Request, reply: Reply) {
        reply.code(410).send(`gone: ${error.message}`)
      }
    }
    await withApp(Root, async (app) => {
      const [missing, plain] = [await ask(app, 'GET /missing'), await ask(app, 'GET /plain')]
      expect([missing.status, missing.text]).to.deep.equal([410, 'gone: missing'])
      expect(plain.body).to.deep.equal({
        statusCode: 500,
        error: 'Internal Server Error',
        message: 'Internal Server Error',
      })
    })
    expect(seen).to.deep.equal(['missing', 'plain'])
  })

  it('leaves the error its status', async () => {
    const seen: string[] = []
    @Controller('/pay')
    class Pays {
      @Get('/') fail(): never {
        throw Object.assign(new Error('payment failed'), { statusCode: 402 })
      }
      @ErrorHandler()
      audit(error: Error, request: Request) {
        seen.push(`${error.message} at ${request.url}`)
      }
    }
    @Module({ controllers: [Pays] })
    class Root {
      @ErrorHandler()
      async count() {}
    }
    const answer = await askOnce(Root, 'GET /pay')
    expect(answer.body).to.deep.equal({ statusCode: 402, error: 'Payment Required', message: 'payment failed' })
    expect(seen).to.deep.equal(['payment failed at /pay'])
  })

  it('passes the error on unless the reply of its object has answered', async () => {
    @Injectable({ scope: 'request' })
    @Controller()
    class Own extends Fails {
      constructor(@Rep() private readonly reply: Reply) {
        super()
      }
      @ErrorHandler(Missing)
      gone(error: Missing) {
        this.reply.code(410).send(`gone: ${error.message}`)
      }
      @ErrorHandler()
      audit() {}
    }
    @Module({ controllers: [Own] })
    class Root {
      @ErrorHandler()
      any(error: Error) {
        return `outer: ${error.message}`
      }
    }
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /missing')).text).to.equal('gone: missing')
      expect((await ask(app, 'GET /plain')).text).to.equal('outer: plain')
    })
  })

  it('may answer later if it takes the reply', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler()
      any(_error: Error, _request: Request, reply: Reply) {
        setImmediate(() => reply.code(409).send('later'))
      }
    }
    const answer = await askOnce(Root, 'GET /plain')
    expect([answer.status, answer.text]).to.deep.equal([409, 'later'])
  })

  it('is not one that returns null, which is an answer', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler()
      any() {
        return null
      }
    }
    const answer = await askOnce(Root, 'GET /plain')
    expect([answer.status, answer.text]).to.deep.equal([200, 'null'])
  })
})
