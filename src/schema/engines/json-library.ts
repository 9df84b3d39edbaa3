import type { Options, Schema as SerializableSchema } from 'fast-json-stringify'
import { jsonSerializer } from '../../packages/libraries.cjs'
import type { PatternFlags } from '../emit/native-options.js'
import { type Bundle, bundleSchema } from '../model/bundle.js'
import { isInherited, isPlainObject, type PlainObject, setOwn } from '../model/plain-data.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import { mapSchemas, namesInherited, schemasIn } from '../model/walk.js'
import type { SerializerEngine } from '../serialize/json-serializer.js'
import { Unfit } from '../serialize/write-json.js'
import { typedForSerializer } from './json-library-types.js'
import { misreadByJsonLibrary, refuseMisread } from './misread-names.js'

/**
 * The parts from which fast-json-stringify serializes: the schemas of a context, and the options of the library and of
 * patterns.
 */
interface LibraryParts {
  documents: SchemaDocuments
  options: Readonly<Record<string, unknown>>
  flags: PatternFlags
}

export function createLibrarySerializer({ documents, options, flags }: LibraryParts): SerializerEngine {
  const ajv = { strictTypes: false, strictTuples: false, logger: false, unicodeRegExp: flags === 'u' }
  // A branch that is compiled at its first value would fail in answers and not at boot.
  const own = { compileValidators: true, ...options, ajv: { ...ajv, ...(options.ajv ?? {}) } }
  return {
    compile: (given) => {
      const bundle = bundleSchema(given, documents)
      refuseMisread(bundle, '', 'fast-json-stringify', misreadByJsonLibrary)
      const typed = typedForSerializer(bundle)
      const schema = inheritedAsPatterns(typed) as unknown as SerializableSchema // our code has checked it
      // The library checks the options.
      const serialize: (value: unknown) => string = jsonSerializer()(schema, own as Options)
      return hasUntyped(typed) ? refusingOther(serialize) : serialize
    },
    write: () => null,
  }
}

/** Refuses a value that is not JSON in a place without a type. The text is the only sign of it. */
function refusingOther(serialize: (value: unknown) => string): (value: unknown) => string {
  return (value) => {
    const json = serialize(value)
    if (!json.includes('undefined') || isJson(json)) return json
    throw new Unfit('a function, a symbol or an undefined item is in a place without a type')
  }
}

/** Whether some value is written without a type that describes it. */
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

/**
 * A bundle in the form for the library. Properties whose names every object inherits become patterns. For patterns the
 * library reads own properties only, and it keeps them when it merges schemas. Patterns have no default, and cannot be
 * required.
 */
function inheritedAsPatterns(bundle: Bundle): Bundle {
  return isPlainObject(bundle) && namesInherited(bundle) ? ofSchema(bundle) : bundle
}

function ofSchema(schema: PlainObject): PlainObject {
  return withPatterns(mapSchemas(schema, (inner) => (isPlainObject(inner) ? ofSchema(inner) : inner)))
}

function withPatterns(schema: PlainObject): PlainObject {
  const { properties, patternProperties } = schema
  if (!isPlainObject(properties)) return schema
  const inherited = Object.keys(properties).filter(isInherited)
  if (inherited.length === 0) return schema
  const named: PlainObject = {}
  for (const name of Object.keys(properties)) {
    if (!isInherited(name)) setOwn(named, name, properties[name])
  }
  const patterns = Object.fromEntries(inherited.map((name) => [`^${name}$`, properties[name]]))
  return { ...schema, properties: named, patternProperties: { ...patterns, ...Object(patternProperties) } }
}
