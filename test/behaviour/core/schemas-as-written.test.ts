import Ajv from 'ajv/dist/jtd.js'
import { expect } from 'chai'
import { type Loose, postJson, type Server, useServers } from './subject.js'

/** Forms of JSON Type Definition, some of which read like short forms of JSON Schema. */
const typeDefinitions: Record<string, [schema: object, right: unknown, wrong: unknown]> = {
  elements: [{ elements: { type: 'int32' } }, [1, 2], ['a']],
  optionalProperties: [{ optionalProperties: { a: { type: 'string' } } }, { a: 'b' }, { a: 1 }],
  values: [{ values: { type: 'boolean' } }, { a: true }, { a: 1 }],
  properties: [{ properties: { a: { type: 'string' } } }, { a: 'b' }, {}],
}

const ajv = new Ajv.Ajv()
const compile = ({ schema }: Loose) => ajv.compile(schema)
const compileReply = ({ schema }: Loose) => ajv.compileSerializer(schema)

const ways: Record<string, { validator: (server: Server) => object; options?: object }> = {
  'the option validatorCompiler of a route': { validator: () => ({ validatorCompiler: compile }) },
  setValidatorCompiler: {
    validator: (server) => {
      server.setValidatorCompiler(compile)
      return {}
    },
  },
  'the schema controller': {
    validator: () => ({}),
    options: { schemaController: { compilersFactory: { buildValidator: () => compile } } },
  },
}

describe('a compiler of the application', () => {
  const create = useServers()

  for (const [way, { validator, options }] of Object.entries(ways)) {
    for (const [form, [body, right, wrong]] of Object.entries(typeDefinitions)) {
      it(`gets the schema as it was written: ${form}, by ${way}`, async () => {
        const server = create(options)
        const own = validator(server)
        server.post('/', { ...own, schema: { body } }, () => 'valid')
        server.post(
          '/content',
          { ...own, schema: { body: { content: { 'application/json': { schema: body } } } } },
          () => 'valid',
        )
        for (const url of ['/', '/content']) {
          expect((await postJson(server, url, right)).statusCode).to.equal(200)
          expect((await postJson(server, url, wrong)).statusCode).to.equal(400)
        }
      })
    }
  }

  it('gets the very object that the route was given', async () => {
    const server = create()
    const schemas = { params: { id: { type: 'integer' } }, querystring: { a: {} }, headers: { b: {} }, body: { c: {} } }
    const seen: Record<string, unknown> = {}
    server.setValidatorCompiler(({ schema, httpPart }: Loose) => {
      seen[httpPart] = schema
      return () => true
    })
    server.post('/:id', { schema: schemas }, () => 'valid')
    await server.ready()
    for (const [part, schema] of Object.entries(schemas)) expect(seen[part]).to.equal(schema)
  })

  const serializers: Record<string, { serializer: (server: Server) => object; options?: object }> = {
    'the option serializerCompiler of a route': { serializer: () => ({ serializerCompiler: compileReply }) },
    setSerializerCompiler: {
      serializer: (server) => {
        server.setSerializerCompiler(compileReply)
        return {}
      },
    },
    'the schema controller': {
      serializer: () => ({}),
      options: { schemaController: { compilersFactory: { buildSerializer: () => compileReply } } },
    },
  }
  for (const [way, { serializer, options }] of Object.entries(serializers)) {
    it(`gets the schema of a reply as it was written, by ${way}`, async () => {
      const server = create(options)
      const response = { 200: { elements: { type: 'int32' } } }
      server.get('/', { ...serializer(server), schema: { response } }, () => [1, 2])
      expect((await server.inject('/')).body).to.equal('[1,2]')
    })
  }

  it('leaves short forms to the default validator of other routes', async () => {
    const server = create()
    const body = { a: { type: 'integer' } }
    server.post('/own', { validatorCompiler: () => () => true, schema: { body } }, (request) => request.body)
    server.post('/default', { schema: { body } }, (request) => request.body)
    expect((await postJson(server, '/own', { a: '1', b: 2 })).json()).to.deep.equal({ a: '1', b: 2 })
    expect((await postJson(server, '/default', { a: '1', b: 2 })).json()).to.deep.equal({ a: 1 })
  })

  it('does not change what onRoute hooks see: the full form', async () => {
    const server = create()
    const seen: unknown[] = []
    server.addHook('onRoute', ({ schema }: Loose) => seen.push(schema.body))
    server.post(
      '/',
      { validatorCompiler: () => () => true, schema: { body: { a: { type: 'integer' } } } },
      () => 'valid',
    )
    await server.ready()
    expect(seen).to.deep.equal([{ type: 'object', properties: { a: { type: 'integer' } } }])
  })
})
