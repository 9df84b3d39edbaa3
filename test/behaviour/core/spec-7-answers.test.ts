import { expect } from 'chai'
import { type Loose, postJson, useServers, validators } from './subject.js'

for (const { version, must } of validators) {
  describe(`SPEC 7 the answer to a validation failure (version ${version})`, () => {
    const create = useServers()
    const schema = {
      body: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 3 } } },
      querystring: { ids: { type: 'array', items: { type: 'integer' } } },
      params: { id: { type: 'integer' } },
      headers: { 'x-n': { type: 'integer' } },
    }

    const answers: Record<
      string,
      { url?: string; headers?: Record<string, string>; payload?: unknown; message: string }
    > = {
      'a missing property': { payload: {}, message: `body ${must} have required property 'name'` },
      'an array that was sent once': { url: '/1?ids=1', message: `querystring/ids ${must} be array` },
      'a wrong item': { url: '/1?ids=1&ids=x', message: `querystring/ids/1 ${must} be integer` },
      'a wrong parameter': { url: '/x', message: `params/id ${must} be integer` },
      'a wrong header': { headers: { 'x-n': 'x' }, message: `headers/x-n ${must} be integer` },
    }

    for (const [what, { url = '/1', headers = {}, payload = { name: 'a' }, message }] of Object.entries(answers)) {
      it(`for ${what} is this, byte for byte`, async () => {
        const server = create({ validatorengine: { version } })
        server.post('/:id', { schema }, async () => 'never')
        const answer = await server.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', ...headers },
          payload: JSON.stringify(payload),
        })
        expect(answer.statusCode).to.equal(400)
        expect(answer.statusMessage).to.equal('Bad Request')
        expect(answer.body).to.equal(`{"statusCode":400,"error":"Bad Request","message":${JSON.stringify(message)}}`)
        expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8')
        expect(answer.headers['content-length']).to.equal(`${Buffer.byteLength(answer.body)}`)
      })
    }

    it('is the same when a custom error handler sends the error on', async () => {
      const server = create({ validatorengine: { version } })
      server.setErrorHandler((error, _request, reply) => reply.send(error))
      server.post('/', { schema: { body: schema.body } }, async () => 'never')
      const answer = await postJson(server, '/', {})
      expect(answer.statusCode).to.equal(400)
      expect(Object.keys(answer.json())).to.deep.equal(['statusCode', 'error', 'message'])
    })

    it('may be another status and body by a custom error handler', async () => {
      const server = create({ validatorengine: { version } })
      server.setErrorHandler((error, _request, reply) => {
        if (!error.validation) return reply.send(error)
        return reply.code(422).send({ part: error.validationContext, problems: error.validation.length })
      })
      server.post('/', { schema: { body: schema.body } }, async () => 'never')
      const answer = await postJson(server, '/', {})
      expect(answer.statusCode).to.equal(422)
      expect(answer.json()).to.deep.equal({ part: 'body', problems: 1 })
    })

    it('passes through the response schema of its status', async () => {
      const server = create({ validatorengine: { version } })
      const response = { 400: { type: 'object', properties: { message: { type: 'string' } } } }
      server.post('/', { schema: { body: schema.body, response } }, async () => 'never')
      expect(Object.keys((await postJson(server, '/', {})).json())).to.deep.equal(['message'])
    })
  })
}

describe('SPEC 7 the answer to other errors', () => {
  const create = useServers()

  /** The error that was thrown or sent, and the whole answer. */
  const cases: Record<string, { error: () => unknown; status: number; body: unknown }> = {
    'an Error': {
      error: () => new Error('planned'),
      status: 500,
      body: { statusCode: 500, error: 'Internal Server Error', message: 'planned' },
    },
    'an Error with statusCode': {
      error: () => Object.assign(new Error('planned'), { statusCode: 418 }),
      status: 418,
      body: { statusCode: 418, error: "I'm a Teapot", message: 'planned' },
    },
    'an Error with status': {
      error: () => Object.assign(new Error('planned'), { status: 403 }),
      status: 403,
      body: { statusCode: 403, error: 'Forbidden', message: 'planned' },
    },
    'an Error with code': {
      error: () => Object.assign(new Error('planned'), { statusCode: 409, code: 'TAKEN' }),
      status: 409,
      body: { statusCode: 409, code: 'TAKEN', error: 'Conflict', message: 'planned' },
    },
    'an Error whose statusCode is no error': {
      error: () => Object.assign(new Error('planned'), { statusCode: 200 }),
      status: 500,
      body: { statusCode: 500, error: 'Internal Server Error', message: 'planned' },
    },
    'an Error whose statusCode is nonsense': {
      error: () => Object.assign(new Error('planned'), { statusCode: 'many' }),
      status: 500,
      body: { statusCode: 500, error: 'Internal Server Error', message: 'planned' },
    },
    'an Error with an empty message': {
      error: () => new Error(),
      status: 500,
      body: { statusCode: 500, error: 'Internal Server Error', message: '' },
    },
    'an Error with further fields, which are not sent': {
      error: () => Object.assign(new Error('planned'), { secret: 1, validation2: [], stack: 'stack' }),
      status: 500,
      body: { statusCode: 500, error: 'Internal Server Error', message: 'planned' },
    },
    'a subclass of Error': {
      error: () => new TypeError('planned'),
      status: 500,
      body: { statusCode: 500, error: 'Internal Server Error', message: 'planned' },
    },
  }

  for (const [what, { error, status, body }] of Object.entries(cases)) {
    for (const [way, handler] of Object.entries({
      'thrown by an async handler': async () => {
        throw error()
      },
      'thrown by a plain handler': () => {
        throw error()
      },
      rejected: () => Promise.reject(error()),
      'rejected later': () => new Promise((_resolve, reject) => setImmediate(() => reject(error()))),
      sent: (_request: Loose, reply: Loose) => void reply.send(error()),
    })) {
      it(`${what}, ${way}`, async () => {
        const server = create()
        server.get('/', handler)
        const answer = await server.inject('/')
        expect(answer.statusCode).to.equal(status)
        expect(answer.json()).to.deep.equal(body)
        expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8')
      })
    }
  }

  it('has its keys in the order statusCode, code, error, message', async () => {
    const server = create()
    server.get('/', async () => Promise.reject(Object.assign(new Error('m'), { statusCode: 409, code: 'C' })))
    expect((await server.inject('/')).body).to.equal('{"statusCode":409,"code":"C","error":"Conflict","message":"m"}')
  })

  it('an object that is not an Error: its status, and all of it as the body', async () => {
    const server = create()
    server.get('/', async () => Promise.reject({ statusCode: 418, message: 'short and stout' }))
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(418)
    expect(answer.json()).to.deep.equal({ statusCode: 418, message: 'short and stout' })
  })

  for (const thrown of ['a text', '', 7, 0, null, undefined, false, Symbol('s')]) {
    for (const [way, handler] of Object.entries({
      thrown: () => {
        throw thrown
      },
      'thrown in an async handler': async () => {
        throw thrown
      },
    })) {
      it(`${String(thrown)} ${way} answers 500`, async () => {
        const server = create()
        server.get('/', handler)
        server.get('/next', async () => 'next')
        const answer = await server.inject('/')
        expect(answer.statusCode).to.equal(500)
        expect(answer.json()).to.include({ statusCode: 500, error: 'Internal Server Error' })
        expect(answer.json().message)
          .to.be.a('string')
          .and.not.match(/null|undefined$/)
        expect((await server.inject('/next')).body).to.equal('next')
      })
    }
  }

  it('takes the status that the reply had when the error has none', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.code(409)
      throw new Error('planned')
    })
    expect((await server.inject('/')).json()).to.deep.equal({ statusCode: 409, error: 'Conflict', message: 'planned' })
  })

  it('makes a 500 of a status below 400', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.code(204)
      throw new Error('planned')
    })
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('sends the headers of the error', async () => {
    const server = create()
    server.get('/', async () =>
      Promise.reject(Object.assign(new Error('planned'), { headers: { 'x-reason': 'because' } })),
    )
    expect((await server.inject('/')).headers['x-reason']).to.equal('because')
  })

  it('forgets the content type and length that the handler had set', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.type('text/html').header('content-length', '3')
      throw new Error('planned')
    })
    const answer = await server.inject('/')
    expect(answer.headers['content-type']).to.match(/^application\/json/)
    expect(answer.json().message).to.equal('planned')
  })

  it('writes an error whose message JSON has to escape', async () => {
    const server = create()
    server.get('/', async () => Promise.reject(new Error('"\n\u2028\\')))
    expect((await server.inject('/')).json().message).to.equal('"\n\u2028\\')
  })

  it('answers an error that cannot be read', async () => {
    const server = create()
    const nasty = new Error('planned')
    Object.defineProperty(nasty, 'statusCode', { get: () => Number.NaN })
    server.get('/', async () => Promise.reject(nasty))
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('answers an error that was frozen', async () => {
    const server = create()
    server.get('/', async () => Promise.reject(Object.freeze(Object.assign(new Error('planned'), { statusCode: 409 }))))
    expect((await server.inject('/')).statusCode).to.equal(409)
  })

  it('sends further properties of an error only if the response schema declares them', async () => {
    const server = create()
    const error = Object.assign(new Error('planned'), { statusCode: 409, code: 'E_OWN', query: 'SELECT', key: 'k' })
    const key = { type: 'object', properties: { key: { type: 'string' } } }
    const schemas = { '/any': {}, '/open': { type: 'object', additionalProperties: true }, '/key': key }
    for (const [url, schema] of Object.entries(schemas))
      server.get(url, { schema: { response: { default: schema } } }, async () => Promise.reject(error))
    const body = { statusCode: 409, code: 'E_OWN', error: 'Conflict', message: 'planned' }
    expect((await server.inject('/any')).json()).to.deep.equal(body)
    expect((await server.inject('/open')).json()).to.deep.equal(body)
    expect((await server.inject('/key')).json()).to.deep.equal({ key: 'k' })
  })
})
