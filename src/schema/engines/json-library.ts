import type { Options, Schema as SerializableSchema } from 'fast-json-stringify'
import { Unfit } from '../../json/write-json.js'
import { jsonSerializer } from '../../packages/libraries.cjs'
import { isInherited, setOwn } from '../../support/plain-data.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import type { PatternFlags } from '../emit/native-options.js'
import { Unwritten } from '../emit/unsupported.js'
import { impliedType } from '../keywords/table.js'
import { type CopyParts, copySchema, followRefs } from '../model/copy-schema.js'
import type { Located, SchemaDocuments } from '../model/schema-documents.js'
import { SchemaShape } from '../model/schema-shape.js'
import { hasRef, holdsEntry, mapSchemas, reachable, refsIn, schemasIn } from '../model/walk.js'
import type { SerializerEngine } from '../serialize/json-units.js'
import { misreadByJsonLibrary, refuseMisread } from './misread-names.js'

interface LibraryParts {
  documents: SchemaDocuments
  options: Readonly<Record<string, unknown>>
  flags: PatternFlags
}

export function createLibrarySerializer({ documents, options, flags }: LibraryParts): SerializerEngine {
  const ajv = { strictTypes: false, strictTuples: false, logger: false, unicodeRegExp: flags === 'u' }
  // A branch that is compiled at its first value would fail in answers and not at boot.
  const own = { compileValidators: true, ...options, ajv: { ...ajv, ...(options.ajv ?? {}) } }
  return {
    compile: (given) => {
      const bundle = bundleSchema(given, documents)
      refuseMisread(bundle, '', 'fast-json-stringify', misreadByJsonLibrary)
      const typed = typedForSerializer(bundle)
      const schema = typed as unknown as SerializableSchema // our code has checked it
      // The library checks the options.
      const serialize: (value: unknown) => string = jsonSerializer()(schema, own as Options)
      return hasUntyped(typed) ? refusingOther(serialize) : serialize
    },
    write: () => {
      throw new Unwritten('fast-json-stringify serializes it')
    },
  }
}

/** Refuses a value that is not JSON in a place without a type. The text is the only sign of it. */
function refusingOther(serialize: (value: unknown) => string): (value: unknown) => string {
  return (value) => {
    const json = serialize(value)
    if (!json.includes('undefined') || isJson(json)) return json
    throw new Unfit('a function, a symbol or an undefined item is in a place without a type')
  }
}

/** Whether some value is written without a type that describes it. */
function hasUntyped(schema: unknown): boolean {
  if (!isPlainObject(schema)) return schema === true
  if (schema.type === undefined && schema.$ref === undefined && schema.const === undefined) return true
  if ([schema.type].flat().includes('array') && schema.items === undefined) return true
  for (const { schema: inner } of schemasIn(schema)) if (hasUntyped(inner)) return true
  return false
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Writes properties whose names every object inherits as patterns. The library reads own properties only for patterns,
 * and keeps patterns when it merges schemas. Patterns have no default, and cannot be required.
 */
function withPatterns(schema: PlainObject): PlainObject {
  const { properties, patternProperties } = schema
  if (!isPlainObject(properties)) return schema
  const inherited = Object.keys(properties).filter(isInherited)
  if (inherited.length === 0) return schema
  const named: PlainObject = {}
  for (const name of Object.keys(properties)) {
    if (!isInherited(name)) setOwn(named, name, properties[name])
  }
  const patterns = Object.fromEntries(inherited.map((name) => [`^${name}$`, properties[name]]))
  return { ...schema, properties: named, patternProperties: { ...patterns, ...Object(patternProperties) } }
}

/**
 * A bundle in the form that makes the serializer refuse values that do not fit:
 * - A lone `object` or `null` becomes a list of one. With a list the serializer refuses other values; without it, it
 *   would write `{}` or `null`. If schemas contain themselves, the serializer never ends on a list. There a lone
 *   `object` stays, `object` or `null` becomes `nullable`, and any other list becomes a choice of schemas.
 * - When the serializer merges schemas, it loses lists of one. A choice of one, which it checks, keeps the type.
 */
function typedForSerializer(bundle: Bundle): Bundle {
  if (!isPlainObject(bundle)) return bundle
  const { definitions, ...root } = bundle
  const inner = Object.entries(Object(definitions)).map(([name, schema]) => [`#/definitions/${name}`, schema] as const)
  const units = new Map<string, unknown>([['#', root], ...inner])
  const recursive = hasRef(bundle) ? recursiveUnits(units) : nothing
  const shape = new SchemaShape(({ $ref }) => units.get(String($ref)))
  const chooses = holdsEntry(bundle, (key) => choosing.has(key))
  const typed = (ref: string) => {
    return new Typing(shape, recursive.has(ref) ? withoutList : withList, chooses).typed(units.get(ref), 'alone')
  }
  const top: PlainObject = Object(typed('#'))
  if (inner.length === 0) return top
  const names = Object.keys(Object(definitions))
  return { ...top, definitions: Object.fromEntries(names.map((name) => [name, typed(`#/definitions/${name}`)])) }
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
  /** @param chooses whether a validator chooses among branches somewhere */
  constructor(
    private readonly shape: SchemaShape,
    private readonly retype: Retype,
    private readonly chooses: boolean,
  ) {}

  typed(value: unknown, standing: Standing): unknown {
    if (!isPlainObject(value)) return value
    const result = mapSchemas(value, (inner, keyword) => this.typed(inner, merging.has(keyword) ? 'merged' : 'alone'))
    const types = standing === 'alone' && isMerged(value) ? this.#typesOf(value) : null
    const typed = types === null ? result : guarded(result, types)
    const isBare = this.chooses && value.nullable !== undefined && value.type === undefined
    return withPatterns(this.retype(isBare ? this.#nullable(typed, standing) : typed))
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
    const demanded = [...this.shape.certain([schema])].filter(({ type }) => type !== undefined)
    const [first, ...others] = demanded.map(({ type }) => [type].flat().map(String))
    return first?.filter((type) => others.every((list) => list.includes(type)))
  }
}

function isMerged(schema: PlainObject): boolean {
  return Object.keys(schema).some((keyword) => choosing.has(keyword) && schema[keyword] !== undefined)
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

/** A self-contained schema: every `$ref` in it is `#` or `#/definitions/<name>`. */
export type Bundle = PlainObject | boolean

/** Copies a schema and all that its `$ref`s reach into one schema without any `$id`. */
function bundleSchema(given: Located, documents: SchemaDocuments): Bundle {
  const names = new Map<unknown, string>()
  const definitions = new Map<string, unknown>()
  const start = followRefs(given, documents)
  const refTo = (target: Located, ref: string) => {
    if (target.schema === start.schema && isPlainObject(target.schema)) return '#'
    const key = isPlainObject(target.schema) ? target.schema : String(target.schema)
    const name = names.get(key) ?? freeName(ref, definitions)
    if (!names.has(key)) {
      names.set(key, name)
      definitions.set(name, true) // reserves the name while the definition refers to itself
      definitions.set(name, copySchema(target.schema, target.resource, parts))
    }
    return `#/definitions/${name}`
  }
  const parts: CopyParts = { documents, refTo, rewrite: (each) => each, isMeant: () => false, definitions: 'dropped' }
  const root = copySchema(start.schema, start.resource, parts)
  if (!isPlainObject(root)) return root === true
  return definitions.size === 0 ? root : { ...root, definitions: Object.fromEntries(definitions) }
}

function freeName(ref: string, taken: ReadonlyMap<string, unknown>): string {
  const words = ref.match(/[A-Za-z0-9_.-]+/g)?.filter((word) => word !== 'definitions' && word !== '$defs') ?? []
  const base = words.join('-') || 'schema'
  let name = base
  for (let count = 2; taken.has(name) || name === '__proto__'; count++) name = `${base}-${count}`
  return name
}
