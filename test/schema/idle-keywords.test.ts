import { expect } from 'chai'
import { findIdleKeywords } from '#dist/server/warnings/idle-keywords.js'

const formats = ['email', 'date-time']
const found = (schema: unknown) => findIdleKeywords(schema, formats).map(({ pointer }) => pointer)

describe('keywords that constrain nothing', () => {
  it('are for another type than the schema, at any depth', () => {
    expect(found({ type: 'string', minimum: 3 })).to.deep.equal(['/minimum'])
    expect(found({ type: 'integer', format: 'email', maxLength: 3 })).to.deep.equal(['/maxLength'])
    expect(found({ type: ['object', 'null'], items: {} })).to.deep.equal(['/items'])
    const list = { type: 'array', items: { anyOf: [{ type: 'boolean', pattern: '^a' }, true] } }
    expect(found({ type: 'object', properties: { 'a/b': list } })).to.deep.equal([
      '/properties/a~1b/items/anyOf/0/pattern',
    ])
  })

  it('are limits that exclude each other, and enums without a value of the type', () => {
    expect(found({ minimum: 5, maximum: 3 })).to.deep.equal(['/minimum'])
    expect(found({ type: 'string', minLength: 2, maxLength: 1 })).to.deep.equal(['/minLength'])
    expect(found({ type: 'string', enum: [1, 2] })).to.deep.equal(['/enum'])
    expect(found({ type: 'integer', enum: [1.5] })).to.deep.equal(['/enum'])
  })

  it('are names under required, and formats, that nearly are known', () => {
    expect(found({ required: ['nmae'], properties: { name: {} } })).to.deep.equal(['/required'])
    expect(found({ type: 'string', format: 'emial' })).to.deep.equal(['/format'])
    expect(findIdleKeywords({ type: 'string', format: 'emial' }, null)).to.deep.equal([])
  })

  it('are nullable beside values without null, and patterns with the slashes of a literal', () => {
    expect(found({ type: 'string', nullable: true, enum: ['a'] })).to.deep.equal(['/nullable'])
    expect(found({ nullable: true, const: 'a' })).to.deep.equal(['/nullable'])
    expect(found({ nullable: true, const: null })).to.deep.equal([])
    expect(found({ type: 'string', pattern: '/^a$/i' })).to.deep.equal(['/pattern'])
    expect(found({ type: 'string', pattern: '^/a/b$' })).to.deep.equal([])
  })

  it('are not what applies, what is of a plugin, and what another schema declares', () => {
    const schemas = [
      { type: 'object', properties: { minimum: { type: 'integer', minimum: 1, maximum: 1 } }, required: ['minimum'] },
      { type: ['string', 'number'], minimum: 1, maxLength: 5, format: 'own' },
      { minimum: 1, maxLength: 5, items: {}, properties: {} },
      { type: 'string', nullable: true, enum: ['a', null], description: 'x', example: 1, 'x-own': true },
      { type: 'string', nullable: true, enum: [null] },
      { allOf: [{ required: ['a'] }, { properties: { b: {} } }] },
      { required: ['id', 'ids'], properties: { id: {} } },
      { type: 'array', items: [{ type: 'string' }], additionalItems: false, contains: {}, minItems: 1, maxItems: 1 },
      { const: { minimum: 'x', type: 'string' }, default: { type: 'string', minimum: 3 } },
      { type: 'object', patternProperties: { '^a': { type: 'string' } }, propertyNames: { maxLength: 3 } },
      true,
      null,
      'text',
    ]
    for (const schema of schemas) expect(found(schema), JSON.stringify(schema)).to.deep.equal([])
    const itself: Record<string, unknown> = { type: 'object' }
    itself.properties = { again: itself }
    expect(found(itself)).to.deep.equal([])
  })
})
