import { expect } from 'chai'
import { postJson, useServers, validators } from './subject.js'

const N = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }

for (const { version, must } of validators) {
  describe(`SPEC 2.6, 2.7 and 4.5 attachValidation (version ${version})`, () => {
    const create = useServers()
    const subject = () => create({ validatorengine: { version } })

    it('hands the failure to the handler instead of answering', async () => {
      const server = subject()
      server.post('/', { schema: { body: N }, attachValidation: true }, async ({ validationError }) => ({
        isError: validationError instanceof Error,
        message: validationError.message,
        context: validationError.validationContext,
        keyword: validationError.validation[0].keyword,
        code: validationError.code,
        statusCode: validationError.statusCode,
      }))
      const answer = await postJson(server, '/', {})
      expect(answer.statusCode).to.equal(200)
      expect(answer.json()).to.deep.equal({
        isError: true,
        message: `body ${must} have required property 'n'`,
        context: 'body',
        keyword: 'required',
        code: 'FST_ERR_VALIDATION',
        statusCode: 400,
      })
    })

    it('leaves validationError undefined or null when validation passes', async () => {
      const server = subject()
      server.post('/', { schema: { body: N }, attachValidation: true }, async ({ validationError }) => ({
        failed: validationError != null,
      }))
      expect((await postJson(server, '/', { n: 1 })).json()).to.deep.equal({ failed: false })
    })

    it('lets the handler answer as the server would have', async () => {
      const server = subject()
      const schema = { body: N }
      server.post('/attached', { schema, attachValidation: true }, async (request, reply) =>
        reply.code(400).send(request.validationError),
      )
      server.post('/plain', { schema }, async () => 'never')
      const attached = await postJson(server, '/attached', {})
      const plain = await postJson(server, '/plain', {})
      expect(attached.statusCode).to.equal(400)
      expect(attached.body).to.equal(plain.body)
    })

    it('keeps the failure visible to preHandler, which runs', async () => {
      const server = subject()
      const preHandler = async (request: { validationError: Error; noted: string }) => {
        request.noted = request.validationError.message
      }
      server.decorateRequest('noted', '')
      server.post('/', { schema: { body: N }, attachValidation: true, preHandler }, async (request) => request.noted)
      expect((await postJson(server, '/', {})).body).to.equal(`body ${must} have required property 'n'`)
    })

    it('works for every part of the request', async () => {
      const server = subject()
      const options = { attachValidation: true, schema: { querystring: N, params: N, headers: N } }
      server.get('/:n', options, async ({ validationError }) => validationError.validationContext)
      expect((await server.inject({ url: '/x?n=1', headers: { n: '1' } })).body).to.equal('params')
      expect((await server.inject({ url: '/1', headers: { n: '1' } })).body).to.equal('query')
      expect((await server.inject({ url: '/1?n=1' })).body).to.equal('headers')
    })

    it('does not leak a failure into the next request', async () => {
      const server = subject()
      server.post('/', { schema: { body: N }, attachValidation: true }, async ({ validationError }) => ({
        failed: validationError != null,
      }))
      expect((await postJson(server, '/', {})).json()).to.deep.equal({ failed: true })
      expect((await postJson(server, '/', { n: 1 })).json()).to.deep.equal({ failed: false })
    })

    it('does not spare a body of another media type', async () => {
      const server = subject()
      server.post('/', { schema: { body: N }, attachValidation: true }, async () => 'handled')
      const answer = await server.inject({
        method: 'POST',
        url: '/',
        headers: { 'content-type': 'text/plain' },
        payload: 'x',
      })
      expect(answer.statusCode).to.equal(415)
    })

    it('false answers at once', async () => {
      const server = subject()
      server.post('/', { schema: { body: N }, attachValidation: false }, async () => 'never')
      expect((await postJson(server, '/', {})).statusCode).to.equal(400)
    })
  })
}

describe('SPEC 2.6 reply.serializer', () => {
  const create = useServers()

  it('serializes this reply, before any response schema', async () => {
    const server = create()
    const schema = { response: { 200: { type: 'object', properties: {} } } }
    server.get('/', { schema }, async (request, reply) => {
      if (request.query.custom)
        reply.type('application/x-custom').serializer((data: unknown) => `custom ${JSON.stringify(data)}`)
      return reply.send({ a: 1 })
    })
    const custom = await server.inject('/?custom=1')
    expect(custom.body).to.equal('custom {"a":1}')
    expect(custom.headers['content-type']).to.equal('application/x-custom')
    expect((await server.inject('/')).body).to.equal('{}')
  })

  it('serializes strings as well', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.type('application/json').serializer(JSON.stringify).send('Hello'))
    expect((await server.inject('/')).body).to.equal('"Hello"')
  })

  it('may give a Buffer', async () => {
    const server = create()
    server.get('/', async (_request, reply) =>
      reply
        .type('application/x-custom')
        .serializer(() => Buffer.from([0, 255]))
        .send({}),
    )
    expect((await server.inject('/')).rawPayload).to.deep.equal(Buffer.from([0, 255]))
  })

  it('gives the reply, for chains', async () => {
    const server = create()
    server.get('/', async (_request, reply) => ({ same: reply.serializer(JSON.stringify) === reply }))
    expect((await server.inject('/')).json()).to.deep.equal({ same: true })
  })

  it('that throws answers 500', async () => {
    const server = create()
    server.get('/', async (_request, reply) =>
      reply
        .type('text/plain')
        .serializer(() => {
          throw new Error('cannot')
        })
        .send({}),
    )
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(500)
    expect(answer.json().message).to.equal('cannot')
  })

  it('setReplySerializer serves all replies of a context and its descendants', async () => {
    const server = create()
    const route = (instance: typeof server, url: string) => instance.get(url, async () => ({ a: 1 }))
    server.register(async (child) => {
      child.setReplySerializer((payload: unknown, status: number) => JSON.stringify({ status, payload }))
      route(child, '/child')
      child.register(async (grandchild) => void route(grandchild, '/grandchild'))
    })
    route(server, '/root')
    expect((await server.inject('/child')).json()).to.deep.equal({ status: 200, payload: { a: 1 } })
    expect((await server.inject('/grandchild')).json()).to.deep.equal({ status: 200, payload: { a: 1 } })
    expect((await server.inject('/root')).json()).to.deep.equal({ a: 1 })
  })
})
