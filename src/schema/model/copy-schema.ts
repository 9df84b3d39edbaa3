import { policies } from '../../support/as-fastify.js'
import { copyPlain, isPlainObject, type PlainObject, setOwn } from '../../support/values.js'
import { identities, isAnnotation, keywordOf, stores } from '../keywords/table.js'
import type { Located, Resource, SchemaDocuments } from './schema-documents.js'
import { mapSchemasAt } from './walk.js'

/** Changes one schema of a copy, after those in it. The object belongs to the copy. `source` is the copied schema. */
export type Rewrite = (schema: PlainObject, source: Located) => PlainObject

export interface CopyParts {
  documents: SchemaDocuments
  rewrite: Rewrite
  /** Whether a keyword that looks like an annotation has a meaning for the reader of the copy. */
  isMeant: (keyword: string) => boolean
  refTo: (target: Located, ref: string) => string
  /** Whether the copy keeps the schemas that are in it only as targets of `$ref`s. */
  definitions: 'kept' | 'dropped'
}

/** Copies a schema without its `$id`s and anchors, and with other `$ref`s. */
export function copySchema(schema: unknown, around: Resource, parts: CopyParts): unknown {
  return new SchemaCopy(parts).copy(schema, around)
}

/** The target of a schema that has only a `$ref`, or the schema itself. */
export function followRefs(located: Located, documents: SchemaDocuments): Located {
  const passed = new Set<unknown>()
  let at = located
  while (isPlainObject(at.schema) && isOnlyRef(at.schema) && !passed.has(at.schema)) {
    passed.add(at.schema)
    const target = documents.target(at)
    if (target === null) break
    at = target
  }
  return at
}

class SchemaCopy {
  constructor(private readonly parts: CopyParts) {}

  copy(schema: unknown, around: Resource): unknown {
    if (!isPlainObject(schema)) return schema
    const here = this.parts.documents.enter(schema, around)
    const copy: PlainObject = {}
    for (const keyword of Object.keys(schema)) {
      if (!this.#isDropped(keyword, schema[keyword]))
        setOwn(copy, keyword, this.#copyKeyword(keyword, schema[keyword], here))
    }
    return this.parts.rewrite(copy, { schema, resource: here, pointer: '' })
  }

  #copyInner(schema: unknown, around: Resource): unknown {
    const copy = this.copy(schema, around)
    if (!isPlainObject(copy) || copy.$ref === undefined) return copy
    if (copy.definitions === undefined && copy.$defs === undefined) return copy
    // On its way to definitions beside a `$ref`, the validator would follow that `$ref` and not find them.
    const { $ref, ...rest } = copy
    return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), { $ref }] }
  }

  #isDropped(keyword: string, value: unknown): boolean {
    if (identities.has(keyword)) return true
    const { definitions, isMeant } = this.parts
    if (stores.has(keyword)) return definitions === 'dropped'
    if (isMeant(keyword)) return false
    return definitions === 'dropped' ? isAnnotation(keyword) : isOnlyNote(keyword, value)
  }

  #copyKeyword(keyword: string, value: unknown, here: Resource): unknown {
    const { isData, subschemas } = keywordOf(keyword) ?? {}
    if (isData) return value
    if (keyword === '$ref') return this.#copyRef(value, here)
    if (keyword === '$merge' || keyword === '$patch') return this.#copyPatch(value, here)
    if (subschemas === undefined) return this.#copyOther(value, here)
    return mapSchemasAt(keyword, value, (inner) => this.#copyInner(inner, here))
  }

  #copyRef(ref: unknown, here: Resource): unknown {
    const target = typeof ref === 'string' ? this.parts.documents.resolve(ref, here) : null
    return target === null ? ref : this.parts.refTo(target, String(ref)) // the checks refuse a `$ref` without a target
  }

  // Both keywords find their schemas by `$ref` in the validator with their own code, so they get the schemas
  // themselves.
  #copyPatch(value: unknown, here: Resource): unknown {
    if (!isPlainObject(value)) return value
    const { source, with: patch } = value
    return { ...value, source: this.#copyInlined(source, here), with: this.#copyInlined(patch, here) }
  }

  #copyInlined(schema: unknown, here: Resource): unknown {
    if (!isPlainObject(schema)) return this.#copyOther(schema, here)
    const target = followRefs({ schema, resource: here, pointer: '' }, this.parts.documents)
    return copyPlain(this.copy(target.schema, target.resource)) // the plugins change it in place
  }

  // The content of a plugin's keyword is unknown. A `$ref` in it has the same meaning as everywhere.
  #copyOther(value: unknown, here: Resource): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#copyOther(entry, here))
    if (!isPlainObject(value)) return value
    const copy: PlainObject = {}
    for (const key of Object.keys(value)) {
      setOwn(copy, key, key === '$ref' ? this.#copyRef(value[key], here) : this.#copyOther(value[key], here))
    }
    return copy
  }
}

/** Whether a schema is its `$ref`, and nothing beside that counts. */
export function isOnlyRef(schema: PlainObject): boolean {
  return typeof schema.$ref === 'string' && Object.keys(schema).every(isSilent)
}

/** Whether a keyword changes nothing beside a `$ref`. */
export function isSilent(keyword: string): boolean {
  return silent.has(keyword) || isAnnotation(keyword)
}

const silent: ReadonlySet<string> = new Set(['$ref', ...stores, ...identities])

/** Whether a validator gets a schema without a keyword. An annotation that is an object may hold targets of `$ref`s. */
export function isOnlyNote(keyword: string, value: unknown): boolean {
  const { isRule, isData } = keywordOf(keyword) ?? {}
  return isAnnotation(keyword) && !isRule && (!isPlainObject(value) || isData === true)
}

/** Rewrites a schema so that both versions of the validator read it the same. */
export function rewriteForValidator(schema: PlainObject, version: 6 | 8): PlainObject {
  if (schema.nullable === undefined || schema.type !== undefined) return schema
  const { nullable, ...rest } = schema
  // Without a type `nullable` has no effect. Version 8 throws, and version 6 counts it among the rules of a property.
  if (rest.$ref === undefined && version === 6) return schema
  if (nullable !== true || typeof rest.$ref !== 'string') return rest
  const { default: value, ...target } = rest
  // `const` and not `type`: an empty string or a zero must not be coerced to null. It comes first: the target could
  // coerce null to a zero.
  const either: PlainObject = { anyOf: [{ const: null }, target] }
  return 'default' in rest ? { ...either, default: value } : either
}

type Inside = 'values' | 'names'

/** A schema with all header names in lower case, as node gives them. */
export function lowerCaseHeaders(schema: PlainObject, inside: Inside = 'values'): PlainObject {
  const lowered: PlainObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    // Every request has headers that no schema names. A closed schema would refuse each request of the route.
    if (keyword === 'additionalProperties' && value === false && policies.keepsUndeclaredHeaders) continue
    const within = keyword === 'propertyNames' ? 'names' : byName.has(keyword) ? 'values' : inside
    const inner = mapSchemasAt(keyword, value, (each) => (isPlainObject(each) ? lowerCaseHeaders(each, within) : each))
    lowered[keyword] = lowerCaseNames(keyword, inner, inside)
  }
  return lowered
}

/** Keywords whose values are maps by the names of properties. */
const byName: ReadonlySet<string> = new Set(['properties', 'dependencies', 'dependentSchemas', 'dependentRequired'])

function lowerCaseNames(keyword: string, value: unknown, inside: Inside): unknown {
  if (byName.has(keyword)) return withLowerKeys(value)
  if (keyword === 'errorMessage' && isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([of, texts]) => [of, withLowerKeys(texts)]))
  }
  const isOfNames = keyword === 'required' || (inside === 'names' && (keyword === 'enum' || keyword === 'const'))
  return isOfNames ? lowerCase(value) : value
}

/** An object with its keys in lower case, and the lists of names in it. */
function withLowerKeys(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  const lowered = (entry: unknown) => (Array.isArray(entry) ? lowerCase(entry) : entry)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowered(inner)]))
}

/** A name or a list of names in lower case. Any other value stays. */
function lowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerCase)
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** A pointer into a schema, for the same schema with all header names in lower case. */
export function lowerCasePointer(pointer: string): string {
  return pointer.replaceAll(stepsOfMaps, (step, map: string, name: string) => {
    return /^(?:properties|depend)/.test(map) ? `/${map}/${name.toLowerCase()}` : step
  })
}

const stepsOfMaps = /\/(properties|patternProperties|definitions|\$defs|dependencies|dependentSchemas)\/([^/]+)/g
