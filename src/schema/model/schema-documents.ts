import type { VisibleSchemas } from '../../contracts/schema.js'
import { pointerTo, stepsOf } from '../../support/json-pointer.js'
import { findOrMake } from '../../support/lazy.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { keywordOf } from '../keywords/table.js'
import { isJsonSchema } from './json-schema.js'
import { type SchemaStep, schemasIn } from './walk.js'

/** A schema with an identity of its own: a document, or a part of one that has an `$id`. */
export interface Resource {
  /** `$id`, resolved against the resource around it; `''` for a route's schema without one. */
  id: string
  root: unknown
  /** The place of the resource in its document, as a JSON pointer. */
  pointer: string
  /** Sub-schemas by plain name: `$id: '#name'` or `$anchor: 'name'`. */
  anchors: Map<string, Anchor>
  document: SchemaDocument
}

interface Anchor {
  schema: unknown
  pointer: string
}

/** The whole schema of a route, or a whole shared schema. */
export class SchemaDocument {
  readonly root: Resource
  /**
   * Whether it is certainly valid and has no `$ref`: true for most. Without this a start with 1000 routes takes 4 to
   * 18 % longer (node 24.21.0).
   */
  readonly isSelfContained: boolean
  /** Resources inside the document, by the object that carries the `$id`. */
  readonly nested = new Map<unknown, Resource>()

  /** @param sharedId `$id` of the shared schema; `null` for a route's schema */
  constructor(
    schema: unknown,
    readonly sharedId: string | null,
  ) {
    const own = isPlainObject(schema) && typeof schema.$id === 'string' ? bare(schema.$id) : ''
    this.root = { id: sharedId ?? own, root: schema, pointer: '', anchors: new Map(), document: this }
    this.isSelfContained = isPlainObject(schema) && isSelfContained(schema)
    this.nested.set(schema, this.root)
    if (!this.isSelfContained) index({ schema, resource: this.root, pointer: '' })
  }
}

/** A schema, and the resource that its `$ref`s are relative to. */
export interface Located {
  schema: unknown
  resource: Resource
  /** The place of the schema in its document, as a JSON pointer. */
  pointer: string
}

/** A route's schema as a document, for all code that checks, links and copies it. */
export function openSchema(schema: unknown): Located {
  return { schema, resource: new SchemaDocument(schema, null).root, pointer: '' }
}

function index(located: Located, seen: Set<unknown> = new Set()): void {
  const { schema: value, resource: around, pointer } = located
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (Array.isArray(value)) indexEntries(located, seen)
  if (!isPlainObject(value)) return
  const resource = identify(value, around, pointer)
  for (const key of Object.keys(value)) {
    const { isData, subschemas } = keywordOf(key) ?? {}
    if (isData) continue
    const inner = { schema: value[key], resource, pointer: pointerTo(pointer, key) }
    // The keys of a map are names, not keywords: a property may be called `default` or `$id`.
    if ((subschemas === 'map' || subschemas === 'dependencies') && isPlainObject(inner.schema))
      indexEntries(inner, seen)
    else index(inner, seen)
  }
}

/** The entries of a list, or of a map by names. */
function indexEntries({ schema: entries, resource, pointer }: Located, seen: Set<unknown>): void {
  for (const [name, schema] of Object.entries(Object(entries))) {
    index({ schema, resource, pointer: pointerTo(pointer, name) }, seen)
  }
}

function identify(schema: PlainObject, around: Resource, pointer: string): Resource {
  const { $id: id, $anchor: anchor, $dynamicAnchor: dynamicAnchor } = schema
  let resource = around
  if (typeof id === 'string' && id.startsWith('#') && id !== '#') resource.anchors.set(id.slice(1), { schema, pointer })
  else if (typeof id === 'string' && schema !== around.root) {
    const { document } = around
    // The closing slash stays: a `$ref` relative to `folder/` is inside it.
    resource = { id: absolute(id, around.id).replace(/#$/, ''), root: schema, pointer, anchors: new Map(), document }
    document.nested.set(schema, resource)
  }
  for (const name of [anchor, dynamicAnchor])
    if (typeof name === 'string') resource.anchors.set(name, { schema, pointer })
  return resource
}

/** A deeper schema may contain itself. */
const deepestSchema = 30

/**
 * Whether a schema is certainly valid and needs no closer check, as most. It has no `$ref`, no format and no foreign
 * keyword, which would need a look-up. Only the whole schema has a name.
 */
function isSelfContained(schema: PlainObject, depth = 0): boolean {
  if (depth > deepestSchema) return false
  const isRight = (keyword: string) => {
    const value = schema[keyword]
    if (keyword === '$id') return depth === 0 && typeof value === 'string' && !value.startsWith('#')
    const rule = keywordOf(keyword)?.rule
    return rule !== undefined && !isLookedUp(keyword, value) && (value === undefined || rule(value, 'u') === null)
  }
  if (!Object.keys(schema).every(isRight)) return false
  return schemasIn(schema).every(({ schema: inner }) => {
    return isPlainObject(inner) ? isSelfContained(inner, depth + 1) : typeof inner === 'boolean'
  })
}

function isLookedUp(keyword: string, value: unknown): boolean {
  // `nullable: false` may contradict the type
  return keyword === '$ref' || keyword === 'format' || (keyword === 'nullable' && value === false)
}

function findResource(document: SchemaDocument, id: string): Resource | undefined {
  for (const resource of document.nested.values()) {
    if (resource.id !== '' && bare(resource.id) === bare(id)) return resource
  }
  return undefined
}

/** The target of a fragment in a resource: all of it, a JSON pointer, or a plain name. */
function locate(resource: Resource, fragment: string): Located | null {
  const whole: Located = { schema: resource.root, resource, pointer: resource.pointer }
  if (fragment === '') return whole
  if (!fragment.startsWith('/')) {
    const anchor = resource.anchors.get(fragment) ?? resource.anchors.get(decoded(fragment))
    return anchor === undefined ? null : { ...anchor, resource }
  }
  const found = stepsOf(fragment).reduce<Located | null>((at, name) => at && step(at, name), whole)
  return isJsonSchema(found?.schema) ? found : null
}

function step({ schema: value, resource: around, pointer }: Located, name: string): Located | null {
  if (typeof value !== 'object' || value === null) return null
  for (const key of [name, decoded(name)]) {
    if (!Object.hasOwn(value, key)) continue
    const schema: unknown = Reflect.get(value, key)
    const resource = around.document.nested.get(schema) ?? around
    return { schema, resource, pointer: pointerTo(pointer, key) }
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The `$id` in a `$ref`, and the fragment behind it; `''`: none. */
export function splitRef(ref: string): { id: string; fragment: string } {
  const hash = ref.indexOf('#')
  return hash === -1 ? { id: ref, fragment: '' } : { id: ref.slice(0, hash), fragment: ref.slice(hash + 1) }
}

/** An `$id` without the empty fragment and a closing slash: `http://a.b/#` and `http://a.b` are one `$id`. */
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

/** A step from a schema to a schema in it, and the place of that. */
export interface LocatedStep extends SchemaStep, Located {}

/** All documents that one context sees, and the six forms of a `$ref` into them (docs/guide/shared-schemas.md). */
export class SchemaDocuments {
  readonly #visible = new Map<string, { id: string; schema: unknown }>()
  readonly #opened = new Map<string, SchemaDocument>()

  constructor(visible: VisibleSchemas) {
    for (const [id, schema] of Object.entries(visible)) this.#visible.set(bare(id), { id, schema })
  }

  get ids(): string[] {
    return [...this.#visible.values()].map(({ id }) => id)
  }

  shared(id: string): SchemaDocument | null {
    const key = bare(id)
    const entry = this.#visible.get(key)
    return entry === undefined ? null : findOrMake(this.#opened, key, () => new SchemaDocument(entry.schema, entry.id))
  }

  /** The resource that the `$ref`s of `schema` are relative to, given the one around it. */
  enter(schema: unknown, around: Resource): Resource {
    return around.document.nested.get(schema) ?? around
  }

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
    const { id, fragment } = splitRef(ref)
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
      const found = findResource(this.shared(shared)!, id) // it is visible
      if (found !== undefined) return found
    }
    return null
  }
}
