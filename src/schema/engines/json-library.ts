import type { Options, Schema as SerializableSchema } from 'fast-json-stringify'
import type { SerializeFunction } from '../../contracts/schema.js'
import { jsonSerializer } from '../../packages/libraries.cjs'
import { reachable } from '../../support/lists.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import type { PatternFlags } from '../emit/native-options.js'
import { impliedType } from '../keywords/table.js'
import { type CopyParts, copySchema, followRefs } from '../model/copy-schema.js'
import type { Located, SchemaDocuments } from '../model/schema-documents.js'
import { holdsEntry, mapSchemas, namesInherited, refsIn } from '../model/walk.js'

interface LibraryParts {
  documents: SchemaDocuments
  options: Readonly<Record<string, unknown>>
  flags: PatternFlags
}

/**
 * The library writes `{}` for a text, a list or a promise in the place of an object. Native code therefore reads each
 * value first, and refuses those that do not fit.
 *
 * @param write native code for the same schema
 * @throws any error of the library
 */
export function compileByLibrary(given: Located, write: SerializeFunction, parts: LibraryParts): SerializeFunction {
  const { documents, options, flags } = parts
  const bundle = bundleSchema(given, documents)
  if (namesInherited(bundle)) return write // the library takes the names for members of every object
  const schema = buildable(bundle) as SerializableSchema // our code has checked it
  const ajv = { strictTypes: false, strictTuples: false, logger: false, unicodeRegExp: flags === 'u' }
  // A branch that is compiled at its first value would fail in answers and not at boot.
  const own = { compileValidators: true, ...options, ajv: { ...ajv, ...(options.ajv ?? {}) } }
  const serialize: SerializeFunction = jsonSerializer()(schema, own as Options) // the library checks the options
  return (value) => {
    write(value)
    return serialize(value)
  }
}

const choices: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'if'])
const applicators: ReadonlySet<string> = new Set([...choices, 'allOf', 'then', 'else'])

/** A schema that the library can build. Without changes it fails on some that are valid, or never ends. */
function buildable(bundle: Bundle): unknown {
  const ending = isCircle(bundle) ? changed(bundle, withoutList) : bundle
  return holdsEntry(ending, (key) => choices.has(key)) ? changed(ending, withNull) : ending
}

/** Whether a schema contains itself. */
function isCircle(bundle: Bundle): boolean {
  const { definitions = {}, ...root }: { definitions?: object } = Object(bundle)
  const named = Object.entries(definitions).map(([name, schema]) => [`#/definitions/${name}`, refsIn(schema)] as const)
  const refs = new Map<string, readonly string[]>([['#', refsIn(root)], ...named])
  const next = (ref: string) => refs.get(ref) ?? []
  return [...refs.keys()].some((ref) => reachable(next(ref), next).has(ref))
}

/** @param isPart whether other schemas apply to the value as well */
type Change = (schema: PlainObject, isPart: boolean) => PlainObject

function changed(given: unknown, change: Change, isPart = false): unknown {
  if (!isPlainObject(given)) return given
  const { definitions, ...inner } = mapSchemas(given, (each, keyword) => {
    return changed(each, change, applicators.has(keyword))
  })
  const made = change(inner, isPart)
  return definitions === undefined ? made : { ...made, definitions } // they stay at the root
}

/**
 * The library never ends on a list of types with `object` in a schema that contains itself. It converts values below a
 * condition, and not below `anyOf`.
 */
function withoutList(schema: PlainObject): PlainObject {
  const { type } = schema
  if (!Array.isArray(type) || !type.includes('object')) return schema
  const object = { ...schema, type: 'object' }
  const others = type.filter((name) => name !== 'object')
  const takesNull = type.find((name) => name !== 'array') === 'object' && !type.includes('null')
  if (others.every((name) => name === 'null')) return others.length === 0 ? object : { ...object, nullable: true }
  return withDefaultOf(schema, {
    if: { type: takesNull ? ['object', 'null'] : 'object' },
    then: object,
    else: { ...schema, type: others },
  })
}

/**
 * The validator that chooses among branches throws when it compiles a `nullable` without a type. The library reads no
 * `nullable` beside branches.
 */
function withNull({ nullable, ...schema }: PlainObject, isPart: boolean): PlainObject {
  if (nullable !== true) return nullable === undefined || schema.type === undefined ? schema : { ...schema, nullable }
  const { type = impliedType((keyword) => keyword in schema) } = schema
  const isChoice = !isPart && ('anyOf' in schema || 'oneOf' in schema)
  if (type !== undefined && !isChoice) return { ...schema, type, nullable }
  return isPart ? schema : withDefaultOf(schema, { if: { type: 'null' }, then: { type: 'null' }, else: schema })
}

/** The library fills in no default of a branch. */
function withDefaultOf({ default: fallback }: PlainObject, choice: PlainObject): PlainObject {
  return fallback === undefined ? choice : { ...choice, default: fallback }
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
