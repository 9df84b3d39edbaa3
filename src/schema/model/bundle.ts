import { type CopyParts, copySchema, followRefs } from './copy-schema.js'
import { isPlainObject, type PlainObject } from './plain-data.js'
import type { Located } from './schema-document.js'
import type { SchemaDocuments } from './schema-documents.js'

/** A self-contained schema: every `$ref` in it is `#` or `#/definitions/<name>`. */
export type Bundle = PlainObject | boolean

/** Copies a schema and all that its `$ref`s reach into one schema without any `$id`. */
export function bundleSchema(schema: unknown, documents: SchemaDocuments): Bundle {
  return new Bundler(documents).bundle(schema)
}

class Bundler {
  readonly #parts: CopyParts
  readonly #names = new Map<unknown, string>()
  readonly #definitions = new Map<string, unknown>()
  #root: unknown = null

  constructor(documents: SchemaDocuments) {
    const refTo = (target: Located, ref: string) => this.#refTo(target, ref)
    this.#parts = { documents, refTo, rewrite: (each) => each, isMeant: () => false, definitions: 'dropped' }
  }

  bundle(schema: unknown): Bundle {
    const { documents } = this.#parts
    const start = followRefs(documents.open(schema), documents)
    this.#root = start.schema
    const result = copySchema(start.schema, start.resource, this.#parts)
    if (!isPlainObject(result)) return result === true
    if (this.#definitions.size > 0) result.definitions = Object.fromEntries(this.#definitions)
    return result
  }

  #refTo(target: Located, ref: string): string {
    if (target.schema === this.#root && typeof this.#root === 'object') return '#'
    return `#/definitions/${this.#nameOf(target, ref)}`
  }

  #nameOf(target: Located, ref: string): string {
    const key = isPlainObject(target.schema) ? target.schema : String(target.schema)
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = this.#freeName(ref)
    this.#names.set(key, name)
    this.#definitions.set(name, true) // reserves the name while the definition refers to itself
    this.#definitions.set(name, copySchema(target.schema, target.resource, this.#parts))
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
