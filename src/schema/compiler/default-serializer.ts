import type { SerializeFunction, SerializerCompiler, SerializerCompilerInput } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import type { CodeUnit } from '../emit/code-unit.js'
import { buildWithLibrary } from '../engines/json-library.js'
import { bundleSchema } from '../model/bundle.js'
import { EndlessSchemas } from '../model/endless.js'
import { hasRef } from '../model/walk.js'
import { JsonUnits, replyOptions } from '../serialize/json-units.js'
import { SchemaProblem } from '../serialize/schema-problem.js'
import { mustBuildToTell } from './compile-to-check.js'
import type { ContextParts } from './compiler-parts.js'
import { Deferred, type Prepared } from './deferred.js'
import { SchemaChecks } from './schema-checks.js'
import { buildError, partOf, problemOf, responsePart, routeText } from './schema-error.js'
import { readSerializerOptions } from './serializer-options.js'

type Serialize = (data: unknown) => string

const refused: ReadonlyMap<string, string> = new Map(
  ['$merge', '$patch'].map((keyword) => [
    keyword,
    `the serializer does not know "${keyword}": write the schema that it results in`,
  ]),
)

/** The default serializer compiler of one context (SPEC.md 4.3): what the schema does not declare is not sent. */
export class DefaultSerializers {
  readonly #parts: ContextParts
  readonly #checks: SchemaChecks
  readonly #endless: EndlessSchemas
  readonly #options: ReturnType<typeof readSerializerOptions>
  readonly #settings: ReturnType<typeof replyOptions>
  readonly #units: () => JsonUnits

  constructor(parts: ContextParts) {
    this.#parts = parts
    this.#checks = createChecks(parts)
    this.#endless = new EndlessSchemas(parts.documents, 'left out')
    this.#options = readSerializerOptions(parts.serializerOptions)
    this.#settings = replyOptions(parts.compiler.validatorengine)
    this.#units = lazy(() => new JsonUnits(parts.documents, this.#settings))
  }

  readonly compile: SerializerCompiler = (input) => {
    const key = this.keyOf(input)
    try {
      const serialize = this.#find(key) ?? this.#build(input, key)
      return withCode(serialize, input)
    } catch (error) {
      throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', error, input, responsePart(input))
    }
  }

  /** Finds what is wrong with a schema; what it becomes may be compiled later. */
  prepare(input: SerializerCompilerInput): Prepared<SerializeFunction> {
    const { schema } = input
    // The library checks its options when it builds.
    const isCompiled = this.#parts.compile === 'boot' || this.#options.engine !== 'native'
    if (isCompiled || this.#find(this.keyOf(input)) !== undefined) return this.compile(input)
    if (hasRef(schema) || mustBuildToTell(schema)) return this.compile(input)
    this.#check(input)
    return new Deferred(() => this.compile(input))
  }

  /** The code of a schema, to be written down; `null`: the library serializes it. */
  write(input: SerializerCompilerInput): CodeUnit | null {
    if (this.#options.engine !== 'native') return null
    this.#check(input)
    return this.#unitOf(input)
  }

  /** The key of a schema: see `SchemaKeys`. */
  keyOf({ schema }: SerializerCompilerInput): string | null {
    return this.#parts.keys.of(schema, 'response')
  }

  #find(key: string | null): Serialize | undefined {
    return key === null ? undefined : this.#parts.compiler.serializes.get(key)
  }

  #build(input: SerializerCompilerInput, key: string | null): Serialize {
    this.#check(input)
    const serialize = this.#options.engine === 'native' ? this.#buildNative(input) : this.#buildWithLibrary(input)
    if (key !== null) this.#parts.compiler.serializes.set(key, serialize)
    return serialize
  }

  #buildNative(input: SerializerCompilerInput): Serialize {
    const { serializers } = this.#parts.compiler
    const unit = this.#unitOf(input)
    serializers.compile(this.#units().takeWritten(), this.#settings.formats)
    return serializers.serializerOf(unit)
  }

  #unitOf(input: SerializerCompilerInput): CodeUnit {
    try {
      return this.#units().of(input.schema)
    } catch (error) {
      throw error instanceof SchemaProblem ? problemIn(error.at, error.message, input) : error
    }
  }

  #buildWithLibrary({ schema }: SerializerCompilerInput): Serialize {
    const { documents } = this.#parts
    const bundle = bundleSchema(schema, { documents, rewrite: (each) => each, isMeant: () => false })
    return buildWithLibrary(bundle, this.#options.library, this.#settings.flags)
  }

  #check(input: SerializerCompilerInput): void {
    const { schema } = input
    this.#checks.check(schema, { of: 'route', name: routeText(input), part: responsePart(input) })
    const endless = hasRef(schema) ? this.#endless.find(this.#parts.documents.open(schema)) : null
    if (endless !== null) throw problemIn(endless.at, endless.problem, input)
  }
}

function createChecks({ documents, compiler, findElsewhere }: ContextParts): SchemaChecks {
  return new SchemaChecks({
    documents,
    metaSchema: compiler.metaSchema,
    findElsewhere,
    isKnown: () => false,
    hasKeyword: (keyword) => compiler.ajv.hasCustomKeyword(keyword),
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
function problemIn(at: SchemaProblem['at'], problem: string, input: SerializerCompilerInput): Error {
  const part = partOf(at, responsePart(input))
  return new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(routeText(input), part, at.pointer, problem)
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
