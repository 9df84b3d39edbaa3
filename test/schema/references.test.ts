import { expect } from 'chai'
import { serializer, thrownBy, validator, versions } from './compile.js'

const shared = [
  {
    $id: 'user',
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 5 },
      address: { $ref: 'address#' },
      tag: { $ref: '#tag' },
      friends: { type: 'array', items: { $ref: '#' } },
      'a/b': { type: 'integer' },
    },
    definitions: { size: { type: 'integer' }, tag: { $id: '#tag', type: 'integer' } },
  },
  { $id: 'address', type: 'object', properties: { zip: { type: 'integer' } } },
  { $id: 'http://example.com/schemas/a.json', type: 'object', properties: { b: { $ref: 'b.json#' } } },
  { $id: 'http://example.com/schemas/b.json', type: 'integer' },
  { $id: 'http://example.com/', type: 'object', properties: { hello: { type: 'integer' } } },
  { $id: 'chain', $ref: 'address#' },
  { $id: 'ping', type: 'object', properties: { n: { type: 'integer' }, pong: { $ref: 'pong#' } } },
  { $id: 'pong', type: 'object', properties: { n: { type: 'integer' }, ping: { $ref: 'ping#' } } },
  { $id: 'library', $defs: { size: { $anchor: 'size', type: 'integer' } } },
  {
    $id: 'nest',
    definitions: { inner: { $id: 'inner', definitions: { n: { type: 'integer' } }, $ref: '#/definitions/n' } },
  },
]

interface Case {
  form: string
  schema: Record<string, unknown>
  /** The value that a client sends, the handler sees, and the answer contains. */
  data: unknown
  becomes: unknown
  refused: unknown
}

function it_(schema: unknown, more: object = {}): Record<string, unknown> {
  return { type: 'object', properties: { it: schema }, ...more }
}

const user = { name: 'Ada', secret: 1, address: { zip: '12', secret: 2 }, friends: [{ name: 'Bob', secret: 3 }] }
const seen = { name: 'Ada', address: { zip: 12 }, friends: [{ name: 'Bob' }] }

const number = (form: string, schema: Record<string, unknown>): Case => ({
  form,
  schema,
  data: '12',
  becomes: 12,
  refused: 'a',
})

const cases: readonly Case[] = [
  number("'#<id>'", it_({ $ref: '#size' }, { definitions: { x: { $id: '#size', type: 'integer' } } })),
  number("'#/definitions/<name>'", it_({ $ref: '#/definitions/size' }, { definitions: { size: { type: 'integer' } } })),
  { form: "'<schema_id>#'", schema: it_({ $ref: 'user#' }), data: user, becomes: seen, refused: {} },
  number("'<schema_id>#/definitions/<name>'", it_({ $ref: 'user#/definitions/size' })),
  {
    form: "'<schema_id>#/properties/<name>'",
    schema: it_({ $ref: 'user#/properties/name' }),
    data: 'Ada',
    becomes: 'Ada',
    refused: 'Adalbert',
  },
  number("'<schema_id>#<id>'", it_({ $ref: 'user#tag' })),
  { form: "'<schema_id>' without #", schema: it_({ $ref: 'user' }), data: user, becomes: seen, refused: {} },
  number("'<schema_id>#/properties/<name>', escaped", it_({ $ref: 'user#/properties/a~1b' })),
  number("'#/$defs/<name>'", it_({ $ref: '#/$defs/size' }, { $defs: { size: { type: 'integer' } } })),
  number("'<schema_id>#<anchor>'", it_({ $ref: 'library#size' })),
  number('an $id inside a shared schema', it_({ $ref: 'inner#' })),
  number('an $id in definitions beside the $ref', it_({ $defs: { A: { $id: 'A', type: 'integer' } }, $ref: 'A' })),
  number('a relative $ref between shared schemas', it_({ $ref: 'http://example.com/schemas/a.json#/properties/b' })),
  number('an $id with a closing slash', it_({ $ref: 'http://example.com#/properties/hello' })),
  number(
    'a percent-encoded name',
    it_({ $ref: '#/definitions/a%20b' }, { definitions: { 'a b': { type: 'integer' } } }),
  ),
  number(
    'an $id of the schema itself',
    it_({ $ref: 'own#/definitions/n' }, { $id: 'own', definitions: { n: { type: 'integer' } } }),
  ),
  {
    form: 'a $ref to a $ref',
    schema: it_({ $ref: 'chain#' }),
    data: { zip: '1', secret: 1 },
    becomes: { zip: 1 },
    refused: { zip: 'a' },
  },
  {
    form: 'shared schemas that refer to each other',
    schema: it_({ $ref: 'ping#' }),
    data: { n: '1', pong: { n: '2', x: 1, ping: { n: '3', x: 1 } } },
    becomes: { n: 1, pong: { n: 2, ping: { n: 3 } } },
    refused: { pong: { ping: { n: 'a' } } },
  },
  {
    form: 'a tree',
    schema: it_(
      { $ref: '#/definitions/node' },
      {
        definitions: {
          node: {
            type: 'object',
            properties: { n: { type: 'integer' }, kids: { type: 'array', items: { $ref: '#/definitions/node' } } },
          },
        },
      },
    ),
    data: { n: '1', kids: [{ n: '2', x: 1, kids: [{ n: '3', x: 1 }] }] },
    becomes: { n: 1, kids: [{ n: 2, kids: [{ n: 3 }] }] },
    refused: { kids: [{ kids: [{ n: 'a' }] }] },
  },
]

for (const version of versions) {
  describe(`the $ref of a request schema, version ${version}`, () => {
    const setting = { shared, engine: { version } }
    for (const { form, schema, data, becomes, refused } of cases) {
      it(`resolves as ${form}`, () => {
        const validate = validator(setting)
        const { isValid, data: result } = validate(schema, { it: data })
        expect([isValid, result]).to.deep.equal([true, { it: becomes }])
        expect(validate(schema, { it: refused }).isValid).to.equal(false)
      })
    }

    it('resolves at the root', () => {
      expect(validator(setting)({ $ref: 'user#' }, user).data).to.deep.equal(seen)
    })

    it('is a property where it is the name of one', () => {
      const schema = { type: 'object', properties: { $ref: { type: 'integer' }, $id: { type: 'integer' } } }
      expect(validator(setting)(schema, { $ref: '1', $id: '2' }).data).to.deep.equal({ $ref: 1, $id: 2 })
    })

    it('is data inside const and enum', () => {
      const schema = it_({ enum: [{ $ref: 'nothing' }] })
      expect(validator(setting)(schema, { it: { $ref: 'nothing' } }).isValid).to.equal(true)
    })

    it('means the shared schema of the context it is compiled in', () => {
      const engine = { version }
      const one = validator({ engine, shared: [{ $id: 'a', type: 'string', maxLength: 1 }] })
      const two = validator({ engine, shared: [{ $id: 'a', type: 'string', maxLength: 3 }] })
      const schema = it_({ $ref: 'a#' })
      expect([one(schema, { it: 'ab' }).isValid, two(schema, { it: 'ab' }).isValid]).to.deep.equal([false, true])
    })
  })
}

describe('the $ref of a response schema', () => {
  for (const { form, schema, becomes } of cases) {
    it(`resolves as ${form}`, () => {
      const data = becomes === seen ? user : becomes
      expect(JSON.parse(serializer({ shared })(schema, { it: data, secret: 1 }))).to.deep.equal({ it: becomes })
    })
  }

  it('resolves at the root', () => {
    const expected = { ...seen, address: { zip: 12 } }
    expect(JSON.parse(serializer({ shared })({ $ref: 'user#' }, user))).to.deep.equal(expected)
  })

  it('means the shared schema of the context it is compiled in', () => {
    const one = serializer({ shared: [{ $id: 'a', type: 'object', properties: { one: { type: 'string' } } }] })
    const two = serializer({ shared: [{ $id: 'a', type: 'object', properties: { two: { type: 'string' } } }] })
    const data = { one: '1', two: '2' }
    expect([one({ $ref: 'a#' }, data), two({ $ref: 'a#' }, data)]).to.deep.equal(['{"one":"1"}', '{"two":"2"}'])
  })
})

describe('a $ref into an annotation', () => {
  const inExamples = it_({ $ref: '#/examples/0' }, { examples: [{ type: 'integer' }] })

  it('is refused in a request with its place and the fix, because validators do not read annotations', () => {
    for (const engine of ['native', 'ajv'] as const) {
      const error = thrownBy(() => validator({ engine: { engine } })(inExamples, {}))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_REF')
      expect(error.message).to.equal(
        'The body schema of POST /users refers to "#/examples/0" at "/properties/it/$ref". Its target is inside "examples", which validators do not read. Move the schema to "definitions"',
      )
    }
  })

  it('resolves in a response, and in the properties of a request that have the name of an annotation', () => {
    expect(serializer()(inExamples, { it: '1' })).to.equal('{"it":1}')
    const schema = it_({ $ref: '#/properties/example' }, {})
    const named = { ...schema, properties: { ...Object(schema.properties), example: { type: 'integer' } } }
    expect(validator()(named, { it: '1' }).data).to.deep.equal({ it: 1 })
  })

  it('resolves where an object of an extension contains the target', () => {
    const schema = it_({ $ref: '#/x-types/size' }, { 'x-types': { size: { type: 'integer' } } })
    expect(validator()(schema, { it: '1' }).data).to.deep.equal({ it: 1 })
  })
})

describe('a $ref that leads back to itself', () => {
  const endless: Record<string, object> = {
    'at once': { definitions: { a: { $ref: '#/definitions/a' } }, properties: { it: { $ref: '#/definitions/a' } } },
    'by way of another': {
      definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
      properties: { it: { $ref: '#/definitions/a' } },
    },
    'through allOf': {
      definitions: { a: { allOf: [{ $ref: '#/definitions/a' }] } },
      properties: { it: { $ref: '#/definitions/a' } },
    },
    'through the root': { anyOf: [{ $ref: '#' }] },
  }
  for (const [how, schema] of Object.entries(endless)) {
    it(`${how} is refused in a request`, () => {
      const error = thrownBy(() => validator()({ type: 'object', ...schema }, {}))
      expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(error.message).to.contain('POST /users').and.contain('lead back to themselves')
    })

    it(`${how} is refused in a response`, () => {
      const error = thrownBy(() => serializer()({ type: 'object', ...schema }, {}))
      expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
      expect(error.message).to.contain('GET /users').and.contain('lead back to themselves')
    })
  }
})
