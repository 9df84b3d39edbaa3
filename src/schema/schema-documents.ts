import type { VisibleSchemas } from '../contracts/schema.js'
import { dataKeywords, schemaPlaces } from './keywords.js'
import { isJsonSchema, isPlainObject, type PlainObject } from './plain-data.js'

/** A schema with an identity of its own: a document, or a part of one that has an `$id`. */
export interface Resource {
  /** `$id`, resolved against the resource around it; `''` for a route's schema without one. */
  id: string
  root: unknown
  /** Sub-schemas by plain name: `$id: '#name'` or `$anchor: 'name'`. */
  anchors: Map<string, unknown>
  document: SchemaDocument
}

/** One schema as given: a route's, or a shared one. */
export interface SchemaDocument {
  /** `$id` of the shared schema; `null` for a route's schema. */
  sharedId: string | null
  root: Resource
  /** Resources inside the document, by the object that carries the `$id`. */
  nested: Map<unknown, Resource>
}

/** A schema and the resource whose `$ref`s it speaks in. */
export interface Located {
  schema: unknown
  resource: Resource
}

/** All documents that one context sees, and the six ways of a `$ref` to point into them (SPEC.md 2.3). */
export class SchemaDocuments {
  readonly #visible = new Map<string, { id: string; schema: unknown }>()
  readonly #opened = new Map<string, SchemaDocument>()

  constructor(visible: VisibleSchemas) {
    for (const [id, schema] of Object.entries(visible)) this.#visible.set(bare(id), { id, schema })
  }

  get ids(): string[] {
    return [...this.#visible.values()].map(({ id }) => id)
  }

  /** A route's schema as a document. */
  open(schema: unknown): Located {
    return { schema, resource: createDocument(schema, null).root }
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

  /** What a `$ref` points to; `null` when there is no such schema. */
  resolve(ref: string, from: Resource): Located | null {
    const hash = ref.indexOf('#')
    const id = hash === -1 ? ref : ref.slice(0, hash)
    const fragment = hash === -1 ? '' : ref.slice(hash + 1)
    const resource = id === '' ? from : this.resource(id, from)
    const located = resource === null ? null : locate(resource, fragment)
    if (located !== null || id !== '') return located
    const whole = this.shared(ref) // a shared schema may itself be called `#name`
    return whole === null ? null : { schema: whole.root.root, resource: whole.root }
  }

  /** The resource of an `$id`, written in full or relative to the one it is named in. */
  resource(id: string, from: Resource): Resource | null {
    for (const candidate of new Set([id, absolute(id, from.id)])) {
      const found = inDocument(from.document, candidate) ?? this.shared(candidate)?.root
      if (found !== undefined) return found
    }
    return this.#inAnyDocument(absolute(id, from.id))
  }

  #inAnyDocument(id: string): Resource | null {
    for (const shared of this.ids) {
      const document = this.shared(shared)
      const found = document === null ? undefined : inDocument(document, id)
      if (found !== undefined) return found
    }
    return null
  }
}

function createDocument(schema: unknown, sharedId: string | null): SchemaDocument {
  const nested = new Map<unknown, Resource>()
  const own = isPlainObject(schema) && typeof schema.$id === 'string' ? bare(schema.$id) : ''
  const document: Partial<SchemaDocument> & Pick<SchemaDocument, 'nested'> = { sharedId, nested }
  const root: Resource = { id: sharedId ?? own, root: schema, anchors: new Map(), document: document as SchemaDocument } // completed on the next line
  document.root = root
  nested.set(schema, root)
  index(schema, root)
  return root.document
}

function index(value: unknown, around: Resource, seen: Set<unknown> = new Set()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (Array.isArray(value)) {
    for (const entry of value) index(entry, around, seen)
    return
  }
  if (!isPlainObject(value)) return
  const resource = identify(value, around)
  for (const key of Object.keys(value)) {
    if (dataKeywords.has(key)) continue
    const inner = value[key]
    const place = schemaPlaces.get(key)
    const isMap = (place === 'map' || place === 'dependencies') && isPlainObject(inner)
    // The keys of a map are names, not keywords: a property may be called `default` or `$id`.
    for (const entry of isMap ? Object.values(inner) : [inner]) index(entry, resource, seen)
  }
}

function identify(schema: PlainObject, around: Resource): Resource {
  const { $id: id, $anchor: anchor } = schema
  let resource = around
  if (typeof id === 'string' && id.startsWith('#') && id !== '#') resource.anchors.set(id.slice(1), schema)
  else if (typeof id === 'string' && schema !== around.root) {
    const { document } = around
    resource = { id: bare(absolute(id, around.id)), root: schema, anchors: new Map(), document }
    document.nested.set(schema, resource)
  }
  if (typeof anchor === 'string') resource.anchors.set(anchor, schema)
  return resource
}

function inDocument(document: SchemaDocument, id: string): Resource | undefined {
  for (const resource of document.nested.values()) {
    if (resource.id !== '' && bare(resource.id) === bare(id)) return resource
  }
  return undefined
}

function locate(resource: Resource, fragment: string): Located | null {
  if (fragment === '') return { schema: resource.root, resource }
  if (!fragment.startsWith('/')) {
    const anchored = resource.anchors.get(fragment) ?? resource.anchors.get(decoded(fragment))
    return anchored === undefined ? null : { schema: anchored, resource }
  }
  let schema = resource.root
  let around = resource
  for (const segment of fragment.slice(1).split('/')) {
    const next = step(schema, segment)
    if (next === undefined) return null
    schema = next
    around = resource.document.nested.get(schema) ?? around
  }
  return isJsonSchema(schema) ? { schema, resource: around } : null
}

function step(value: unknown, segment: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const literal = segment.replaceAll('~1', '/').replaceAll('~0', '~')
  for (const key of [literal, decoded(literal)]) {
    if (Object.hasOwn(value, key)) return Reflect.get(value, key)
  }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Without the empty fragment and a closing slash: `http://a.b/#` and `http://a.b` are one `$id`. */
function bare(id: string): string {
  const whole = id.endsWith('#') ? id.slice(0, -1) : id
  return whole.endsWith('/') ? whole.slice(0, -1) : whole
}

const nowhere = 'alcove:///'

function absolute(id: string, base: string): string {
  if (base === '') return id
  try {
    const { href } = new URL(id, new URL(base, nowhere))
    return href.startsWith(nowhere) ? href.slice(nowhere.length) : href
  } catch {
    return id
  }
}
