import { Controller, ErrorHandler, Get, Injectable, Module, PluginWrapped, type Reply, type Request, Use } from 'alcove'
import { expect } from 'chai'
import { ask, withApp } from './app.js'

/** The ways in which an error handler fails. */
const failures: Record<string, (reply: Reply) => unknown> = {
  throws: () => {
    throw new Error('second')
  },
  rejects: () => Promise.reject(new Error('second')),
  'sends an error': (reply) => reply.send(new Error('second')),
  'sends what cannot be serialized': (reply) =>
    reply
      .serializer(() => {
        throw new Error('second')
      })
      .send({}),
}

function failing(fail: (reply: Reply) => unknown) {
  @Injectable()
  class Failing {
    @ErrorHandler()
    handle(_error: Error, _request: Request, reply: Reply) {
      return fail(reply)
    }
  }
  return Failing
}

const answerAs = (by: string, error: Error, reply: Reply) => {
  reply.serializer(JSON.stringify)
  return reply.code(409).send({ by, message: error.message })
}

for (const [how, fail] of Object.entries(failures)) {
  describe(`an error handler that ${how} passes the error`, () => {
    it('from a class on the method to the controller', async () => {
      @Controller()
      class Routes {
        @Use(failing(fail))
        @Get('/')
        read(): never {
          throw new Error('first')
        }
        @ErrorHandler()
        handle(error: Error, _request: Request, reply: Reply) {
          return answerAs('controller', error, reply)
        }
      }
      @Module({ controllers: [Routes] })
      class Root {
        @ErrorHandler()
        handle(error: Error, _request: Request, reply: Reply) {
          return answerAs('module', error, reply)
        }
      }
      await withApp(Root, async (app) => {
        expect((await ask(app, 'GET /')).body).to.deep.equal({ by: 'controller', message: 'second' })
      })
    })

    it('from a class on a module to one of a wrapped module', async () => {
      @Controller()
      class Routes {
        @Get('/')
        read(): never {
          throw new Error('first')
        }
      }
      @Injectable()
      class Answering {
        @ErrorHandler()
        handle(error: Error, _request: Request, reply: Reply) {
          return answerAs('wrapped', error, reply)
        }
      }
      @Use(Answering)
      @PluginWrapped()
      @Module({})
      class Conventions {}
      @Use(failing(fail))
      @Module({ imports: [Conventions], controllers: [Routes] })
      class Root {}
      await withApp(Root, async (app) => {
        expect((await ask(app, 'GET /')).body).to.deep.equal({ by: 'wrapped', message: 'second' })
      })
    })
  })
}
