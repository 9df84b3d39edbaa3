import type { SerializeFunction, SerializerCompiler, SerializerCompilerInput } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { lazy } from '../../support/lazy.js'
import type { CodeUnit } from '../emit/code-unit.js'
import { createLibrarySerializer } from '../engines/json-library.js'
import { keywordOf } from '../keywords/table.js'
import { hasRef, holdsEntry } from '../model/walk.js'
import type { SerializerEngine } from '../serialize/json-serializer.js'
import { JsonUnits, replyOptions } from '../serialize/json-units.js'
import { SchemaProblem } from '../serialize/schema-problem.js'
import type { ContextParts } from './compiler-parts.js'
import { Deferred, type Prepared } from './deferred.js'
import { SchemaChecks } from './schema-checks.js'
import { buildError, partOf, problemOf, responsePart, routeText } from './schema-error.js'
import { type ReadSerializerOptions, readSerializerOptions } from './serializer-options.js'

type Serialize = (data: unknown) => string

/** The default serializer compiler of one context (SPEC.md 4.3): what the schema does not declare is not sent. */
export class DefaultSerializers {
  readonly #parts: ContextParts
  readonly #checks: SchemaChecks
  readonly #isNative: boolean
  readonly #engine: () => SerializerEngine

  constructor(parts: ContextParts) {
    this.#parts = parts
    this.#checks = new SchemaChecks(parts, 'responses')
    const { engine, library } = readSerializerOptions(parts.serializerOptions)
    this.#isNative = engine === 'native'
    this.#engine = lazy(() => createEngine(parts, this.#isNative ? null : library))
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
    const isCompiled = this.#parts.compile === 'boot' || !this.#isNative
    if (isCompiled || this.#find(this.keyOf(input)) !== undefined) return this.compile(input)
    if (mustBuildToTell(schema)) return this.compile(input)
    this.#check(input)
    return new Deferred(() => this.compile(input))
  }

  /** The code of a schema, to be written down; `null`: the library serializes it. */
  write(input: SerializerCompilerInput): CodeUnit | null {
    if (this.#isNative) this.#check(input)
    return this.#make(input, (engine) => engine.write(input.schema))
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
    const serialize = this.#make(input, (engine) => engine.compile(input.schema))
    if (key !== null) this.#parts.compiler.serializes.set(key, serialize)
    return serialize
  }

  #make<T>(input: SerializerCompilerInput, make: (engine: SerializerEngine) => T): T {
    try {
      return make(this.#engine())
    } catch (error) {
      throw error instanceof SchemaProblem ? problemIn(error.at, error.message, input) : error
    }
  }

  #check(input: SerializerCompilerInput): void {
    const { schema } = input
    const error = schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD
    this.#checks.check(schema, { error, name: routeText(input), part: responsePart(input) })
  }
}

/** @param library the options of the library; `null`: it is native code that serializes */
function createEngine(
  { documents, compiler }: ContextParts,
  library: ReadSerializerOptions['library'] | null,
): SerializerEngine {
  const options = replyOptions(compiler.validatorengine)
  if (library === null) return new JsonUnits(documents, options, compiler.serializers)
  return createLibrarySerializer({ documents, options: library, flags: options.flags })
}

const chosenBy: ReadonlySet<string> = new Set(['patternProperties', 'propertyNames', 'const'])

/** Whether a mistake in a checked schema could come to light only when it is built: there branches merge, and are chosen. */
function mustBuildToTell(schema: unknown): boolean {
  return hasRef(schema) || holdsEntry(schema, (key) => keywordOf(key)?.validates === 'value' || chosenBy.has(key))
}

/** What is wrong, with the route and the place in its schema or in the shared one that it reaches. */
function problemIn(at: SchemaProblem['at'], problem: string, input: SerializerCompilerInput): Error {
  const part = partOf(at, responsePart(input))
  return new schemaCodes.FST_ERR_SCH_SERIALIZATION_BUILD(routeText(input), part, at.pointer, problem)
}

/** What cannot be serialized is the server's mistake: a 500 that names the route. */
export function withCode(serialize: Serialize, input: SerializerCompilerInput): SerializeFunction {
  const { ALC_ERR_SERIALIZATION } = schemaCodes
  if (asFastify) return serialize
  return (data) => {
    try {
      return serialize(data)
    } catch (error) {
      throw causedBy(new ALC_ERR_SERIALIZATION(routeText(input), responsePart(input), problemOf(error)), error)
    }
  }
}
