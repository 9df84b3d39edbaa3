import { safeRegex } from '../../packages/libraries.cjs'
import { isPlainObject } from './plain-data.js'
import { pointerTo } from './pointer.js'
import { schemasIn } from './walk.js'

/** A pattern that can take time without bound for a short text. */
export interface SlowPattern {
  /** JSON pointer to the keyword. */
  readonly pointer: string
  readonly pattern: string
}

/** Finds patterns with a repetition inside of a repetition, as `safe-regex2` decides. It does not follow `$ref`. */
export function findSlowPatterns(schema: unknown): SlowPattern[] {
  const found: SlowPattern[] = []
  visit(schema, '', { found, seen: new Set() })
  return found
}

interface Search {
  readonly found: SlowPattern[]
  readonly seen: Set<unknown>
}

function visit(schema: unknown, pointer: string, search: Search): void {
  if (!isPlainObject(schema) || search.seen.has(schema)) return
  search.seen.add(schema)
  const add = (pattern: string, at: string) => {
    if (!safeRegex()(pattern)) search.found.push({ pattern, pointer: at })
  }
  if (typeof schema.pattern === 'string') add(schema.pattern, pointerTo(pointer, 'pattern'))
  if (isPlainObject(schema.patternProperties))
    for (const name of Object.keys(schema.patternProperties)) add(name, pointerTo(pointer, 'patternProperties', name))
  for (const { keyword, name, schema: inner } of schemasIn(schema))
    visit(inner, pointerTo(pointer, keyword, name), search)
}
