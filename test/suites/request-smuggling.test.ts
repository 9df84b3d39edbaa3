import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import { type Answer, readAnswers } from '../fuzz/answers.js'
import { deliver } from '../fuzz/connection.js'

/**
 * Requests of which two servers in a row may see different ends. The cases are from RFC 9112 (sections 5, 6 and 11.2)
 * and from published attacks. Each hides a second request, which must not be handled after a refusal.
 */
interface Case {
  what: string
  /** The head, line by line with CRLF, without the empty line at its end. */
  head: readonly string[]
  body?: string
  /** The one status that is right. `closed`: nothing at all may be answered as well. */
  status: number | 'closed'
}

const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n'
const post = ['POST /echo HTTP/1.1', 'Host: x', 'Content-Type: text/plain']
const chunked = 'Transfer-Encoding: chunked'

const lengths: Case[] = [
  ['a length and chunks', ['Content-Length: 5', chunked], `0\r\n\r\n`],
  ['chunks and a length', [chunked, 'Content-Length: 5'], `0\r\n\r\n`],
  ['chunks and a length of nothing', [chunked, 'Content-Length: 0'], `0\r\n\r\n`],
  ['two lengths that differ', ['Content-Length: 0', 'Content-Length: 44'], ''],
  ['two lengths that agree', ['Content-Length: 0', 'Content-Length: 0'], ''],
  ['a list of lengths', ['Content-Length: 0, 44'], ''],
  ['a list of equal lengths', ['Content-Length: 0, 0'], ''],
  ['a length with a sign', ['Content-Length: +0'], ''],
  ['a length below nothing', ['Content-Length: -1'], ''],
  ['a length in hexadecimal', ['Content-Length: 0x0'], ''],
  ['a length with a point', ['Content-Length: 0.0'], ''],
  ['a length with an exponent', ['Content-Length: 0e0'], ''],
  ['a length with an underscore', ['Content-Length: 0_0'], ''],
  ['a length with a space inside', ['Content-Length: 0 0'], ''],
  ['an empty length', ['Content-Length: '], ''],
  ['a length that overflows', ['Content-Length: 18446744073709551616'], ''],
  ['a space before the colon', ['Content-Length : 0'], ''],
  ['a tab before the colon', ['Content-Length\t: 0'], ''],
].map(([what, head, body]) => ({
  what: String(what),
  head: [...post, ...[head ?? []].flat()],
  body: String(body),
  status: 400,
}))

const encodings: Case[] = [
  ['an unknown coding', 'Transfer-Encoding: xchunked'],
  ['chunked twice', 'Transfer-Encoding: chunked, chunked'],
  ['chunked not last', 'Transfer-Encoding: chunked, identity'],
  ['identity', 'Transfer-Encoding: identity'],
  ['an empty coding', 'Transfer-Encoding: '],
  ['a quoted coding', 'Transfer-Encoding: "chunked"'],
  ['a vertical tab before the coding', 'Transfer-Encoding: \u000bchunked'],
  ['a form feed after the coding', 'Transfer-Encoding: chunked\u000c'],
  ['a null byte in the coding', 'Transfer-Encoding: chun\u0000ked'],
  ['a control in the name', 'Transfer\u0001-Encoding: chunked'],
  ['a space before the colon', 'Transfer-Encoding : chunked'],
  ['a folded line', 'Transfer-Encoding:\r\n chunked'],
  ['a folded line after a tab', 'X: y\r\n\tTransfer-Encoding: chunked'],
  ['a bare CR between headers', 'X: y\rTransfer-Encoding: chunked'],
  ['a bare LF between headers', 'X: y\nTransfer-Encoding: chunked'],
  ['no colon', 'Transfer-Encoding chunked'],
].map(([what, line]) => ({ what: `${what}`, head: [...post, String(line)], body: '0\r\n\r\n', status: 400 }))

const chunks: Case[] = [
  ['a size that is no number', 'x\r\n\r\n'],
  ['a size below nothing', '-1\r\n\r\n'],
  ['a size with a prefix', '0x1\r\na\r\n0\r\n\r\n'],
  ['a size that overflows', 'fffffffffffffffff\r\na\r\n0\r\n\r\n'],
  ['a space before the size', ' 1\r\na\r\n0\r\n\r\n'],
  ['an underscore in the size', '1_0\r\na\r\n0\r\n\r\n'],
  ['a chunk longer than its size', '1\r\nabc\r\n0\r\n\r\n'],
  ['a length among the trailers', '1\r\nx\r\n0\r\nContent-Length: 9\r\n\r\n'],
  ['no line end after a chunk', '1\r\na0\r\n\r\n'],
  ['a bare LF after the size', '1\na\r\n0\r\n\r\n'],
  ['a bare LF after a chunk', '1\r\na\n0\r\n\r\n'],
  ['a bare CR in an extension', '1;a\rb\r\na\r\n0\r\n\r\n'],
  ['a bare LF in an extension', '1;a\nb\r\na\r\n0\r\n\r\n'],
  ['a bare LF at the end', '1\r\na\r\n0\n\n'],
].map(([what, body]) => ({ what: `${what}`, head: [...post, chunked], body: String(body), status: 400 }))

const lines: Case[] = [
  { what: 'a bare LF after the request line', head: ['GET /plain HTTP/1.1\nHost: x'], status: 400 },
  { what: 'a space before the first header', head: ['GET /plain HTTP/1.1', ' Host: x'], status: 400 },
  { what: 'a header without a name', head: ['GET /plain HTTP/1.1', 'Host: x', ': y'], status: 400 },
  { what: 'HTTP/0.9', head: ['GET /plain'], status: 400 },
  { what: 'HTTP/1.2', head: ['GET /plain HTTP/1.2', 'Host: x'], status: 400 },
  { what: 'HTTP/2 in clear', head: ['PRI * HTTP/2.0'], status: 400 },
  { what: 'a version in small letters', head: ['GET /plain http/1.1', 'Host: x'], status: 400 },
  { what: 'a space in the target', head: ['GET /pl ain HTTP/1.1', 'Host: x'], status: 400 },
  { what: 'a null byte in the target', head: ['GET /pl\u0000ain HTTP/1.1', 'Host: x'], status: 400 },
  { what: 'a null byte in a header', head: ['GET /plain HTTP/1.1', 'Host: x', 'X: a\u0000b'], status: 400 },
  { what: 'a method with a control', head: ['GE\u0001T /plain HTTP/1.1', 'Host: x'], status: 400 },
  { what: 'chunks over HTTP/1.0', head: ['POST /echo HTTP/1.0', chunked], body: '0\r\n\r\n', status: 400 },
  {
    what: 'another coding before the chunks',
    head: [...post, 'Transfer-Encoding: gzip, chunked'],
    body: '0\r\n\r\n',
    status: 501,
  },
  {
    what: 'another coding in a header of its own',
    head: [...post, 'Transfer-Encoding: gzip', chunked],
    body: '0\r\n\r\n',
    status: 501,
  },
  { what: 'CONNECT', head: ['CONNECT x:80 HTTP/1.1', 'Host: x'], status: 'closed' },
]

/** Legal, however seldom: each is one request, and the one that follows it is the next. */
const legal: Case[] = [
  { what: 'an empty line before the request', head: ['\r\nGET /plain HTTP/1.1', 'Host: x'], status: 200 },
  { what: 'chunks with extensions', head: [...post, chunked], body: '1;a=b;c="d"\r\nx\r\n0\r\n\r\n', status: 200 },
  {
    what: 'chunks with trailers',
    head: [...post, chunked],
    body: '1\r\nx\r\n0\r\nX: 9\r\n\r\n',
    status: 200,
  },
  { what: 'leading zeros in a size', head: [...post, chunked], body: '0001\r\nx\r\n000\r\n\r\n', status: 200 },
  { what: 'the coding in capitals', head: [...post, 'TRANSFER-ENCODING: CHUNKED'], body: '0\r\n\r\n', status: 200 },
  { what: 'an absolute target', head: ['GET http://x/plain HTTP/1.1', 'Host: x'], status: 200 },
  // RFC 9112 would refuse it, and node does not.
  { what: 'two spaces before the version', head: ['GET /plain  HTTP/1.1', 'Host: x'], status: 200 },
  { what: 'a star', head: ['OPTIONS * HTTP/1.1', 'Host: x'], status: 404 },
  { what: 'an expectation that is not met', head: [...post, 'Expect: more', 'Content-Length: 0'], status: 417 },
  { what: 'a body on GET', head: ['GET /plain HTTP/1.1', 'Host: x', 'Content-Length: 3'], body: 'abc', status: 200 },
  {
    what: 'chunks on GET',
    head: ['GET /plain HTTP/1.1', 'Host: x', chunked],
    body: '1\r\nx\r\n0\r\n\r\n',
    status: 200,
  },
]

describe('requests with two readings', () => {
  let server: Instance
  let port = 0
  let reached: string[] = []

  before(async () => {
    server = createServer()
    server.addHook('onRequest', async ({ url }) => void reached.push(url))
    server.get('/plain', () => 'plain')
    server.get('/hidden', () => 'hidden')
    server.get('/next', () => 'next')
    server.post('/echo', (request) => request.body ?? 'nothing')
    await server.listen({ port: 0, host: '127.0.0.1' })
    port = Number(Object(server.server.address()).port)
  })
  after(() => server.close())
  beforeEach(() => {
    reached = []
  })

  async function send({ head, body = '' }: Case, next: string): Promise<Answer[]> {
    const text = `${head.join('\r\n')}\r\n\r\n${body}${next}`
    return readAnswers(await deliver({ port, bytes: Buffer.from(text, 'latin1'), cuts: [] }))
  }

  async function expectAlive(): Promise<void> {
    const [answer] = await send({ what: '', head: ['GET /next HTTP/1.1', 'Host: x'], status: 200 }, '')
    expect(answer?.body.toString()).to.equal('next')
  }

  for (const [kind, cases] of Object.entries({
    length: lengths,
    'transfer coding': encodings,
    chunk: chunks,
    line: lines,
  })) {
    describe(`by their ${kind}`, () => {
      for (const one of cases) {
        it(`${one.what}: one refusal, a closed connection, and what is hidden behind it is not reached`, async () => {
          const answers = await send(one, hidden)
          const statuses = answers.map(({ status }) => status)
          expect(statuses).to.deep.equal(one.status === 'closed' ? [] : [one.status])
          expect(reached).to.not.include('/hidden')
          await expectAlive()
        })
      }
    })
  }

  describe('that have one after all', () => {
    for (const one of legal) {
      it(`${one.what}: one answer, and one for the request that follows`, async () => {
        const answers = await send(one, 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
        expect(answers.map(({ status }) => status)).to.deep.equal([one.status, 200])
        expect(answers[1]?.body.toString()).to.equal('next')
        expect(reached.filter((url) => url === '/next')).to.have.lengthOf(1)
        await expectAlive()
      })
    }
  })

  it('two answers are never given to one request, with any division into packets', async () => {
    for (const one of [...lengths, ...encodings]) {
      const bytes = Buffer.from(`${one.head.join('\r\n')}\r\n\r\n${one.body ?? ''}`, 'latin1')
      const answers = readAnswers(await deliver({ port, bytes, cuts: Array.from(bytes.keys()) }))
      expect(
        answers.map(({ status }) => status),
        one.what,
      ).to.deep.equal([400])
    }
  })
})
