import type { VisibleSchemas } from '../../contracts/schema.js'
import { isPlainObject } from './plain-data.js'
import { pointerTo } from './pointer.js'
import {
  absolute,
  bare,
  createDocument,
  findResource,
  type Located,
  locate,
  type Resource,
  type SchemaDocument,
} from './schema-document.js'
import { type SchemaStep, schemasIn } from './walk.js'

/** A step from a schema to one that is in it, and where that is. */
export interface LocatedStep extends SchemaStep, Located {}

/** All documents that one context sees, and the six ways of a `$ref` to point into them (docs/guide/shared-schemas.md). */
export class SchemaDocuments {
  readonly #visible = new Map<string, { id: string; schema: unknown }>()
  readonly #opened = new Map<string, SchemaDocument>()
  readonly #given = new WeakMap<object, SchemaDocument>()

  constructor(visible: VisibleSchemas) {
    for (const [id, schema] of Object.entries(visible)) this.#visible.set(bare(id), { id, schema })
  }

  get ids(): string[] {
    return [...this.#visible.values()].map(({ id }) => id)
  }

  /** A route's schema as a document; it is read once, and looked at by all who check, link and copy it. */
  open(schema: unknown): Located {
    const known = isPlainObject(schema) ? this.#given.get(schema) : undefined
    const document = known ?? createDocument(schema, null)
    if (isPlainObject(schema)) this.#given.set(schema, document)
    return { schema, resource: document.root, pointer: '' }
  }

  /** A shared schema as a document. */
  shared(id: string): SchemaDocument | null {
    const key = bare(id)
    const entry = this.#visible.get(key)
    if (entry === undefined) return null
    const known = this.#opened.get(key)
    if (known !== undefined) return known
    const document = createDocument(entry.schema, entry.id)
    this.#opened.set(key, document)
    return document
  }

  /** The resource in whose terms the `$ref`s of `schema` are meant, given the one around it. */
  enter(schema: unknown, around: Resource): Resource {
    return around.document.nested.get(schema) ?? around
  }

  /** The schemas that are directly in a schema. */
  inner({ schema, resource, pointer }: Located): readonly LocatedStep[] {
    if (!isPlainObject(schema)) return []
    const here = this.enter(schema, resource)
    return schemasIn(schema).map(({ keyword, name, schema: inner }) => {
      return { keyword, name, schema: inner, resource: here, pointer: pointerTo(pointer, keyword, name) }
    })
  }

  /** What the `$ref` of a schema points to; `null`: it has none, or there is no such schema. */
  target({ schema, resource }: Located): Located | null {
    if (!isPlainObject(schema) || typeof schema.$ref !== 'string') return null
    return this.resolve(schema.$ref, this.enter(schema, resource))
  }

  /** What a `$ref` points to; `null` when there is no such schema. */
  resolve(ref: string, from: Resource): Located | null {
    const hash = ref.indexOf('#')
    const id = hash === -1 ? ref : ref.slice(0, hash)
    const fragment = hash === -1 ? '' : ref.slice(hash + 1)
    const resource = id === '' ? from : this.resource(id, from)
    const located = resource === null ? null : locate(resource, fragment)
    if (located !== null || id !== '') return located
    const whole = this.shared(ref) // a shared schema may itself be called `#name`
    return whole === null ? null : { schema: whole.root.root, resource: whole.root, pointer: '' }
  }

  /** The resource of an `$id`, written in full or relative to the one it is named in. */
  resource(id: string, from: Resource): Resource | null {
    const whole = absolute(id, from.id)
    return this.#named(id, from) ?? (whole === id ? null : this.#named(whole, from)) ?? this.#inAnyDocument(whole)
  }

  #named(id: string, from: Resource): Resource | null {
    return findResource(from.document, id) ?? this.shared(id)?.root ?? null
  }

  #inAnyDocument(id: string): Resource | null {
    for (const shared of this.ids) {
      const document = this.shared(shared)
      const found = document === null ? undefined : findResource(document, id)
      if (found !== undefined) return found
    }
    return null
  }
}
