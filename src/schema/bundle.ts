import { annotations, dataKeywords, isExtension, type Place, schemaPlaces } from './keywords.js'
import { isPlainObject, type PlainObject, setOwn } from './plain-data.js'
import type { Located, Resource, SchemaDocuments } from './schema-documents.js'

/** A schema that stands alone: every `$ref` in it is `#` or `#/definitions/<name>`. */
export type Bundle = PlainObject | boolean

/** Changes one schema of a bundle, after those in it: the object is a copy, and the bundle's own. */
export type Rewrite = (schema: PlainObject) => PlainObject

export interface BundleParts {
  documents: SchemaDocuments
  rewrite: Rewrite
  /** Whether a keyword that looks like an annotation means something to the compiler of the bundle. */
  isMeant: (keyword: string) => boolean
}

/**
 * Gathers a schema and all that its `$ref`s reach into one schema without any `$id`. The compilers need to know
 * of no shared schemas then: one validator serves all contexts, and two siblings may use one `$id` for two schemas.
 */
export function bundleSchema(schema: unknown, parts: BundleParts): Bundle {
  return new Bundler(parts).bundle(schema)
}

const identities: ReadonlySet<string> = new Set(['$id', '$schema', '$anchor', '$defs', 'definitions'])

class Bundler {
  readonly #documents: SchemaDocuments
  readonly #rewrite: Rewrite
  readonly #isMeant: (keyword: string) => boolean
  readonly #names = new Map<unknown, string>()
  readonly #definitions = new Map<string, unknown>()
  #root: unknown = null

  constructor(parts: BundleParts) {
    this.#documents = parts.documents
    this.#rewrite = parts.rewrite
    this.#isMeant = parts.isMeant
  }

  bundle(schema: unknown): Bundle {
    const start = this.#follow(this.#documents.open(schema))
    this.#root = start.schema
    const result = this.#emit(start.schema, start.resource)
    if (!isPlainObject(result)) return result === true
    if (this.#definitions.size > 0) result.definitions = Object.fromEntries(this.#definitions)
    return result
  }

  /** A schema that is nothing but a `$ref` is its target. */
  #follow(located: Located): Located {
    const passed = new Set<unknown>()
    let { schema, resource } = located
    while (isPlainObject(schema) && isOnlyRef(schema) && !passed.has(schema)) {
      passed.add(schema)
      const target = this.#documents.resolve(schema.$ref, this.#documents.enter(schema, resource))
      if (target === null) break
      schema = target.schema
      resource = target.resource
    }
    return { schema, resource }
  }

  #emit(schema: unknown, around: Resource): unknown {
    if (!isPlainObject(schema)) return schema
    const here = this.#documents.enter(schema, around)
    const copy: PlainObject = {}
    for (const keyword of Object.keys(schema)) {
      if (identities.has(keyword) || (isAnnotation(keyword) && !this.#isMeant(keyword))) continue
      const place = schemaPlaces.get(keyword)
      if (dataKeywords.has(keyword)) copy[keyword] = schema[keyword]
      else if (keyword === '$ref') copy.$ref = this.#refTo(schema.$ref, here)
      else if (place !== undefined) copy[keyword] = this.#emitAt(place, schema[keyword], here)
      else if (keyword === '$merge' || keyword === '$patch') copy[keyword] = this.#emitPatch(schema[keyword], here)
      else setOwn(copy, keyword, this.#emitOther(schema[keyword], here))
    }
    return this.#rewrite(copy)
  }

  #emitAt(place: Place, value: unknown, here: Resource): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#emit(entry, here))
    const isOne = place === 'schema' || place === 'schema or list'
    if (isOne || !isPlainObject(value)) return this.#emit(value, here)
    const copy: PlainObject = {}
    for (const name of Object.keys(value)) {
      const entry = value[name]
      setOwn(copy, name, Array.isArray(entry) ? entry : this.#emit(entry, here))
    }
    return copy
  }

  // Both keywords look their schemas up by `$ref` in the validator itself, which knows of none: they get the schemas.
  #emitPatch(value: unknown, here: Resource): unknown {
    if (!isPlainObject(value)) return value
    const { source, with: patch } = value
    return { ...value, source: this.#emitInlined(source, here), with: this.#emitInlined(patch, here) }
  }

  #emitInlined(schema: unknown, here: Resource): unknown {
    if (!isPlainObject(schema)) return this.#emitOther(schema, here)
    const target = this.#follow({ schema, resource: here })
    return this.#emit(target.schema, target.resource)
  }

  // What a plugin's keyword holds is unknown; a `$ref` in it is meant as everywhere else.
  #emitOther(value: unknown, here: Resource): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#emitOther(entry, here))
    if (!isPlainObject(value)) return value
    const copy: PlainObject = {}
    for (const key of Object.keys(value)) {
      const inner = value[key]
      const isRef = key === '$ref' && typeof inner === 'string' && this.#documents.resolve(inner, here) !== null
      setOwn(copy, key, isRef ? this.#refTo(inner, here) : this.#emitOther(inner, here))
    }
    return copy
  }

  #refTo(ref: unknown, here: Resource): string {
    const target = typeof ref === 'string' ? this.#documents.resolve(ref, here) : null
    if (target === null) return String(ref) // the checks come first and refuse it
    if (target.schema === this.#root && typeof this.#root === 'object') return '#'
    return `#/definitions/${this.#nameOf(target, String(ref))}`
  }

  #nameOf(target: Located, ref: string): string {
    const key = isPlainObject(target.schema) ? target.schema : `${target.schema}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = this.#freeName(ref)
    this.#names.set(key, name)
    this.#definitions.set(name, true) // holds the name while the definition refers to itself
    this.#definitions.set(name, this.#emit(target.schema, target.resource))
    return name
  }

  #freeName(ref: string): string {
    const words = ref.match(/[A-Za-z0-9_.-]+/g)?.filter((word) => word !== 'definitions' && word !== '$defs') ?? []
    const base = words.join('-') || 'schema'
    let name = base
    for (let count = 2; this.#definitions.has(name) || name === '__proto__'; count++) name = `${base}-${count}`
    return name
  }
}

function isOnlyRef(schema: PlainObject): schema is PlainObject & { $ref: string } {
  if (typeof schema.$ref !== 'string') return false
  return Object.keys(schema).every((key) => key === '$ref' || identities.has(key) || isAnnotation(key))
}

function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || isExtension(keyword)
}
