import type { Options, Schema as SerializableSchema } from 'fast-json-stringify'
import type {
  SerializeFunction,
  SerializerCompiler,
  SerializerCompilerInput,
  ValidatorEngineOptions,
} from '../contracts/schema.js'
import { causedBy } from '../errors/coded-error.js'
import { schemaCodes } from '../errors/schema-codes.js'
import { mustBuildToTell } from './compiler/compile-to-check.js'
import type { SchemaCompilerParts } from './compiler/compiler-parts.js'
import { Deferred, type Prepared } from './compiler/deferred.js'
import { linkedCompilerOf } from './compiler/linked-compiler.js'
import { SchemaChecks } from './compiler/schema-checks.js'
import { buildError, problemOf, responsePart, routeText } from './compiler/schema-error.js'
import { jsonSerializer } from './engines/libraries.js'
import { codeOfJson } from './json/json-code.js'
import { planJson } from './json/json-plan.js'
import { compileJson, createJsonSerializer } from './json/json-serializer.js'
import { schemasIn } from './keywords/table.js'
import { type Bundle, bundleSchema } from './model/bundle.js'
import type { Rewrite } from './model/copy-schema.js'
import { findEndlessRef } from './model/endless-refs.js'
import { hasRef } from './model/holds-entry.js'
import { inheritedAsPatterns } from './model/inherited-names.js'
import { isPlainObject } from './model/plain-data.js'
import type { SchemaDocuments } from './model/schema-documents.js'
import { localShape } from './model/schema-shape.js'
import { typedForSerializer } from './serializer-types.js'

export interface Serializer {
  serialize: (data: unknown) => string
  /** Whether some value is written as it comes: what is no JSON there shows in the text only. */
  isUntyped: boolean
}

const texts = new WeakMap<object, Map<string, Serializer>>()

const asIs: Rewrite = (schema) => schema

const refused: ReadonlyMap<string, string> = new Map(
  ['$merge', '$patch'].map((keyword) => [
    keyword,
    `the serializer does not know "${keyword}": write the schema that it results in`,
  ]),
)

export interface DefaultSerializerCompiler {
  compile: SerializerCompiler
  /** Finds what is wrong with a schema; what it becomes may be compiled later. */
  prepare(input: SerializerCompilerInput): Prepared<SerializeFunction>
  /** Checks a schema and gives what its serializer is built from. */
  open(input: SerializerCompilerInput): Bundle
}

/** The default serializer compiler of one context (SPEC.md 4.3): what the schema does not declare is not sent. */
export function createDefaultSerializerCompiler(
  parts: SchemaCompilerParts,
  documents: SchemaDocuments,
): DefaultSerializerCompiler {
  const checks = new SchemaChecks({
    documents,
    findElsewhere: parts.findElsewhere,
    isKnown: () => false,
    hasKeyword: (keyword) => linkedCompilerOf(parts.validatorengine).engine.hasCustomKeyword(keyword),
    findKeywordProblem: () => null,
    formats: () => null,
    // The keywords may be those of a validator that the application brings along; the serializer ignores them.
    unknownKeyword: 'refuse near misses',
    refused,
    isMetaChecked: true,
    invalid: ({ name, part }, pointer, problem) =>
      new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(name, part, pointer, problem),
  })
  /** What has become of each schema: one that is compiled later has been checked. */
  const memo = new WeakMap<object, Serializer | 'checked'>()

  function check(input: SerializerCompilerInput): void {
    checks.check(input.schema, { of: 'route', name: routeText(input), part: responsePart(input) })
  }

  function bundle(input: SerializerCompilerInput): Bundle {
    const bundled = bundleSchema(input.schema, { documents, rewrite: asIs, isMeant: () => false })
    const endless = isPlainObject(bundled) ? findEndlessRef(bundled, localShape(bundled)) : null
    if (endless === null) return bundled
    throw new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(routeText(input), responsePart(input), '', endless)
  }

  function open(input: SerializerCompilerInput): Bundle {
    check(input)
    return typedForSerializer(bundle(input))
  }

  function build(input: SerializerCompilerInput): Serializer {
    const { schema } = input
    const known = isPlainObject(schema) ? memo.get(schema) : undefined
    if (known !== undefined && known !== 'checked') return known
    const serialize = buildOnce(open(input), parts.serializerOptions, patternsOf(parts.validatorengine))
    if (isPlainObject(schema)) memo.set(schema, serialize)
    return serialize
  }

  function compile(input: SerializerCompilerInput): SerializeFunction {
    try {
      return withCode(build(input), input)
    } catch (error) {
      throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', error, input, responsePart(input))
    }
  }

  function prepare(input: SerializerCompilerInput): Prepared<SerializeFunction> {
    if (parts.compile === 'boot' || !isOptionless(parts.serializerOptions)) return compile(input)
    const { schema } = input
    if (!isPlainObject(schema) || !memo.has(schema)) {
      check(input)
      if (mustBuildToTell(hasRef(schema) ? bundle(input) : schema)) return compile(input)
      if (isPlainObject(schema)) memo.set(schema, 'checked')
    }
    return new Deferred(() => compile(input))
  }

  return { compile, prepare, open }
}

/** A serializer depends on nothing but its schema: contexts whose schemas read alike share one. */
function buildOnce(bundle: Bundle, options: SerializerOptions, patterns: Patterns): Serializer {
  const known = texts.get(options) ?? new Map<string, Serializer>()
  texts.set(options, known)
  const text = JSON.stringify(bundle)
  const serialize = known.get(text) ?? buildSerializer(bundle, options, patterns)
  known.set(text, serialize)
  return serialize
}

function buildSerializer(bundle: Bundle, options: SerializerOptions, patterns: Patterns): Serializer {
  const plan = isOptionless(options) ? planJson(bundle) : null
  if (plan !== null) return { serialize: createJsonSerializer(compileJson(plan)), isUntyped: false }
  // The serializer checks the options.
  const serialize = jsonSerializer()(forLibrary(bundle), builderOptions(options, patterns) as Options)
  return { serialize, isUntyped: hasUntyped(bundle) }
}

/** All options are those of the library. */
function isOptionless(options: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(options).length === 0
}

/** The source of a serializer: as the body of a function that makes our own, or of a module of the library's. */
export function writeSerializer(bundle: Bundle, options: SerializerOptions, patterns: Patterns): SerializerSource {
  const plan = isOptionless(options) ? planJson(bundle) : null
  if (plan !== null) return { code: codeOfJson(plan) }
  // Its types do not know `inlineValidators`.
  const writing = { ...builderOptions(options, patterns), mode: 'standalone', inlineValidators: true } as Options
  // Its types know the function that it otherwise gives.
  const body: unknown = jsonSerializer()(forLibrary(bundle), writing)
  return { body: String(body), isUntyped: hasUntyped(bundle) }
}

export type SerializerSource = { code: string } | { body: string; isUntyped: boolean }

function forLibrary(bundle: Bundle): SerializableSchema {
  return inheritedAsPatterns(bundle) as unknown as SerializableSchema // checked by us
}

function builderOptions(options: SerializerOptions, patterns: Patterns) {
  const ajv = { strictTypes: false, strictTuples: false, logger: false, unicodeRegExp: patterns === 'unicode' }
  // Compiled at its first value, a branch would fail in answers and not at boot.
  return { compileValidators: true, ...options, ajv: { ...ajv, ...(options.ajv ?? {}) } }
}

type SerializerOptions = Readonly<Record<string, unknown>>

/** How patterns are read: in replies as in requests. */
type Patterns = 'unicode' | 'plain'

export function patternsOf({ version = 6, customOptions }: ValidatorEngineOptions): Patterns {
  return version === 8 && customOptions?.unicodeRegExp !== false ? 'unicode' : 'plain'
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

/** What cannot be serialized is the server's mistake: a 500 that names the route. */
export function withCode({ serialize, isUntyped }: Serializer, input: SerializerCompilerInput): SerializeFunction {
  const { ALC_ERR_SERIALIZATION } = schemaCodes
  const guarded: SerializeFunction = (data) => {
    try {
      return serialize(data)
    } catch (error) {
      throw causedBy(new ALC_ERR_SERIALIZATION(routeText(input), responsePart(input), problemOf(error)), error)
    }
  }
  if (!isUntyped) return guarded
  return (data) => {
    const json = guarded(data)
    if (!json.includes('undefined') || isJson(json)) return json
    const problem = 'a function, a symbol or an undefined item stands in a place without a type'
    throw new ALC_ERR_SERIALIZATION(routeText(input), responsePart(input), problem)
  }
}
