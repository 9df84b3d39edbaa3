import { equal, ok } from 'node:assert/strict'
import { createRequire } from 'node:module'
import { isPlainlyValid } from '#dist/schema/model/plainly-valid.js'

const Ajv6: typeof import('ajv6') = createRequire(import.meta.url)('ajv6')
const formats = { uri: /^/, 'uri-reference': /^/ }
const isValid = new Ajv6({ formats, logger: false }).getSchema('http://json-schema.org/draft-07/schema')!

const keywords = [
  ...['$id', '$schema', '$ref', '$comment', '$defs', 'definitions', 'type', 'enum', 'const', 'default', 'format'],
  ...['title', 'description', 'examples', 'readOnly', 'writeOnly', 'contentMediaType', 'contentEncoding'],
  ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern'],
  ...['items', 'additionalItems', 'maxItems', 'minItems', 'uniqueItems', 'contains'],
  ...['maxProperties', 'minProperties', 'required', 'properties', 'patternProperties', 'additionalProperties'],
  ...['dependencies', 'propertyNames', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'x-own'],
]

const wrong = { type: 'nonsense' }

const values: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -1, 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60],
  ...['', 'string', '(', 'a\\Z', 'object', '#', 'http://a.b/c'],
  ...[[], [1], [1, 1], ['a'], ['a', 'a'], ['string', 'null'], ['string', 'string'], ['string', 1], [null], [true]],
  ...[[{}], [{}, {}], [{ type: 'string' }], [wrong], [[]], [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }]],
  ...[{}, { a: {} }, { a: true }, { a: 1 }, { a: null }, { a: wrong }, { a: ['b'] }, { a: ['b', 'b'] }, { a: [1] }],
  ...[{ '(': {} }, { type: 'string' }, wrong, { properties: { a: wrong } }, { items: [wrong] }, new Date(0)],
]

const places: readonly ((schema: object) => Record<string, unknown>)[] = [
  (schema) => ({ ...schema }),
  (schema) => ({ properties: { a: schema } }),
  (schema) => ({ items: [true, schema] }),
  (schema) => ({ anyOf: [{}, schema] }),
  (schema) => ({ patternProperties: { '^a': schema } }),
  (schema) => ({ dependencies: { a: ['b'], b: schema } }),
  (schema) => ({ if: { not: schema } }),
]

describe('schemas that are plainly right', () => {
  for (const keyword of keywords) {
    it(`takes no value of ${keyword} for right that the meta-schema refuses`, () => {
      for (const value of values) {
        for (const place of places) {
          const schema = place({ [keyword]: value })
          ok(!isPlainlyValid(schema) || isValid(schema), JSON.stringify(schema))
        }
      }
    })
  }

  it('knows the schemas that applications are made of', () => {
    const user = {
      $id: 'user',
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, pattern: '^[a-z]+$' },
        age: { type: ['integer', 'null'], minimum: 0, maximum: 150, default: null },
        role: { enum: ['admin', 'guest'], description: 'what they may do', examples: [] },
        tags: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 3, uniqueItems: true },
        friend: { anyOf: [{ $ref: 'user#' }, { type: 'null' }] },
        prices: { type: 'object', patternProperties: { '^[A-Z]{3}$': { type: 'number', multipleOf: 0.01 } } },
        extra: true,
      },
    }
    equal(isPlainlyValid(user), true)
    equal(isValid(user), true)
  })
})
