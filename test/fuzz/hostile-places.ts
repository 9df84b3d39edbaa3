import type { Loose, Server } from '../behaviour/core/subject.js'

/** Makes a hostile value, of the kind that is tried at the moment. */
export type Make = () => Loose

/** A place where a value of the application enters: what gives it, on a server with that option and registration. */
export interface Place {
  readonly options?: (make: Make) => object
  readonly on?: (server: Server, make: Make) => unknown
  /** Lines of the request, without host. `GET /fault` by default. */
  readonly request?: string
  /** Sent after the head. */
  readonly body?: string
  /** Whether it may wait for an answer in another way. */
  readonly mayWait?: boolean
  /** Whether nothing can be answered: the connection may only end. */
  readonly cut?: boolean
}

export const answering = (server: Server) => server.all('/fault', async () => ({ a: 'handled' }))

/** Given while the server starts: a failure at that time would be an error of the boot. */
export const harmless = 'harmless'

/** A function of the application that gives the value in one of two ways: it throws or returns the value. */
export type Give = (make: Make) => (...args: Loose[]) => Loose

const ways: Readonly<Record<string, Give>> = {
  throws: (make) => () => {
    const value = make()
    if (value !== harmless) throw value
  },
  returns: (make) => () => make(),
  promises: (make) => async () => make(),
  'rejects with': (make) => async () => {
    const value = make()
    if (value !== harmless) throw value
  },
}

export const synchronous = ['throws', 'returns']

/** Each way as a place of its own. */
export function inEachWay(
  title: string,
  place: (give: Give) => Place,
  only = Object.keys(ways),
): Record<string, Place> {
  return Object.fromEntries(only.map((way) => [`${title} that ${way}`, place(ways[way]!)])) // a known way
}

const json = { type: 'object', properties: { a: { type: 'string' } } }
const post = 'POST /fault HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 2'

const hook = (name: string, give: Give): Place => ({
  on: (server, make) => {
    server.addHook(name, give(make))
    answering(server)
  },
  request: post,
  body: '{}',
})

const hookWithDone = (name: string): Place => ({
  on: (server, make) => {
    const one = (_request: Loose, _reply: Loose, done: Loose) => done(make())
    const two = (_request: Loose, _reply: Loose, _payload: Loose, done: Loose) => done(make())
    const three = (_request: Loose, _reply: Loose, _payload: Loose, done: Loose) => done(null, make())
    const hooks = ['preParsing', 'preSerialization', 'onSend'].includes(name) ? [three, two] : [one]
    for (const each of hooks) server.addHook(name, each)
    answering(server)
  },
})

export const failing = (server: Server) =>
  server.get('/fault', async () => {
    throw new Error('planned')
  })

/** The values that handlers, hooks, parsers and compilers give. */
export const codePlaces: Readonly<Record<string, Place>> = {
  ...inEachWay('a handler', (give) => ({ on: (server, make) => server.get('/fault', give(make)) })),
  ...inEachWay('a handler with a schema', (give) => ({
    on: (server, make) => server.get('/fault', { schema: { response: { default: json } } }, give(make)),
  })),
  ...inEachWay('a handler of a streamed type', (give) => ({
    on: (server, make) =>
      server.get('/fault', (request, reply) => {
        reply.type('text/html')
        return give(make)(request, reply)
      }),
  })),
  'reply.send': { on: (server, make) => server.get('/fault', (_request, reply) => void reply.send(make())) },
  'reply.send in a timer': {
    on: (server, make) => server.get('/fault', (_request, reply) => void setTimeout(() => reply.send(make()), 1)),
  },
  'reply.send after it was sent': {
    on: (server, make) =>
      server.get('/fault', (_request, reply) => {
        reply.send('first')
        return make()
      }),
  },
  'reply.send of a HEAD': { on: (server, make) => server.get('/fault', () => make()), request: 'HEAD /fault HTTP/1.1' },
  'a property of a reply': { on: (server, make) => server.get('/fault', async () => ({ a: make() })) },
  'a property of a reply with a schema': {
    on: (server, make) => server.get('/fault', { schema: { response: { 200: json } } }, () => ({ a: make() })),
  },
  'reply.code': { on: (server, make) => server.get('/fault', (_request, reply) => reply.code(make()).send('x')) },
  'reply.header': {
    on: (server, make) => server.get('/fault', (_request, reply) => reply.header('x-a', make()).send({ a: 'x' })),
  },
  'reply.header of a cookie': {
    on: (server, make) => server.get('/fault', (_request, reply) => reply.header('set-cookie', make()).send('x')),
  },
  'reply.header of the length': {
    on: (server, make) => server.get('/fault', (_request, reply) => reply.header('content-length', make()).send('x')),
  },
  'reply.headers': { on: (server, make) => server.get('/fault', (_request, reply) => reply.headers(make()).send('x')) },
  'reply.type': { on: (server, make) => server.get('/fault', (_request, reply) => reply.type(make()).send({ a: 1 })) },
  'reply.type of a text': {
    on: (server, make) => server.get('/fault', (_request, reply) => reply.type(make()).send('x')),
  },
  'reply.redirect': { on: (server, make) => server.get('/fault', (_request, reply) => reply.redirect(make())) },
  ...inEachWay('reply.serializer', (give) => ({
    on: (server, make) => server.get('/fault', (_request, reply) => reply.serializer(give(make)).send({ a: 1 })),
  })),
  ...inEachWay('a trailer', (give) => ({
    on: (server, make) =>
      server.get('/fault', (request, reply) => {
        reply.trailer('x-a', (_reply: Loose, _payload: Loose, done: Loose) => {
          const given = give(make)(request)
          if (given === null || typeof given !== 'object' || !('then' in given)) done(null, given)
          return given
        })
        reply.send('x')
      }),
  })),
  ...inEachWay('an error handler', (give) => ({
    on: (server, make) => {
      server.setErrorHandler(give(make))
      failing(server)
    },
  })),
  'reply.send of an error handler': {
    on: (server, make) => {
      server.setErrorHandler((_error, _request, reply) => void reply.send(make()))
      failing(server)
    },
  },
  ...inEachWay('a not-found handler', (give) => ({
    on: (server, make) => server.setNotFoundHandler({}, give(make)),
    mayWait: true,
  })),
  ...Object.assign(
    {},
    ...['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse'].map(
      (name) => ({
        ...inEachWay(name, (give) => hook(name, give)),
        [`done of ${name}`]: hookWithDone(name),
      }),
    ),
  ),
  ...inEachWay('onError', (give) => ({
    on: (server, make) => {
      server.addHook('onError', give(make))
      failing(server)
    },
  })),
  ...inEachWay('a parser of a body', (give) => ({
    on: (server, make) => {
      server.addContentTypeParser('text/x', { parseAs: 'string' }, give(make))
      server.post('/fault', { schema: { body: json }, bodyValidation: 'parsed' }, async () => 'handled')
    },
    mayWait: true,
    request: 'POST /fault HTTP/1.1\r\ncontent-type: text/x\r\ncontent-length: 2',
    body: '{}',
  })),
  'done of a parser of a body': {
    on: (server, make) => {
      server.addContentTypeParser('text/x', { parseAs: 'string' }, (_request: Loose, _body: Loose, done: Loose) =>
        done(make(), make()),
      )
      server.post('/fault', async () => 'handled')
    },
    request: 'POST /fault HTTP/1.1\r\ncontent-type: text/x\r\ncontent-length: 2',
    body: '{}',
  },
  ...inEachWay('a validator', (give) => ({
    on: (server, make) => {
      server.setValidatorCompiler(() => give(make))
      server.post('/fault', { schema: { body: json } }, async () => 'handled')
    },
    request: post,
    body: '{}',
  })),
  ...inEachWay('a validator with attachValidation', (give) => ({
    on: (server, make) => {
      server.setValidatorCompiler(() => give(make))
      server.post('/fault', { schema: { body: json }, attachValidation: true }, async (request) =>
        String(request.validationError),
      )
    },
    request: post,
    body: '{}',
  })),
  ...inEachWay('schemaErrorFormatter', (give) => ({
    on: (server, make) => {
      const formatter = give(make)
      server.setSchemaErrorFormatter((...args) => formatter(...args))
      server.post('/fault', { schema: { body: { ...json, required: ['b'] } } }, async () => 'handled')
    },
    request: post,
    body: '{}',
  })),
  ...inEachWay('a serializer', (give) => ({
    on: (server, make) => {
      server.setSerializerCompiler(() => give(make))
      server.get('/fault', { schema: { response: { default: json } } }, async () => ({ a: 1 }))
    },
  })),
  ...inEachWay('a serializer of replies', (give) => ({
    on: (server, make) => {
      server.setReplySerializer(give(make))
      server.get('/fault', async () => ({ a: 1 }))
    },
  })),
  'a decoration of requests that throws': {
    on: (server, make) => {
      server.decorateRequest('a', { getter: () => make() })
      server.get('/fault', async (request) => ({ a: request.a }))
    },
  },
  'request.body': {
    on: (server, make) => {
      server.addHook('preValidation', (request: Loose, _reply: Loose, done: Loose) => {
        request.body = make()
        done()
      })
      server.post('/fault', { schema: { body: json }, bodyValidation: 'parsed' }, async () => 'handled')
    },
    request: post,
    body: '{}',
  },
  'request.query': {
    on: (server, make) => {
      server.addHook('onRequest', (request: Loose, _reply: Loose, done: Loose) => {
        request.query = make()
        done()
      })
      server.get('/fault', { schema: { querystring: json } }, async () => 'handled')
    },
  },
}
