import { impliedType } from '../keywords/table.js'
import type { Bundle } from '../model/bundle.js'
import { isPlainObject, type PlainObject } from '../model/plain-data.js'
import { localShape, type SchemaShape } from '../model/schema-shape.js'
import { hasRef, holdsEntry, mapSchemas, reachable, refsIn } from '../model/walk.js'

/**
 * A bundle in the form that makes the serializer refuse values that do not fit:
 * - A lone `object` or `null` becomes a list of one. With a list the serializer refuses other values; without it, it
 *   would write `{}` or `null`. If schemas contain themselves, the serializer never ends on a list. There a lone
 *   `object` stays, `object` or `null` becomes `nullable`, and any other list becomes a choice of schemas.
 * - When the serializer merges schemas, it loses lists of one. A choice of one, which it checks, keeps the type.
 */
export function typedForSerializer(bundle: Bundle): Bundle {
  if (!isPlainObject(bundle)) return bundle
  const { definitions = {}, ...root } = bundle
  const units = new Map<string, unknown>([['#', root]])
  for (const [name, schema] of Object.entries(Object(definitions))) units.set(`#/definitions/${name}`, schema)
  const recursive = hasRef(bundle) ? recursiveUnits(units) : nothing
  const shape = localShape(bundle)
  const chooses = holdsEntry(bundle, (key) => choosing.has(key))
  const typed = [...units].map(([ref, schema]): [string, unknown] => {
    return [ref, new Typing(shape, recursive.has(ref) ? withoutList : withList, chooses).typed(schema, 'alone')]
  })
  const result = Object.fromEntries(typed.map(([ref, schema]) => [ref.slice('#/definitions/'.length), schema]))
  const { '': top, ...others } = result
  if (!isPlainObject(top)) return bundle
  return Object.keys(others).length === 0 ? top : { ...top, definitions: others }
}

type Retype = (schema: PlainObject) => PlainObject

const withList: Retype = (schema) => (isLone(schema.type) ? { ...schema, type: [schema.type] } : schema)

const withoutList: Retype = (schema) => {
  const { type } = schema
  if (type === 'null') return { ...schema, type: ['null'] }
  if (!Array.isArray(type) || !type.includes('object')) return schema
  const others = type.filter((name) => name !== 'object' && name !== 'null')
  if (others.length > 0) return { anyOf: type.map((name) => ({ ...schema, type: name })) }
  return type.includes('null') ? { ...schema, type: 'object', nullable: true } : { ...schema, type: 'object' }
}

function isLone(type: unknown): boolean {
  return type === 'object' || type === 'null'
}

/** Whether a schema applies alone, or is merged with those beside it. */
type Standing = 'alone' | 'merged'

const merging: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'])

/** Keywords with which a validator chooses among schemas. An `allOf` of objects becomes a choice of one. */
const choosing: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if'])

class Typing {
  readonly #shape: SchemaShape
  readonly #retype: Retype
  /** Whether a validator chooses among branches somewhere. */
  readonly #chooses: boolean

  constructor(shape: SchemaShape, retype: Retype, chooses: boolean) {
    this.#shape = shape
    this.#retype = retype
    this.#chooses = chooses
  }

  typed(value: unknown, standing: Standing): unknown {
    if (!isPlainObject(value)) return value
    const result = mapSchemas(value, (inner, keyword) => this.typed(inner, merging.has(keyword) ? 'merged' : 'alone'))
    const types = standing === 'alone' && isMerged(value) ? this.#typesOf(value) : null
    const typed = types === null ? result : guarded(result, types)
    const isBare = this.#chooses && value.nullable !== undefined && value.type === undefined
    return this.#retype(isBare ? this.#nullable(typed, standing) : typed)
  }

  /** The validator that chooses among branches throws when it compiles a `nullable` without a type. */
  #nullable(schema: PlainObject, standing: Standing): PlainObject {
    const { nullable, ...rest } = schema
    const isAlone = standing === 'alone' && (isMerged(rest) || rest.$ref !== undefined)
    if (!isAlone) {
      const type = this.#demandedTypes(rest) ?? impliedType((keyword) => keyword in rest)
      return type === undefined ? rest : { ...rest, nullable, type }
    }
    if (nullable !== true) return rest
    const { default: fallback, ...value } = rest
    const either = { anyOf: [{ type: ['null'] }, value] }
    return fallback === undefined ? either : { ...either, default: fallback }
  }

  /** The types that the parts of a merged schema leave, if that is an object at most; `null`: others too. */
  #typesOf(schema: PlainObject): readonly string[] | null {
    const left = this.#demandedTypes(schema)
    if (left === undefined || !left.includes('object')) return null
    return left.every(isLone) ? ['object', 'null'] : null
  }

  #demandedTypes(schema: PlainObject): readonly string[] | undefined {
    const lists = this.#shape
      .beside([schema])
      .filter((part) => part.type !== undefined && this.#isDemanded(part, schema))
      .map(({ type }) => [type].flat().map(String))
    const [first, ...others] = lists
    return first?.filter((type) => others.every((list) => list.includes(type)))
  }

  /** Whether a part holds for every value: the schema itself, and those that `allOf` and `$ref` lead to. */
  #isDemanded(part: PlainObject, schema: unknown, passed: Set<unknown> = new Set()): boolean {
    if (part === schema) return true
    if (!isPlainObject(schema) || passed.has(schema)) return false
    passed.add(schema)
    if (typeof schema.$ref === 'string' && this.#isDemanded(part, this.#shape.target(schema), passed)) return true
    return Array.isArray(schema.allOf) && schema.allOf.some((other) => this.#isDemanded(part, other, passed))
  }
}

function isMerged(schema: PlainObject): boolean {
  return ['allOf', 'anyOf', 'oneOf', 'if'].some((keyword) => schema[keyword] !== undefined)
}

/** A merged schema of which at least one checked branch declares the type. */
function guarded(schema: PlainObject, type: readonly string[]): PlainObject {
  const keyword = schema.anyOf !== undefined ? 'anyOf' : 'oneOf'
  const branches = schema[keyword]
  if (!Array.isArray(branches)) return { ...schema, anyOf: [{ type }] }
  const typed = branches.map((branch) => {
    return isPlainObject(branch) && branch.type === undefined && branch.$ref === undefined
      ? { type, ...branch }
      : branch
  })
  return { ...schema, [keyword]: typed }
}

const nothing: ReadonlySet<string> = new Set()

function recursiveUnits(units: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const targets = new Map([...units].map(([ref, schema]) => [ref, refsIn(schema)]))
  const targetsOf = (ref: string) => targets.get(ref) ?? []
  return new Set([...units.keys()].filter((ref) => reachable(targetsOf(ref), targetsOf).has(ref)))
}
