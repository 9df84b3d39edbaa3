import { expect } from 'chai'
import { exchange, listen, post, statusOf } from './socket.js'
import { type Server, useServers, validators } from './subject.js'

const Named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const invalid = '{"name":{}}'

for (const { version } of validators) {
  describe(`SPEC 1 and 4.5 no spelling of a content type skips validation (version ${version})`, () => {
    const create = useServers()
    let handled: unknown[]

    function subject(options: object = {}, routeOptions: object = {}): Server {
      handled = []
      const server = create({ validatorengine: { version }, ...options })
      server.post('/', { schema: { body: Named }, ...routeOptions }, async (request) => {
        handled.push(request.body)
        return 'handled'
      })
      return server
    }

    async function send(server: Server, contentType: string | undefined, payload = invalid) {
      const headers = contentType === undefined ? {} : { 'content-type': contentType }
      return server.inject({ method: 'POST', url: '/', headers, payload })
    }

    for (const type of [
      'application/json',
      'Application/JSON',
      'APPLICATION/JSON; charset=utf-8',
      'Application/JSON ; x=y',
      'application/json;charset=utf-8',
      'application/json\t;\tcharset=utf-8',
      ' application/json ',
      'application/json; charset="utf-8"',
      'application/json; boundary=text/plain',
    ]) {
      it(`validates a body sent as ${JSON.stringify(type)}`, async () => {
        const server = subject()
        const refused = await send(server, type)
        expect(refused.statusCode).to.equal(400)
        expect(handled).to.deep.equal([])
        const accepted = await send(server, type, '{"name":"a"}')
        expect(accepted.statusCode).to.equal(200)
        expect(handled).to.deep.equal([{ name: 'a' }])
      })
    }

    for (const type of [
      'text/plain',
      'application/jsonx',
      'application/json+x',
      'application/vnd.api+json',
      'application/json/x',
      'xapplication/json',
      'application/x-json',
      'text/plain; x=application/json',
      'application/json, text/plain',
      'application',
      ';application/json',
      'application /json',
      'multipart/form-data; boundary=x',
    ]) {
      it(`does not hand a body sent as ${JSON.stringify(type)} to a handler with a body schema`, async () => {
        const answer = await send(subject(), type)
        expect(answer.statusCode).to.equal(415)
        expect(handled).to.deep.equal([])
      })
    }

    it('answers 415 to a body without a content type', async () => {
      const answer = await send(subject(), undefined)
      expect(answer.statusCode).to.equal(415)
      expect(handled).to.deep.equal([])
    })

    it('answers 415 to a body with an empty content type', async () => {
      const answer = await send(subject(), '')
      expect(answer.statusCode).to.equal(415)
      expect(handled).to.deep.equal([])
    })

    it('answers 400 when a body is required and none is sent', async () => {
      const answer = await subject().inject({ method: 'POST', url: '/' })
      expect(answer.statusCode).to.equal(400)
      expect(answer.json().message).to.match(/^body /)
      expect(handled).to.deep.equal([])
    })

    it('does not let a catch-all parser carry an unvalidated body to the handler', async () => {
      const server = subject()
      server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, JSON.parse(body)))
      const answer = await send(server, 'application/anything')
      expect(answer.statusCode).to.equal(415)
      expect(handled).to.deep.equal([])
    })

    it('does not let a parser of another media type carry an unvalidated body to the handler', async () => {
      const server = subject()
      server.addContentTypeParser(
        /^application\/.*json/,
        { parseAs: 'string' },
        async (_request: unknown, body: string) => JSON.parse(body),
      )
      const answer = await send(server, 'application/vnd.api+json')
      expect(answer.statusCode).to.equal(415)
      expect(handled).to.deep.equal([])
    })

    it('the 415 answer explains how to accept the media type', async () => {
      const server = subject()
      const answer = await send(server, 'text/plain')
      expect(answer.json()).to.include({ statusCode: 415, error: 'Unsupported Media Type' })
      expect(answer.json().message)
        .to.contain('text/plain')
        .and.match(/content|bodyValidation/)
    })

    for (const [what, body] of [
      ['of JSON', Named],
      ['of listed media types', { content: { 'application/json': { schema: Named } } }],
      ['of no kind', null],
    ] as const) {
      it(`a client does not set the length of a 415 by a long content type, with a schema ${what}`, async () => {
        const server = create({ validatorengine: { version } })
        if (body !== null) server.addContentTypeParser('*', { parseAs: 'string' }, async () => ({}))
        server.post('/', body === null ? {} : { schema: { body } }, async () => 'handled')
        const answer = await send(server, `text/${'x'.repeat(10_000)}`, 'a')
        expect(answer.statusCode).to.equal(415)
        expect(answer.json().message).to.contain(`text/${'x'.repeat(250)}…`)
        expect(answer.body).to.have.length.below(600)
      })
    }

    it('serves a body of another media type on a route without a body schema', async () => {
      const server = create({ validatorengine: { version } })
      server.post('/', async (request) => ({ got: request.body }))
      const answer = await send(server, 'text/plain', 'hello')
      expect(answer.json()).to.deep.equal({ got: 'hello' })
    })

    it('validates query and params with any media type of the body', async () => {
      const server = create({ validatorengine: { version } })
      const schema = { querystring: { n: { type: 'integer' } } }
      server.post('/', { schema }, async () => 'handled')
      const headers = { 'content-type': 'text/plain' }
      const refused = await server.inject({ method: 'POST', url: '/?n=x', headers, payload: 'hello' })
      expect(refused.statusCode).to.equal(400)
      const accepted = await server.inject({ method: 'POST', url: '/?n=1', headers, payload: 'hello' })
      expect(accepted.statusCode).to.equal(200)
    })

    describe('with a schema per media type (`body.content`)', () => {
      const content = {
        'application/json': { schema: Named },
        'text/plain': { schema: { type: 'string', maxLength: 3 } },
      }

      it('validates each media type with its own schema', async () => {
        const server = subject({}, { schema: { body: { content } } })
        expect((await send(server, 'application/json')).statusCode).to.equal(400)
        expect((await send(server, 'application/json', '{"name":"a"}')).statusCode).to.equal(200)
        expect((await send(server, 'text/plain', 'long')).statusCode).to.equal(400)
        expect((await send(server, 'Text/Plain ; x=y', 'long')).statusCode).to.equal(400)
        expect((await send(server, 'text/plain', 'abc')).statusCode).to.equal(200)
        expect(handled).to.deep.equal([{ name: 'a' }, 'abc'])
      })

      it('validates a media type with the nearest wildcard', async () => {
        const wild = {
          'text/*': { schema: { type: 'string', maxLength: 3 } },
          '*/*': { schema: { type: 'string', maxLength: 1 } },
        }
        const server = subject({}, { schema: { body: { content: wild } } })
        server.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
        expect((await send(server, 'text/own', 'abc')).statusCode).to.equal(200)
        expect((await send(server, 'text/own', 'abcd')).statusCode).to.equal(400)
        expect((await send(server, 'else/where', 'a')).statusCode).to.equal(200)
        expect((await send(server, 'else/where', 'ab')).statusCode).to.equal(400)
      })

      it('refuses a request without body and content type when its schema asks for one', async () => {
        const server = subject({}, { schema: { body: { content } } })
        const answer = await server.inject({ method: 'POST', url: '/' })
        expect(answer.statusCode).to.be.oneOf([400, 415])
        expect(handled).to.deep.equal([])
      })

      it('answers 415 to a media type that is not listed', async () => {
        const server = subject({}, { schema: { body: { content: { 'application/json': { schema: Named } } } } })
        expect((await send(server, 'text/plain', 'abc')).statusCode).to.equal(415)
        expect(handled).to.deep.equal([])
      })
    })

    describe("with bodyValidation: 'parsed'", () => {
      const parsed = { bodyValidation: 'parsed' }

      function withJsonApi(server: Server): Server {
        const options = { parseAs: 'string' }
        server.addContentTypeParser('application/vnd.api+json', options, async (_request: unknown, body: string) =>
          JSON.parse(body),
        )
        return server
      }

      for (const [where, server, route] of [
        ['server', parsed, {}],
        ['route', {}, parsed],
      ] as const) {
        it(`validates every parsed body when the ${where} sets it`, async () => {
          const subjectServer = withJsonApi(subject(server, route))
          expect((await send(subjectServer, 'application/vnd.api+json')).statusCode).to.equal(400)
          expect((await send(subjectServer, 'application/vnd.api+json', '{"name":"a"}')).statusCode).to.equal(200)
          expect(handled).to.deep.equal([{ name: 'a' }])
        })
      }

      it('still answers 415 to a media type with no parser', async () => {
        const answer = await send(subject(parsed), 'application/unknown')
        expect(answer.statusCode).to.equal(415)
        expect(handled).to.deep.equal([])
      })

      it("returns to JSON bodies on a route with bodyValidation: 'json'", async () => {
        const server = withJsonApi(subject(parsed, { bodyValidation: 'json' }))
        expect((await send(server, 'application/vnd.api+json', '{"name":"a"}')).statusCode).to.equal(415)
      })
    })

    describe('on a real socket', () => {
      it('does not hand over a body that comes with two content types', async () => {
        const port = await listen(subject())
        for (const types of [
          ['Content-Type: application/json', 'Content-Type: text/plain'],
          ['Content-Type: text/plain', 'Content-Type: application/json'],
        ]) {
          const answer = await post(port, '/', types, invalid)
          expect(statusOf(answer)).to.be.within(400, 415)
        }
        expect(handled).to.deep.equal([])
      })

      it('does not hand over a chunked body without a content type', async () => {
        const port = await listen(subject())
        const answer = await exchange(
          port,
          'POST / HTTP/1.1',
          'Host: localhost',
          'Connection: close',
          'Transfer-Encoding: chunked',
          '',
          invalid.length.toString(16),
          invalid,
          '0',
          '',
          '',
        )
        expect(statusOf(answer)).to.equal(415)
        expect(handled).to.deep.equal([])
      })

      it('answers 400 to an empty chunked JSON body', async () => {
        const port = await listen(subject())
        const answer = await exchange(
          port,
          'POST / HTTP/1.1',
          'Host: localhost',
          'Connection: close',
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
          '',
          '0',
          '',
          '',
        )
        expect(statusOf(answer)).to.equal(400)
        expect(handled).to.deep.equal([])
      })

      it('validates a body whose content type ends in a tab', async () => {
        const port = await listen(subject())
        const answer = await post(port, '/', ['Content-Type: application/json\t'], invalid)
        expect(statusOf(answer)).to.equal(400)
        expect(handled).to.deep.equal([])
      })
    })
  })
}
