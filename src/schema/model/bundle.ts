import { type CopyParts, copySchema, followRefs } from './copy-schema.js'
import { isPlainObject, type PlainObject } from './plain-data.js'
import type { Located } from './schema-document.js'

/** A schema that stands alone: every `$ref` in it is `#` or `#/definitions/<name>`. */
export type Bundle = PlainObject | boolean

export interface BundleParts extends Pick<CopyParts, 'documents' | 'rewrite' | 'isMeant'> {
  /** Takes the name that a schema has among the definitions. */
  named?: (name: string, target: Located) => void
}

/** Gathers a schema and all that its `$ref`s reach into one schema without any `$id`. */
export function bundleSchema(schema: unknown, parts: BundleParts): Bundle {
  return new Bundler(parts).bundle(schema)
}

class Bundler {
  readonly #parts: CopyParts
  readonly #named: BundleParts['named']
  readonly #names = new Map<unknown, string>()
  readonly #definitions = new Map<string, unknown>()
  #root: unknown = null

  constructor(parts: BundleParts) {
    const refTo = (target: Located, ref: string) => this.#refTo(target, ref)
    this.#parts = { ...parts, refTo, definitions: 'dropped' }
    this.#named = parts.named
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
    this.#named?.(name, target)
    this.#definitions.set(name, true) // holds the name while the definition refers to itself
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
