import type { Inspection } from '../contracts/inspection.js'
import { escapeStep } from '../support/json-pointer.js'
import { isRecord } from '../support/values.js'

type Schema = Record<string, unknown>

/** The place of a schema in the document, and the context of its `$ref`s. */
export interface SchemaPlace {
  /** The id of the context that declares the schema. A `$ref` means a shared schema that this context sees. */
  readonly context: string
  /** `#/components/schemas/user`. */
  readonly pointer: string
  /** The schema that `#…` refers to. */
  readonly root: unknown
}

const components = '#/components/schemas/'

/**
 * The schemas of an application in the dialect of OpenAPI 3.1. Shared schemas become components, and each `$ref` points
 * to one.
 */
export class OpenApiSchemas {
  readonly components: Record<string, unknown> = {}
  readonly #names = new Map<string, string>()
  readonly #parents: ReadonlyMap<string, string | null>

  constructor(private readonly inspection: Inspection) {
    this.#parents = new Map(inspection.contexts.map(({ id, parent }) => [id, parent]))
    for (const [id, schema] of Object.entries(inspection.sharedSchemas)) this.#name(id, schema)
    for (const [id, name] of this.#names) {
      this.components[name] ??= this.convert(inspection.sharedSchemas[id], this.#placeOf(id, name))
    }
  }

  /** A schema as it is written in the document. */
  convert(schema: unknown, place: SchemaPlace): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.convert(item, place))
    if (!isRecord(schema)) return schema
    const copy: Schema = {}
    for (const [keyword, value] of Object.entries(schema)) this.#copyKeyword(copy, keyword, { value, place })
    return allowNull(copy, schema.nullable === true)
  }

  /**
   * The shared schema that a `$ref` without a fragment means, with its place. Any other schema is returned as it is.
   */
  follow(schema: unknown, place: SchemaPlace): { schema: unknown; place: SchemaPlace } {
    if (!isRecord(schema) || typeof schema.$ref !== 'string') return { schema, place }
    const id = this.#shared(schema.$ref, place.context)
    if (id === null || schema.$ref.split('#')[1]) return { schema, place }
    const shared = this.inspection.sharedSchemas[id]
    return this.follow(shared, this.#placeOf(id, this.#names.get(id) ?? ''))
  }

  /** Converts a record of schemas. Its keys are names, and may be equal to keywords. */
  #convertEach(schemas: unknown, place: SchemaPlace): unknown {
    if (!isRecord(schemas)) return schemas
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.convert(schema, place)]))
  }

  #copyKeyword(copy: Schema, keyword: string, { value, place }: { value: unknown; place: SchemaPlace }): void {
    switch (keyword) {
      case '$id':
      case '$schema':
      case 'nullable':
        return // components and `type` contain it
      case '$ref':
        copy.$ref = this.#refTo(String(value), place)
        return
      case 'enum':
      case 'const':
      case 'default':
      case 'examples':
      case 'example':
      case 'required':
        copy[keyword] = value // data, not schemas
        return
      case 'properties':
      case 'patternProperties':
      case 'definitions':
      case '$defs':
        copy[keyword] = this.#convertEach(value, place)
        return
      case 'items':
        if (Array.isArray(value)) copy.prefixItems = this.convert(value, place)
        else copy.items = this.convert(value, place)
        return
      case 'additionalItems':
        copy.items ??= this.convert(value, place)
        return
      default:
        copy[keyword] = this.convert(value, place)
    }
  }

  /** Converts a `$ref`, in any of its six forms (docs/guide/shared-schemas.md), to a pointer into the document. */
  #refTo(ref: string, place: SchemaPlace): string {
    const hash = ref.indexOf('#')
    const fragment = hash === -1 ? '' : ref.slice(hash + 1)
    const isLocal = hash === 0
    const id = isLocal ? null : this.#shared(ref, place.context)
    if (!isLocal && id === null) return ref
    const name = id === null ? '' : (this.#names.get(id) ?? '')
    const target = id === null ? place : this.#placeOf(id, name)
    if (fragment === '' || fragment.startsWith('/')) return target.pointer + fragment
    return target.pointer + (findNamed(target.root, `#${fragment}`) ?? '')
  }

  /** The id of the shared schema that a `$ref` means in a context: the nearest one upwards. Null if there is none. */
  #shared(ref: string, context: string): string | null {
    const bare = ref.split('#', 1)[0] ?? ''
    for (let at: string | null = context; at !== null; at = this.#parents.get(at) ?? null) {
      const id = [bare, `${bare}#`].map(($id) => `${at} : schema ${$id}`).find((each) => this.#names.has(each))
      if (id !== undefined) return id
    }
    return null
  }

  /**
   * Siblings may declare different schemas under one `$id`: later ones get a number. Equal schemas are one component.
   */
  #name(id: string, schema: unknown): void {
    const $id = isRecord(schema) ? String(schema.$id) : id
    const base =
      $id
        .replace(/#$/, '')
        .replace(/[^\w.-]+/g, '_')
        .replace(/^_+|_+$/g, '') || 'schema'
    const text = JSON.stringify(schema)
    let name = base
    for (let number = 2; this.#isTaken(name, text); number++) name = `${base}_${number}`
    this.#names.set(id, name)
  }

  #isTaken(name: string, text: string): boolean {
    return [...this.#names].some(([id, taken]) => {
      return taken === name && JSON.stringify(this.inspection.sharedSchemas[id]) !== text
    })
  }

  #placeOf(id: string, name: string): SchemaPlace {
    const [context = ''] = id.split(' : ', 1)
    return { context, pointer: components + escapeStep(name), root: this.inspection.sharedSchemas[id] }
  }
}

/** OpenAPI 3.1 has no `nullable`: null is a type. */
function allowNull(schema: Schema, isNullable: boolean): Schema {
  if (!isNullable) return schema
  const { type, enum: values, ...rest } = schema
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  const types = [type].flat()
  const listed = Array.isArray(values) ? { enum: values.includes(null) ? values : [...values, null] } : {}
  return { ...rest, type: types.includes('null') ? types : [...types, 'null'], ...listed }
}

function findNamed(schema: unknown, $id: string, pointer = ''): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  if ('$id' in schema && schema.$id === $id) return pointer
  for (const [key, inner] of Object.entries(schema)) {
    const found = findNamed(inner, $id, `${pointer}/${escapeStep(key)}`)
    if (found !== null) return found
  }
  return null
}
