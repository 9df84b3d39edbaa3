import type { VisibleSchemas } from '../../contracts/schema.js'
import { isPlainObject } from './plain-data.js'

/** A short text that stands for a long one. The module takes megabytes, and only what is written down needs digests. */
export function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'base64').slice(0, 22)
}

/** What identifies the schemas that a context sees; `null` where they hold what is not JSON. */
export function keyOfShared(schemas: VisibleSchemas): string | null {
  const all = Object.values(schemas)
  return all.every(isJson) ? digest(all.map((schema) => JSON.stringify(schema)).join('\n')) : null
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
    const nature = natureOf(schema)
    if (nature === 'not JSON') return null
    const around = nature === 'JSON with $ref' ? this.shared() : ''
    return around === null ? null : `${kind} ${around}${JSON.stringify(schema)}`
  }
}

/** Whether a value is what JSON can say. */
export function isJson(value: unknown): boolean {
  return natureOf(value) !== 'not JSON'
}

type Nature = 'JSON' | 'JSON with $ref' | 'not JSON'

/** Deeper down an object may contain itself. */
const deepest = 500

// Every schema of a boot is gone through: without an array of values for each object it takes half.
function natureOf(value: unknown, depth = 0): Nature {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return 'JSON'
  if (typeof value === 'number') return Number.isFinite(value) ? 'JSON' : 'not JSON'
  if (typeof value !== 'object' || depth > deepest) return 'not JSON'
  let nature: Nature = 'JSON'
  if (Array.isArray(value)) {
    for (const entry of value) {
      const inner = natureOf(entry, depth + 1)
      if (inner === 'not JSON') return inner
      if (inner !== 'JSON') nature = inner
    }
    return nature
  }
  if (!isPlainObject(value)) return 'not JSON'
  for (const key of Object.keys(value)) {
    const entry = value[key]
    if (entry === undefined) continue
    if (key === '$ref') nature = 'JSON with $ref'
    const inner = natureOf(entry, depth + 1)
    if (inner === 'not JSON') return inner
    if (inner !== 'JSON') nature = inner
  }
  return nature
}
