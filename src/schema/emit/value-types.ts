import type { PlainObject } from '../../support/values.js'
import { typesOf } from '../model/json-schema.js'
import type { NativeOptions } from './native-options.js'
import { Unsupported } from './unsupported.js'

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'

/** The types of values that keywords check. */
export type ValueGroup = 'number' | 'string' | 'array' | 'object'

/** The types of values that a keyword checks; `any`: values of every type. */
export type Group = 'any' | ValueGroup

type Coercion = Pick<NativeOptions, 'version' | 'coercion'>

const common = { string: 'toText', boolean: 'toFlag', null: 'toNull', array: 'toList', object: null } as const

/** Version 8 takes a finite number only. */
const ways: Readonly<Record<6 | 8, Readonly<Record<JsonType, string | null>>>> = {
  6: { ...common, number: 'toNumber', integer: 'toWhole' },
  8: { ...common, number: 'toFinite', integer: 'toInteger' },
}

export class ValueTypes {
  /** Empty: any type is allowed. */
  readonly types: readonly JsonType[]
  /** The functions that coerce values of other types, in order. */
  readonly ways: readonly string[]
  /** The expected types, as an error reports them. */
  readonly asked: unknown
  /** The only group of keywords that can apply to a value of these types; `null`: several, or none. */
  readonly only: ValueGroup | null
  readonly #version: 6 | 8

  constructor(schema: PlainObject, options: Coercion) {
    const { version, coercion } = options
    const { type, nullable } = schema
    this.types = typesOf(schema) as readonly JsonType[] // checked before
    if (nullable === false && version === 8) throw new Unsupported() // it may contradict the type
    const coerced = this.types.filter((each) => each !== 'array' || coercion === 'scalars and arrays')
    this.ways = coercion === 'none' ? [] : coerced.flatMap((each) => ways[version][each] ?? [])
    // Each version has its own rule for the item of a value if several types are allowed. Version 6 has one for a list.
    const isList = this.types.length > 1 || (version === 6 && Array.isArray(type))
    if (coercion === 'scalars and arrays' && isList) {
      const several = this.types.length > 1 ? 'several types' : 'one type in a list'
      throw new Unsupported(`a "type" of ${several} (${this.types.join(', ')}) under coerceTypes: 'array'`)
    }
    this.asked = version === 6 ? this.types.join(',') : Array.isArray(type) ? this.types : type
    const [first, ...others] = this.types
    this.only = first !== undefined && others.length === 0 ? groupOf(first) : null
    this.#version = version
  }

  mayBe(group: ValueGroup): boolean {
    return this.types.length === 0 || this.types.some((type) => groupOf(type) === group)
  }

  test(value: string): string {
    return this.types.map((type) => testType(type, value, this.#version)).join(' || ')
  }

  /** Code that converts a value of another type to one of these, or gives `undefined`. */
  coerced(value: string): string {
    const { length, 0: way } = this.ways
    return length > 1 ? `first(${value}, ${this.ways.join(', ')})` : `${way}(${value})`
  }
}

function groupOf(type: JsonType): ValueGroup | null {
  if (type === 'boolean' || type === 'null') return null
  return type === 'integer' ? 'number' : type
}

/** Code for whether a value has a type, as a version of ajv defines it. */
export function testType(type: JsonType, value: string, version: 6 | 8): string {
  switch (type) {
    case 'integer':
      return version === 6 ? `isWhole(${value})` : `Number.isInteger(${value})`
    case 'number':
      return version === 6 ? `typeof ${value} === 'number'` : `Number.isFinite(${value})`
    case 'null':
      return `${value} === null`
    case 'array':
      return `Array.isArray(${value})`
    case 'object':
      return `isObject(${value})`
    default:
      return `typeof ${value} === '${type}'`
  }
}
