import type { VisibleSchemas } from '../../contracts/schema.js'
import { findNotJson, valueAt } from '../../support/json-pointer.js'
import { findOrMake } from '../../support/lazy.js'
import { endOf, reachable } from '../../support/lists.js'
import { isInherited, isPlainObject, type PlainObject } from '../../support/values.js'
import { type SchemaDocument, splitRef } from './schema-documents.js'
import { hasRef, visitEntries } from './walk.js'

/** A shared schema in the form for the validator: under its own key, with `$ref`s by key. */
export interface RegisteredSchema {
  schema: PlainObject
  dependencies: readonly string[]
}

/**
 * The shared schemas of all contexts of a server, for its one validator. Schemas have one key if their texts are equal
 * and the texts of all schemas that they reach are equal. Siblings that use one `$id` for two schemas have two.
 */
export class SchemaRegistry {
  readonly #schemas = new Map<string, RegisteredSchema>()
  readonly #keys = new Map<string, string>()
  /** `$id`s of the application, by key. */
  readonly #ids = new Map<string, string>()
  /** Schemas with `$ref`s, by all schemas in them. */
  readonly #roots = new WeakMap<object, PlainObject>()
  /** By the text of a schema; by the schema itself if JSON cannot express it. */
  readonly #numbers = new Map<unknown, number>()

  /** The key of an identity: the `$id`, or the `$id` with a number if the key is taken. */
  keyOf(identity: string, id: string): string {
    return findOrMake(this.#keys, identity, () => {
      // No dots in front: the validator reads a key as a relative reference.
      const base = id.replaceAll(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'schema'
      let key = base
      // Version 6 keeps its schemas by key in an object, which also has the properties of every object.
      for (let count = 2; this.#ids.has(key) || isInherited(key); count++) key = `${base}-${count}`
      this.#ids.set(key, id.replace(/#$/, ''))
      return key
    })
  }

  /** A `$ref`, or the path of a failure, as the application writes it. It has the `$id` and not the key. */
  refById(ref: string): string {
    const hash = ref.indexOf('#')
    const id = hash < 1 ? undefined : this.#ids.get(ref.slice(0, hash))
    return id === undefined ? ref : `${id}${ref.slice(hash)}`
  }

  /** The path with which the failures of a linked schema begin. Ajv puts a schema without `$ref`s in the place of one. */
  pathOfRoot(linked: unknown): string {
    const key = registeredKey(linked)
    const schema = key === null ? undefined : this.get(key)?.schema // the meta-schema of draft 7 is not registered
    return schema === undefined || hasRef(schema) ? '#' : this.refById(`${key}#`)
  }

  get(key: string): RegisteredSchema | undefined {
    return this.#schemas.get(key)
  }

  add(key: string, registered: RegisteredSchema): void {
    this.#schemas.set(key, registered)
  }

  /** Keys of registered schemas, and of all schemas that those name. */
  reached(keys: readonly string[]): ReadonlySet<string> {
    return reachable(keys, (key) => this.get(key)?.dependencies ?? [])
  }

  /** A linked schema and all registered ones that it reaches. */
  schemasOf({ schema, dependencies }: { schema: unknown; dependencies: readonly string[] }): unknown[] {
    return [schema, ...[...this.reached(dependencies)].map((key) => this.get(key)?.schema)]
  }

  /** A number for a shared schema. It is the same for schemas with equal texts and `$id`s. */
  numberOf({ sharedId, root: { root } }: SchemaDocument): number {
    const identity = findNotJson(root) === null ? `${sharedId} ${JSON.stringify(root)}` : root
    return findOrMake(this.#numbers, identity, () => this.#numbers.size)
  }

  /** Records a schema, which does not contain itself, for the `$ref`s in it that point into it. */
  addRoot(root: PlainObject): void {
    visitEntries([root], (_, value) => {
      if (isPlainObject(value)) this.#roots.set(value, root)
    })
  }

  target(schema: PlainObject): unknown {
    const { id: key, fragment } = splitRef(String(schema.$ref))
    const root = key === '' ? this.#roots.get(schema) : this.#schemas.get(key)?.schema
    return valueAt(root, decodeURIComponent(fragment))
  }

  /** The schema to which a chain of `$ref`s leads. @param continues whether the chain goes on at a schema with a `$ref` */
  follow(start: unknown, continues: (schema: PlainObject) => boolean): unknown {
    return endOf(start, (at) => (isPlainObject(at) && at.$ref !== undefined && continues(at) ? this.target(at) : null))
  }

  /**
   * Whether coercion may replace the whole value of a linked schema. Only an object that cannot be `null` is never
   * coerced.
   */
  mayReplace(root: unknown): boolean {
    const schema = this.follow(root, ({ type }) => type === undefined)
    return isPlainObject(schema) && (schema.type !== 'object' || schema.nullable === true)
  }
}

/** The key, if a linked schema is only a `$ref` to a whole registered schema. */
export function registeredKey(schema: unknown): string | null {
  if (!isPlainObject(schema) || typeof schema.$ref !== 'string' || Object.keys(schema).length > 1) return null
  return /^[^#]+#$/.test(schema.$ref) ? schema.$ref.slice(0, -1) : null
}

/**
 * A short text that identifies a long one. Only artefacts need digests, and the module takes megabytes, so it is loaded
 * late.
 */
export function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'base64').slice(0, 22)
}

/** The key of the schemas that a context sees; `null` if they contain values that are not JSON. */
export function keyOfShared(schemas: VisibleSchemas): string | null {
  const all = Object.values(schemas)
  return all.every((schema) => findNotJson(schema) === null)
    ? digest(all.map((schema) => JSON.stringify(schema)).join('\n'))
    : null
}

/**
 * The key of the code of a schema: the text of the schema. If it has a `$ref`, the key also identifies the visible
 * shared schemas. `null` if the schema has a value that is not JSON, or the shared schemas have no key.
 *
 * @param kind the kind of code that is made of the schema
 */
export function keyOfSchema(schema: unknown, kind: string, keyOfVisible: () => string | null): string | null {
  if (findNotJson(schema) !== null) return null
  const around = hasRef(schema) ? keyOfVisible() : ''
  return around === null ? null : `${kind} ${around}${JSON.stringify(schema)}`
}
