import type { VisibleSchemas } from '../../contracts/schema.js'
import { findNotJson } from './plain-data.js'
import { hasRef } from './walk.js'

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
