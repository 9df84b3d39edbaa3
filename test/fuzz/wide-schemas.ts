import { isRecord } from './copies.js'
import type { Dice } from './dice.js'
import * as odd from './odd-values.js'

export type Schema = Record<string, unknown>

const types = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array']

export interface Vocabulary {
  version: 6 | 8
  names: readonly string[]
  /** The possible values of a `$ref`. */
  refs: readonly string[]
  /** Texts, and lists of them: no objects. */
  isFlat: boolean
  /** Whether only common keywords are drawn: one unusual keyword may change the handling of all others. */
  isCommon: boolean
}

/** Draws schemas of draft 7, all of its keywords among them. */
export class SchemaDraw {
  readonly #dice: Dice
  readonly #words: Vocabulary
  readonly #formats: readonly string[]
  readonly #drawn: Schema[] = []

  constructor(dice: Dice, words: Vocabulary) {
    this.#dice = dice
    this.#words = words
    const known = { ...odd.formats, ...(words.version === 8 && odd.formatsOf8) }
    this.#formats = Object.keys(known)
  }

  /** A schema of an object with properties, as most parts of requests have. */
  object(depth: number): Schema {
    const properties = this.#properties(depth, 1)
    return this.#finished({ type: 'object', properties, ...this.#keywords('object', depth, 0.15) }, depth)
  }

  any(depth: number): unknown {
    const dice = this.#dice
    if (!this.#words.isCommon && dice.is(0.03)) return dice.is(0.7)
    if (dice.is(0.02)) return {}
    if (this.#words.refs.length > 0 && dice.is(0.15)) return this.#reference(depth)
    if (this.#drawn.length > 0 && dice.is(0.03)) return dice.pick(this.#drawn) // the same object in two places
    const schema = this.#finished(this.#own(depth), depth)
    this.#drawn.push(schema)
    return schema
  }

  #own(depth: number): Schema {
    return this.#words.isCommon ? this.#common(depth) : this.#unusual(depth)
  }

  #common(depth: number): Schema {
    const dice = this.#dice
    const kind = dice.below(depth > 0 ? 20 : 13)
    if (kind < 4) return this.#typed('string', depth)
    if (kind < 7) return this.#typed(dice.pick(['number', 'integer']), depth)
    if (kind === 7) return { type: 'boolean' }
    if (kind < 10) return { ...(dice.is(0.7) && { type: dice.pick(['string', 'integer']) }), enum: this.#values(4) }
    if (kind === 10) return { ...(dice.is(0.5) && { type: 'string' }), const: this.#value() }
    if (kind === 11) return { ...this.#typed(dice.pick(types), depth), type: dice.some(types, 3, 1) }
    if (kind === 12) return this.#keywords(dice.pick(types), depth, 0.3)
    return this.#typed(kind < 17 && !this.#words.isFlat ? 'object' : 'array', depth)
  }

  #unusual(depth: number): Schema {
    const dice = this.#dice
    const isDeep = depth > 0
    const kind = dice.below(isDeep ? 22 : 12)
    if (kind < 4) return this.#typed('string', depth)
    if (kind < 7) return this.#typed(dice.pick(['number', 'integer']), depth)
    if (kind === 7) return this.#typed(dice.pick(['boolean', 'null', 'boolean']), depth)
    if (kind === 8) return { ...(dice.is(0.5) && { type: dice.pick(types) }), enum: this.#values(4) }
    if (kind === 9) return { ...(dice.is(0.3) && { type: dice.pick(types) }), const: this.#value() }
    if (kind === 10) return this.#keywords(dice.pick(types), depth, 0.3)
    if (kind === 11) return this.#union(depth)
    if (kind < 16) return this.#words.isFlat ? this.#typed('array', depth) : this.#typed('object', depth)
    if (kind < 19) return this.#typed('array', depth)
    return this.#branches(depth)
  }

  #typed(type: string, depth: number): Schema {
    return { type, ...this.#keywords(type, depth, 0.25) }
  }

  #union(depth: number): Schema {
    const chosen = this.#dice.some(types, 3, 1)
    return Object.assign({ type: chosen }, ...chosen.map((type) => this.#keywords(type, depth, 0.15)))
  }

  #keywords(type: string, depth: number, share: number): Schema {
    const dice = this.#dice
    const limit = () => dice.pick(odd.limits)
    const size = () => dice.below(4)
    switch (type) {
      case 'string':
        return this.#chosen(share, {
          minLength: size,
          maxLength: () => size() + 1,
          pattern: () => dice.pick(dice.is(0.02) ? odd.wrongPatterns : Object.keys(odd.patterns)),
          format: () => dice.pick(this.#formats),
        })
      case 'integer':
      case 'number':
        return this.#chosen(share, {
          minimum: limit,
          maximum: limit,
          exclusiveMinimum: limit,
          exclusiveMaximum: limit,
          multipleOf: () => dice.pick(odd.factors),
          ...(this.#words.version === 8 && { format: () => dice.pick(['int32', 'int64', 'float', 'double']) }),
        })
      case 'object':
        return this.#ofObjects(depth, share)
      case 'array':
        return this.#ofArrays(depth, share)
      default:
        return {}
    }
  }

  #ofObjects(depth: number, share: number): Schema {
    const dice = this.#dice
    const names = (most: number) => dice.some(this.#words.names, most)
    const inner = () => this.any(depth - 1)
    return {
      ...(depth > 0 && dice.is(0.8) && { properties: this.#properties(depth) }),
      ...this.#chosen(share, {
        required: () => (dice.is(0.03) ? many(dice.pick([25, 205]), 'r') : names(3)),
        minProperties: () => dice.below(3),
        maxProperties: () => dice.below(4),
        additionalProperties: () => (depth > 0 && dice.is(0.4) ? inner() : dice.is(0.4)),
      }),
      ...this.#chosen(this.#words.isCommon ? 0 : share / 2, {
        patternProperties: () => this.#byName(dice.some(Object.keys(odd.namePatterns), 2, 1), inner),
        propertyNames: () => (dice.is(0.8) ? this.#keywords('string', 0, 0.4) : inner()),
        dependencies: () => this.#byName(dice.some(this.#words.names, 2, 1), () => (dice.is(0.5) ? names(2) : inner())),
      }),
    }
  }

  #properties(depth: number, least = 0): Schema {
    const names = this.#dice.is(0.03) ? many(12, 'a') : []
    return this.#byName([...names, ...this.#dice.some(this.#words.names, 4, least)], () => this.any(depth - 1))
  }

  // `fromEntries` makes properties of their own, of `__proto__` as well.
  #byName(names: readonly string[], make: () => unknown): Schema {
    return Object.fromEntries(names.map((name) => [name, make()]))
  }

  #ofArrays(depth: number, share: number): Schema {
    const dice = this.#dice
    const inner = () => this.any(depth - 1)
    const items = dice.is(0.8) && { items: this.#words.isCommon || dice.is(0.75) ? inner() : dice.times(3, inner, 1) }
    // ajv 8 skips "contains" for lists shorter than a list in "items" (docs/reference/schema-differences.md).
    const isTuple = items !== false && Array.isArray(items.items)
    return {
      ...items,
      ...this.#chosen(share, {
        minItems: () => dice.below(3),
        maxItems: () => dice.below(4),
        uniqueItems: () => dice.is(0.8),
      }),
      ...this.#chosen(this.#words.isCommon ? 0 : share / 2, {
        additionalItems: inner,
        ...(!isTuple && { contains: inner }),
      }),
    }
  }

  #branches(depth: number): Schema {
    const dice = this.#dice
    const inner = () => this.any(depth - 1)
    const several = () => dice.times(3, inner, 1)
    switch (dice.below(6)) {
      case 0:
        return { allOf: several() }
      case 1:
        return { anyOf: several() }
      case 2:
        return { oneOf: several() }
      case 3:
        return { not: inner() }
      case 4:
        return { if: inner(), ...this.#chosen(0.7, { then: inner, else: inner }) }
      default:
        return { anyOf: several(), ...this.#chosen(0.5, { allOf: several, oneOf: several, not: inner }) }
    }
  }

  #reference(depth: number): Schema {
    const dice = this.#dice
    const schema: Schema = { $ref: dice.pick(this.#words.refs) }
    if (this.#words.isCommon) return schema
    if (dice.is(0.1)) schema.default = dice.pick(odd.scalars)
    if (dice.is(0.05)) schema.nullable = dice.is(0.7)
    if (dice.is(0.1)) schema.description = 'a note'
    return dice.is(0.1) ? { ...schema, ...this.#own(Math.min(depth, 1)) } : schema
  }

  /** Adds keywords that any schema may have, in any order. */
  #finished(schema: Schema, depth: number): Schema {
    const dice = this.#dice
    const { isCommon } = this.#words
    const whole = {
      ...schema,
      ...(!isCommon && depth > 0 && dice.is(0.12) && this.#branches(depth - 1)),
      ...(dice.is(isCommon ? 0.02 : 0.06) && this.#keywords(dice.pick(types), depth - 1, 0.3)),
      ...(dice.is(0.16) && { default: this.#default(schema) }),
      ...(dice.is(0.1) && { nullable: dice.is(0.8) }),
      ...(dice.is(0.05) && { title: 'a title', 'x-note': { type: 'string' }, examples: [1], readOnly: true }),
    }
    if (!dice.is(0.2)) return whole
    const entries = Object.entries(whole)
    return Object.fromEntries(dice.some(entries, entries.length, entries.length))
  }

  /** None with a name of its own that is `__proto__`: the library writes a prototype then. */
  #default({ type, enum: listed }: Schema): unknown {
    const dice = this.#dice
    if (dice.is(0.3))
      return dice.pick(Array.isArray(listed) ? [null, ...listed.filter((one) => !isRecord(one))] : odd.scalars)
    switch (dice.pick([type].flat())) {
      case 'string':
        return dice.pick(odd.texts)
      case 'integer':
      case 'number':
        return dice.pick([0, 1, 2.5, -1, 1e21])
      case 'boolean':
        return dice.is(0.5)
      case 'object':
        return dice.pick<unknown>([{}, { a: 1 }, { constructor: [null] }, { a: { b: [] } }, { '\u2028': "'" }])
      case 'array':
        return dice.pick<unknown>([[], [1], ['a', {}], [[]]])
      default:
        return null
    }
  }

  #values(most: number): unknown[] {
    if (this.#dice.is(0.02)) return many(205, 'a')
    const pool = this.#dice.is(0.7) ? odd.scalars : [...odd.scalars, ...odd.structures]
    return structuredClone(this.#dice.some(pool, most, 1))
  }

  #value(): unknown {
    return this.#values(1)[0]
  }

  #chosen(share: number, offers: Readonly<Record<string, () => unknown>>): Schema {
    return Object.fromEntries(
      Object.entries(offers).flatMap(([keyword, make]) => (this.#dice.is(share) ? [[keyword, make()]] : [])),
    )
  }
}

/** Of long lists the library writes other code. */
function many(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index}`)
}
