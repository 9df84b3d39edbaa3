import { expect } from 'chai'
import type { RouteSchema } from '#dist/contracts/schema.js'
import { normalizeRouteSchema } from '#dist/schema/model/route-schema.js'
import { thrownBy } from './compile.js'

const route = { method: 'POST', url: '/users' }
const text = { type: 'string' }

function normalize(schema: RouteSchema): RouteSchema {
  return normalizeRouteSchema(schema, route)
}

function body(schema: unknown): unknown {
  return normalize({ body: schema }).body
}

function object(properties: object, more: object = {}): object {
  return { type: 'object', properties, ...more }
}

describe('the short form of a schema', () => {
  for (const part of ['body', 'querystring', 'params', 'headers']) {
    it(`lists the parameters of ${part} at the top level`, () => {
      expect(normalize({ [part]: { name: text } })[part]).to.deep.equal(object({ name: text }))
    })
  }

  it('lists the properties of a response at the top level', () => {
    expect(normalize({ response: { 200: { name: text } } }).response).to.deep.equal({ 200: object({ name: text }) })
  })

  it('is accepted inside a content map of the body', () => {
    const content = { 'text/plain': { schema: { name: text } } }
    expect(body({ content })).to.deep.equal({ content: { 'text/plain': { schema: object({ name: text }) } } })
  })

  it('is accepted inside a content map of a response', () => {
    const content = { 'text/plain': { schema: { name: text } } }
    const expected = { 200: { content: { 'text/plain': { schema: object({ name: text }) } } } }
    expect(normalize({ response: { 200: { content } } }).response).to.deep.equal(expected)
  })

  for (const name of ['type', 'required', 'properties', 'items', 'title', 'description', 'default', 'format', 'enum']) {
    it(`may have a parameter called ${name}`, () => {
      expect(body({ [name]: text })).to.deep.equal(object({ [name]: text }))
    })
  }

  for (const name of [
    '$ref',
    '$id',
    'pattern',
    'minimum',
    'contains',
    'definitions',
    'content',
    'x-request-id',
    '$top',
  ]) {
    it(`may have a parameter called ${name}`, () => {
      expect(body({ [name]: text })).to.deep.equal(object({ [name]: text }))
    })
  }

  it('may have a parameter called __proto__, which stays a parameter', () => {
    const short: unknown = JSON.parse('{"__proto__":{"type":"string"},"name":{"type":"string"}}')
    const full = body(short) as { properties: object }
    expect(Object.keys(full.properties)).to.deep.equal(['__proto__', 'name'])
    expect(Object.getPrototypeOf(full.properties)).to.equal(Object.prototype)
  })

  it('keeps an array of required names beside its parameters', () => {
    expect(body({ name: text, required: ['name'] })).to.deep.equal(object({ name: text }, { required: ['name'] }))
  })

  it('keeps $id, title and definitions beside its parameters', () => {
    const companions = { $id: 'x', title: 'X', definitions: { a: text } }
    expect(body({ ...companions, name: text })).to.deep.equal(object({ name: text }, companions))
  })

  it('may have a parameter called content without anything in it', () => {
    expect(body({ content: {} })).to.deep.equal(object({ content: {} }))
  })

  it('may accept anything under a name', () => {
    expect(body({ name: text, rest: true })).to.deep.equal(object({ name: text, rest: true }))
  })
})

describe('a full schema', () => {
  const full: Record<string, object> = {
    'with type and properties': object({ name: text }),
    'of a scalar type': text,
    'of several types': { type: ['object', 'null'] },
    'with properties only': { properties: { name: text } },
    'with a property called type': { properties: { type: text } },
    'with a $ref': { $ref: 'user#' },
    'with oneOf': { oneOf: [text] },
    'with anyOf': { anyOf: [text] },
    'with allOf': { allOf: [text] },
    'with not': { not: text },
    'with if': { if: text, then: text },
    'with const': { const: { type: 'string' } },
    'with enum': { enum: [1, 2] },
    'with additionalProperties': { additionalProperties: text },
    'with patternProperties': { patternProperties: { '^a': text } },
    'with items and maxItems': { items: text, maxItems: 3 },
    'with $merge': { $merge: { source: text, with: {} } },
    'with $patch': { $patch: { source: text, with: [] } },
    'that allows everything': {},
    'with notes only': { description: 'anything' },
    'with an unknown keyword': { type: 'object', propertes: { name: text } },
  }
  for (const [what, schema] of Object.entries(full)) {
    it(`${what} is left as it is`, () => {
      expect(body(schema)).to.equal(schema)
    })
  }

  it('may be a boolean', () => {
    expect(body(true)).to.equal(true)
  })

  it('of another library is left as it is', () => {
    class Library {
      name = text
    }
    const schema = new Library()
    expect(body(schema)).to.equal(schema)
  })

  it('is the result of a fluent builder', () => {
    for (const mark of ['isFluentSchema', 'isFluentJSONSchema', Symbol.for('fluent-schema-object')]) {
      expect(body({ [mark]: true, valueOf: () => text })).to.equal(text)
    }
  })
})

describe('the schema of a route', () => {
  it('is the same object when it is in full form already', () => {
    const schema = { body: object({ name: text }), response: { '2xx': text }, tags: ['users'] }
    expect(normalize(schema)).to.equal(schema)
  })

  it('is the same object when it is normalized again', () => {
    const once = normalize({ body: { name: text } })
    expect(normalize(once)).to.equal(once)
  })

  it('is never changed, not even when frozen', () => {
    const schema = Object.freeze({ query: Object.freeze({ name: Object.freeze(text) }) })
    normalize(schema)
    expect(schema).to.deep.equal({ query: { name: text } })
  })

  it('keeps keys of plugins', () => {
    expect(normalize({ tags: ['a'], body: { name: text } }).tags).to.deep.equal(['a'])
  })

  it('takes query for querystring', () => {
    expect(normalize({ query: { name: text } }).querystring).to.deep.equal(object({ name: text }))
  })

  it('cannot have both query and querystring', () => {
    const error = thrownBy(() => normalize({ query: { a: text }, querystring: { b: text } }))
    expect(error.code).to.equal('FST_ERR_SCH_DUPLICATE')
    expect(error.message).to.contain('POST /users')
  })

  for (const key of ['200', '404', '2xx', '5XX', 'default', 'Default']) {
    it(`may have a response schema under ${key}`, () => {
      expect(normalize({ response: { [key]: text } }).response).to.deep.equal({ [key]: text })
    })
  }

  for (const key of ['type', '2', '20', '600', '099', '2x', 'xxx', '2000']) {
    it(`cannot have a response schema under ${key}`, () => {
      const error = thrownBy(() => normalize({ response: { [key]: text } }))
      expect(error.code).to.equal('FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX')
      expect(error.message).to.contain('POST /users').and.contain(`"${key}"`)
    })
  }

  it('names a media type that has no schema', () => {
    const error = thrownBy(() => body({ content: { 'text/plain': {} } }))
    expect(error.code).to.equal('FST_ERR_SCH_CONTENT_MISSING_SCHEMA')
    expect(error.message).to.contain('text/plain').and.contain('POST /users')
  })

  it('refuses an entry beside media types that is not a media type', () => {
    const content = { 'application/json': { schema: object({ name: text }) }, type: 'string' }
    const error = thrownBy(() => normalize({ response: { 200: { content } } }))
    expect(error.code).to.equal('FST_ERR_SCH_CONTENT_MISSING_SCHEMA')
    expect(error.message).to.contain('"type"')
  })
})
