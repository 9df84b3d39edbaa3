import { expect } from 'chai'
import { type Validated, validator, versions } from './compile.js'

type Validate = (schema: unknown, data: unknown) => Validated

interface Rule {
  rule: string
  schema: unknown
  valid: readonly unknown[]
  invalid: readonly unknown[]
}

function property(schema: unknown) {
  return { type: 'object', properties: { it: schema } }
}

/** SPEC.md 2.2, keyword by keyword: what a property with this schema takes, and what it refuses. */
const rules: readonly Rule[] = [
  { rule: 'type takes one type', schema: { type: 'array' }, valid: [[]], invalid: [{}, 'a', 1] },
  { rule: 'type takes several types', schema: { type: ['object', 'null'] }, valid: [{}, null], invalid: [[], 'a'] },
  {
    rule: 'nullable adds null to the type',
    schema: { type: 'object', nullable: true },
    valid: [null, {}],
    invalid: [[], 'a'],
  },
  { rule: 'without nullable, null is no object', schema: { type: 'object' }, valid: [{}], invalid: [null] },
  {
    rule: 'required names what must be there',
    schema: { type: 'object', required: ['a'], properties: { a: {} } },
    valid: [{ a: 1 }],
    invalid: [{}, { b: 1 }],
  },
  {
    rule: 'properties holds a schema for each name',
    schema: { type: 'object', properties: { a: { type: 'array' } } },
    valid: [{ a: [] }, {}],
    invalid: [{ a: {} }],
  },
  { rule: 'items holds the schema of each item', schema: { items: { type: 'array' } }, valid: [[[]]], invalid: [[{}]] },
  { rule: 'maxItems bounds the items', schema: { type: 'array', maxItems: 1 }, valid: [[1]], invalid: [[1, 2]] },
  { rule: 'maxLength bounds the text', schema: { type: 'string', maxLength: 2 }, valid: ['ab'], invalid: ['abc'] },
  { rule: 'minimum bounds the number', schema: { type: 'number', minimum: 2 }, valid: [2], invalid: [1] },
  { rule: 'enum lists the values', schema: { enum: ['a', 1] }, valid: ['a', 1], invalid: ['b', '1'] },
  {
    rule: 'oneOf takes what fits exactly one schema',
    schema: { oneOf: [{ minimum: 5 }, { maximum: 7 }] },
    valid: [1, 9],
    invalid: [6],
  },
  { rule: 'not takes what does not fit', schema: { not: { type: 'array' } }, valid: [{}, 'a'], invalid: [[]] },
  {
    rule: 'a format is checked',
    schema: { type: 'string', format: 'date-time' },
    valid: ['2024-01-01T00:00:00Z'],
    invalid: ['yesterday'],
  },
  { rule: 'an email is checked', schema: { type: 'string', format: 'email' }, valid: ['a@b.cd'], invalid: ['a'] },
  { rule: 'const is the one value', schema: { const: 'a' }, valid: ['a'], invalid: ['b'] },
  {
    rule: 'if, then and else choose a schema',
    schema: { if: { type: 'number' }, then: { minimum: 3 }, else: { maxLength: 1 } },
    valid: [3, 'a'],
    invalid: [2, 'ab'],
  },
]

for (const version of versions) {
  describe(`keywords, version ${version}`, () => {
    let validate: Validate
    before(() => {
      validate = validator({ engine: { version } })
    })

    for (const { rule, schema, valid, invalid } of rules) {
      it(rule, () => {
        const results = [...valid, ...invalid].map((it) => validate(property(schema), { it }).isValid)
        expect(results).to.deep.equal([...valid.map(() => true), ...invalid.map(() => false)])
      })
    }

    it('default fills what is missing', () => {
      expect(validate(property({ type: 'integer', default: 18 }), {}).data).to.deep.equal({ it: 18 })
    })

    it('default fills missing items', () => {
      const schema = property({ type: 'array', items: [{ default: 1 }, { default: 2 }] })
      expect(validate(schema, { it: [5] }).data).to.deep.equal({ it: [5, 2] })
    })

    it('default can be beside a $ref', () => {
      const schema = {
        ...property({ $ref: '#/definitions/number', default: 3 }),
        definitions: { number: { type: 'number' } },
      }
      expect(validate(schema, {}).data).to.deep.equal({ it: 3 })
    })

    it('default can be at the root, without an effect', () => {
      expect(validate({ ...property({}), default: {} }, { it: 1 }).isValid).to.equal(true)
    })

    it('annotations and extensions have no effect', () => {
      const notes = { title: 'a', description: 'b', example: 1, examples: [1], deprecated: true, xml: {}, 'x-any': {} }
      expect(validate(property({ ...notes, type: 'number' }), { it: 1 }).isValid).to.equal(true)
    })

    it('nullable without a type has no effect', () => {
      expect(validate(property({ nullable: true, enum: ['a'] }), { it: 'a' }).isValid).to.equal(true)
    })

    it('nullable beside a $ref lets null in', () => {
      const definitions = { list: { type: 'array' } }
      const schema = { ...property({ $ref: '#/definitions/list', nullable: true }), definitions }
      const results = [null, [], {}, ''].map((it) => validate(schema, { it }).isValid)
      expect(results).to.deep.equal([true, true, false, false])
    })

    it('null stays null where nullable is beside a $ref, whatever the target coerces it to', () => {
      const definitions = { count: { type: 'integer' } }
      const schema = { ...property({ $ref: '#/definitions/count', nullable: true }), definitions }
      const seen = [null, '7', 0].map((it) => validate(schema, { it }).data)
      expect(seen).to.deep.equal([{ it: null }, { it: 7 }, { it: 0 }])
    })

    it('a keyword beside a $ref counts', () => {
      const definitions = { text: { type: 'string' } }
      const schema = { ...property({ $ref: '#/definitions/text', maxLength: 1 }), definitions }
      expect(validate(schema, { it: 'ab' }).isValid).to.equal(false)
    })

    it('a boolean is a schema', () => {
      expect([validate(true, {}).isValid, validate(false, {}).isValid]).to.deep.equal([true, false])
    })

    it('required means own properties, even for names that every object inherits', () => {
      const schema = { type: 'object', properties: { constructor: {} }, required: ['constructor'] }
      const results = [{}, { constructor: 1 }].map((data) => validate(schema, data).isValid)
      expect(results).to.deep.equal([false, true])
    })

    it('properties means own properties, even for names that every object inherits', () => {
      const shared = [{ $id: 'odd', type: 'object', properties: { toString: { type: 'string' } } }]
      const judge = validator({ engine: { version }, shared })
      const results = [{}, { toString: 'a' }, { toString: {} }].map((data) => judge({ $ref: 'odd#' }, data).isValid)
      expect(results).to.deep.equal([true, true, false])
    })

    it('dependencies holds names or a schema for each name', () => {
      const dependencies = { a: ['b'], c: { required: ['d'] } }
      const results = [{ a: 1 }, { a: 1, b: 1 }, { c: 1 }, { c: 1, d: 1 }].map((data) => {
        return validate({ type: 'object', dependencies }, data).isValid
      })
      expect(results).to.deep.equal([false, true, false, true])
    })
  })

  describe(`coercion, version ${version}`, () => {
    let validate: Validate
    before(() => {
      validate = validator({ engine: { version } })
    })

    it('turns text into numbers and booleans', () => {
      const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'boolean' } } }
      expect(validate(schema, { a: '12', b: 'true' }).data).to.deep.equal({ a: 12, b: true })
    })

    it('turns the value itself', () => {
      expect(validate({ type: 'integer' }, '12').data).to.equal(12)
    })

    it('does not turn what cannot be turned', () => {
      expect(validate({ type: 'integer' }, 'a').isValid).to.equal(false)
    })

    it('does not wrap a single value into an array', () => {
      expect(validate(property({ type: 'array' }), { it: '1' }).isValid).to.equal(false)
    })

    it('wraps a single value into an array when coerceTypes is "array"', () => {
      const wrapping = validator({ engine: { version, customOptions: { coerceTypes: 'array' } } })
      const schema = property({ type: 'array', items: { type: 'integer' } })
      expect(wrapping(schema, { it: '1' }).data).to.deep.equal({ it: [1] })
    })

    it('can be turned off', () => {
      const exact = validator({ engine: { version, customOptions: { coerceTypes: false } } })
      expect(exact(property({ type: 'integer' }), { it: '1' }).isValid).to.equal(false)
    })
  })
}
