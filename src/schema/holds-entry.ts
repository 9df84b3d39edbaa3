import { isPlainObject } from './plain-data.js'

/** Deeper down an object may contain itself. */
const deepest = 60

/**
 * Whether a keyword stands anywhere in a schema, in data and as a name as well. The look costs little and says of most
 * schemas that a closer one is not needed.
 */
export function holdsKeyword(value: unknown, keywords: ReadonlySet<string>, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepest) return true
  if (Array.isArray(value)) {
    for (const entry of value) if (holdsKeyword(entry, keywords, depth + 1)) return true
    return false
  }
  if (!isPlainObject(value)) return false
  for (const key of Object.keys(value)) {
    if (keywords.has(key) || holdsKeyword(value[key], keywords, depth + 1)) return true
  }
  return false
}

const references: ReadonlySet<string> = new Set(['$ref'])

/** Whether a `$ref` stands anywhere in a schema; it may lead to anything. */
export function hasRef(schema: unknown): boolean {
  return holdsKeyword(schema, references)
}
