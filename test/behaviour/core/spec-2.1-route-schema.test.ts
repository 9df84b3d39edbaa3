import { expect } from 'chai'
import { failureOf, type Loose, postJson, type Server, useServers, validators } from './subject.js'

for (const { version } of validators) {
  describe(`SPEC 2.1 route schema (version ${version})`, () => {
    const create = useServers()
    const subject = () => create({ validatorengine: { version } })

    function echo(server: Server, method: string, schema: object, url = '/'): Server {
      return server.route({
        method,
        url,
        schema,
        handler: async ({ body, query, params }) => ({ body, query, params }),
      })
    }

    const Full = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    const Short = { n: { type: 'integer' } }

    describe('body', () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        it(`is validated for ${method}`, async () => {
          const server = echo(subject(), method, { body: Full })
          const headers = { 'content-type': 'application/json' }
          const refused = await server.inject({ method, url: '/', headers, payload: '{}' } as Loose)
          expect(refused.statusCode).to.equal(400)
          const accepted = await server.inject({ method, url: '/', headers, payload: '{"n":"1"}' } as Loose)
          expect(accepted.json().body).to.deep.equal({ n: 1 })
        })
      }

      for (const method of ['GET', 'HEAD']) {
        it(`is refused at boot for ${method}, which has none`, async () => {
          const error = await failureOf(async () => echo(subject(), method, { body: Full }).ready())
          expect(error.code).to.match(/^(FST|ALC)_ERR_/)
        })
      }

      for (const method of ['DELETE', 'OPTIONS']) {
        it(`is not applied to ${method} without a body`, async () => {
          const server = echo(subject(), method, { body: Full })
          expect((await server.inject({ method, url: '/' } as Loose)).statusCode).to.equal(200)
        })
      }

      it('lets a body be missing that may be null, and leaves it undefined', async () => {
        const server = subject()
        const seen: unknown[] = []
        server.post('/', { schema: { body: { type: ['object', 'null'], properties: {} } } }, async (request: Loose) => {
          seen.push(request.body)
        })
        expect((await server.inject({ method: 'POST', url: '/' })).statusCode).to.equal(200)
        expect(seen).to.deep.equal([undefined])
      })

      it('is applied to a method that was added with a body', async () => {
        const server = subject()
        server.addHttpMethod('PROPFIND', { hasBody: true })
        echo(server, 'PROPFIND', { body: Full })
        const headers = { 'content-type': 'application/json' }
        const answer = await server.inject({ method: 'PROPFIND', url: '/', headers, payload: '{}' })
        expect(answer.statusCode).to.equal(400)
      })
    })

    for (const [form, entry] of [
      ['a full JSON Schema object', Full],
      ['the short form', Short],
    ] as const) {
      describe(`with ${form}`, () => {
        it('validates and coerces the query string', async () => {
          const server = echo(subject(), 'GET', { querystring: entry })
          expect((await server.inject('/?n=x')).statusCode).to.equal(400)
          expect((await server.inject('/?n=1')).json().query).to.deep.equal({ n: 1 })
        })

        it('takes query as an alias of querystring', async () => {
          const server = echo(subject(), 'GET', { query: entry })
          expect((await server.inject('/?n=x')).statusCode).to.equal(400)
          expect((await server.inject('/?n=1')).json().query).to.deep.equal({ n: 1 })
        })

        it('validates and coerces the path parameters', async () => {
          const server = echo(subject(), 'GET', { params: entry }, '/:n')
          expect((await server.inject('/x')).statusCode).to.equal(400)
          expect((await server.inject('/1')).json().params).to.deep.equal({ n: 1 })
        })

        it('validates the body', async () => {
          const server = echo(subject(), 'POST', { body: entry })
          expect((await postJson(server, '/', { n: 'x' })).statusCode).to.equal(400)
          expect((await postJson(server, '/', { n: '1' })).json().body).to.deep.equal({ n: 1 })
        })

        it('serializes the response', async () => {
          const server = subject()
          server.get('/', { schema: { response: { 200: entry } } }, async () => ({ n: 1, secret: 2 }))
          expect((await server.inject('/')).json()).to.deep.equal({ n: 1 })
        })
      })
    }

    it('validates headers, full and short, with names in any case', async () => {
      const X = { 'X-Count': { type: 'integer' } }
      for (const headers of [X, { type: 'object', required: ['X-Count'], properties: X }]) {
        const server = subject()
        server.get('/', { schema: { headers } }, async (request) => ({ count: request.headers['x-count'] }))
        expect((await server.inject({ url: '/', headers: { 'x-count': 'x' } })).statusCode).to.equal(400)
        expect((await server.inject({ url: '/', headers: { 'X-COUNT': '1' } })).json()).to.deep.equal({ count: 1 })
      }
    })

    it('requires a header by its canonical name', async () => {
      const server = subject()
      const headers = { type: 'object', required: ['X-Key'], properties: { 'X-Key': { type: 'string' } } }
      server.get('/', { schema: { headers } }, async () => 'handled')
      expect((await server.inject('/')).statusCode).to.equal(400)
      expect((await server.inject({ url: '/', headers: { 'x-key': 'k' } })).statusCode).to.equal(200)
    })

    it('leaves the schema object of the application as it was', async () => {
      const schema = {
        querystring: { n: { type: 'integer' } },
        headers: { 'X-A': { type: 'string' } },
        response: { 200: Short },
      }
      const before = structuredClone(schema)
      const server = subject()
      server.get('/one', { schema }, async () => 'one')
      server.get('/two', { schema }, async () => 'two')
      await server.ready()
      expect(schema).to.deep.equal(before)
    })

    it('takes a short form whose parameters have names of keywords', async () => {
      const server = echo(subject(), 'GET', { querystring: { title: { type: 'string' }, format: { type: 'string' } } })
      expect((await server.inject('/?title=a&format=b')).json().query).to.deep.equal({ title: 'a', format: 'b' })
    })

    it('takes a full schema without type that consists of other keywords', async () => {
      const server = echo(subject(), 'POST', { body: { required: ['n'] } })
      expect((await postJson(server, '/', {})).statusCode).to.equal(400)
      expect((await postJson(server, '/', { n: 1 })).statusCode).to.equal(200)
    })

    it('takes a full schema whose body is an array', async () => {
      const server = echo(subject(), 'POST', { body: { type: 'array', items: { type: 'integer' } } })
      expect((await postJson(server, '/', { n: 1 })).statusCode).to.equal(400)
      expect((await postJson(server, '/', [1])).json().body).to.deep.equal([1])
    })

    describe('a root reference to a shared schema', () => {
      it('replaces the schema of each part of the request', async () => {
        const server = subject()
        server.addSchema({ ...Full, $id: 'numbered' })
        const Ref = { $ref: 'numbered#' }
        echo(server, 'POST', { body: Ref, querystring: Ref, params: Ref }, '/:n')
        const send = (url: string, value: unknown) => postJson(server, url, value)
        expect((await send('/1?n=2', { n: 3 })).statusCode).to.equal(200)
        expect((await send('/x?n=2', { n: 3 })).json().message).to.match(/^params\/n /)
        expect((await send('/1', { n: 3 })).json().message).to.match(/^querystring /)
        expect((await send('/1?n=2', {})).json().message).to.match(/^body /)
      })

      it('replaces the schema of headers', async () => {
        const server = subject()
        server.addSchema({
          $id: 'keyed',
          type: 'object',
          required: ['x-key'],
          properties: { 'x-key': { type: 'string' } },
        })
        server.get('/', { schema: { headers: { $ref: 'keyed#' } } }, async () => 'handled')
        expect((await server.inject('/')).statusCode).to.equal(400)
        expect((await server.inject({ url: '/', headers: { 'x-key': 'k' } })).statusCode).to.equal(200)
      })

      it('replaces the schema of a response', async () => {
        const server = subject()
        server.addSchema({ ...Full, $id: 'numbered' })
        server.get('/', { schema: { response: { '2xx': { $ref: 'numbered#' } } } }, async () => ({ n: 1, secret: 2 }))
        expect((await server.inject('/')).json()).to.deep.equal({ n: 1 })
      })
    })
  })
}

describe('SPEC 2.1 response keys', () => {
  const create = useServers()

  function marked(mark: string) {
    return { type: 'object', properties: { [mark]: { type: 'string', default: mark } } }
  }

  async function usedFor(status: number, response: object): Promise<string[]> {
    const server = create()
    server.get('/', { schema: { response } }, async (_request, reply) => reply.code(status).send({ plain: 'plain' }))
    return Object.keys((await server.inject('/')).json())
  }

  const all = { 200: marked('exact'), '2xx': marked('class'), default: marked('default') }

  it('an exact status goes before its class', async () => {
    expect(await usedFor(200, all)).to.deep.equal(['exact'])
  })
  it('a class goes before default', async () => {
    expect(await usedFor(201, all)).to.deep.equal(['class'])
  })
  it('default covers what nothing else does', async () => {
    expect(await usedFor(301, all)).to.deep.equal(['default'])
  })
  it('the order of the keys does not matter', async () => {
    const { 200: exact, ...rest } = all
    expect(await usedFor(200, { ...rest, 200: exact })).to.deep.equal(['exact'])
  })
  it('a class may be written in capitals', async () => {
    expect(await usedFor(404, { '4XX': marked('class') })).to.deep.equal(['class'])
  })
  it('a status without a schema is sent as it is', async () => {
    expect(await usedFor(404, { 200: marked('exact') })).to.deep.equal(['plain'])
  })

  for (const key of ['2x', '20', 'ok', '2000']) {
    it(`refuses the key ${key} at boot or never uses it for 200`, async () => {
      const server = create()
      const error = await Promise.resolve()
        .then(() =>
          server.get('/', { schema: { response: { [key]: marked('wrong') } } }, async () => ({ plain: 'plain' })),
        )
        .then(() => server.inject('/'))
        .then(
          (answer) => void expect(answer.json()).to.deep.equal({ plain: 'plain' }),
          (failure) => failure,
        )
      if (error !== undefined) expect(error.code).to.match(/^(FST|ALC)_ERR_/)
    })
  }

  it('distinguishes the content types of a response', async () => {
    const server = create()
    const content = {
      'application/json': { schema: marked('json') },
      'application/vnd.v1+json': { schema: marked('v1') },
      '*/*': { schema: marked('any') },
    }
    server.get('/', { schema: { response: { 200: { content } } } }, async (request, reply) =>
      reply.type(request.query.type).send({}),
    )
    const keysOf = async (type: string) =>
      Object.keys(JSON.parse((await server.inject({ url: '/', query: { type } })).body))
    expect(await keysOf('application/json')).to.deep.equal(['json'])
    expect(await keysOf('application/vnd.v1+json')).to.deep.equal(['v1'])
    expect(await keysOf('application/vnd.v2+json')).to.deep.equal(['any'])
  })
})
