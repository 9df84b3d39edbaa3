import { hash } from 'node:crypto'
import type { VisibleSchemas } from '../../contracts/schema.js'
import { isPlainObject } from './plain-data.js'

/** A short text that stands for a long one. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 22)
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

function natureOf(value: unknown, depth = 0): Nature {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return 'JSON'
  if (typeof value === 'number') return Number.isFinite(value) ? 'JSON' : 'not JSON'
  const isList = Array.isArray(value)
  if ((!isList && !isPlainObject(value)) || depth > deepest) return 'not JSON'
  let nature: Nature = !isList && value.$ref !== undefined ? 'JSON with $ref' : 'JSON'
  for (const entry of isList ? value : Object.values(value)) {
    if (entry === undefined && !isList) continue
    const inner = natureOf(entry, depth + 1)
    if (inner === 'not JSON') return inner
    if (inner === 'JSON with $ref') nature = inner
  }
  return nature
}
