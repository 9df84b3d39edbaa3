import { isPlainObject, type PlainObject } from './plain-data.js'
import type { ValidatorEngine } from './validator-engine.js'

/**
 * Whether a mistake in a request schema could escape our checks and come to light only when the validator compiles it.
 * Such a schema compiles at boot in any mode, so that boot finds what there is to find.
 */
export function mustCompileToTell(schema: unknown, engine: ValidatorEngine): boolean {
  // Later dialects have keywords that only the validator knows.
  if (engine.dialect !== 'draft-07') return true
  if (!engine.takesUsualSchemas) return true
  return holds(schema, (part) => isOdd(part) || hasCustom(part, engine) || (engine.version === 8 && isSubtleIn8(part)))
}

/** The same of a response schema: the serializer merges and chooses among branches when it is built. */
export function mustBuildToTell(schema: unknown): boolean {
  return holds(schema, (part) => isOdd(part) || Object.keys(part).some((keyword) => branching.has(keyword)))
}

const branching: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies', 'patternProperties', 'propertyNames'],
])

/** Numbers that JSON does not know. */
function isOdd(part: PlainObject): boolean {
  return Object.values(part).some((value) => typeof value === 'number' && !Number.isFinite(value))
}

function hasCustom(part: PlainObject, engine: ValidatorEngine): boolean {
  return engine.hasPlugins && Object.keys(part).some((keyword) => engine.hasCustomKeyword(keyword))
}

/** Fine with the draft's own schema and with version 6, and yet version 8 refuses it, or may. */
function isSubtleIn8({ enum: values, nullable, pattern, patternProperties }: PlainObject): boolean {
  if ((Array.isArray(values) && values.length === 0) || nullable === false) return true
  const patterns = [pattern, ...Object.keys(Object(patternProperties))].filter((each) => typeof each === 'string')
  return !patterns.every(isUnicodePattern)
}

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Whether something is so of an object anywhere in a schema; data in it counts, too. */
function holds(value: unknown, is: (part: PlainObject) => boolean): boolean {
  if (Array.isArray(value)) return value.some((entry) => holds(entry, is))
  if (!isPlainObject(value)) return false
  return is(value) || Object.values(value).some((entry) => holds(entry, is))
}
