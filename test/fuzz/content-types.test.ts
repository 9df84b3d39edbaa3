import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import fc from 'fast-check'
import { readAnswers } from './answers.js'
import { bounds, patience, seeded } from './bounds.js'
import { deliver } from './connection.js'

/** A media type that somebody meant, and what may be done to its spelling. */
const known = ['application/json', 'text/plain', 'application/vnd.api+json', 'application/x-www-form-urlencoded']
const parameters = [
  'charset=utf-8',
  'charset="utf-8"',
  'boundary=application/json',
  'x="a;b"',
  'x="',
  '=',
  'q=0.1',
  'x="\\""',
]
const recased = (text: string) =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((upper) => {
    return Array.from(text, (letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join('')
  })
const space = fc.constantFrom('', '', ' ', '\t', '  ')
const spelling = fc
  .tuple(
    space,
    fc.oneof(fc.constantFrom(...known, 'multipart/form-data', 'x/y', '*/*', '', 'json', 'text/').chain(recased)),
    fc.constantFrom('', '', '', '+json', '/json', ',', '.', '%', '\u00e9', '"', '(', 'x', ' x', '\u00a0'),
    fc.array(fc.tuple(space, fc.constantFrom(';', ';', ',', ';;'), space, fc.constantFrom(...parameters)), {
      maxLength: 2,
    }),
    space,
  )
  .map(([before, type, noise, parameters, after]) => {
    return before + type + noise + parameters.map((part) => part.join('')).join('') + after
  })

const method = fc.constantFrom('POST', 'PUT', 'PATCH', 'QUERY')
const override = fc.constantFrom(
  'X: y',
  'X-HTTP-Method-Override: GET',
  'X-HTTP-Method: DELETE',
  'X-Method-Override: GET',
)
const encoding = fc.constantFrom('identity', 'chunked')

/** The number shows which schema refuses it: all of them refuse more than 5. */
const body = { type: 'object', required: ['n'], properties: { n: { type: 'integer', maximum: 5 } } }
const smaller = { ...body, properties: { n: { type: 'integer', maximum: 1 } } }
const content = {
  'application/json': { schema: body },
  'text/plain': { schema: smaller },
  'text/*': { schema: smaller },
}

for (const version of [6, 8] as const) {
  describe(seeded(`no spelling of a content type reaches a handler unvalidated, version ${version}:`), function () {
    this.timeout(patience)
    let server: Instance
    let port = 0
    const reached: number[] = []

    before(async () => {
      server = createServer({ validatorengine: { version } })
      server.addHttpMethod('QUERY', { hasBody: true })
      // Parsers for everything: only validation can keep a body from the handler.
      server.removeAllContentTypeParsers()
      server.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (_request, text, done) => {
        try {
          done(null, JSON.parse(String(text)))
        } catch {
          done(null, text)
        }
      })
      const handler = (request: { body: unknown }) => {
        reached.push(Object(request.body).n)
        return 'handled'
      }
      const all = { method: ['POST', 'PUT', 'PATCH', 'QUERY'], handler }
      server.route({ ...all, url: '/plain', schema: { body } })
      server.route({ ...all, url: '/parsed', schema: { body }, bodyValidation: 'parsed' })
      server.route({ ...all, url: '/content', schema: { body: { content } } })
      server.route({ ...all, url: '/content-parsed', schema: { body: { content } }, bodyValidation: 'parsed' })
      await server.listen({ port: 0, host: '127.0.0.1' })
      port = Number(Object(server.server.address()).port)
    })
    after(() => server.close())
    beforeEach(() => void reached.splice(0))

    async function send(url: string, lines: readonly string[], framing: string, value: number): Promise<number> {
      const text = JSON.stringify({ n: value })
      const [head, ...more] = lines
      const isChunked = framing === 'chunked'
      const sent = [
        `${head} ${url} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        ...more,
        isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${text.length}`,
        '',
        isChunked ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text,
      ]
      const bytes = Buffer.from(sent.join('\r\n'), 'latin1')
      return readAnswers(await deliver({ port, bytes, cuts: [] }))[0]?.status ?? 0
    }

    for (const url of ['/plain', '/parsed', '/content', '/content-parsed']) {
      it(`a body that no schema of ${url} accepts is 400 or 415, for any spelling of its types`, async () => {
        const types = fc.array(spelling, { maxLength: 3 })
        await fc.assert(
          fc.asyncProperty(method, types, override, encoding, async (method, types, override, framing) => {
            const lines = [method, ...types.map((type) => `Content-Type: ${type}`), override]
            expect(await send(url, lines, framing, 6)).to.be.oneOf([400, 415])
            expect(reached).to.deep.equal([])
          }),
          bounds(50),
        )
      })
    }

    it('a spelling is handled by the schema of the media type that it names, or refused', async () => {
      await fc.assert(
        fc.asyncProperty(method, spelling, fc.constantFrom(1, 3), async (method, spelling, value) => {
          reached.length = 0
          const status = await send('/content', [method, `Content-Type: ${spelling}`], 'identity', value)
          const isText = /^[ \t]*text\//i.test(spelling)
          expect(status).to.be.oneOf(isText && value > 1 ? [400, 415] : [200, 415])
          expect(reached).to.deep.equal(status === 200 ? [value] : [])
        }),
        bounds(50),
      )
    })
  })
}
