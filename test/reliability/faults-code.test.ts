import { type Server, useServers } from '../behaviour/core/subject.js'
import { type Fault, faultTests, levels, watchFaults } from './fault.js'

interface Answer {
  send(value?: unknown): Answer
  code(status: number): Answer
}
type Done = (error?: Error) => void
type RequestHook = (request: unknown, reply: Answer, done: Done) => unknown

/** A hook before the handler of `/fault`. */
const before = (hook: RequestHook) => (server: Server) =>
  server.get('/fault', { preHandler: hook }, async () => 'handled')

const later = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Mistakes of handlers, hooks and other functions of an application. */
const faults: readonly Fault[] = [
  {
    what: 'a handler that throws an Error answers 500 with its message',
    on: (server) =>
      server.get('/fault', () => {
        throw new Error('planned')
      }),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a handler that rejects answers 500 with the message',
    on: (server) =>
      server.get('/fault', async () => {
        await later()
        throw new Error('planned')
      }),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a handler that throws a string answers 500 with it as the message',
    on: (server) =>
      server.get('/fault', () => {
        throw 'planned'
      }),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a handler that throws null answers 500',
    on: (server) =>
      server.get('/fault', () => {
        throw null
      }),
    status: 500,
    answer: /"code":"FST_ERR_SEND_UNDEFINED_ERR"/,
    line: [levels.error, /Undefined error/],
  },
  {
    what: 'a handler that rejects with undefined answers 500',
    on: (server) => server.get('/fault', async () => Promise.reject()),
    status: 500,
    answer: /"code":"FST_ERR_SEND_UNDEFINED_ERR"/,
    line: [levels.error, /Undefined error/],
  },
  {
    what: 'a handler that never answers is answered 503 after handlerTimeout',
    on: (server) => server.get('/fault', { handlerTimeout: 50 }, () => new Promise(() => {})),
    status: 503,
    answer: /"code":"FST_ERR_HANDLER_TIMEOUT"/,
    line: [levels.error, /timed out after 50 ms on route '\/fault'/],
  },
  {
    what: 'a handler that answers after handlerTimeout is not heard, and said to be late',
    on: (server) =>
      server.get('/fault', { handlerTimeout: 20 }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 40))
      }),
    status: 503,
    line: [levels.error, /timed out/],
  },
  {
    what: 'a handler that fails after it has answered is logged; the answer stands',
    on: (server) =>
      server.get('/fault', async (_request: unknown, reply: Answer) => {
        reply.send('answered')
        await later()
        throw new Error('planned')
      }),
    status: 200,
    answer: /answered$/,
    line: [levels.error, /failed after the reply was sent/],
  },
  {
    what: 'a handler that sends twice is answered once',
    on: (server) =>
      server.get('/fault', (_request: unknown, reply: Answer) => {
        reply.send('first')
        reply.send('second')
      }),
    status: 200,
    answer: /first$/,
    line: [levels.warn, /already sent/],
  },
  {
    what: 'a handler that sends and returns something else is answered once',
    on: (server) =>
      server.get('/fault', async (_request: unknown, reply: Answer) => {
        reply.send('first')
        return 'second'
      }),
    status: 200,
    answer: /first$/,
    line: [levels.warn, /already sent/],
  },
  {
    what: 'a hook that throws answers 500, and the handler does not run',
    on: before(() => {
      throw new Error('planned')
    }),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a hook that throws an empty string answers 500, and the handler does not run',
    on: before(async () => Promise.reject('')),
    status: 500,
    answer: /"statusCode":500/,
    line: [levels.error, /^$/],
  },
  {
    what: 'a hook that throws after it has called done is logged; the answer stands',
    on: before((_request, _reply, done) => {
      done()
      throw new Error('planned')
    }),
    status: 200,
    answer: /handled$/,
    line: [levels.error, /failed after it had ended/],
  },
  {
    what: 'a hook that rejects after it has called done is logged; the answer stands',
    on: before((_request, _reply, done) => {
      done()
      return later().then(() => Promise.reject(new Error('planned')))
    }),
    status: 200,
    answer: /handled$/,
    line: [levels.error, /failed after it had ended/],
  },
  {
    what: 'a hook that calls done twice goes on once',
    on: before((_request, _reply, done) => {
      done()
      done()
    }),
    status: 200,
    answer: /handled$/,
    line: [levels.warn, /The preHandler hook ended twice/],
    names: 'hook',
  },
  {
    what: 'a hook that calls done and then fails by it goes on once',
    on: before((_request, _reply, done) => {
      done()
      done(new Error('planned'))
    }),
    status: 200,
    answer: /handled$/,
    line: [levels.error, /failed after it had ended/],
  },
  {
    what: 'a hook that sends twice is answered once',
    on: before((_request, reply, done) => {
      reply.send('first')
      reply.send('second')
      done()
    }),
    status: 200,
    answer: /first$/,
    line: [levels.warn, /already sent/],
  },
  {
    what: 'a hook that answers and also goes on is the last word',
    on: before((_request, reply, done) => {
      reply.code(403).send('no')
      done()
    }),
    status: 403,
    answer: /no$/,
    line: null,
  },
  {
    what: 'an async hook that answers later and has gone on is logged as late',
    on: before(async (_request, reply) => void later().then(() => reply.send('late'))),
    status: 200,
    answer: /handled$/,
    line: [levels.warn, /already sent/],
  },
  {
    what: 'an onResponse hook that throws is logged; the answer stands',
    on: (server) =>
      server.get('/fault', { onResponse: async () => Promise.reject(new Error('planned')) }, async () => 'handled'),
    status: 200,
    answer: /handled$/,
    line: [levels.error, /failed after the reply was sent/],
  },
]

describe('faults of handlers and hooks', () => {
  watchFaults()
  faultTests(faults, useServers())
})
