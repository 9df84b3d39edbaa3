import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { listen, open } from './socket.js'
import { type Server, useServers } from './subject.js'

/**
 * Clients that come and go at random: each sends a part of a request, maybe waits, maybe leaves. Each request that
 * began must be answered or aborted. No rejection may remain unhandled, and the server must close.
 */
const client = fc.record({
  route: fc.constantFrom('/text', '/slow', '/stream', '/web', '/fail', '/hijack', '/validated', '/nowhere'),
  body: fc.constantFrom('{"n":1}', '{"n":"x"}', '{"n":', ''),
  /** How much of the request is sent before the client waits, and whether the rest follows. */
  part: fc.integer({ min: 0, max: 100 }),
  sendsRest: fc.boolean(),
  turns: fc.nat(6),
  leaves: fc.boolean(),
  chunked: fc.boolean(),
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

interface Notes {
  begun: string[]
  answered: string[]
  aborted: string[]
}

function build(server: Server, notes: Notes): void {
  server.addHook('onRequest', async (request) => void notes.begun.push(request.id))
  for (const name of ['preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend']) {
    server.addHook(name, async () => void (await turn()))
  }
  server.addHook('onResponse', async (request) => void notes.answered.push(request.id))
  server.addHook('onRequestAbort', async (request) => void notes.aborted.push(request.id))
  const slowly = async function* () {
    for (let piece = 0; piece < 5; piece++) {
      yield 'x'.repeat(20_000)
      await turn()
    }
  }
  server.post('/text', async () => 'text')
  server.post('/slow', async () => {
    for (let time = 0; time < 5; time++) await turn()
    return { slow: true }
  })
  server.post('/stream', async () => Readable.from(slowly()))
  server.post('/web', async () => ReadableStream.from(slowly()).pipeThrough(new TextEncoderStream()))
  server.post('/fail', async () => Promise.reject(new Error('planned')))
  server.post('/hijack', async (_request, reply) => {
    reply.hijack()
    await turn()
    reply.raw.end('raw')
  })
  const body = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  server.post('/validated', { schema: { body } }, async () => 'valid')
}

type Client = typeof client extends fc.Arbitrary<infer Value> ? Value : never

async function visit(port: number, { route, body, part, sendsRest, turns, leaves, chunked }: Client): Promise<void> {
  const framed = chunked ? `${body && `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n` : body
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head = `POST ${route} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${length}`
  const whole = `${head}\r\n\r\n${framed}`
  const cut = Math.round((whole.length * part) / 100)
  const socket = await open(port)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(whole.slice(0, cut))
  for (let time = 0; time < turns; time++) await turn()
  if (leaves) socket.destroy()
  else if (sendsRest || part === 100) socket.write(whole.slice(cut))
  else socket.end()
  socket.resume()
  await closed
}

describe('random acts of many clients at once', function () {
  this.timeout(120_000)
  const create = useServers()
  const failures: unknown[] = []
  const noteFailure = (failure: unknown) => void failures.push(failure)

  before(() => void process.on('unhandledRejection', noteFailure))
  after(() => void process.off('unhandledRejection', noteFailure))

  it('each request that began is answered or aborted, once, nothing is unhandled, and the server closes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 6 }), async (clients) => {
        failures.length = 0
        const notes: Notes = { begun: [], answered: [], aborted: [] }
        const server = create()
        build(server, notes)
        const port = await listen(server)
        await Promise.all(clients.map((drawn) => visit(port, drawn)))
        await server.close()
        const open = () => notes.begun.filter((id) => !notes.answered.includes(id) && !notes.aborted.includes(id))
        for (let time = 0; time < 2000 && open().length > 0; time++) await delay(5)
        expect(open()).to.deep.equal([])
        expect(new Set(notes.answered).size).to.equal(notes.answered.length)
        expect(new Set(notes.aborted).size).to.equal(notes.aborted.length)
        expect(failures).to.deep.equal([])
      }),
      { numRuns: 150 },
    )
  })
})
