import type { Options, Schema as SerializableSchema } from 'fast-json-stringify'
import type { PatternFlags } from '../emit/native-options.js'
import type { Bundle } from '../model/bundle.js'
import { inheritedAsPatterns } from '../model/inherited-names.js'
import { isPlainObject } from '../model/plain-data.js'
import { schemasIn } from '../model/walk.js'
import { Unfit } from '../serialize/write-json.js'
import { typedForSerializer } from './json-library-types.js'
import { jsonSerializer } from './libraries.js'

/**
 * A serializer of fast-json-stringify.
 *
 * @param options those of the library
 * @throws what the library finds wrong with schema or options
 */
export function buildWithLibrary(
  bundle: Bundle,
  options: Readonly<Record<string, unknown>>,
  flags: PatternFlags,
): (value: unknown) => string {
  const typed = typedForSerializer(bundle)
  const schema = inheritedAsPatterns(typed) as unknown as SerializableSchema // checked by us
  const ajv = { strictTypes: false, strictTuples: false, logger: false, unicodeRegExp: flags === 'u' }
  // Compiled at its first value, a branch would fail in answers and not at boot.
  const own = { compileValidators: true, ...options, ajv: { ...ajv, ...(options.ajv ?? {}) } }
  const serialize: (value: unknown) => string = jsonSerializer()(schema, own as Options) // it checks the options
  return hasUntyped(typed) ? refusingOther(serialize) : serialize
}

/** What is no JSON in a place without a type shows in the text only. */
function refusingOther(serialize: (value: unknown) => string): (value: unknown) => string {
  return (value) => {
    const json = serialize(value)
    if (!json.includes('undefined') || isJson(json)) return json
    throw new Unfit('a function, a symbol or an undefined item stands in a place without a type')
  }
}

/** Whether some value is written as it comes: no type says what it is. */
function hasUntyped(schema: unknown): boolean {
  if (!isPlainObject(schema)) return schema === true
  if (schema.type === undefined && schema.$ref === undefined && schema.const === undefined) return true
  if ([schema.type].flat().includes('array') && schema.items === undefined) return true
  for (const { schema: inner } of schemasIn(schema)) if (hasUntyped(inner)) return true
  return false
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
