import { expect } from 'chai'
import { SchemaCompiler } from '#dist/schema/compiler/schema-compiler.js'
import { functionsMade } from '../support/functions-made.js'
import { compilersOf, serializer, thrownBy } from './compile.js'

const text = { type: 'string' }

function object(properties: object, more: object = {}): Record<string, unknown> {
  return { type: 'object', properties, ...more }
}

const person = object({ name: text })

interface Case {
  rule: string
  schema: unknown
  data: unknown
  json: string
}

const written: readonly Case[] = [
  { rule: 'hides what it does not declare', schema: person, data: { name: 'a', password: 'b' }, json: '{"name":"a"}' },
  {
    rule: 'hides in nested objects',
    schema: object({ user: person }),
    data: { user: { name: 'a', password: 'b' } },
    json: '{"user":{"name":"a"}}',
  },
  {
    rule: 'hides in arrays',
    schema: { type: 'array', items: person },
    data: [{ name: 'a', password: 'b' }],
    json: '[{"name":"a"}]',
  },
  {
    rule: 'hides in arrays of arrays',
    schema: { type: 'array', items: { type: 'array', items: person } },
    data: [[{ name: 'a', password: 'b' }]],
    json: '[[{"name":"a"}]]',
  },
  {
    rule: 'writes null where nullable',
    schema: object({ a: { ...text, nullable: true } }),
    data: { a: null },
    json: '{"a":null}',
  },
  {
    rule: 'writes null for an object that is nullable',
    schema: object({ a: { ...person, nullable: true } }),
    data: { a: null },
    json: '{"a":null}',
  },
  {
    rule: 'writes what fits one of several types',
    schema: object({ a: { type: ['integer', 'string', 'null'] } }),
    data: { a: 'b' },
    json: '{"a":"b"}',
  },
  {
    rule: 'writes null where it is one of the types',
    schema: object({ a: { type: ['string', 'null'] } }),
    data: { a: null },
    json: '{"a":null}',
  },
  {
    rule: 'writes the branch of oneOf that fits',
    schema: { oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })] },
    data: { b: 'c', x: 1 },
    json: '{"b":"c"}',
  },
  {
    rule: 'writes the branch of anyOf that fits',
    schema: object({ a: { anyOf: [{ type: 'number' }, person] } }),
    data: { a: { name: 'b', x: 1 } },
    json: '{"a":{"name":"b"}}',
  },
  {
    rule: 'joins allOf',
    schema: { type: 'object', allOf: [object({ a: text }), object({ b: text })] },
    data: { a: 'a', b: 'b', x: 1 },
    json: '{"a":"a","b":"b"}',
  },
  {
    rule: 'writes additional properties where declared',
    schema: object({}, { additionalProperties: person }),
    data: { x: { name: 'a', y: 1 } },
    json: '{"x":{"name":"a"}}',
  },
  {
    rule: 'writes a default for a missing value of several types',
    schema: { type: 'object', properties: { a: { type: ['object', 'string', 'integer'], default: 'x' } } },
    data: {},
    json: '{"a":"x"}',
  },
  {
    rule: 'writes a default for what is missing',
    schema: object({ a: { ...text, default: 'b' } }),
    data: {},
    json: '{"a":"b"}',
  },
  {
    rule: 'writes dates',
    schema: object({ a: { ...text, format: 'date-time' } }),
    data: { a: new Date(0) },
    json: '{"a":"1970-01-01T00:00:00.000Z"}',
  },
  {
    rule: 'writes the day and the time of a date where the process is, with the zero of years before 1000',
    schema: object({ day: { ...text, format: 'date' }, time: { ...text, format: 'time' } }),
    data: { day: new Date(900, 0, 2, 23, 59), time: new Date(2026, 6, 1, 3, 4, 5) },
    json: '{"day":"0900-01-02","time":"03:04:05"}',
  },
  {
    rule: 'writes a text of the format unsafe as it is',
    schema: object({ a: { ...text, format: 'unsafe' } }),
    data: { a: 'ä b' },
    json: '{"a":"ä b"}',
  },
  {
    rule: 'writes anything by a $ref to the schema true',
    schema: object({ a: { $ref: '#/definitions/any' } }, { definitions: { any: true } }),
    data: { a: [1] },
    json: '{"a":[1]}',
  },
  {
    rule: 'writes what is beside a $ref to the schema true',
    schema: object({ a: { $ref: '#/definitions/any', type: 'integer' } }, { definitions: { any: true } }),
    data: { a: 1.5 },
    json: '{"a":1}',
  },
  {
    rule: 'takes the branch true where no branch before it fits',
    schema: object({ a: { anyOf: [{ type: 'string' }, true] } }),
    data: { a: [1] },
    json: '{"a":[1]}',
  },
  {
    rule: 'takes no branch by a $ref to the schema false',
    schema: object(
      { a: { anyOf: [{ $ref: '#/definitions/none' }, { type: 'integer' }] } },
      { definitions: { none: false } },
    ),
    data: { a: 1 },
    json: '{"a":1}',
  },
  {
    rule: 'looks at no if that has neither then nor else',
    schema: object({ a: { type: 'integer', if: { minimum: 5 } } }),
    data: { a: 1 },
    json: '{"a":1}',
  },
  {
    rule: 'writes anything where the schema allows anything',
    schema: {},
    data: { a: [1, { b: 'undefined' }] },
    json: '{"a":[1,{"b":"undefined"}]}',
  },
  { rule: 'writes anything for the schema true', schema: true, data: { a: 1 }, json: '{"a":1}' },
  {
    rule: 'writes a list that ends in null',
    schema: { type: ['object', 'null'], properties: { n: { type: 'integer' }, next: { $ref: '#' } } },
    data: { n: 1, x: 1, next: { n: 2, next: null } },
    json: '{"n":1,"next":{"n":2,"next":null}}',
  },
  {
    rule: 'writes a list that ends in a text',
    schema: { type: ['object', 'string'], properties: { n: { type: 'integer' }, next: { $ref: '#' } } },
    data: { n: 1, x: 1, next: 'end' },
    json: '{"n":1,"next":"end"}',
  },
]

const refused: Record<string, [schema: unknown, data: unknown]> = {
  'a text where an object is declared': [person, 'a'],
  'an array where an object is declared': [person, [{ name: 'a' }]],
  'a number where a nested object is declared': [object({ a: person }), { a: 5 }],
  'an object where an array is declared': [object({ a: { type: 'array', items: text } }), { a: {} }],
  'nothing where an object is declared': [person, undefined],
  'a value that fits no type': [object({ a: { type: ['string', 'null'] } }), { a: 5 }],
  'a value that fits no branch of oneOf': [
    { oneOf: [object({ a: text }, { required: ['a'] }), { type: 'array' }] },
    { b: 1 },
  ],
  'a missing required property': [object({ a: text }, { required: ['a'] }), {}],
  'a text that is no number': [object({ a: { type: 'integer' } }), { a: 'b' }],
  'a function in an untyped place': [object({ a: {} }), { a: () => 1 }],
  'an undefined item of an untyped array': [object({ a: { type: 'array' } }), { a: [undefined] }],
}

for (const engine of ['native', 'fast-json-stringify']) {
  describe(`the default serializer, engine ${engine},`, () => {
    const serialize = serializer({ serializerOptions: { engine } })

    for (const { rule, schema, data, json } of written) {
      it(rule, () => {
        expect(serialize(schema, data)).to.equal(json)
      })
    }

    for (const [what, [schema, data]] of Object.entries(refused)) {
      it(`answers 500 for ${what}, and never writes something else`, () => {
        const error = thrownBy(() => serialize(schema, data))
        expect([error.code, error.statusCode]).to.deep.equal(['ALC_ERR_SERIALIZATION', 500])
        expect(error.message).to.contain('GET /users').and.contain('response 200')
      })
    }
  })
}

describe('the default serializer', () => {
  it('keeps the error of the library as the cause of its error', () => {
    expect(thrownBy(() => serializer()(person, 'a')).cause).to.be.an.instanceOf(TypeError)
  })

  it('takes the options of the server', () => {
    expect(serializer({ serializerOptions: { rounding: 'ceil' } })({ type: 'integer' }, 1.2)).to.equal('2')
  })

  it('builds schemas with the same text once in a server', async () => {
    const own = { compiler: new SchemaCompiler({}), serializerOptions: { engine: 'native' } }
    const made: number[] = []
    for (const { compileSerializer } of [compilersOf(own), compilersOf(own)]) {
      const schema = { type: 'object', properties: { once: text } }
      const serialize = () => compileSerializer({ schema, method: 'GET', url: '/', httpStatus: '200' })({ once: 'a' })
      for (const _ of [1, 2]) made.push(await functionsMade(serialize))
    }
    expect(made).to.deep.equal([2, 0, 0, 0]) // one to see whether code may be made at all
  })

  it('is replaced by the one that the schema controller builds, with the visible schemas and the options', () => {
    const built: unknown[] = []
    const shared = [{ $id: 'a', type: 'string' }]
    const serializerOptions = { rounding: 'ceil' }
    const { compileSerializer } = compilersOf({
      shared,
      serializerOptions,
      controller: {
        compilersFactory: {
          buildSerializer: (schemas, options) => {
            built.push([schemas, options])
            return () => () => 'own'
          },
        },
      },
    })
    const input = { schema: {}, method: 'GET', url: '/', httpStatus: '200' }
    expect([compileSerializer(input)({}), compileSerializer(input)({})]).to.deep.equal(['own', 'own'])
    expect(built).to.deep.equal([[{ a: shared[0] }, serializerOptions]])
  })
})
