import { inspect } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import fastJsonStringify from 'fast-json-stringify'
import { planJson } from '#dist/schema/json/json-plan.js'
import { compileJson, createJsonSerializer } from '#dist/schema/json/json-serializer.js'
import { namesInherited } from '#dist/schema/model/inherited-names.js'
import { typedForSerializer } from '#dist/schema/serializer-types.js'
import { bounds, patience, seeded } from './bounds.js'
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

  it('is what the library writes, character by character, for every schema that we do not leave to it', () => {
    const cases = schemas.chain((schema) => {
      const value = fc.oneof(likely(schema, schema), fc.record({ value: anything }), anything)
      return fc.tuple(fc.constant(schema), fc.array(value, { minLength: 10, maxLength: 10 }))
    })
    let planned = 0
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        const typed = typedForSerializer({ ...schema })
        const plan = planJson(typed)
        fc.pre(plan !== null)
        fc.pre(!namesInherited(typed)) // the library reads them from every object: test/behaviour/core/spec-4.3-misfits.test.ts
        planned++
        const library: Serialize = fastJsonStringify(structuredClone(Object(typed)))
        const ours = createJsonSerializer(compileJson(plan))
        for (const value of values) {
          const expected = outcome(library, value)
          const written = outcome(ours, value)
          // The library writes `undefined` in the place of a function without a schema: no JSON.
          if (written === 'an error' && expected.includes('undefined')) continue
          expect(written, `${inspect(value, { depth: 9 })} by ${JSON.stringify(typed)}`).to.equal(expected)
        }
      }),
      bounds(200),
    )
    expect(planned).to.be.greaterThan(0)
  })

  it('holds any text', () => {
    const write = createJsonSerializer(compileJson(planJson({ type: 'array', items: { type: 'string' } })!))
    fc.assert(
      fc.property(fc.array(longTexts, { maxLength: 6 }), (parts) => {
        const texts = parts.map(([text, times]) => text.repeat(times))
        expect(write(texts)).to.equal(JSON.stringify(texts))
      }),
      bounds(300),
    )
  })

  it('holds any date, as toISOString gives it', () => {
    const write = createJsonSerializer(compileJson(planJson({ type: 'string', format: 'date-time' })!))
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
    expect(() => write(new Date(Number.NaN))).to.throw(RangeError)
  })

  it('holds any number, in the digits of String', () => {
    const write = createJsonSerializer(compileJson(planJson({ type: 'number' })!))
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
