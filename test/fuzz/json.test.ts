import { inspect } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import { namesInherited } from '#dist/schema/model/walk.js'
import { serializer } from '../schema/compile.js'
import { bounds, patience, seeded } from './bounds.js'
import { responseSchemas, responseValues } from './json-schemas.js'
import { anything, likely, schemas } from './schema-values.js'

type Serialize = (value: unknown) => string

/** Long enough for every way of copying, and with units of one byte, of two, and halves of pairs. */
const alphabet = fc.constantFrom(
  'a',
  '"',
  '\\',
  '\n',
  '\u007f',
  'é',
  'ÿ',
  'Ā',
  '漢',
  '\ud83d\ude00',
  '\ud800',
  '\udc00',
)
const longTexts = fc.tuple(fc.string({ unit: alphabet, maxLength: 30 }), fc.integer({ min: 1, max: 40 }))

/** Whether an item has a place of its own somewhere, or `null` is allowed beside branches. */
function isTuple(schema: object): boolean {
  return /"items":\[|"nullable":true/.test(JSON.stringify(schema))
}

/** The serializer of a schema; `null`: it is refused. */
function engine(name: string, schema: object): Serialize | null {
  const serialize = serializer({ serializerOptions: { engine: name } })
  try {
    serialize(schema, undefined)
  } catch (error) {
    if (Object(error).code === 'FST_ERR_SCH_SERIALIZATION_BUILD') return null
  }
  return (value) => serialize(schema, value)
}

/** The text, or that there is none. */
function outcome(serialize: Serialize, value: unknown): string {
  try {
    return serialize(value)
  } catch {
    return 'an error'
  }
}

describe(seeded('JSON that we write ourselves'), function () {
  this.timeout(patience)

  /** Compares both engines for values of a schema; where one of them refuses the schema there is nothing to compare. */
  function compare(schema: object, values: readonly unknown[]): void {
    const library = engine('fast-json-stringify', schema)
    const ours = engine('native', schema)
    if (library === null || ours === null) return
    for (const value of values) {
      const written = outcome(ours, value)
      const expected = outcome(library, value)
      // What is no object, given for one; an untyped item of a tuple: docs/guide/serialization.md.
      if (written === 'an error' || (expected === 'an error' && isTuple(schema))) continue
      expect(written, `${inspect(value, { depth: 9 })} by ${JSON.stringify(schema)}`).to.equal(expected)
    }
  }

  it('is what the library writes, character by character', () => {
    const cases = schemas.chain((schema) => {
      const value = fc.oneof(likely(schema, schema), fc.record({ value: anything }), anything)
      return fc.tuple(fc.constant(schema), fc.array(value, { minLength: 10, maxLength: 10 }))
    })
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        fc.pre(!namesInherited(schema)) // patterns stand for them in the library
        compare(schema, values)
      }),
      bounds(200),
    )
  })

  it('is what the library writes, for branches, conditions, patterns and tuples', () => {
    const values = fc.array(fc.record({ value: responseValues }), { minLength: 10, maxLength: 10 })
    fc.assert(fc.property(responseSchemas, values, compare), bounds(300))
  })

  it('holds any text', () => {
    const write = engine('native', { type: 'array', items: { type: 'string' } })!
    fc.assert(
      fc.property(fc.array(longTexts, { maxLength: 6 }), (parts) => {
        const texts = parts.map(([text, times]) => text.repeat(times))
        expect(write(texts)).to.equal(JSON.stringify(texts))
      }),
      bounds(300),
    )
  })

  it('holds any date, as toISOString gives it', () => {
    const write = engine('native', { type: 'string', format: 'date-time' })!
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: -1e12, max: 8e12 }), (any, near) => {
        for (const date of [any, new Date(near), new Date(near * 60)])
          expect(write(date)).to.equal(JSON.stringify(date))
      }),
      bounds(3000),
    )
    for (const edge of [
      '0000-01-01',
      '0000-02-29',
      '0000-12-31',
      '1900-02-28',
      '2000-02-29',
      '2100-03-01',
      '9999-12-31',
    ]) {
      const date = new Date(`${edge}T23:59:59.999Z`)
      expect(write(date)).to.equal(JSON.stringify(date))
    }
    expect(() => write(new Date(Number.NaN))).to.throw('Invalid time value')
  })

  it('holds any number, in the digits of String', () => {
    const write = engine('native', { type: 'number' })!
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 22 })).map(([digits, power]) => digits / 10 ** power),
      fc.tuple(fc.integer(), fc.integer({ min: 0, max: 8 })).map(([digits, power]) => digits / 10 ** power),
    )
    fc.assert(
      fc.property(numbers, (number) => {
        expect(write(number)).to.equal(String(number))
      }),
      bounds(3000),
    )
  })
})
