import type { ContextBuilder } from '../../context/context-builder.js'
import type { Place } from '../../support/place.js'
import type { ServerCore } from '../start/server-core.js'

/** Records where a shared schema is declared, for warnings about the schema. */
export function placeSchema(
  { findings, schemaPlaces }: Pick<ServerCore, 'findings' | 'schemaPlaces'>,
  { schemas }: ContextBuilder,
  id: unknown,
  readPlace: () => Place,
): void {
  if (findings.warn === null) return
  const schema = schemas.getSchema(String(id))
  if (schema !== undefined) schemaPlaces.set(schema, readPlace())
}
