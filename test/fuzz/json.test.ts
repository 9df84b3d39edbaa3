import { inspect } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import { namesInherited } from '#dist/schema/model/walk.js'
import { serializer } from '../schema/compile.js'
import { bounds, patience, seeded } from './bounds.js'
import { isRecord } from './copies.js'
import { Dice } from './dice.js'
import { responseSchemas, responseValues } from './json-schemas.js'
import { asReplied, isStrange } from './reply-values.js'
import { anything, likely, schemas } from './schema-values.js'
import { drawCase } from './wide-cases.js'

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

/** Where the library refuses what we write: docs/guide/serialization.md. */
function isRefusedByLibrary(schema: object): boolean {
  return /"items":\[|"nullable":true/.test(JSON.stringify(schema))
}

const objectKeywords = ['properties', 'required', 'additionalProperties', 'patternProperties', 'dependencies']
const sizes = ['maxProperties', 'minProperties']

function holds(value: unknown, is: (schema: Record<string, unknown>) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, is))
  return isRecord(value) && (is(value) || Object.values(value).some((inner) => holds(inner, is)))
}

/** Where the library writes `{}` or `null` for what we refuse. */
function isEmptiedByLibrary(schema: object, value: unknown): boolean {
  if (isStrange(value) || JSON.stringify(schema).includes('"$ref"')) return true
  return holds(schema, (part) => {
    const isImplied = part.type === undefined && [...objectKeywords, ...sizes].some((keyword) => keyword in part)
    return isImplied || ['allOf', 'anyOf', 'oneOf', 'then', 'else'].some((keyword) => holds(part[keyword], isLone))
  })
}

function isLone({ type }: Record<string, unknown>): boolean {
  return type === 'object' || type === 'null'
}

/** Where the library has other formats, reads other patterns, or takes what all objects have for a property. */
function isReadOtherwise(schema: object): boolean {
  if (namesInherited(schema)) return true
  const text = JSON.stringify(schema)
  return /"(?:format|pattern)":/.test(text) && /"(?:anyOf|oneOf|if)":/.test(text)
}

/** Where the library writes something else. */
function isWrittenOtherwise(schema: object): boolean {
  const isClosed = (part: Record<string, unknown>) => part.additionalProperties === false || part.if !== undefined
  return holds(schema, (part) => part.allOf !== undefined) && holds(schema, isClosed)
}

/** Where the library takes a value with `toJSON` for a text, whatever that returns: docs/guide/serialization.md. */
function isTextOfLibrary(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTextOfLibrary)
  if (!isRecord(value) || value instanceof Date) return false
  return typeof value.toJSON === 'function' || Object.values(value).some(isTextOfLibrary)
}

/** Where it refuses such a value by a list of types, or writes it by its `toString`. */
function isOtherwiseForTypes(schema: object, expected: string): boolean {
  if (expected.includes('[object Object]')) return true
  return expected === 'an error' && holds(schema, ({ type }) => Array.isArray(type))
}

/**
 * Where the library writes an object for a date, because a branch of objects is first: docs/guide/serialization.md. It
 * is `{}`, or has single characters of the text of the date where the branch names their places.
 */
function isSplitDate(schema: object, value: unknown, expected: string): boolean {
  const hasObject = /\{(?:"\d+":"."(?:,(?=")|(?=\})))*\}/.test(expected)
  return hasObject && /"(?:anyOf|oneOf)":/.test(JSON.stringify(schema)) && holdsDate(value)
}

function holdsDate(value: unknown): boolean {
  if (value instanceof Date) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsDate)
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
      if (written === expected || isReadOtherwise(schema)) continue
      if (written === 'an error' ? isEmptiedByLibrary(schema, value) : isWrittenOtherwise(schema)) continue
      if (expected === 'an error' && isRefusedByLibrary(schema)) continue
      if (isSplitDate(schema, value, expected)) continue
      if (isTextOfLibrary(value) && isOtherwiseForTypes(schema, expected)) continue
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
        compare(schema, values)
      }),
      bounds(200),
    )
  })

  it('is what the library writes, for branches, conditions, patterns and tuples', () => {
    const values = fc.array(fc.record({ value: responseValues }), { minLength: 10, maxLength: 10 })
    fc.assert(fc.property(responseSchemas, values, compare), bounds(300))
  })

  it('is what the library writes, for all keywords of draft 7, any names, and values of classes', () => {
    const wanted = { version: 6, setting: 'none', shared: 'no shared schemas', parts: ['body'] } as const
    const check = (seed: number) => {
      const dice = new Dice(seed)
      for (const { schema, values } of drawCase(seed, wanted).asked) {
        if (!isRecord(schema)) continue
        compare(
          schema,
          [...values, ...values].map((value) => asReplied(dice, value)),
        )
      }
    }
    fc.assert(fc.property(fc.noShrink(fc.integer()), check), bounds(150))
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
