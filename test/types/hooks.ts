/** Hooks that answer: the synchronous form may return the reply, as the documentation shows. */
import { Controller, Get, Module, type Reply, type Request, Use } from 'alcove'
import { createServer } from 'alcove/core'

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

@Use('preHandler', (_request: Request, reply: Reply) => reply.code(401).send())
@Controller({ preHandler: (_request, reply) => reply.code(401).send() })
class Things {
  @Use('onRequest', (_request, reply) => reply.code(401).send())
  @Get('/', { preValidation: (_request, reply) => reply.code(401).send() })
  read() {
    return 'never'
  }
}

@Use('onRequest', (_request, reply) => reply.code(401).send())
@Module({ controllers: [Things] })
export class App {}
