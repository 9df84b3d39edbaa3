// Handlers in the plain form, typed by their route schema. It is compiled, not run.
import {
  Controller,
  createServer,
  ErrorHandler,
  Get,
  Hook,
  type Infer,
  Post,
  Rep,
  type Reply,
  type Request,
  Schema,
  shared,
} from 'alcove'
import { literal, same } from './same.js'

const User = shared('user', {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer', default: 18 } },
})
type User = Infer<typeof User>

const S = literal({
  body: User.ref,
  querystring: { page: { type: 'integer', default: 1 }, q: { type: 'string' } },
  params: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  headers: { 'X-Count': { type: 'integer' } },
  response: {
    201: User.ref,
    '4xx': { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    default: { type: 'object', required: ['trace'], properties: { trace: { type: 'string' } } },
  },
})

const Declared = literal({
  response: { 200: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
})

class NotEnough extends Error {
  readonly missing: number = 1
}

@Controller()
export class Typed {
  @Post()
  @Schema(S)
  create(request: Request<typeof S>, reply: Reply<typeof S>) {
    same<typeof request.body, User>(true)
    same<typeof request.query, { page: number; q?: string }>(true)
    same<typeof request.params, { id: number }>(true)
    const count: number | undefined = request.headers['x-count']
    const accept: string | undefined = request.headers.accept
    const bare: Request = { ...request, headers: {} }
    const untyped: Reply = reply
    const plain: Request = request

    reply.code(422).send({ message: `${count} ${accept}` })
    reply
      .code(500)
      .header('x-trace', 'yes')
      .send({ trace: bare.id + plain.id })
    reply.send({ trace: 'the status is not known here' })
    reply.code(404).send(new Error('goes to the error handlers'))
    // @ts-expect-error the message is a string
    reply.code(422).send({ message: 5 })
    // @ts-expect-error 404 is of the class 4xx
    reply.code(404).send({ trace: 'a' })
    // @ts-expect-error 500 is answered by default
    reply.status(500).header('x-trace', 'yes').send({ message: 'a' })
    // @ts-expect-error no answer is a number
    reply.send(5)
    // @ts-expect-error the page is a number
    request.query.page.toUpperCase()
    // @ts-expect-error the body declares no password
    request.body.password

    untyped.send('anything')
    return reply.code(201).send(request.body)
  }

  @Get()
  @Schema(Declared)
  undeclared(@Rep() reply: Reply<typeof Declared>) {
    reply.code(404).send(new Error('goes to the error handlers'))
    reply.code(404).send()
    // @ts-expect-error the schema declares 200
    reply.code(201).send({ id: 1 })
    // @ts-expect-error the schema declares 200
    reply.code(404).send({ message: 'a' })
    // @ts-expect-error the id is a number
    reply.send({ id: 'a' })
    reply.code(200).send({ id: 1 })
  }

  @Get()
  @Schema({ query: { q: { type: 'string' } } })
  alias(request: Request<{ query: { q: { type: 'string' } } }>) {
    same<typeof request.query, { q?: string }>(true)
    return request.query.q
  }

  @Get()
  media(request: Request<{ body: { content: { 'text/plain': { schema: { type: 'string' } } } } }>) {
    same<typeof request.body, string>(true)
    return request.body
  }

  @Hook('preHandler')
  async before(request: Request, reply: Reply) {
    reply.header('x-url', request.url)
  }

  @Hook('onSend')
  whileSending(_request: Request, _reply: Reply, payload: unknown, done: (error: null, payload: unknown) => void) {
    done(null, payload)
  }

  // @ts-expect-error the third argument of an onError hook is an Error
  @Hook('onError')
  wrongHook(_request: Request, _reply: Reply, payload: string) {
    return payload
  }

  // @ts-expect-error there is no such hook
  @Hook('beforeAll')
  noHook() {}

  @ErrorHandler(NotEnough)
  notEnough(error: NotEnough, _request: Request, reply: Reply) {
    reply.code(409).send({ missing: error.missing })
  }

  @ErrorHandler()
  all(error: Error & { statusCode?: number }) {
    return error.message
  }

  // @ts-expect-error a TypeError is not NotEnough
  @ErrorHandler(TypeError)
  wrongError(error: NotEnough) {
    return error.missing
  }
}

// The same types serve handlers and hooks of the core.
export const server = createServer()
server.post('/a', { schema: S }, (request: Request<typeof S>, reply: Reply<typeof S>) =>
  reply.code(201).send(request.body),
)
server.route({
  method: 'POST',
  url: '/b',
  schema: S,
  handler: async (request: Request<typeof S>) => request.query.page,
})
server.addHook('preHandler', async (request: Request<typeof S>) => {
  request.params.id.toFixed()
})
server.get('/c', async (request, reply) => reply.header('x-url', request.url).send(null))
