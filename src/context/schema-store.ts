import type { SchemaBucket, SchemaControllerOptions, SharedSchema, VisibleSchemas } from '../contracts/schema.js'
import { schemaCodes } from '../errors/schema-codes.js'
import { plainSchemaOf } from '../schema/model/json-schema.js'
import { attemptEach } from '../support/report.js'
import { copyPlain, isPlainObject } from '../support/values.js'

/** Most contexts have no schemas of their own. They share this empty map. */
const none: ReadonlyMap<string, SharedSchema> = new Map()

type BucketFactory = NonNullable<SchemaControllerOptions['bucket']>

/** The shared schemas of one context builder. It looks up schemas of its ancestors and does not copy them. */
export class SchemaStore implements SchemaBucket {
  #own: ReadonlyMap<string, SharedSchema> = none
  readonly #bucket: SchemaBucket | null

  /**
   * @param contextName names the context in errors
   * @param bucket the option `schemaController.bucket`, `null` when not used
   */
  constructor(
    private readonly contextName: string,
    private readonly parent: SchemaStore | null,
    bucket: BucketFactory | null,
  ) {
    this.#bucket = bucket === null ? null : bucket(parent?.view())
  }

  /**
   * Stores a deep copy: later changes of the given schema have no effect.
   *
   * @throws FST_ERR_SCH_MISSING_ID, FST_ERR_SCH_ALREADY_PRESENT
   */
  add(given: unknown): void {
    if (this.#bucket !== null) {
      this.#bucket.add(given as SharedSchema) // the bucket validates the schema itself
      return
    }
    const schema = plainSchemaOf(given)
    if (!isShared(schema)) throw new schemaCodes.FST_ERR_SCH_MISSING_ID()
    this.#checkFree(schema.$id, this)
    const own = this.#own === none ? new Map<string, SharedSchema>() : (this.#own as Map<string, SharedSchema>) // made here
    this.#own = own.set(schema.$id, isPlainObject(schema) ? copyPlain(schema) : schema)
  }

  get isEmpty(): boolean {
    return this.#bucket === null ? this.#own.size === 0 : this.own().length === 0
  }

  /** The schemas that were added in this context, in order. */
  own(): readonly SharedSchema[] {
    if (this.#bucket === null) return [...this.#own.values()]
    const inherited = this.parent?.getSchemas() ?? {}
    return Object.entries(toRecord(this.#bucket.getSchemas())).flatMap(([id, schema]) =>
      inherited[id] === schema ? [] : schema,
    )
  }

  getSchema(id: string): SharedSchema | undefined {
    const own = this.#bucket === null ? this.#own.get(id) : this.#bucket.getSchema(id)
    return own ?? this.parent?.getSchema(id)
  }

  /** The schemas of the context and of its ancestors, ancestors first. */
  getSchemas(): Record<string, SharedSchema> {
    const own = this.#bucket === null ? Object.fromEntries(this.#own) : toRecord(this.#bucket.getSchemas())
    return this.parent === null ? { ...own } : { ...this.parent.getSchemas(), ...own }
  }

  get hasBucket(): boolean {
    return this.#bucket !== null
  }

  /** The schemas with which the bucket of a child context begins, in the form that this context's bucket uses. */
  view(): VisibleSchemas {
    return this.#bucket === null ? this.getSchemas() : this.#bucket.getSchemas()
  }

  /**
   * Call it when the tree is complete, because an ancestor may add an `$id` after this context did.
   *
   * @throws FST_ERR_SCH_ALREADY_PRESENT
   */
  checkNoShadow(): void {
    if (this.#own.size > 0) attemptEach(this.#own.keys(), (id) => this.#checkFree(id, this.parent))
  }

  #checkFree(id: string, from: SchemaStore | null): void {
    for (let store = from; store !== null; store = store.parent) {
      if (!store.#own.has(id)) continue
      throw new schemaCodes.FST_ERR_SCH_ALREADY_PRESENT(id, this.contextName, store.contextName)
    }
  }
}

/** A bucket may keep its schemas in a `Map`, although its type does not allow that. */
function toRecord(schemas: VisibleSchemas): VisibleSchemas {
  return schemas instanceof Map ? Object.fromEntries(schemas) : schemas
}

function isShared(schema: unknown): schema is SharedSchema {
  if (typeof schema !== 'object' || schema === null) return false
  const id: unknown = Reflect.get(schema, '$id')
  return typeof id === 'string' && id !== ''
}
