import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Server, useServers } from '../behaviour/core/subject.js'
import { type Fault, faultTests, levels, watchFaults } from './fault.js'

interface Answer {
  send(value?: unknown): Answer
  code(status: number): Answer
  type(type: string): Answer
  header(name: string, value: string): Answer
  serializer(fn: (payload: unknown) => string): Answer
}

const planned = (): never => {
  throw new Error('planned')
}
const reject = async () => planned()
const failing = { schema: { response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } } } }
const refused = { schema: { querystring: { type: 'object', required: ['a'] } } }

/** Gives the pieces, then fails or goes on for ever. */
const streamOf = (...pieces: readonly string[]) =>
  Readable.from(
    (async function* () {
      for (const piece of pieces) yield piece
      await new Promise((resolve) => setTimeout(resolve, 10))
      planned()
    })(),
    { objectMode: false },
  )

const webStreamOf = (...pieces: readonly string[]) => {
  const rest = [...pieces]
  return new ReadableStream({
    async pull(controller) {
      const piece = rest.shift()
      if (piece === undefined && pieces.length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      if (piece === undefined) controller.error(new Error('planned'))
      else controller.enqueue(new TextEncoder().encode(piece))
    },
  })
}

/** Faults between a payload and the socket. */
const faults: readonly Fault[] = [
  {
    what: 'a payload that does not fit the response schema answers 500 without its text',
    on: (server) => server.get('/fault', failing, async () => ({ a: 'no number' })),
    status: 500,
    answer: /"code":"ALC_ERR_SERIALIZATION","error":"Internal Server Error","message":"Internal Server Error"/,
    line: [levels.error, /does not match its response 200 schema/],
  },
  {
    what: 'a payload that JSON cannot write answers 500',
    on: (server) =>
      server.get('/fault', async () => {
        const circle: { self?: unknown } = {}
        circle.self = circle
        return circle
      }),
    status: 500,
    line: [levels.error, /circular/],
  },
  {
    what: 'a serializer that throws answers 500',
    on: (server) => server.get('/fault', (_request: unknown, reply: Answer) => reply.serializer(planned).send({})),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a serializer for a status of errors that throws answers 500, and both faults are logged',
    on: (server) =>
      server.get(
        '/fault',
        { schema: { response: { 500: { type: 'object', required: ['b'], properties: { b: {} } } } } },
        reject,
      ),
    status: 500,
    answer: /"code":"FST_ERR_FAILED_ERROR_SERIALIZATION"/,
    line: [levels.error, /^planned$/],
    second: [levels.error, /serializer for the given status code failed/],
  },
  {
    what: 'an error handler that throws hands its error to the default answer',
    on: (server) =>
      server
        .setErrorHandler(() => {
          throw new Error('of the handler')
        })
        .get('/fault', reject),
    status: 500,
    answer: /"message":"of the handler"/,
    line: [levels.error, /^of the handler$/],
  },
  {
    what: 'an error handler that rejects hands its error to the default answer',
    on: (server) =>
      server.setErrorHandler(async () => Promise.reject(new Error('of the handler'))).get('/fault', reject),
    status: 500,
    answer: /"message":"of the handler"/,
    line: [levels.error, /^of the handler$/],
  },
  {
    what: 'an error handler that fails after it has answered is logged; its answer stands',
    on: (server) =>
      server
        .setErrorHandler((_error: unknown, _request: unknown, reply: Answer) => {
          reply.code(418).send('answered')
          throw new Error('of the handler')
        })
        .get('/fault', reject),
    status: 418,
    answer: /answered$/,
    line: [levels.error, /error handler failed after it had answered/],
  },
  {
    what: 'an onError hook that throws is logged beside the error; the answer stands',
    on: (server) =>
      server.addHook('onError', async () => Promise.reject(new Error('of the hook'))).get('/fault', reject),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /an onError hook failed/],
    second: [levels.error, /^planned$/],
  },
  {
    what: 'a schema error formatter that throws answers 500',
    on: (server) => server.setSchemaErrorFormatter(planned).get('/fault', refused, async () => 'never'),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a validator that throws answers 500',
    on: (server) => server.get('/fault', { ...refused, validatorCompiler: () => planned }, async () => 'never'),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a preSerialization hook that throws answers 500',
    on: (server) => server.get('/fault', { preSerialization: reject }, async () => ({})),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'an onSend hook that throws answers 500; it is asked again for that answer, and then left out',
    on: (server) => server.get('/fault', { onSend: reject }, async () => 'never'),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
    second: [levels.error, /^planned$/],
  },
  {
    what: 'an onSend hook that gives what cannot be sent answers 500, likewise',
    on: (server) => server.get('/fault', { onSend: async () => ({ no: 'text' }) }, async () => 'never'),
    status: 500,
    line: [levels.error, /invalid type/],
    second: [levels.error, /invalid type/],
  },
  {
    what: 'a header that node refuses answers 500',
    on: (server) => server.get('/fault', (_request: unknown, reply: Answer) => reply.header('x', 'a\nb').send('never')),
    status: 500,
    line: [levels.error, /Invalid character/],
  },
  {
    what: 'a file that is not there answers 500, as nothing has been sent',
    on: (server) => server.get('/fault', async () => createReadStream('/does/not/exist')),
    status: 500,
    answer: /"code":"ENOENT"/,
    line: [levels.error, /ENOENT/],
  },
  {
    what: 'a stream that fails before its first byte answers 500',
    on: (server) => server.get('/fault', async () => streamOf()),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a stream that fails after its first byte cuts the connection',
    on: (server) => server.get('/fault', async () => streamOf('half of ')),
    status: null,
    answer: /^HTTP\/1\.1 200[\s\S]*half of /,
    line: [levels.warn, /terminated with an error with headers already sent/],
  },
  {
    what: 'a web stream that fails before its first byte answers 500',
    on: (server) => server.get('/fault', async () => webStreamOf()),
    status: 500,
    answer: /"message":"planned"/,
    line: [levels.error, /^planned$/],
  },
  {
    what: 'a web stream that fails after its first byte cuts the connection',
    on: (server) => server.get('/fault', async () => webStreamOf('half of ')),
    status: null,
    answer: /^HTTP\/1\.1 200[\s\S]*half of /,
    line: [levels.warn, /terminated with an error with headers already sent/],
  },
  {
    what: 'a stream that is too late for handlerTimeout cuts the connection',
    on: (server: Server) =>
      server.get('/fault', { handlerTimeout: 60 }, async () =>
        Readable.from(
          (async function* () {
            yield 'half of '
            await new Promise(() => {})
          })(),
          { objectMode: false },
        ),
      ),
    status: null,
    answer: /^HTTP\/1\.1 200[\s\S]*half of /,
    line: [levels.warn, /terminated with an error with headers already sent/],
  },
]

describe('faults of replies', () => {
  watchFaults()
  faultTests(faults, useServers())
})
