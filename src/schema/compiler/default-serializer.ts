import type { SerializeFunction, SerializerCompiler, SerializerCompilerInput } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import type { CodeUnit } from '../emit/code-unit.js'
import { buildWithLibrary } from '../engines/json-library.js'
import { bundleSchema } from '../model/bundle.js'
import type { Rewrite } from '../model/copy-schema.js'
import { findEndlessRef } from '../model/endless-refs.js'
import { hasRef } from '../model/holds-entry.js'
import { isPlainObject } from '../model/plain-data.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import { localShape } from '../model/schema-shape.js'
import { JsonUnits, replyOptions } from '../serialize/json-units.js'
import { SchemaProblem } from '../serialize/schema-problem.js'
import { mustBuildToTell } from './compile-to-check.js'
import type { SchemaCompilerParts } from './compiler-parts.js'
import { Deferred, type Prepared } from './deferred.js'
import { SchemaChecks } from './schema-checks.js'
import { buildError, problemOf, responsePart, routeText } from './schema-error.js'
import { readSerializerOptions } from './serializer-options.js'

type Serialize = (data: unknown) => string

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
  /** Compiles a schema for itself, to be written down; `null`: the library serializes it. */
  open(input: SerializerCompilerInput): CodeUnit | null
}

/** The default serializer compiler of one context (SPEC.md 4.3): what the schema does not declare is not sent. */
export function createDefaultSerializerCompiler(
  parts: SchemaCompilerParts,
  documents: SchemaDocuments,
): DefaultSerializerCompiler {
  const { engine, library } = readSerializerOptions(parts.serializerOptions)
  const settings = replyOptions(parts.compiler.validatorengine)
  const units = lazy(() => new JsonUnits(documents, settings))
  const checks = createChecks(parts, documents)
  /** What has become of each schema: one that is compiled later has been checked. */
  const memo = new WeakMap<object, Serialize | 'checked'>()

  function check(input: SerializerCompilerInput): void {
    checks.check(input.schema, { of: 'route', name: routeText(input), part: responsePart(input) })
  }

  function open(input: SerializerCompilerInput): CodeUnit | null {
    if (engine === 'fast-json-stringify') return null
    check(input)
    return unitOf(input)
  }

  function unitOf(input: SerializerCompilerInput): CodeUnit {
    try {
      return units().of(input.schema)
    } catch (error) {
      throw error instanceof SchemaProblem ? problemIn(error, input) : error
    }
  }

  function buildNative(input: SerializerCompilerInput): Serialize {
    const text = hasRef(input.schema) ? null : JSON.stringify(input.schema)
    return parts.compiler.serializers.find(text, () => {
      const unit = unitOf(input)
      parts.compiler.serializers.compile(units().takeWritten(), settings.formats)
      return parts.compiler.serializers.serializerOf(unit)
    })
  }

  function build(input: SerializerCompilerInput): Serialize {
    const { schema } = input
    const known = isPlainObject(schema) ? memo.get(schema) : undefined
    if (known !== undefined && known !== 'checked') return known
    check(input)
    const serialize = engine === 'native' ? buildNative(input) : buildOfLibrary(input)
    if (isPlainObject(schema)) memo.set(schema, serialize)
    return serialize
  }

  function buildOfLibrary(input: SerializerCompilerInput): Serialize {
    const bundle = bundleSchema(input.schema, { documents, rewrite: asIs, isMeant: () => false })
    const endless = isPlainObject(bundle) ? findEndlessRef(bundle, localShape(bundle)) : null
    if (endless === null) {
      return parts.compiler.serializers.find(JSON.stringify(bundle), () =>
        buildWithLibrary(bundle, library, settings.flags),
      )
    }
    throw new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(routeText(input), responsePart(input), '', endless)
  }

  function compile(input: SerializerCompilerInput): SerializeFunction {
    try {
      return withCode(build(input), input)
    } catch (error) {
      throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', error, input, responsePart(input))
    }
  }

  function prepare(input: SerializerCompilerInput): Prepared<SerializeFunction> {
    // The library checks its options when it builds.
    if (parts.compile === 'boot' || engine !== 'native') return compile(input)
    const { schema } = input
    if (!isPlainObject(schema) || !memo.has(schema)) {
      if (hasRef(schema) || mustBuildToTell(schema)) return compile(input)
      check(input)
      if (isPlainObject(schema)) memo.set(schema, 'checked')
    }
    return new Deferred(() => compile(input))
  }

  return { compile, prepare, open }
}

function createChecks(parts: SchemaCompilerParts, documents: SchemaDocuments): SchemaChecks {
  return new SchemaChecks({
    documents,
    metaSchema: parts.compiler.metaSchema,
    findElsewhere: parts.findElsewhere,
    isKnown: () => false,
    hasKeyword: (keyword) => parts.compiler.engine.hasCustomKeyword(keyword),
    findKeywordProblem: () => null,
    formats: () => null,
    // The keywords may be those of a validator that the application brings along; the serializer ignores them.
    unknownKeyword: 'refuse near misses',
    refused,
    isMetaChecked: true,
    invalid: ({ name, part }, pointer, problem) =>
      new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(name, part, pointer, problem),
  })
}

/** What is wrong, with the route and the place in its schema or in the shared one that it reaches. */
function problemIn({ at, message }: SchemaProblem, input: SerializerCompilerInput): Error {
  const { sharedId } = at.resource.document
  const own = responsePart(input)
  const part = sharedId === null ? own : `${own} (by way of the shared schema "${sharedId}")`
  return new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(routeText(input), part, at.pointer, message)
}

/** What cannot be serialized is the server's mistake: a 500 that names the route. */
export function withCode(serialize: Serialize, input: SerializerCompilerInput): SerializeFunction {
  const { ALC_ERR_SERIALIZATION } = schemaCodes
  return (data) => {
    try {
      return serialize(data)
    } catch (error) {
      throw causedBy(new ALC_ERR_SERIALIZATION(routeText(input), responsePart(input), problemOf(error)), error)
    }
  }
}
