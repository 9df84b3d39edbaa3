import { expect } from 'chai'
import fc from 'fast-check'
import { exchange, listen, post, statusOf } from './socket.js'
import { type Loose, type Server, useServers, validators } from './subject.js'

/** Pieces that content types are made of, and pieces that do not belong there: joined in any order. */
const pieces = [
  ...['application', 'APPLICATION', 'text', 'json', 'JSON', 'plain', 'application/json', 'text/plain', 'vnd.x'],
  ...['/', ';', ',', '+', '=', '*', '"', ' ', '\t', '.', '-', '\\', '(', '\u00e9', 'charset', 'utf-8', 'x', '+json'],
]
const contentType = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((parts) => parts.join(''))

for (const { version } of validators) {
  describe(`SPEC 1 with any content type (version ${version})`, function () {
    this.timeout(60_000)
    const create = useServers()

    /** Parsers for everything: only validation can keep a body from the handler. */
    function subject(seen: (body: unknown) => void): Server {
      const server = create({ validatorengine: { version } })
      const parser = async (_request: Loose, body: string) => {
        try {
          return JSON.parse(body)
        } catch {
          return body
        }
      }
      server.addContentTypeParser(/json/i, { parseAs: 'string' }, parser)
      server.addContentTypeParser('*', { parseAs: 'string' }, parser)
      const body = { type: 'object', required: ['n'], properties: { n: { type: 'integer', maximum: 5 } } }
      server.post('/', { schema: { body } }, async (request) => {
        seen(request.body)
        return 'handled'
      })
      return server
    }

    it('the handler never sees a body that its schema refuses', async () => {
      const seen: unknown[] = []
      const server = subject((body) => void seen.push(body))
      await fc.assert(
        fc.asyncProperty(contentType, async (type) => {
          const headers = { 'content-type': type }
          const answer = await server.inject({ method: 'POST', url: '/', headers, payload: '{"n":6}' })
          expect(answer.statusCode).to.be.oneOf([400, 415])
          expect(seen).to.deep.equal([])
        }),
        { numRuns: 500 },
      )
    })

    it('over a socket neither, with any number of content types', async () => {
      const seen: unknown[] = []
      const port = await listen(subject((body) => void seen.push(body)))
      await fc.assert(
        fc.asyncProperty(fc.array(contentType, { maxLength: 3 }), async (types) => {
          const headers = types.map((type) => `Content-Type: ${type}`)
          const answer = await post(port, '/', headers, '{"n":6}')
          expect(statusOf(answer)).to.be.oneOf([400, 415])
          expect(seen).to.deep.equal([])
        }),
        { numRuns: 100 },
      )
    })

    it('over a socket neither, with any division into chunks', async () => {
      const seen: unknown[] = []
      const port = await listen(subject((body) => void seen.push(body)))
      const head = ['POST / HTTP/1.1', 'Host: localhost', 'Connection: close', 'Transfer-Encoding: chunked']
      await fc.assert(
        fc.asyncProperty(contentType, fc.integer({ min: 1, max: 6 }), async (type, size) => {
          const chunks = '{"n":6}'.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
          const body = chunks.flatMap((chunk) => [chunk.length.toString(16), chunk])
          const answer = await exchange(port, ...head, `Content-Type: ${type}`, '', ...body, '0', '', '')
          expect(statusOf(answer)).to.be.oneOf([400, 415])
          expect(seen).to.deep.equal([])
        }),
        { numRuns: 50 },
      )
    })
  })
}
