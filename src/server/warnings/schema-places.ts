import { type Located, openSchema, type SchemaDocuments } from '../../schema/model/schema-documents.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'

/**
 * Records the places of a schema and of all schemas that it reaches. Code that gets schemas without places looks them
 * up.
 */
export class SchemaPlaces {
  readonly #places = new Map<unknown, Located>()

  constructor(private readonly documents: SchemaDocuments) {}

  open(schema: unknown): unknown {
    const start = openSchema(schema)
    this.#add(start)
    return start.schema
  }

  of(schema: unknown): Located | undefined {
    return this.#places.get(schema)
  }

  /** Finds the target of the `$ref` of a schema, and records the places of the target. */
  target(schema: PlainObject): unknown {
    const from = this.#places.get(schema)
    const target = from === undefined ? null : this.documents.target(from)
    if (target === null) return true // draft 7 itself, or a schema that the application added to the validator
    this.#add(target)
    return target.schema
  }

  #add(located: Located): void {
    const { schema, resource } = located
    if (!isPlainObject(schema) || this.#places.has(schema)) return
    this.#places.set(schema, { ...located, resource: this.documents.enter(schema, resource) })
    for (const inner of this.documents.inner(located)) this.#add(inner)
  }
}

/** Writes a place for a warning. In a shared schema it begins with its `$id` and `#`. */
export function nameOfPlace(sharedId: string | null, pointer: string): string {
  return sharedId === null ? pointer : `${sharedId.replace(/#$/, '')}#${pointer}`
}
