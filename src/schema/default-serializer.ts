import fastJsonStringify, { type Options, type Schema as SerializableSchema } from 'fast-json-stringify'
import type { SerializeFunction, SerializerCompiler, SerializerCompilerInput } from '../contracts/schema.js'
import { causedBy } from '../errors/coded-error.js'
import { schemaCodes } from '../errors/schema-codes.js'
import { type Bundle, bundleSchema, type Rewrite } from './bundle.js'
import type { SchemaCompilerParts } from './compilers.js'
import { checkRefsEnd } from './endless-refs.js'
import { schemasIn } from './keywords.js'
import { isPlainObject } from './plain-data.js'
import { SchemaChecks } from './schema-checks.js'
import type { SchemaDocuments } from './schema-documents.js'
import { buildError, problemOf, responsePart, routeText } from './schema-error.js'
import { typedForSerializer } from './serializer-types.js'
import { engineOf } from './validator-engine.js'

type Serialize = (data: unknown) => string

const texts = new WeakMap<object, Map<string, Serialize>>()

const asIs: Rewrite = (schema) => schema

const refused: ReadonlyMap<string, string> = new Map(
  ['$merge', '$patch'].map((keyword) => [
    keyword,
    `the serializer does not know "${keyword}": write the schema that it results in`,
  ]),
)

/** The default serializer compiler of one context (SPEC.md 4.3): what the schema does not declare is not sent. */
export function createDefaultSerializerCompiler(
  parts: SchemaCompilerParts,
  documents: SchemaDocuments,
): SerializerCompiler {
  const checks = new SchemaChecks({
    documents,
    findElsewhere: parts.findElsewhere,
    hasKeyword: (keyword) => engineOf(parts.validatorengine).hasCustomKeyword(keyword),
    findKeywordProblem: () => null,
    formats: () => null,
    // The keywords may be those of a validator that the application brings along; the serializer ignores them.
    unknownKeyword: 'refuse near misses',
    refused,
    isMetaChecked: true,
    invalid: ({ name, part }, pointer, problem) =>
      new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(name, part, pointer, problem),
  })
  const compiled = new WeakMap<object, Serialize>()

  function compile(input: SerializerCompilerInput): Serialize {
    const { schema } = input
    const known = typeof schema === 'object' && schema !== null ? compiled.get(schema) : undefined
    if (known !== undefined) return known
    const owner = { name: routeText(input), part: responsePart(input) }
    checks.check(schema, owner)
    const bundle = bundleSchema(schema, { documents, rewrite: asIs, isMeant: () => false })
    if (isPlainObject(bundle)) checkRefsEnd(bundle)
    const serialize = buildOnce(typedForSerializer(bundle), parts.serializerOptions)
    if (isPlainObject(schema)) compiled.set(schema, serialize)
    return serialize
  }

  return (input) => {
    try {
      return withCode(compile(input), input)
    } catch (error) {
      throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', error, input, responsePart(input))
    }
  }
}

/** A serializer depends on nothing but its schema: contexts whose schemas read alike share one. */
function buildOnce(bundle: Bundle, options: Readonly<Record<string, unknown>>): Serialize {
  const known = texts.get(options) ?? new Map<string, Serialize>()
  texts.set(options, known)
  const text = JSON.stringify(bundle)
  const serialize = known.get(text) ?? build(bundle, options)
  known.set(text, serialize)
  return serialize
}

function build(bundle: Bundle, options: Readonly<Record<string, unknown>>): Serialize {
  const ajv = { strictTypes: false, strictTuples: false, logger: false, ...(options.ajv ?? {}) }
  // Both are checked, the schema by us and the options by the serializer.
  const serialize = fastJsonStringify(bundle as unknown as SerializableSchema, { ...options, ajv } as Options)
  return hasUntyped(bundle) ? checked(serialize) : serialize
}

/** Whether some value is written as it comes: no type says what it is. */
function hasUntyped(schema: unknown): boolean {
  if (!isPlainObject(schema)) return schema === true
  if (schema.type === undefined && schema.$ref === undefined && schema.const === undefined) return true
  if ([schema.type].flat().includes('array') && schema.items === undefined) return true
  for (const { schema: inner } of schemasIn(schema)) if (hasUntyped(inner)) return true
  return false
}

/** A function, or nothing at all, in an untyped place is written as `undefined`, which is no JSON. */
function checked(serialize: Serialize): Serialize {
  return (data) => {
    const json = serialize(data)
    if (json.includes('undefined') && !isJson(json)) {
      throw new Error('a function, a symbol or an undefined item stands in a place without a type')
    }
    return json
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What cannot be serialized is the server's mistake: a 500 that names the route. */
function withCode(serialize: Serialize, input: SerializerCompilerInput): SerializeFunction {
  return (data) => {
    try {
      return serialize(data)
    } catch (error) {
      const { ALC_ERR_SERIALIZATION } = schemaCodes
      throw causedBy(new ALC_ERR_SERIALIZATION(routeText(input), responsePart(input), problemOf(error)), error)
    }
  }
}
