import { createRequire } from 'node:module'
import { expect } from 'chai'
import Joi from 'joi'
import { unhandledDuring } from '../../support/unhandled.js'
import { failureOf, type Loose, postJson, useServers } from './subject.js'

const require = createRequire(import.meta.url)
const Ajv: Loose = require('ajv').default
const N = { type: 'object', properties: { n: { type: 'integer' } } }

describe('SPEC 4.2 validator compiler', () => {
  const create = useServers()

  it('is called once per part, with schema, method, url and httpPart', async () => {
    const calls: Loose[] = []
    const server = create()
    server.setValidatorCompiler((call) => {
      calls.push(call)
      return () => true
    })
    const schema = { body: N, params: N, querystring: N, headers: N }
    server.register(async (child) => void child.post('/:n', { schema }, async () => 'ok'), { prefix: '/v1' })
    await server.ready()
    expect(calls.map((call) => call.httpPart)).to.have.members(['body', 'params', 'querystring', 'headers'])
    for (const call of calls) {
      expect(call).to.include({ method: 'POST', url: '/v1/:n' })
      expect(call.schema).to.be.an('object')
    }
  })

  it('that gives no function boots, and the route answers 500 without running its handler', async () => {
    const server = create()
    server.setValidatorCompiler(() => ({ value: {} }))
    let runs = 0
    server.get('/', { schema: { querystring: N } }, async () => runs++)
    const response = await server.inject('/')
    expect([response.statusCode, response.json().code]).to.deep.equal([500, 'ALC_ERR_VALIDATOR_COMPILER_RESULT'])
    expect(runs).to.equal(0)
  })

  it('gets querystring as the part for a schema under query', async () => {
    const parts: string[] = []
    const server = create()
    server.setValidatorCompiler(({ httpPart }) => {
      parts.push(httpPart)
      return () => true
    })
    server.get('/', { exposeHeadRoute: false, schema: { query: N } }, async () => 'ok')
    await server.ready()
    expect(parts).to.deep.equal(['querystring'])
  })

  it('is not called for the response', async () => {
    const server = create()
    server.setValidatorCompiler(() => {
      throw new Error('not for responses')
    })
    server.get('/', { schema: { response: { 200: N } } }, async () => ({ n: 1 }))
    expect((await server.inject('/')).json()).to.deep.equal({ n: 1 })
  })

  it('gets the schema of another library as it is', async () => {
    const schema = Joi.object({ n: Joi.number() })
    const server = create()
    let given: unknown
    server.setValidatorCompiler((call) => {
      given = call.schema
      return () => true
    })
    server.post('/', { schema: { body: schema } }, async () => 'ok')
    await server.ready()
    expect(given).to.equal(schema)
  })

  describe('results', () => {
    const cases: Record<string, { result: unknown; status: number; body?: unknown }> = {
      'true passes': { result: true, status: 200, body: { sent: 1 } },
      '{ value } passes and replaces the part': { result: { value: { new: 1 } }, status: 200, body: { new: 1 } },
      '{ value } may be a primitive': { result: { value: 'text' }, status: 200, body: 'text' },
      '{ value } may be falsy': { result: { value: 0 }, status: 200, body: 0 },
      '{ error } fails': { result: { error: new Error('bad') }, status: 400 },
      'false fails': { result: false, status: 400 },
    }
    for (const [rule, { result, status, body }] of Object.entries(cases)) {
      it(rule, async () => {
        const server = create()
        server.setValidatorCompiler(() => () => result)
        server.post('/', { schema: { body: N } }, async (request) => ({ body: request.body }))
        const answer = await postJson(server, '/', { sent: 1 })
        expect(answer.statusCode).to.equal(status)
        if (body !== undefined) expect(answer.json()).to.deep.equal({ body })
      })
    }

    it('{ value } replaces query and params too', async () => {
      const server = create()
      server.setValidatorCompiler(({ httpPart }) => () => ({ value: { part: httpPart } }))
      server.get('/:n', { schema: { querystring: N, params: N } }, async ({ query, params }) => ({ query, params }))
      expect((await server.inject('/1?n=1')).json()).to.deep.equal({
        query: { part: 'querystring' },
        params: { part: 'params' },
      })
    })

    it('{ error } of the structure of the default validator makes the usual message', async () => {
      const server = create()
      const error = [
        { keyword: 'x', dataPath: '/n', instancePath: '/n', message: 'should be nice', params: {}, schemaPath: '#' },
      ]
      server.setValidatorCompiler(() => () => ({ error }))
      server.post('/', { schema: { body: N } }, async () => 'never')
      expect((await postJson(server, '/', {})).json().message).to.equal('body/n should be nice')
    })

    it('a validator that throws answers an error and does not bring the server down', async () => {
      const server = create()
      server.setValidatorCompiler(() => () => {
        throw new Error('broken validator')
      })
      server.addHook('preValidation', async () => undefined)
      server.post('/', { schema: { body: N } }, async () => 'never')
      const answer = await postJson(server, '/', {})
      expect(answer.statusCode).to.be.oneOf([400, 500])
      expect((await postJson(server, '/', {})).statusCode).to.equal(answer.statusCode)
    })

    const broken = () => Promise.reject(new Error('broken'))
    for (const [what, validate, status] of [
      [
        'throws',
        () => {
          throw broken()
        },
        500,
      ],
      ['rejects with', () => new Promise((_, reject) => reject(broken())), 400],
      ['gives as its error', () => ({ error: broken() }), 400],
    ] as const) {
      it(`a rejected promise that a validator ${what} leaves no rejection unhandled`, async () => {
        const server = create()
        server.setValidatorCompiler(() => validate as never)
        server.post('/', { schema: { body: N } }, async () => 'never')
        const unhandled = await unhandledDuring(async () => {
          expect((await postJson(server, '/', {})).statusCode).to.equal(status)
        })
        expect(unhandled).to.deep.equal([])
      })
    }

    for (const [outcome, promise, status, seen] of [
      ['a value', () => Promise.resolve({ value: { new: 1 } }), 200, { new: 1 }],
      ['an error', () => Promise.resolve({ error: new Error('bad') }), 400, null],
      ['a rejection', () => Promise.reject(new Error('bad')), 400, null],
      // An asynchronous schema of the default library resolves with the data itself, whose keys are the client's.
      ['the data itself', (data: unknown) => Promise.resolve(data), 200, { error: 'mine', value: 'mine' }],
    ] as const) {
      it(`a promise of ${outcome} is taken as ${outcome}`, async () => {
        const server = create()
        server.setValidatorCompiler(() => promise)
        server.post('/', { schema: { body: N } }, async (request) => request.body)
        const answer = await postJson(server, '/', { error: 'mine', value: 'mine' })
        expect(answer.statusCode).to.equal(status)
        if (seen !== null) expect(answer.json()).to.deep.equal(seen)
      })
    }

    it('a function with errors, as the interface of the default validator has it', async () => {
      const ajv = new Ajv()
      const server = create()
      server.setValidatorCompiler(({ schema }) => ajv.compile(schema))
      server.post('/', { schema: { body: N } }, async () => 'ok')
      expect((await postJson(server, '/', { n: '1' })).json().message).to.equal('body/n must be integer')
      expect((await postJson(server, '/', { n: 1 })).statusCode).to.equal(200)
    })
  })

  describe('where it holds', () => {
    const refusing = (name: string) => () => () => ({ error: new Error(name) })
    const post = (server: Loose, url: string, options: object = {}) =>
      server.post(url, { schema: { body: N }, ...options }, async () => 'ok')
    const messageOf = async (server: Loose, url: string) => (await postJson(server, url, {})).json().message

    it('globally, in descendants, and replaced by the nearest context and by the route', async () => {
      const server = create()
      server.setValidatorCompiler(refusing('root'))
      post(server, '/root')
      server.register(async (child) => {
        post(child, '/inherited')
        child.register(async (grandchild) => {
          grandchild.setValidatorCompiler(refusing('grandchild'))
          post(grandchild, '/grandchild')
          post(grandchild, '/route', { validatorCompiler: refusing('route') })
        })
      })
      expect(await messageOf(server, '/root')).to.contain('root')
      expect(await messageOf(server, '/inherited')).to.contain('root')
      expect(await messageOf(server, '/grandchild')).to.contain('grandchild')
      expect(await messageOf(server, '/route')).to.contain('route')
    })

    it('not above or beside the context that sets it', async () => {
      const server = create()
      server.register(async (child) => {
        child.setValidatorCompiler(refusing('child'))
        post(child, '/child')
      })
      server.register(async (sibling) => void post(sibling, '/sibling'))
      post(server, '/root')
      expect((await postJson(server, '/child', {})).statusCode).to.equal(400)
      expect((await postJson(server, '/sibling', {})).statusCode).to.equal(200)
      expect((await postJson(server, '/root', {})).statusCode).to.equal(200)
    })

    it('for routes that were declared before it was set', async () => {
      const server = create()
      post(server, '/early')
      server.setValidatorCompiler(refusing('late'))
      expect(await messageOf(server, '/early')).to.contain('late')
    })

    it('per httpPart: no coercion for the body alone', async () => {
      const strict = new Ajv({ coerceTypes: false })
      const lenient = new Ajv({ coerceTypes: true })
      const compilers: Record<string, Loose> = { body: strict, querystring: lenient }
      const server = create()
      server.setValidatorCompiler(({ schema, httpPart }) => {
        const compiler = compilers[httpPart]
        if (!compiler) throw new Error(`Missing compiler for ${httpPart}`)
        return compiler.compile(schema)
      })
      server.post('/', { schema: { body: N, querystring: N } }, async ({ query }) => query)
      expect((await postJson(server, '/?n=1', { n: 1 })).json()).to.deep.equal({ n: 1 })
      expect((await postJson(server, '/?n=1', { n: '1' })).statusCode).to.equal(400)
    })

    it('shared schemas that only another library understands are left alone where it validates', async () => {
      const server = create()
      server.setValidatorCompiler(() => () => true)
      server.addSchema({ $id: 'foreign', type: 'no type of ours', unheard: true })
      server.post('/', { schema: { body: { own: 'form' } } }, async () => 'ok')
      expect((await postJson(server, '/', {})).body).to.equal('ok')
    })

    it('a compiler that throws is a boot error that names the route and keeps the cause', async () => {
      const server = create()
      server.setValidatorCompiler(({ httpPart }) => {
        throw new Error(`Missing compiler for ${httpPart}`)
      })
      server.get('/where', { schema: { querystring: N } }, async () => 'never')
      const error = await failureOf(server.ready())
      expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(error.message).to.contain('/where').and.contain('Missing compiler for querystring')
    })

    it('a compiler that gives no function is a boot error', async () => {
      const server = create()
      server.setValidatorCompiler(() => undefined)
      server.post('/where', { schema: { body: N } }, async () => 'never')
      const error = await failureOf(
        Promise.resolve(server.ready())
          .then(() => postJson(server, '/where', {}))
          .then((answer) => {
            if (answer.statusCode === 500) throw Object.assign(new Error('at the request'), { code: 'FST_ERR_LATE' })
          }),
      )
      expect(error.code).to.match(/^(FST|ALC)_ERR_/)
    })
  })
})
