import type { VisibleSchemas } from '../../contracts/schema.js'
import { findNotJson } from './plain-data.js'
import { hasRef } from './walk.js'

/** A short text that stands for a long one. The module takes megabytes, and only what is written down needs digests. */
export function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'base64').slice(0, 22)
}

/** What identifies the schemas that a context sees; `null` where they hold what is not JSON. */
export function keyOfShared(schemas: VisibleSchemas): string | null {
  const all = Object.values(schemas)
  return all.every((schema) => findNotJson(schema) === null)
    ? digest(all.map((schema) => JSON.stringify(schema)).join('\n'))
    : null
}

/**
 * The key by which what is compiled of a schema is found again: what the schema reads like, and where it has a `$ref` what
 * identifies the shared schemas in sight. `null` where it holds what is not JSON, or nothing identifies those.
 *
 * @param kind what is made of the schema
 */
export function keyOfSchema(schema: unknown, kind: string, keyOfVisible: () => string | null): string | null {
  if (findNotJson(schema) !== null) return null
  const around = hasRef(schema) ? keyOfVisible() : ''
  return around === null ? null : `${kind} ${around}${JSON.stringify(schema)}`
}
