import type { Shared } from '../../contracts/infer.js'
import type { WrittenSchema } from '../../contracts/written-schema.js'
import { errorCodes } from '../../errors/table.js'
import { isRecord } from '../../support/values.js'
import { wrongDeclaration } from './misuse.js'

/**
 * A shared schema (docs/guide/shared-schemas.md): the schema with its `$id`, for a module's `schemas`, and `ref` to
 * refer to it from other schemas. `Infer<typeof User>` is its type. A local `#/definitions/…` in it refers to the
 * schema itself.
 */
export function shared<const Id extends string, const S extends object>(
  $id: Id,
  schema: WrittenSchema<S>,
): Shared<Id, S>
export function shared($id: string, schema: unknown): object {
  if (typeof $id !== 'string' || $id === '') throw new errorCodes.FST_ERR_SCH_MISSING_ID()
  if (!isRecord(schema)) {
    throw wrongDeclaration(`shared('${$id}', …)`, schema, 'a JSON Schema object')
  }
  // `ref` is not enumerable, so code that reads the keys sees the schema only.
  return Object.defineProperty({ ...schema, $id }, 'ref', { value: Object.freeze({ $ref: `${$id}#` }) })
}
