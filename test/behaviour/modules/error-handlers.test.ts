import {
  Controller,
  ErrorHandler,
  Get,
  Module,
  NotFoundHandler,
  type Reply,
  type Request,
  Schema,
  ValidationError,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'

class Missing extends Error {}
class MissingUser extends Missing {}

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
  @Get('/missing-user')
  missingUser(): never {
    throw new MissingUser('missing user')
  }
  @Get('/invalid')
  @Schema({ querystring: { n: { type: 'integer' } } })
  invalid() {
    return ''
  }
}

function within(outer: (imports: RootModule[]) => RootModule, inner: RootModule): RootModule {
  return outer([inner])
}

describe('@ErrorHandler', () => {
  it('with a type handles errors of that class and its subclasses', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler(Missing)
      gone(error: Missing, _request: Request, reply: Reply) {
        reply.code(410).send(error.message)
      }
    }
    await withApp(Root, async (app) => {
      const [missing, user] = [await ask(app, 'GET /missing'), await ask(app, 'GET /missing-user')]
      expect([missing.status, missing.text]).to.deep.equal([410, 'missing'])
      expect([user.status, user.text]).to.deep.equal([410, 'missing user'])
    })
  })

  it('with a type leaves other errors to the default', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler(Missing)
      gone(_error: Missing, _request: Request, reply: Reply) {
        reply.code(410).send('gone')
      }
    }
    expect((await askOnce(Root, 'GET /plain')).body).to.deep.equal({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Internal Server Error',
    })
  })

  it('with a type leaves other errors to the handler of an outer module', async () => {
    @Module({ controllers: [Fails] })
    class Inner {
      @ErrorHandler(Missing)
      gone(_error: Missing, _request: Request, reply: Reply) {
        reply.code(410).send('inner')
      }
    }
    @Module({ imports: [Inner] })
    class Root {
      @ErrorHandler()
      any(_error: Error, _request: Request, reply: Reply) {
        reply.code(418).send('outer')
      }
    }
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /missing')).text).to.equal('inner')
      expect((await ask(app, 'GET /plain')).text).to.equal('outer')
    })
  })

  it('of the most derived type wins, in any order of the methods', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler()
      any(_error: Error, _request: Request, reply: Reply) {
        reply.send('any')
      }
      @ErrorHandler(Missing)
      gone(_error: Missing, _request: Request, reply: Reply) {
        reply.send('missing')
      }
      @ErrorHandler(MissingUser)
      user(_error: MissingUser, _request: Request, reply: Reply) {
        reply.send('missing user')
      }
    }
    await withApp(Root, async (app) => {
      const texts: string[] = []
      for (const path of ['plain', 'missing', 'missing-user']) texts.push((await ask(app, `GET /${path}`)).text)
      expect(texts).to.deep.equal(['any', 'missing', 'missing user'])
    })
  })

  it('of the nearest module wins', async () => {
    @Module({ controllers: [Fails] })
    class Inner {
      @ErrorHandler()
      any(_error: Error, _request: Request, reply: Reply) {
        reply.send('inner')
      }
    }
    const root = within((imports) => {
      @Module({ imports })
      class Root {
        @ErrorHandler(Missing)
        gone(_error: Missing, _request: Request, reply: Reply) {
          reply.send('outer')
        }
      }
      return Root
    }, Inner)
    expect((await askOnce(root, 'GET /missing')).text).to.equal('inner')
  })

  it('that throws passes its error outwards, and so on to the default', async () => {
    @Module({ controllers: [Fails] })
    class Inner {
      @ErrorHandler()
      any(): never {
        throw new Error('from inner')
      }
    }
    @Module({ imports: [Inner] })
    class Root {
      @ErrorHandler()
      any(error: Error): never {
        throw Object.assign(new Error(`${error.message} and outer`), { statusCode: 502 })
      }
    }
    const answer = await askOnce(Root, 'GET /plain')
    expect(answer.body).to.deep.equal({ statusCode: 502, error: 'Bad Gateway', message: 'from inner and outer' })
  })

  it('passes the error of any thenable outwards, not of promises only', async () => {
    @Controller()
    class Own {
      @Get('/') fail(): never {
        throw new Missing('missing')
      }
      @ErrorHandler(Missing)
      lookUp(error: Missing) {
        return {
          then: (_resolve: unknown, reject: (reason: unknown) => void) => reject(new Error(`${error.message} twice`)),
        }
      }
      @ErrorHandler()
      others(error: Error) {
        return error.message
      }
    }
    @Controller({ errorHandler: (error, _request, reply) => void reply.send(`outer: ${error.message}`) })
    class Outer extends Own {}
    @Module({ controllers: [Outer] })
    class Root {}
    expect((await askOnce(Root, 'GET /')).body).to.equal('outer: missing twice')
  })

  it('answers with what it returns, or what its promise gives', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler()
      async any(error: Error, _request: Request, reply: Reply) {
        reply.code(409)
        return { handled: error.message }
      }
    }
    const answer = await askOnce(Root, 'GET /plain')
    expect([answer.status, answer.body]).to.deep.equal([409, { handled: 'plain' }])
  })

  it('is called on the instance of its module', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      private readonly word = 'this'
      @ErrorHandler()
      any(_error: Error, _request: Request, reply: Reply) {
        reply.send(this.word)
      }
    }
    expect((await askOnce(Root, 'GET /plain')).text).to.equal('this')
  })

  it('sees what failed in a validation', async () => {
    @Module({ controllers: [Fails] })
    class Root {
      @ErrorHandler(ValidationError)
      invalid(error: ValidationError, _request: Request, reply: Reply) {
        reply.code(422).send({ part: error.validationContext, some: Array.isArray(error.validation) })
      }
    }
    const answer = await askOnce(Root, 'GET /invalid?n=x')
    expect([answer.status, answer.body]).to.deep.equal([422, { part: 'query', some: true }])
  })

  it('of a controller comes before that of its module', async () => {
    @Controller()
    class Own extends Fails {
      @ErrorHandler(Missing)
      gone(_error: Missing, _request: Request, reply: Reply) {
        reply.send('controller')
      }
    }
    @Module({ controllers: [Own] })
    class Root {
      @ErrorHandler()
      any(_error: Error, _request: Request, reply: Reply) {
        reply.send('module')
      }
    }
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /missing')).text).to.equal('controller')
      expect((await ask(app, 'GET /plain')).text).to.equal('module')
    })
  })
})

describe('@NotFoundHandler', () => {
  it('answers for paths that no route has', async () => {
    @Module({})
    class Root {
      private readonly word = 'nothing at'
      @NotFoundHandler()
      missing(request: Request, reply: Reply) {
        reply.code(404).send(`${this.word} ${request.url}`)
      }
    }
    const answer = await askOnce(Root, 'GET /nowhere')
    expect([answer.status, answer.text]).to.deep.equal([404, 'nothing at /nowhere'])
  })

  it('of a module with a prefix answers for paths below it alone', async () => {
    @Module({ prefix: '/api' })
    class Api {
      @NotFoundHandler()
      missing(_request: Request, reply: Reply) {
        reply.code(404).send('no such thing in the api')
      }
    }
    @Module({ imports: [Api] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /api/nowhere')).text).to.equal('no such thing in the api')
      expect((await ask(app, 'GET /nowhere')).body).to.include({ statusCode: 404, error: 'Not Found' })
    })
  })
})
