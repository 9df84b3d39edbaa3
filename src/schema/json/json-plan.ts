import { pointerTo } from '../keywords/table.js'
import type { Bundle } from '../model/bundle.js'
import { isPlainObject, type PlainObject } from '../model/plain-data.js'

/** What is written in the place of a value. */
export type ValuePlan =
  | { kind: 'any' | 'null' | ScalarKind }
  | { kind: 'constant'; text: string }
  | { kind: 'nullable'; plan: ValuePlan }
  | { kind: 'choice'; options: readonly TypedPlan[]; pointer: string }
  /** An object or an array, by its number: such plans may contain themselves. */
  | { kind: 'compound'; number: number }

export type ScalarKind = 'string' | 'dateTime' | 'integer' | 'number' | 'boolean'

export interface TypedPlan {
  type: string
  plan: ValuePlan
}

export interface ObjectPlan {
  kind: 'object'
  /** In the order in which they are written. */
  properties: readonly PropertyPlan[]
  /** Required, but not declared: looked for and not written. */
  demanded: readonly string[]
  /** How further properties are written; `null`: not at all. */
  rest: ValuePlan | null
  /** In place of `null`. */
  ofNull: string
}

export interface PropertyPlan {
  name: string
  plan: ValuePlan
  isRequired: boolean
  /** Written where there is no value. */
  fallback: string | null
}

export interface ArrayPlan {
  kind: 'array'
  items: ValuePlan
  pointer: string
  ofNull: string
}

export interface JsonPlan {
  root: ValuePlan
  compounds: readonly (ObjectPlan | ArrayPlan)[]
}

/**
 * How values of a schema are written, or `null` where the schema merges, chooses by validation, or matches names: the
 * library writes these.
 */
export function planJson(bundle: Bundle): JsonPlan | null {
  const planning = new Planning(bundle)
  try {
    return { root: planning.plan(bundle, '#', 0), compounds: planning.compounds() }
  } catch (error) {
    if (error instanceof Unplanned) return null
    throw error
  }
}

/** The schema says something that is not planned here. */
class Unplanned extends Error {}

/** The library refuses deeper schemas, and says so. */
const deepest = 90

/** Keywords with which a value is written in another way than by its type. */
const unplanned = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependencies', 'patternProperties', 'propertyNames', '$id', 'additionalItems'],
]

const unplannedFormats: ReadonlySet<unknown> = new Set(['date', 'time', 'unsafe'])

/** Beside a `$ref` these change nothing. */
const silent: ReadonlySet<string> = new Set([
  ...['$ref', '$comment', 'title', 'description', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
])

/** A schema without a type has that of the first keyword that it has. */
const typeKeywords: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'maxProperties', 'minProperties']],
  ['array', ['items', 'maxItems', 'minItems', 'uniqueItems', 'contains']],
  ['string', ['maxLength', 'minLength', 'pattern']],
  ['number', ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']],
]

class Planning {
  readonly #definitions: PlainObject
  readonly #root: Bundle
  readonly #numbers = new Map<PlainObject, Map<string, number>>()
  readonly #compounds: (ObjectPlan | ArrayPlan | null)[] = []

  constructor(bundle: Bundle) {
    this.#root = bundle
    const definitions = isPlainObject(bundle) ? bundle.definitions : undefined
    this.#definitions = isPlainObject(definitions) ? definitions : {}
  }

  compounds(): readonly (ObjectPlan | ArrayPlan)[] {
    return this.#compounds.filter((compound) => compound !== null)
  }

  plan(value: unknown, pointer: string, depth: number): ValuePlan {
    if (depth > deepest) throw new Unplanned()
    if (typeof value === 'boolean') return { kind: 'any' }
    if (!isPlainObject(value)) throw new Unplanned()
    if (value.$ref !== undefined) {
      const [target, place] = this.#target(value)
      return this.plan(target, place, depth + 1)
    }
    if (unplanned.some((keyword) => value[keyword] !== undefined)) throw new Unplanned()
    const plan = this.#ofTypes(value, pointer, depth)
    return value.nullable === true ? { kind: 'nullable', plan } : plan
  }

  #target(schema: PlainObject): [schema: unknown, pointer: string] {
    const { $ref: ref } = schema
    if (typeof ref !== 'string' || !Object.keys(schema).every((keyword) => silent.has(keyword))) throw new Unplanned()
    if (ref === '#') return [this.#root, '#']
    const name = ref.slice('#/definitions/'.length)
    if (!ref.startsWith('#/definitions/') || !Object.hasOwn(this.#definitions, name)) throw new Unplanned()
    return [this.#definitions[name], ref]
  }

  #ofTypes(schema: PlainObject, pointer: string, depth: number): ValuePlan {
    const { type = inferType(schema), const: constant } = schema
    if (constant !== undefined) {
      const plan: ValuePlan = { kind: 'constant', text: JSON.stringify(constant) }
      return Array.isArray(type) && type.includes('null') ? { kind: 'nullable', plan } : plan
    }
    if (!Array.isArray(type)) return this.#ofType(schema, type, pointer, depth)
    const types = [...type.filter((each) => each === 'null'), ...type.filter((each) => each !== 'null')]
    const options = types.map((each) => ({ type: String(each), plan: this.#ofType(schema, each, pointer, depth) }))
    return { kind: 'choice', options, pointer }
  }

  #ofType(schema: PlainObject, type: unknown, pointer: string, depth: number): ValuePlan {
    switch (type) {
      case undefined:
        return { kind: 'any' }
      case 'string':
        if (unplannedFormats.has(schema.format)) throw new Unplanned()
        return { kind: schema.format === 'date-time' ? 'dateTime' : 'string' }
      case 'null':
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: type }
      case 'object':
        return this.#compound(schema, type, () => this.#ofObject(schema, pointer, depth))
      case 'array':
        return this.#compound(schema, type, () => this.#ofArray(schema, pointer, depth))
      default:
        throw new Unplanned()
    }
  }

  #compound(schema: PlainObject, type: string, plan: () => ObjectPlan | ArrayPlan): ValuePlan {
    const byType = this.#numbers.get(schema) ?? new Map<string, number>()
    this.#numbers.set(schema, byType)
    const known = byType.get(type)
    if (known !== undefined) return { kind: 'compound', number: known }
    const number = this.#compounds.push(null) - 1
    byType.set(type, number)
    this.#compounds[number] = plan()
    return { kind: 'compound', number }
  }

  #ofObject(schema: PlainObject, pointer: string, depth: number): ObjectPlan {
    const properties = isPlainObject(schema.properties) ? schema.properties : {}
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
    const names = Object.keys(properties)
    const ordered = [
      ...names.filter((name) => required.includes(name)),
      ...names.filter((name) => !required.includes(name)),
    ]
    const { additionalProperties: rest } = schema
    const isOpen = rest !== undefined && rest !== false
    return {
      kind: 'object',
      properties: ordered.map((name) => ({
        name,
        plan: this.plan(properties[name], pointerTo(pointer, 'properties', name), depth + 1),
        isRequired: required.includes(name),
        fallback: this.#fallback(properties[name]),
      })),
      demanded: required.map(String).filter((name) => !Object.hasOwn(properties, name)),
      rest: isOpen ? this.plan(rest, `${pointer}/additionalProperties`, depth + 1) : null,
      ofNull: schema.nullable === true ? 'null' : '{}',
    }
  }

  #ofArray(schema: PlainObject, pointer: string, depth: number): ArrayPlan {
    const items = schema.items ?? {}
    return {
      kind: 'array',
      items: this.plan(items, `${pointer}/items`, depth + 1),
      pointer,
      ofNull: schema.nullable === true ? 'null' : '[]',
    }
  }

  /** The default of a property; a `$ref` leads to that of its target. */
  #fallback(schema: unknown): string | null {
    if (!isPlainObject(schema)) return null
    if (schema.$ref !== undefined) return this.#fallback(this.#target(schema)[0])
    return schema.default === undefined ? null : JSON.stringify(schema.default)
  }
}

/** The type that a schema without one has by its keywords. */
export function inferType(schema: PlainObject): string | undefined {
  return typeKeywords.find(([, keywords]) => keywords.some((keyword) => keyword in schema))?.[0]
}
