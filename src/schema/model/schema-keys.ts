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

/** What identifies the schemas of one context among those of the whole server: what they read like. */
export class SchemaKeys {
  /** Identifies the shared schemas that the context sees; `null` where nothing does. */
  readonly shared: () => string | null

  constructor(shared: () => string | null) {
    this.shared = shared
  }

  /** The key of a schema; `null` where it holds what is not JSON. @param kind what is made of it */
  of(schema: unknown, kind: string): string | null {
    if (findNotJson(schema) !== null) return null
    const around = hasRef(schema) ? this.shared() : ''
    return around === null ? null : `${kind} ${around}${JSON.stringify(schema)}`
  }
}
