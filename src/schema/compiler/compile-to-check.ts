import type { AjvEngine } from '../engines/ajv-engine.js'
import { keywordOf } from '../keywords/table.js'
import { holdsEntry } from '../model/walk.js'

/**
 * Whether a mistake in a request schema could escape our checks and come to light only when the validator compiles it.
 * Such a schema compiles at boot in any mode, so that boot finds what there is to find.
 */
export function mustCompileToTell(schema: unknown, engine: AjvEngine): boolean {
  // Later dialects have keywords that only the validator knows.
  if (engine.dialect !== 'draft-07' || !engine.takesUsualSchemas) return true
  const isSubtle = engine.version === 8 ? isSubtleIn8 : isOdd
  return holdsEntry(
    schema,
    (key, value) => isSubtle(key, value) || (engine.checksItself && engine.hasCustomKeyword(key)),
  )
}

/** The same of a response schema: the serializer merges and chooses among branches when it is built. */
export function mustBuildToTell(schema: unknown): boolean {
  return holdsEntry(
    schema,
    (key, value) => isOdd(key, value) || keywordOf(key)?.validates === 'value' || chosenBy.has(key),
  )
}

const chosenBy: ReadonlySet<string> = new Set(['patternProperties', 'propertyNames', 'const'])

/** A number that JSON does not know. */
function isOdd(_: string, value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value)
}

/** Fine with the draft's own schema and with version 6, and yet version 8 refuses it, or may. */
function isSubtleIn8(key: string, value: unknown): boolean {
  switch (key) {
    case 'enum':
      return Array.isArray(value) && value.length === 0
    case 'nullable':
      return value === false
    case 'pattern':
      return typeof value === 'string' && !isUnicodePattern(value)
    case 'patternProperties':
      return !Object.keys(Object(value)).every(isUnicodePattern)
    default:
      return isOdd(key, value)
  }
}

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
