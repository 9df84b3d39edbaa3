import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import fc from 'fast-check'
import { readAnswers } from './answers.js'
import { bounds, patience, seeded } from './bounds.js'
import { deliver } from './connection.js'

const crlf = '\r\n'
const host = `Host: localhost${crlf}`

/** Requests that are valid, each with the start of what is answered to it. */
const requests: readonly (readonly [text: string, status: number, body: string])[] = [
  [`GET /plain HTTP/1.1${crlf}${host}${crlf}`, 200, 'plain'],
  [`GET /users/7?q=a%20b HTTP/1.1${crlf}${host}X-Note: \u00e9 ,;"${crlf}${crlf}`, 200, '{"id":"7","q":"a b"}'],
  [`GET /nowhere HTTP/1.1${crlf}${host}${crlf}`, 404, '{"'],
  [`GET /stream HTTP/1.1${crlf}${host}${crlf}`, 200, 'xxx'],
  [`DELETE /plain HTTP/1.1${crlf}${host}Content-Length: 0${crlf}${crlf}`, 204, ''],
  [json('Content-Length: 7', '{"n":1}'), 200, '{"n":1}'],
  [json('Content-Length: 9', '{"n":"x"}'), 400, '{"'],
  [json('Transfer-Encoding: chunked', `3${crlf}{"n${crlf}4${crlf}":2}${crlf}0${crlf}${crlf}`), 200, '{"n":2}'],
  [json('Transfer-Encoding: chunked', `7;a=b${crlf}{"n":3}${crlf}0${crlf}X: y${crlf}${crlf}`), 200, '{"n":3}'],
]

function json(framing: string, body: string): string {
  return `POST /json HTTP/1.1${crlf}${host}Content-Type: application/json${crlf}${framing}${crlf}${crlf}${body}`
}

const cuts = fc.array(fc.nat(400), { maxLength: 12 })
const pipelined = fc.array(fc.nat(requests.length - 1), { minLength: 1, maxLength: 5 })

/** Bytes that mean something in HTTP, and some that never should occur. */
const bytes = fc.oneof(
  fc.constantFrom('\r', '\n', '\r\n', ' ', ':', ';', ',', '\t', '\0', '\u007f', '\u00ff', '%', '/', '-', '0', 'f'),
  fc.constantFrom(
    'GET ',
    'HEAD ',
    ' HTTP/1.1\r\n',
    'Content-Length: 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    '\r\n\r\n',
  ),
  fc.string({ maxLength: 4, unit: 'binary-ascii' }),
)
const mutation = fc.record({
  at: fc.nat(600),
  act: fc.constantFrom('insert', 'replace', 'remove', 'repeat', 'truncate'),
  length: fc.integer({ min: 1, max: 12 }),
  text: bytes,
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

function mutated(text: string, { at, act, length, text: inserted }: Mutation): string {
  const place = at % (text.length + 1)
  const [before, after] = [text.slice(0, place), text.slice(place)]
  switch (act) {
    case 'insert':
      return before + inserted + after
    case 'replace':
      return before + inserted + after.slice(length)
    case 'remove':
      return before + after.slice(length)
    case 'repeat':
      return before + after.slice(0, length) + after
    default:
      return before
  }
}

async function* xs() {
  for (let piece = 0; piece < 3; piece++) yield 'x'.repeat(1000)
}

describe(seeded('random bytes on a connection'), function () {
  this.timeout(patience)
  let server: Instance
  let port = 0
  const lost: unknown[] = []
  const note = (failure: unknown) => void lost.push(failure)

  before(async () => {
    process.on('unhandledRejection', note)
    server = createServer({ bodyLimit: 10_000 })
    server.get('/plain', () => 'plain')
    server.delete('/plain', (_request, reply) => reply.code(204).send())
    server.get('/users/:id', ({ params, query }) => ({ ...Object(params), ...Object(query) }))
    server.get('/stream', (_request, reply) =>
      reply.send(ReadableStream.from(xs()).pipeThrough(new TextEncoderStream())),
    )
    const body = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    server.post('/json', { schema: { body } }, (request) => request.body)
    await server.listen({ port: 0, host: '127.0.0.1' })
    port = Number(Object(server.server.address()).port)
  })
  after(async () => {
    process.off('unhandledRejection', note)
    await server.close()
  })

  async function expectAlive(): Promise<void> {
    const bytes = Buffer.from(`GET /plain HTTP/1.1${crlf}${host}Connection: close${crlf}${crlf}`)
    const [answer] = readAnswers(await deliver({ port, bytes, cuts: [] }))
    expect(answer?.body.toString()).to.equal('plain')
    expect(lost).to.deep.equal([])
  }

  it('valid requests are answered each, in order, with any division into packets', async () => {
    await fc.assert(
      fc.asyncProperty(pipelined, cuts, async (numbers, cuts) => {
        const sent = numbers.map((number) => requests[number]!)
        const bytes = Buffer.from(sent.map(([text]) => text).join(''), 'latin1')
        const answers = readAnswers(await deliver({ port, bytes, cuts }))
        expect(answers.map(({ status }) => status)).to.deep.equal(sent.map(([, status]) => status))
        for (const [index, [, , body]] of sent.entries()) {
          expect(answers[index]?.body.toString().startsWith(body)).to.equal(true)
        }
      }),
      bounds(150),
    )
    await expectAlive()
  })

  it('a request cut at every byte is answered as one in a single piece', async () => {
    for (const [text, status, body] of requests) {
      const bytes = Buffer.from(text, 'latin1')
      const answers = readAnswers(await deliver({ port, bytes, cuts: Array.from(bytes.keys()) }))
      expect(answers.map((answer) => answer.status)).to.deep.equal([status])
      expect(answers[0]?.body.toString().startsWith(body)).to.equal(true)
    }
  })

  it('broken requests get valid answers or a close, never a crash or half an answer', async () => {
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(pipelined, mutations, cuts, async (numbers, mutations, cuts) => {
        const text = mutations.reduce(mutated, numbers.map((number) => requests[number]![0]).join(''))
        const received = await deliver({ port, bytes: Buffer.from(text, 'latin1'), cuts })
        const isHead = /HEAD /.test(text)
        // With a HEAD among them, a client cannot know which answer has no body.
        if (!isHead) for (const { status } of readAnswers(received)) expect(status).to.be.within(200, 501)
        else expect(received.toString('latin1')).to.match(/^(?:$|HTTP\/1\.1 [1-5]\d\d )/)
      }),
      bounds(250),
    )
    await expectAlive()
  })

  it('garbage gets a valid answer or a close', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), cuts, async (garbage, cuts) => {
        for (const { status } of readAnswers(await deliver({ port, bytes: Buffer.from(garbage), cuts }))) {
          expect(status).to.be.within(400, 499)
        }
      }),
      bounds(100),
    )
    await expectAlive()
  })
})
