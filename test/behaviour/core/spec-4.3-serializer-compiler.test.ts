import { expect } from 'chai'
import { failureOf, type Loose, useServers } from './subject.js'

const A = { type: 'object', properties: { a: { type: 'string' } } }

describe('SPEC 4.3 serializer compiler', () => {
  const create = useServers()

  it('is called with schema, method, url and httpStatus for each response schema', async () => {
    const calls: Loose[] = []
    const server = create()
    server.setSerializerCompiler((call) => {
      calls.push(call)
      return JSON.stringify
    })
    const options = { exposeHeadRoute: false, schema: { response: { 200: A, '4xx': A } } }
    server.register(async (child) => void child.get('/a', options, async () => ({})), { prefix: '/v1' })
    await server.ready()
    expect(calls.map((call) => call.httpStatus)).to.have.members(['200', '4xx'])
    for (const call of calls) {
      expect(call).to.include({ method: 'GET', url: '/v1/a' })
      expect(call.schema).to.have.property('properties')
    }
  })

  it('serializes what it has a schema for, and nothing else', async () => {
    const server = create()
    server.setSerializerCompiler(() => (data) => JSON.stringify({ wrapped: data }))
    server.get('/with', { schema: { response: { '2xx': A } } }, async () => ({ a: 'a' }))
    server.get('/without', async () => ({ a: 'a' }))
    server.get('/other', { schema: { response: { 200: A } } }, async (_request, reply) =>
      reply.code(404).send({ a: 'a' }),
    )
    expect((await server.inject('/with')).json()).to.deep.equal({ wrapped: { a: 'a' } })
    expect((await server.inject('/without')).json()).to.deep.equal({ a: 'a' })
    expect((await server.inject('/other')).json()).to.deep.equal({ a: 'a' })
  })

  it('sends no data of which the serializer returns nothing', async () => {
    const server = create()
    server.setSerializerCompiler(() => () => undefined as unknown as string)
    server.get('/', { schema: { response: { 200: A } } }, async () => ({ secret: 1 }))
    const { statusCode, body } = await server.inject('/')
    expect([statusCode, body]).to.deep.equal([200, ''])
  })

  it('the string it gives is sent as JSON', async () => {
    const server = create()
    server.setSerializerCompiler(() => () => '{"given":true}')
    server.get('/', { schema: { response: { 200: A } } }, async () => ({}))
    const answer = await server.inject('/')
    expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(answer.headers['content-length']).to.equal('14')
    expect(answer.body).to.equal('{"given":true}')
  })

  it('holds in its context and below, replaced by the nearest context and by the route', async () => {
    const server = create()
    const named = (name: string) => () => () => JSON.stringify(name)
    const get = (instance: Loose, url: string, options: object = {}) =>
      instance.get(url, { schema: { response: { 200: A } }, ...options }, async () => ({ a: 'plain' }))
    server.register(async (child) => {
      child.setSerializerCompiler(named('child'))
      get(child, '/child')
      child.register(async (grandchild) => void get(grandchild, '/inherited'))
      child.register(async (grandchild) => {
        grandchild.setSerializerCompiler(named('grandchild'))
        get(grandchild, '/grandchild')
        get(grandchild, '/route', { serializerCompiler: named('route') })
      })
    })
    server.register(async (sibling) => void get(sibling, '/sibling'))
    get(server, '/root')
    const bodies = ['/child', '/inherited', '/grandchild', '/route', '/sibling', '/root'].map(async (url) =>
      (await server.inject(url)).json(),
    )
    expect(await Promise.all(bodies)).to.deep.equal([
      'child',
      'child',
      'grandchild',
      'route',
      { a: 'plain' },
      { a: 'plain' },
    ])
  })

  it('that throws is a boot error that names the route', async () => {
    const server = create()
    server.setSerializerCompiler(() => {
      throw new Error('no serializer today')
    })
    server.get('/where', { schema: { response: { 200: A } } }, async () => 'never')
    const error = await failureOf(server.ready())
    expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
    expect(error.message).to.contain('/where').and.contain('no serializer today')
  })

  it('whose function throws at a request answers 500 and the next request is served', async () => {
    const server = create()
    server.setSerializerCompiler(() => (data) => {
      if (data.bad) throw new Error('cannot serialize')
      return JSON.stringify(data)
    })
    server.get('/', { schema: { response: { 200: A } } }, async ({ query }) => ({ bad: query.bad === '1' }))
    const answer = await server.inject('/?bad=1')
    expect(answer.statusCode).to.equal(500)
    expect(answer.json()).to.deep.equal({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'cannot serialize',
    })
    expect((await server.inject('/')).statusCode).to.equal(200)
  })
})

describe('SPEC 4.3 response schemas that cannot be right are found at boot', () => {
  const create = useServers()

  const wrong: Record<string, { response: object; pointer: string; named?: string }> = {
    'an unknown type': {
      response: { 200: { type: 'object', properties: { a: { type: 'strin' } } } },
      pointer: '/properties/a',
      named: '200',
    },
    'an unknown type under a class': {
      response: { '4xx': { type: 'array', items: { type: 'nothing' } } },
      pointer: '/items',
      named: '4xx',
    },
    'properties that are no object': { response: { 200: { type: 'object', properties: [] } }, pointer: '/properties' },
    'a schema that is no object': { response: { 200: 'text' }, pointer: '' },
  }

  for (const [what, { response, pointer, named = '200' }] of Object.entries(wrong)) {
    it(`${what}, named by route, status and pointer`, async () => {
      const server = create()
      server.get('/where', { schema: { response } }, async () => 'never')
      const error = await failureOf(server.ready())
      expect(error.code).to.match(/^(FST|ALC)_ERR_/)
      expect(error.message).to.contain('GET').and.contain('/where').and.contain(named).and.contain(pointer)
    })
  }
})

describe('SPEC 4.3 default serializer', () => {
  const create = useServers()

  async function answerTo(schema: object, payload: unknown) {
    const server = create()
    server.get('/', { schema: { response: { 200: schema } } }, async () => payload)
    return server.inject('/')
  }

  it('fills in defaults of the response schema', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', default: 'a' } } }
    expect((await answerTo(schema, {})).json()).to.deep.equal({ a: 'a' })
  })

  it('converts values to the declared type', async () => {
    const properties = { s: { type: 'string' }, n: { type: 'number' }, b: { type: 'boolean' }, i: { type: 'integer' } }
    const answer = await answerTo({ type: 'object', properties }, { s: 1, n: '2', b: 'yes', i: 3.7 })
    expect(answer.json()).to.deep.equal({ s: '1', n: 2, b: true, i: 3 })
  })

  it('writes dates according to their format', async () => {
    const properties = { at: { type: 'string', format: 'date-time' }, day: { type: 'string', format: 'date' } }
    const at = new Date(0)
    const answer = await answerTo({ type: 'object', properties }, { at, day: at })
    expect(answer.json().at).to.equal('1970-01-01T00:00:00.000Z')
    expect(answer.json().day).to.match(/^19(69|70)-\d\d-\d\d$/)
  })

  it('answers 500 when a required property is missing', async () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
    const answer = await answerTo(schema, {})
    expect(answer.statusCode).to.equal(500)
    expect(answer.json().message).to.contain('a')
  })

  it('escapes strings', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const a = '"\\\u2028\u0000é\ud800'
    expect((await answerTo(schema, { a })).json().a.slice(0, 4)).to.equal(a.slice(0, 4))
  })

  it('supports nullable and arrays of types', async () => {
    const properties = { a: { type: 'string', nullable: true }, b: { type: ['string', 'null'] } }
    expect((await answerTo({ type: 'object', properties }, { a: null, b: null })).json()).to.deep.equal({
      a: null,
      b: null,
    })
  })

  it('serializes an array and a string at the top', async () => {
    expect((await answerTo({ type: 'array', items: { type: 'integer' } }, [1, 2])).body).to.equal('[1,2]')
  })

  it('leaves strings, buffers and streams alone', async () => {
    expect((await answerTo(A, 'as it is')).body).to.equal('as it is')
    expect((await answerTo(A, Buffer.from('bytes'))).body).to.equal('bytes')
  })

  it('honours serializerOpts', async () => {
    const server = create({ serializerOpts: { rounding: 'ceil' } })
    const response = { 200: { type: 'object', properties: { n: { type: 'integer' } } } }
    server.get('/', { schema: { response } }, async () => ({ n: 4.2 }))
    expect((await server.inject('/')).json()).to.deep.equal({ n: 5 })
  })

  it('without a response schema drops nothing', async () => {
    const server = create()
    server.get('/', { schema: {} }, async () => ({ a: { b: [{ c: 1 }] } }))
    expect((await server.inject('/')).json()).to.deep.equal({ a: { b: [{ c: 1 }] } })
  })
})
