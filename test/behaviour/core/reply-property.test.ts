import { expect } from 'chai'
import fc from 'fast-check'
import { type Loose, type Server, useServers } from './subject.js'

/**
 * A request ends in exactly one answer, for any combination of hooks, handler and error handlers.
 * Each stage of a request draws one of these acts.
 */
const acts = {
  pass: async () => undefined,
  throw: async () => {
    throw new Error('thrown')
  },
  'throw at once': () => {
    throw new Error('thrown at once')
  },
  'throw a text': async () => {
    throw 'a text'
  },
  'throw nothing': async () => {
    throw undefined
  },
  send: async (reply: Loose) => reply.send({ sent: true }),
  'send a text': async (reply: Loose) => void reply.send('sent'),
  'send later': async (reply: Loose) => {
    setImmediate(() => reply.send({ sent: true }))
    return reply
  },
  'send twice': async (reply: Loose) => {
    reply.send('first')
    reply.send('second')
  },
  'send an error': async (reply: Loose) => reply.send(new Error('sent')),
  'send and throw': async (reply: Loose) => {
    reply.send('sent')
    throw new Error('thrown after sending')
  },
  'send what cannot be serialized': async (reply: Loose) => {
    const circular: Loose = {}
    circular.self = circular
    return reply.send(circular)
  },
  'send with a bad status': async (reply: Loose) => reply.code(1000).send('sent'),
  'send with a bad header': async (reply: Loose) => reply.header('x-bad', 'a\nb').send('sent'),
  'call the not-found handler': async (reply: Loose) => {
    if (reply.request.is404) return undefined
    reply.callNotFound()
    return reply
  },
} satisfies Record<string, (reply: Loose) => unknown>

type Act = keyof typeof acts

const names = Object.keys(acts) as Act[]
const sending = names.filter((name) => name !== 'pass')
/** A hook of the reply that waits for the reply would wait for itself. */
const inReply: Act[] = [
  'throw',
  'throw at once',
  'throw a text',
  'throw nothing',
  'send a text',
  'send twice',
  'send and throw',
]
const early = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
const late = ['preSerialization', 'onSend'] as const

/** Mostly `pass`, so that the later stages come to their turn as well. */
const act = (from: Act[], weight = 2) =>
  fc.oneof({ weight, arbitrary: fc.constant<Act>('pass') }, { weight: 1, arbitrary: fc.constantFrom(...from) })

const program = fc.record({
  onRequest: act(names, 8),
  preParsing: act(names, 8),
  preValidation: act(names, 8),
  preHandler: act(names, 8),
  handler: fc.constantFrom<Act>(...names),
  preSerialization: act(inReply, 3),
  onSend: act(inReply, 3),
  childErrorHandler: act(sending, 0),
  rootErrorHandler: act(sending, 0),
  onError: act(['throw', 'throw at once', 'send'], 3),
  onResponse: act(['throw', 'throw at once'], 3),
  withRootErrorHandler: fc.boolean(),
})

type Program = typeof program extends fc.Arbitrary<infer Value> ? Value : never

function build(server: Server, drawn: Program, note: (what: string) => void): void {
  server.get('/plain', async () => 'plain')
  server.register(async (child) => {
    for (const name of early) child.addHook(name, async (_request, reply) => acts[drawn[name]](reply))
    for (const name of late) {
      child.addHook(name, async (_request, reply, payload) => {
        await acts[drawn[name]](reply)
        return payload
      })
    }
    child.addHook('onError', async (_request, reply) => void (await acts[drawn.onError](reply)))
    child.addHook('onResponse', async (_request, reply) => {
      note('onResponse')
      await acts[drawn.onResponse](reply)
    })
    child.setErrorHandler((_error, _request, reply) => acts[drawn.childErrorHandler](reply))
    child.get('/', async (_request, reply) => {
      note('handler')
      return (await acts[drawn.handler](reply)) ?? (drawn.handler === 'pass' ? { passed: true } : reply)
    })
  })
  if (drawn.withRootErrorHandler) {
    server.setErrorHandler((_error, _request, reply) => acts[drawn.rootErrorHandler](reply))
  }
}

describe('SPEC 7 any use of a reply by the application', function () {
  this.timeout(120_000)
  const create = useServers()
  const failures: unknown[] = []
  const noteFailure = (failure: unknown) => void failures.push(failure)

  before(() => void process.on('unhandledRejection', noteFailure))
  after(() => void process.off('unhandledRejection', noteFailure))

  it('there is one answer, one onResponse, at most one run of the handler, and the next request is served', async () => {
    await fc.assert(
      fc.asyncProperty(program, async (drawn) => {
        failures.length = 0
        const notes: string[] = []
        const server = create()
        build(server, drawn, (what) => void notes.push(what))
        const answer = await within(server.inject('/'))
        expect(answer.statusCode).to.be.within(200, 599)
        expect((await server.inject('/plain')).body).to.equal('plain')
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
        const passed = early.every((name) => drawn[name] === 'pass')
        expect(notes.filter((note) => note === 'handler')).to.have.lengthOf(passed ? 1 : 0)
        expect(notes.filter((note) => note === 'onResponse')).to.have.lengthOf(1)
        expect(failures).to.deep.equal([])
        await server.close()
      }),
      { numRuns: 400 },
    )
  })
})

/** A hang is a failed case that shrinks, not the end of the test. No answer takes near the limit. */
async function within<T>(promise: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), 10_000)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
