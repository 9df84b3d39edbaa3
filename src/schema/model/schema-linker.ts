import { type CopyParts, copySchema, followRefs, type Rewrite } from './copy-schema.js'
import { isPlainObject, type PlainObject } from './plain-data.js'
import type { Located, SchemaDocument } from './schema-document.js'
import type { SchemaDocuments } from './schema-documents.js'
import type { SchemaRegistry } from './schema-registry.js'
import { reachable } from './walk.js'

/**
 * A part of a route's schema that carries a plugin's keyword, and the copy of it that is compiled. A keyword may
 * change what carries it, for those who read the schema later: `isFile` of @fastify/multipart becomes a binary
 * string in the API description.
 */
export interface KeywordCarrier {
  source: PlainObject
  copy: PlainObject
  before: PlainObject
}

/** A route's schema as the validator takes it: its `$ref`s are local, or go by the keys of registered schemas. */
export interface LinkedSchema {
  schema: unknown
  /** Keys of the registered schemas that it names. */
  dependencies: readonly string[]
  /** The parts of it that a plugin's keyword may change. */
  carriers: readonly KeywordCarrier[]
}

export interface LinkParts extends Pick<CopyParts, 'documents' | 'rewrite' | 'isMeant'> {
  registry: SchemaRegistry
  /** Names the linker among those of other rewrites: one shared schema has a copy for each. */
  kind: string
}

/**
 * Links the schemas of one context to the shared schemas that it sees. Each shared schema is compiled once for all
 * the routes that reach it, and two siblings may use one `$id` for two schemas.
 */
export class SchemaLinker {
  readonly #parts: LinkParts
  readonly #documents: SchemaDocuments
  readonly #registry: SchemaRegistry
  readonly #keys = new Map<SchemaDocument, string>()
  readonly #direct = new Map<SchemaDocument, Set<SchemaDocument>>()

  constructor(parts: LinkParts) {
    this.#parts = parts
    this.#documents = parts.documents
    this.#registry = parts.registry
  }

  link(given: unknown): LinkedSchema {
    const start = followRefs(this.#documents.open(given), this.#documents)
    const { document } = start.resource
    if (!isPlainObject(start.schema)) return { schema: start.schema, dependencies: [], carriers: [] }
    if (document.sharedId !== null) {
      const key = this.#keyOf(document)
      return { schema: { $ref: `${key}#${encoded(start.pointer)}` }, dependencies: [key], carriers: [] }
    }
    return this.#copy(document.root.root, document)
  }

  #copy(schema: unknown, document: SchemaDocument): LinkedSchema {
    const dependencies = new Set<string>()
    const refTo = ({ resource, pointer }: Located) => {
      if (resource.document === document) return `#${encoded(pointer)}`
      const key = this.#keyOf(resource.document)
      dependencies.add(key)
      return `${key}#${encoded(pointer)}`
    }
    const carriers: KeywordCarrier[] = []
    const rewrite: Rewrite = (part, source) => {
      const rewritten = this.#parts.rewrite(part, source)
      if (isPlainObject(source.schema) && this.#carriesKeyword(source.schema)) {
        carriers.push({ source: source.schema, copy: rewritten, before: { ...rewritten } })
      }
      return rewritten
    }
    const copy = copySchema(schema, document.root, { ...this.#parts, rewrite, refTo, definitions: 'kept' })
    return { schema: copy, dependencies: [...dependencies], carriers }
  }

  #carriesKeyword(schema: PlainObject): boolean {
    return Object.keys(schema).some((keyword) => this.#parts.isMeant(keyword))
  }

  #keyOf(document: SchemaDocument): string {
    const known = this.#keys.get(document)
    if (known !== undefined) return known
    const id = document.sharedId ?? ''
    const reached = reachable(this.#directlyFrom(document), (each) => this.#directlyFrom(each))
    return reached.has(document) ? this.#keyOfCycle(document, id, reached) : this.#keyOfText(document, id)
  }

  #keyOfText(document: SchemaDocument, id: string): string {
    const linked = this.#copy(document.root.root, document)
    const key = this.#registry.keyOf(`${id} ${this.#registry.textOf(linked.schema)}`, id)
    this.#keys.set(document, key)
    this.#register(key, linked)
    return key
  }

  /** Schemas that refer to each other in a circle have their keys before they have a text. */
  #keyOfCycle(document: SchemaDocument, id: string, reached: ReadonlySet<SchemaDocument>): string {
    const numbers = [...reached].map(({ root }) => this.#registry.numberOf(Object(root.root)))
    const key = this.#registry.keyOf(
      `${id} for ${this.#parts.kind} in ${numbers.sort((one, other) => one - other)}`,
      id,
    )
    this.#keys.set(document, key)
    this.#register(key, this.#copy(document.root.root, document))
    return key
  }

  #register(key: string, { schema, dependencies }: LinkedSchema): void {
    if (this.#registry.has(key)) return
    if (isPlainObject(schema)) this.#registry.add(key, { schema: { ...schema, $id: key }, dependencies })
  }

  #directlyFrom(document: SchemaDocument): Set<SchemaDocument> {
    const known = this.#direct.get(document)
    if (known !== undefined) return known
    const direct = new Set<SchemaDocument>()
    const refTo = ({ resource }: Located, ref: string) => {
      if (resource.document !== document) direct.add(resource.document)
      return ref
    }
    if (!document.isSelfContained) {
      copySchema(document.root.root, document.root, { ...this.#parts, refTo, definitions: 'kept' })
    }
    this.#direct.set(document, direct)
    return direct
  }
}

/** A JSON pointer as the fragment of a `$ref`. */
export function encoded(pointer: string): string {
  return pointer.replaceAll(/[^\w.~$/-]+/g, encodeURIComponent)
}

/** Gives the application's own schema the change that its copy has had. */
export function passChangesOn({ source, copy, before }: KeywordCarrier): void {
  if (Object.isFrozen(source)) return
  for (const key of Object.keys(before)) if (!(key in copy)) Reflect.deleteProperty(source, key)
  for (const key of Object.keys(copy)) if (copy[key] !== before[key]) Reflect.set(source, key, copy[key])
}
