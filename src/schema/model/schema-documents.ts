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

/** A step from a schema to a schema in it, and the place of that. */
export interface LocatedStep extends SchemaStep, Located {}

/** All documents that one context sees, and the six forms of a `$ref` into them (docs/guide/shared-schemas.md). */
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

  /** A route's schema as a document. It is read once, for all code that checks, links and copies it. */
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

  /** The resource that the `$ref`s of `schema` are relative to, given the one around it. */
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

  /** The target of the `$ref` of a schema; `null`: it has none, or there is no such schema. */
  target({ schema, resource }: Located): Located | null {
    if (!isPlainObject(schema) || typeof schema.$ref !== 'string') return null
    return this.resolve(schema.$ref, this.enter(schema, resource))
  }

  /** The target of a `$ref`; `null` if there is no such schema. */
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

  /** The resource of an `$id`, which is complete or relative to the resource that names it. */
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
