import { createRequire } from 'node:module'
import { expect } from 'chai'
import fc from 'fast-check'
import type { SharedSchema } from '#dist/contracts/schema.js'
import { validator, versions } from './compile.js'

const require = createRequire(import.meta.url)

interface PlainValidator {
  addSchema(schema: object): void
  compile(schema: object): (data: unknown) => boolean
}

const libraries: Record<6 | 8, new (options: object) => PlainValidator> = {
  6: require('ajv6'),
  8: require('ajv'),
}

const names = ['a', 'b', 'c'] as const
const ids = ['one', 'two', 'three'] as const

/** Every form of a `$ref` that both versions of the library resolve by themselves. */
const ref = fc.record({
  $ref: fc.oneof(
    fc.constantFrom(...ids).map((id) => `${id}#`),
    fc.constantFrom(...ids).map((id) => `${id}#/definitions/part`),
    fc.constantFrom(...ids).map((id) => `${id}#/properties/a`),
  ),
})

const scalar = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'boolean', 'array') }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ type: fc.constant('integer'), default: fc.integer({ min: 0, max: 3 }) }),
)

function propertiesOf(schema: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.dictionary(fc.constantFrom(...names), schema, { maxKeys: 3, noNullPrototype: true })
}

function objectOf(schema: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const required = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 })
  return fc.record(
    { type: fc.constant('object'), properties: propertiesOf(schema), required },
    { requiredKeys: ['type', 'properties'] },
  )
}

const leaf = fc.oneof(scalar, objectOf(scalar))
const withRefs = objectOf(fc.oneof(leaf, ref, fc.record({ type: fc.constant('array'), items: fc.oneof(ref, leaf) })))
const branch = objectOf(leaf)
const withBranches = fc.oneof(
  branch,
  fc.record({ oneOf: fc.array(branch, { minLength: 1, maxLength: 3 }) }),
  fc.record({ anyOf: fc.array(branch, { minLength: 1, maxLength: 3 }) }),
  fc.record({ allOf: fc.array(branch, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    type: fc.constant('object'),
    properties: propertiesOf(leaf),
    anyOf: fc.array(branch, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ if: branch, then: branch, else: branch }),
)

/** Values of the shape that the schemas speak of, and somewhat beyond it. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown[]>('1', 'x', 0, 2, 5, true, null, []),
    fc.dictionary(fc.constantFrom(...names, 'd'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}))
const object = fc.dictionary(fc.constantFrom(...names, 'd'), value, { maxKeys: 4, noNullPrototype: true })

const shared = fc.tuple(
  ...ids.map((id) =>
    fc.tuple(withRefs, leaf).map(([schema, part]): SharedSchema => {
      // Every `$ref` of the generator has to point to something, and to nothing that is only a `$ref` back.
      const { properties } = schema as { properties: object }
      return { ...schema, $id: id, properties: { ...properties, a: part }, definitions: { part } }
    }),
  ),
)

/** Whether a value is the whole, but for properties left out. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole)
  if (Array.isArray(part) !== Array.isArray(whole) || typeof whole !== 'object' || whole === null) return false
  return Object.keys(part).every((key) => isWithin(Reflect.get(part, key), Reflect.get(whole, key)))
}

for (const version of versions) {
  // One object per server: validators are made once for each.
  const keeping = { version, customOptions: { removeAdditional: false } }
  const removing = { version }

  describe(`for any schemas, version ${version},`, function () {
    this.timeout(60_000)

    it('linking validates and coerces as the library does by itself', () => {
      fc.assert(
        fc.property(shared, fc.oneof(withRefs, ref), object, (schemas, schema, data) => {
          const options = {
            coerceTypes: true,
            useDefaults: true,
            ...(version === 6 ? { nullable: true } : { strict: false }),
          }
          const plain = new libraries[version](options)
          for (const each of schemas) plain.addSchema(structuredClone(each))
          const expected = structuredClone(data)
          const isValid = plain.compile(structuredClone(schema))(expected)
          const result = validator({ shared: schemas, engine: keeping })(schema, data)
          expect(result.isValid).to.equal(isValid)
          if (isValid) expect(result.data).to.deep.equal(expected)
        }),
        { numRuns: 80 },
      )
    })

    it('removing what is undeclared makes nothing invalid, and changes nothing that is declared', () => {
      fc.assert(
        fc.property(withBranches, object, (schema, data) => {
          const kept = validator({ engine: keeping })(schema, data)
          const removed = validator({ engine: removing })(schema, data)
          expect(removed.isValid).to.equal(kept.isValid)
          if (kept.isValid) expect(isWithin(removed.data, kept.data)).to.equal(true)
        }),
        { numRuns: 150 },
      )
    })
  })
}
