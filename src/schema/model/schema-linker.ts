import { encodedPointer } from '../../support/json-pointer.js'
import { findOrMake } from '../../support/lazy.js'
import { reachable } from '../../support/lists.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import {
  type CopyParts,
  copySchema,
  followRefs,
  lowerCaseHeaders,
  lowerCasePointer,
  type Rewrite,
} from './copy-schema.js'
import type { Located, SchemaDocument } from './schema-documents.js'
import type { SchemaRegistry } from './schema-registry.js'

/**
 * A part of a route's schema with a plugin's keyword, and the compiled copy of it. A keyword may change the schema that
 * carries it. Later readers of the schema get the change: `isFile` of @fastify/multipart becomes a binary string in the
 * API description.
 */
export interface KeywordCarrier {
  source: PlainObject
  copy: PlainObject
  before: PlainObject
}

/** A route's schema in the form for the validator: its `$ref`s are local, or use the keys of registered schemas. */
export interface LinkedSchema {
  schema: unknown
  dependencies: readonly string[]
  /** The parts of it that a plugin's keyword may change. */
  carriers: readonly KeywordCarrier[]
}

/**
 * The use of the schemas: one shared schema has a copy for each use. In a body JSON separates numbers from texts. All
 * other parts are sent as text, and headers are found by names in lower case.
 */
export type LinkKind = 'headers' | 'body' | 'text'

export interface LinkParts extends Pick<CopyParts, 'documents' | 'rewrite' | 'isMeant'> {
  registry: SchemaRegistry
  kind: LinkKind
}

/**
 * Links the schemas of one context to the shared schemas that it sees. Each shared schema is compiled once for all the
 * routes that reach it. Two siblings may use one `$id` for two schemas.
 */
export class SchemaLinker {
  readonly #keys = new Map<SchemaDocument, string>()
  readonly #read = new Map<SchemaDocument, { number: number; direct: Set<SchemaDocument> }>()

  constructor(private readonly parts: LinkParts) {}

  link(given: Located): LinkedSchema {
    const start = followRefs(given, this.parts.documents)
    const { document } = start.resource
    if (!isPlainObject(start.schema)) return { schema: start.schema, dependencies: [], carriers: [] }
    if (document.sharedId !== null) {
      const key = this.#keyOf(document)
      return { schema: { $ref: this.#refTo(key, start.pointer) }, dependencies: [key], carriers: [] }
    }
    return this.#copy(document)
  }

  #copy(document: SchemaDocument): LinkedSchema {
    const { documents, isMeant } = this.parts
    const dependencies = new Set<string>()
    let isRoot = false
    const refTo = ({ resource, pointer }: Located) => {
      if (resource.document === document) {
        isRoot = true
        return this.#refTo('', pointer)
      }
      const key = this.#keyOf(resource.document)
      dependencies.add(key)
      return this.#refTo(key, pointer)
    }
    const carriers: KeywordCarrier[] = []
    const rewrite: Rewrite = (part, source) => {
      const rewritten = this.parts.rewrite(part, source)
      if (isPlainObject(source.schema) && Object.keys(source.schema).some(isMeant)) {
        carriers.push({ source: source.schema, copy: rewritten, before: { ...rewritten } })
      }
      return rewritten
    }
    const parts: CopyParts = { documents, rewrite, isMeant, refTo, definitions: 'kept' }
    const copy = copySchema(document.root.root, document.root, parts)
    const schema = this.parts.kind === 'headers' && isPlainObject(copy) ? lowerCaseHeaders(copy) : copy
    if (isRoot && isPlainObject(schema)) this.parts.registry.addRoot(schema)
    return { schema, dependencies: [...dependencies], carriers }
  }

  #refTo(key: string, pointer: string): string {
    return `${key}#${encoded(this.parts.kind === 'headers' ? lowerCasePointer(pointer) : pointer)}`
  }

  /** See `SchemaRegistry`: contexts share compiled schemas. */
  #keyOf(document: SchemaDocument): string {
    const known = this.#keys.get(document)
    if (known !== undefined) return known
    // All have keys before the first is copied. A copy asks for keys, and a chain of schemas may have any length.
    const added = [...this.#reachedFrom(document)].filter((each) => !this.#keys.has(each))
    for (const each of added) this.#keys.set(each, this.#newKeyOf(each))
    for (const each of added) this.#register(this.#keyOf(each), each)
    return this.#keyOf(document)
  }

  #newKeyOf(document: SchemaDocument): string {
    const [own, ...others] = [...this.#reachedFrom(document)].map((each) => this.#readOf(each).number)
    const identity = `${this.parts.kind} ${own} ${others.sort((one, other) => one - other)}`
    return this.parts.registry.keyOf(identity, document.sharedId ?? '')
  }

  #reachedFrom(document: SchemaDocument): ReadonlySet<SchemaDocument> {
    return reachable([document], (each) => this.#readOf(each).direct)
  }

  #register(key: string, document: SchemaDocument): void {
    const { registry } = this.parts
    if (registry.get(key) !== undefined) return
    const { schema, dependencies } = this.#copy(document)
    if (isPlainObject(schema)) registry.add(key, { schema: Object.assign(schema, { $id: key }), dependencies })
  }

  /** The number of a shared schema, and the shared schemas that its `$ref`s name. */
  #readOf(document: SchemaDocument): { number: number; direct: Set<SchemaDocument> } {
    return findOrMake(this.#read, document, () => {
      const direct = new Set<SchemaDocument>()
      const refTo = ({ resource }: Located, ref: string) => {
        if (resource.document !== document) direct.add(resource.document)
        return ref
      }
      if (!document.isSelfContained) {
        copySchema(document.root.root, document.root, { ...this.parts, refTo, definitions: 'kept' })
      }
      return { number: this.parts.registry.numberOf(document), direct }
    })
  }
}

/** A JSON pointer as the fragment of a `$ref`. */
function encoded(pointer: string): string {
  return pointer.replaceAll(/[^\w.~$/-]+/g, encodedPointer)
}

/** Copies the changes of the copy to the application's own schema. */
export function passChangesOn({ source, copy, before }: KeywordCarrier): void {
  if (Object.isFrozen(source)) return
  for (const key of Object.keys(before)) if (!(key in copy)) Reflect.deleteProperty(source, key)
  for (const key of Object.keys(copy)) if (copy[key] !== before[key]) Reflect.set(source, key, copy[key])
}
