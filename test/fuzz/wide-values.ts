import { copyOf, isRecord } from './copies.js'
import type { Dice } from './dice.js'
import * as odd from './odd-values.js'
import type { Schema } from './wide-schemas.js'

export interface Place {
  schema: unknown
  /** The document that contains the schema. */
  root: unknown
}

/** Draws values that are near to a schema, and others. */
export class ValueDraw {
  readonly #dice: Dice
  readonly #shared: ReadonlyMap<string, unknown>

  /** @param shared documents by `$id` */
  constructor(dice: Dice, shared: ReadonlyMap<string, unknown>) {
    this.#dice = dice
    this.#shared = shared
  }

  /** Most fit, or nearly: one or the other part of them is changed. */
  value(place: Place): unknown {
    const dice = this.#dice
    if (dice.is(0.03)) return this.any(3)
    let value = this.#near(place, 6)
    while (dice.is(0.25)) value = this.#changed(value)
    return value
  }

  any(depth: number): unknown {
    const dice = this.#dice
    const names = [...odd.plainNames, ...odd.oddNames]
    switch (dice.below(depth > 0 ? 7 : 5)) {
      case 0:
        return dice.pick(odd.numbers)
      case 1:
        return dice.pick<unknown>([null, true, false, '', 'x', '1'])
      case 2:
        return dice.pick(odd.scalars)
      case 3:
        return copyOf(dice.pick(odd.structures))
      case 4:
        return dice.pick(odd.texts)
      case 5:
        return dice.times(3, () => this.any(depth - 1))
      default:
        return this.#record(dice.some(names, 3).map((name) => [name, this.any(depth - 1)]))
    }
  }

  #record(entries: readonly (readonly [string, unknown])[]): object {
    return Object.fromEntries(entries)
  }

  #near({ schema, root }: Place, depth: number): unknown {
    const dice = this.#dice
    if (!isRecord(schema) || depth <= 0) return this.any(1)
    if (typeof schema.$ref === 'string') return this.#near(this.#target(schema.$ref, root), depth - 1)
    if (schema.nullable === true && dice.is(0.15)) return null
    if ('const' in schema && dice.is(0.85)) return copyOf(schema.const)
    if (Array.isArray(schema.enum) && dice.is(0.9)) return copyOf(dice.pick(schema.enum))
    if ('default' in schema && dice.is(0.1)) return copyOf(schema.default)
    const own = this.#ofSchema(schema, root, depth)
    const branches = [schema.allOf, schema.anyOf, schema.oneOf, schema.then, schema.if].flat().filter(isRecord)
    if (branches.length === 0 || dice.is(0.3)) return own
    const branch = this.#near({ schema: dice.pick(branches), root }, depth - 1)
    return isRecord(own) && isRecord(branch) ? { ...branch, ...own } : branch
  }

  #ofSchema(schema: Schema, root: unknown, depth: number): unknown {
    const dice = this.#dice
    const type = dice.pick([schema.type ?? this.#typeMeant(schema)].flat())
    if (dice.is(0.06)) return this.#lookalike(type)
    switch (type) {
      case 'object':
        return this.#object(schema, root, depth)
      case 'array':
        return this.#array(schema, root, depth)
      case 'string':
        return this.#text(schema)
      case 'number':
      case 'integer':
        return this.#number(schema)
      case 'boolean':
        return dice.is(0.5)
      case 'null':
        return null
      default:
        return this.any(depth)
    }
  }

  #typeMeant(schema: Schema): string {
    if ('properties' in schema || 'required' in schema || 'patternProperties' in schema) return 'object'
    if ('items' in schema || 'contains' in schema) return 'array'
    if ('minLength' in schema || 'pattern' in schema || 'format' in schema) return 'string'
    return 'minimum' in schema || 'multipleOf' in schema ? 'number' : 'any'
  }

  /** A value that coercion may convert into a type, or nearly. */
  #lookalike(type: unknown): unknown {
    const dice = this.#dice
    switch (type) {
      case 'string':
        return dice.pick<unknown>([1, -0, 1e21, true, null, ['a'], [1], 0.1, ['a', 'b']])
      case 'number':
      case 'integer':
        return dice.pick<unknown>([
          '1',
          '',
          ' ',
          '1e3',
          '0x10',
          'NaN',
          'Infinity',
          '1.0',
          true,
          false,
          null,
          ['1'],
          [2],
        ])
      case 'boolean':
        return dice.pick<unknown>(['true', 'false', 0, 1, '', '0', '1', null, [true], ['true'], 2])
      case 'null':
        return dice.pick<unknown>(['', 0, false, 'null', undefined, [null], ['']])
      case 'array':
        return dice.pick<unknown>(['a', 1, true, null, '', {}, { length: 0 }, '[]'])
      default:
        return dice.pick<unknown>(['', '{}', null, [], [{}], 0, false])
    }
  }

  #object(schema: Schema, root: unknown, depth: number): object {
    const dice = this.#dice
    const properties = isRecord(schema.properties) ? schema.properties : {}
    const required = Array.isArray(schema.required) ? schema.required.map(String) : []
    const entries: [string, unknown][] = []
    for (const name of Object.keys(properties)) {
      if (!dice.is(required.includes(name) ? 0.96 : 0.7)) continue
      entries.push([name, this.#near({ schema: properties[name], root }, depth - 1)])
    }
    for (const name of required) {
      if (!Object.hasOwn(properties, name) && dice.is(0.9)) entries.push([name, this.any(1)])
    }
    for (const [pattern, inner] of Object.entries(Object(schema.patternProperties))) {
      const name = dice.pick(odd.namePatterns[pattern] ?? ['a'])
      if (dice.is(0.7)) entries.push([name, this.#near({ schema: inner, root }, depth - 1)])
    }
    const more = isRecord(schema.additionalProperties) ? schema.additionalProperties : true
    const others = dice.is(0.5) ? odd.plainNames : odd.oddNames
    while (dice.is(0.25)) entries.push([dice.pick(others), this.#near({ schema: more, root }, depth - 1)])
    return this.#record(dice.is(0.3) ? dice.some(entries, entries.length, entries.length) : entries)
  }

  #array(schema: Schema, root: unknown, depth: number): unknown[] {
    const dice = this.#dice
    const least = Math.min(Number(schema.minItems ?? 0), 3)
    const items = dice.times(Math.min(Number(schema.maxItems ?? 3), 4), (index) => {
      const own = Array.isArray(schema.items) ? (schema.items[index] ?? schema.additionalItems) : schema.items
      const meant = 'contains' in schema && dice.is(0.4) ? schema.contains : own
      return this.#near({ schema: meant, root }, depth - 1)
    })
    while (items.length < least && dice.is(0.8)) items.push(this.any(1))
    if (items.length > 0 && dice.is(0.15)) items.push(copyOf(dice.pick(items)))
    if (dice.is(0.03)) items.push(...dice.times(12, () => this.#near({ schema: schema.items, root }, 1)))
    return items
  }

  #text({ pattern, format, minLength, maxLength }: Schema): unknown {
    const dice = this.#dice
    const samples = [
      ...(odd.patterns[String(pattern)] ?? []),
      ...(odd.formats[String(format)] ?? odd.formatsOf8[String(format)] ?? odd.ownFormats[String(format)] ?? []),
    ]
    if (samples.length > 0 && dice.is(0.85)) return dice.pick(samples)
    const length = Number(minLength ?? maxLength ?? Number.NaN)
    if (Number.isNaN(length) || dice.is(0.2)) return dice.pick(odd.texts)
    return dice
      .pick(['a', '\ud83d\ude00', '\ud83d', '\ude00', 'é', '1'])
      .repeat(Math.max(0, length + dice.below(3) - 1))
  }

  #number(schema: Schema): number {
    const dice = this.#dice
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = schema
    const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((limit) => typeof limit === 'number')
    if (typeof multipleOf === 'number' && dice.is(0.6)) return multipleOf * dice.below(40)
    if (bounds.length > 0 && dice.is(0.6)) return dice.pick(bounds) + dice.pick([0, 0, 1, -1, 0.5, 1e-7])
    return type === 'integer' && dice.is(0.7) ? dice.below(12) - 2 : dice.pick(odd.numbers)
  }

  /** The value with one part of it changed, taken away or put in. */
  #changed(value: unknown): unknown {
    const dice = this.#dice
    if (Array.isArray(value) && value.length > 0 && dice.is(0.7)) {
      const index = dice.below(value.length)
      return value.map((item, at) => (at === index ? this.#changed(item) : item))
    }
    if (isRecord(value) && dice.is(0.8)) {
      const entries = Object.entries(value)
      const name = dice.pick([...entries.map(([own]) => own), dice.pick(odd.oddNames)])
      const others = entries.filter(([own]) => own !== name)
      return dice.is(0.15) ? this.#record(others) : this.#record([...others, [name, this.#changed(value[name])]])
    }
    return dice.is(0.06) ? copyOf(dice.pick(odd.strangers)) : this.any(1)
  }

  #target(ref: string, root: unknown): Place {
    const [id = '', fragment = ''] = ref.split('#')
    const document = id === '' ? root : this.#shared.get(id)
    if (fragment !== '' && !fragment.startsWith('/')) {
      const definitions = Object.values(Object(Object(document).definitions))
      return { schema: definitions.find((each) => Object(each).$id === `#${fragment}`), root: document }
    }
    const steps = fragment.split('/').slice(1)
    const schema = steps.reduce<unknown>((at, step) => {
      return Object(at)[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')]
    }, document)
    return { schema, root: document }
  }
}
