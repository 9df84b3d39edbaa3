/** Hooks that answer: the synchronous form may return the reply, as the documentation shows. Formatters and `this`. */
import { Around, type CanActivate, Controller, Get, Guard, Module, type Reply, type Request, Use } from 'alcove'
import { createServer, type Instance } from 'alcove/core'

const server = createServer()

server.addHook('onRequest', (_request, reply) => reply.code(401).send())
server.addHook('preHandler', (request, reply) => {
  if (request.headers.authorization === undefined) return reply.code(401).send()
})
server.addHook('onError', (_request, reply) => reply.header('x-failed', '1'))
server.get('/', { preValidation: (_request, reply) => reply.code(401).send() }, async () => 'never')
server.get('/list', { onRequest: [(_request, reply) => reply.code(401).send(), async () => {}] }, async () => 'never')

// @ts-expect-error a hook returns nothing, its reply or a promise
server.addHook('onRequest', () => 401)
// @ts-expect-error likewise in route options
server.get('/wrong', { preHandler: () => 401 }, async () => 'never')

server.setSchemaErrorFormatter(function (errors, dataVar) {
  return new Error(`${this.version} ${dataVar} ${errors.length}`)
})
server.setSchemaErrorFormatter((_errors, dataVar) => new Error(dataVar))
createServer({
  schemaErrorFormatter(_errors, dataVar) {
    return new Error(this.prefix + dataVar)
  },
})
server.get('/formatted', { schemaErrorFormatter: schemaErrors }, async () => 'never')
function schemaErrors(this: Instance) {
  return new Error(this.prefix)
}

@Use('preHandler', (_request: Request, reply: Reply) => reply.code(401).send())
@Controller({ preHandler: (_request, reply) => reply.code(401).send() })
class Things {
  @Use('onRequest', (_request, reply) => reply.code(401).send())
  @Get('/', { preValidation: (_request, reply) => reply.code(401).send() })
  read() {
    return 'never'
  }
}

@Guard((_request, reply) => reply.code(401).send())
@Around((_request, reply) => reply.code(401).send())
@Controller()
class Guarded {
  @Guard((_request, reply) => reply.code(401).send())
  @Guard((request, reply) => request.ip !== '' || reply.code(401).send())
  @Around((_request, reply) => reply.code(401).send())
  @Get('/guarded')
  read() {
    return 'never'
  }
}

export class Answering implements CanActivate {
  canActivate(request: Request, reply: Reply) {
    return request.ip === '' ? reply.code(401).send() : true
  }
}
// @ts-expect-error a guard that forgets to say yes
Guard(() => undefined)
// @ts-expect-error a guard that says neither yes nor no
Guard(async () => 'yes')

@Use('onRequest', (_request, reply) => reply.code(401).send())
@Module({ controllers: [Things, Guarded] })
export class App {}
