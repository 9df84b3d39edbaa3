import { hash } from 'node:crypto'
import type { VisibleSchemas } from '../../contracts/schema.js'
import { isPlainObject } from './plain-data.js'

const texts = new WeakMap<object, string | null>()

/** A short text that stands for a long one. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 22)
}

/** What identifies the schemas that a context sees; `null` where they hold what is no JSON. */
export function keyOfShared(schemas: VisibleSchemas): string | null {
  const all = Object.values(schemas).map(textOfShared)
  return all.includes(null) ? null : digest(all.join('\n'))
}

/** What identifies a schema of a route among those of the whole server; `null` where it holds what is no JSON. */
export function keyOfSchema(schema: unknown, kind: string, shared: () => string | null): string | null {
  const nature = natureOf(schema)
  if (nature === 'no JSON') return null
  const around = nature === 'JSON with $ref' ? shared() : ''
  return around === null ? null : `${kind} ${around}${JSON.stringify(schema)}`
}

// Shared schemas are stored once and seen from many contexts.
function textOfShared(schema: object): string | null {
  const known = texts.get(schema)
  if (known !== undefined) return known
  const text = natureOf(schema) === 'no JSON' ? null : digest(JSON.stringify(schema))
  texts.set(schema, text)
  return text
}

/** Whether a value is what JSON can say. */
export function isJson(value: unknown): boolean {
  return natureOf(value) !== 'no JSON'
}

type Nature = 'JSON' | 'JSON with $ref' | 'no JSON'

function natureOf(value: unknown): Nature {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return 'JSON'
  if (typeof value === 'number') return Number.isFinite(value) ? 'JSON' : 'no JSON'
  const isList = Array.isArray(value)
  if (!isList && !isPlainObject(value)) return 'no JSON'
  let nature: Nature = !isList && value.$ref !== undefined ? 'JSON with $ref' : 'JSON'
  for (const entry of isList ? value : Object.values(value)) {
    if (entry === undefined) continue
    const inner = natureOf(entry)
    if (inner === 'no JSON') return inner
    if (inner === 'JSON with $ref') nature = inner
  }
  return nature
}
