import { expect } from 'chai'
import { expectReplySuitesToHold } from './schema-suites.js'
import { failureOf, type Loose, serializerEngine, useServers } from './subject.js'

describe('serializerOpts.engine', () => {
  const create = useServers()
  const schema = { response: { 200: { type: 'integer' } } }

  async function send(serializerOpts: object) {
    const server = create({ serializerOpts })
    server.get('/', { schema }, (_request, reply) => void reply.send(1.2))
    return (await server.inject('/')).body
  }

  it('gives the same result by both names', async () => {
    expect([await send({ engine: 'native' }), await send({ engine: 'fast-json-stringify' })]).to.deep.equal(['1', '1'])
  })

  it('is fast-json-stringify where an option of that library is given', async () => {
    expect(await send({ rounding: 'ceil' })).to.equal('2')
    expect(await send({ engine: 'fast-json-stringify', rounding: 'ceil' })).to.equal('2')
  })

  for (const [what, serializerOpts, named] of [
    ['an engine that does not exist', { engine: 'fastest' }, "'fast-json-stringify'"],
    ['options of the library beside the native engine', { engine: 'native', rounding: 'ceil' }, 'rounding'],
  ] as const) {
    it(`fails where the server is made with ${what}`, async () => {
      const error = await failureOf(() => create({ serializerOpts }))
      expect(error.code).to.equal('ALC_ERR_SERIALIZER_ENGINE')
      expect(error.message).to.contain(named)
    })
  }

  const count = { type: 'object', properties: { n: { type: 'integer' } } }
  const converted: readonly (readonly [what: string, schema: object, value: object, json: string])[] = [
    [
      'a nullable $ref',
      { properties: { a: { $ref: '#/definitions/count', nullable: true } }, definitions: { count } },
      { a: { n: '7' } },
      '{"a":{"n":7}}',
    ],
    [
      'a nullable $ref to a schema with a default',
      { properties: { a: { $ref: '#/definitions/flag', nullable: true } }, definitions: { flag: { default: false } } },
      {},
      '{"a":false}',
    ],
    [
      'several types, one of which has a $ref',
      { properties: { a: { type: ['string', 'object', 'array'], items: { $ref: '#/definitions/count' } } } },
      { a: [] },
      '{"a":""}',
    ],
    [
      'several types of a schema that contains itself',
      {
        properties: {
          a: { type: ['object', 'integer'], properties: { ...count.properties, a: { $ref: '#/properties/a' } } },
        },
      },
      { a: { n: '5', a: { n: '6', a: 7 } } },
      '{"a":{"n":5,"a":{"n":6,"a":7}}}',
    ],
    [
      'several types with a property called $ref',
      { properties: { a: { type: ['object', 'integer'], properties: { $ref: { type: 'number' } } } } },
      { a: { $ref: '1' } },
      '{"a":{"$ref":1}}',
    ],
    [
      'a nullable $ref of a schema with branches',
      {
        properties: { a: { $ref: '#/definitions/count', nullable: true }, b: { anyOf: [{ type: 'string' }] } },
        definitions: { count },
      },
      { a: { n: '7' }, b: 'b' },
      '{"a":{"n":7},"b":"b"}',
    ],
    [
      'a nullable $ref to a schema with branches that is the whole response',
      { $ref: '#/definitions/text', definitions: { text: { properties: { a: { oneOf: [count] } } } }, nullable: true },
      { a: { n: 7 } },
      '{"a":{"n":7}}',
    ],
    [
      'a nullable const of a schema with branches',
      { properties: { a: { const: 1, nullable: true }, b: { anyOf: [{ type: 'string' }] } } },
      { a: 2, b: 'b' },
      '{"a":1,"b":"b"}',
    ],
    [
      'a nullable object beside its branches, where the value is null',
      { properties: { a: { type: 'object', nullable: true, oneOf: [count] } } },
      { a: null },
      '{"a":null}',
    ],
    [
      'several types of a schema that contains itself, where the value is null',
      { properties: { a: { type: ['array', 'object', 'integer'], properties: { a: { $ref: '#/properties/a' } } } } },
      { a: { a: null } },
      '{"a":{"a":{}}}',
    ],
  ]
  for (const engine of ['native', 'fast-json-stringify']) {
    for (const [what, given, value, json] of converted) {
      it(`${engine} converts the values below ${what}`, async () => {
        const server = create({ serializerOpts: { engine } })
        const schema = { definitions: { count }, ...given }
        server.get('/', { schema: { response: { 200: schema } } }, () => value)
        expect((await server.inject('/')).body).to.equal(json)
      })
    }
  }

  it('chooses a branch by a $ref to a schema without a type as by that schema in place', async () => {
    const pet = { properties: { name: { type: 'string' } } }
    for (const engine of ['native', 'fast-json-stringify']) {
      for (const branch of [{ $ref: '#/definitions/pet' }, pet]) {
        const server = create({ serializerOpts: { engine } })
        const schema = { anyOf: [branch, { type: 'integer' }], definitions: { pet } }
        server.get('/:value', { schema: { response: { 200: schema } } }, ({ params }: Loose) =>
          JSON.parse(params.value),
        )
        const answers = await Promise.all(['null', '5', '{"name":"a"}'].map((value) => server.inject(`/${value}`)))
        const codes = answers.map(({ statusCode }) => statusCode)
        expect(codes, engine).to.deep.equal([200, 500, 200])
        expect([answers[0]?.body, answers[2]?.body]).to.deep.equal(['{}', '{"name":"a"}'])
      }
    }
  })

  it('takes an object without a prototype for the constant of a branch in native code only', async () => {
    const statuses = []
    for (const engine of ['native', 'fast-json-stringify']) {
      const server = create({ serializerOpts: { engine } })
      const schema = { response: { 200: { anyOf: [{ const: { a: 1 } }] } } }
      server.get('/', { schema }, () => Object.assign(Object.create(null), { a: 1 }))
      statuses.push((await server.inject('/')).statusCode)
    }
    expect(statuses).to.deep.equal([200, 500])
  })

  // The run that it starts must not start another one.
  if (serializerEngine === 'native')
    it('passes the tests of replies with fast-json-stringify', async () => {
      await expectReplySuitesToHold()
    }).timeout(240_000)
})
