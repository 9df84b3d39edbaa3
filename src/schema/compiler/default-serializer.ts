import type { Options as LibraryOptions } from 'fast-json-stringify'
import type { SerializeFunction, SerializerCompilerInput } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { lazy } from '../../support/lazy.js'
import { describeValue } from '../../support/values.js'
import type { CodeUnit } from '../emit/code-unit.js'
import { Unwritten } from '../emit/unsupported.js'
import { compileByLibrary } from '../engines/json-library.js'
import { keywordOf } from '../keywords/table.js'
import type { Located } from '../model/schema-documents.js'
import { hasRef, holdsEntry } from '../model/walk.js'
import { JsonUnits } from '../serialize/json-units.js'
import { DefaultCompiler } from './default-compiler.js'
import { explainMismatch } from './schema-advice.js'
import { SchemaChecks } from './schema-checks.js'
import { problemOf, responsePart, routeText } from './schema-error.js'

/** The default serializer compiler of one context (docs/guide/serialization.md). */
export class DefaultSerializers extends DefaultCompiler<SerializerCompilerInput, SerializeFunction> {
  protected readonly code = 'FST_ERR_SCH_SERIALIZATION_BUILD'
  protected readonly checks = new SchemaChecks(this.parts, 'responses')
  protected readonly cache = this.parts.compiler.serializes
  readonly #options = readSerializerOptions(this.parts.serializerOptions)
  readonly #isNative = this.#options.engine === 'native'
  readonly #units = lazy(() => new JsonUnits(this.parts.documents, this.parts.compiler.serializers))

  /** The code of a schema for the artefact. @throws Unwritten if the library serializes it */
  write(input: SerializerCompilerInput): CodeUnit {
    if (!this.#isNative) throw new Unwritten('fast-json-stringify serializes it')
    return this.#units().write(this.check(input))
  }

  protected kindOf(): string {
    return 'response'
  }

  partOf(input: SerializerCompilerInput): string {
    return responsePart(input)
  }

  protected isUnsure({ schema }: SerializerCompilerInput): boolean {
    return !this.#isNative || mustBuildToTell(schema) // the library checks its options when it builds
  }

  protected make(_input: SerializerCompilerInput, checked: Located, key: string | null): SerializeFunction {
    const { documents, compiler } = this.parts
    const write = this.#units().compile(checked)
    const parts = { documents, options: this.#options.library, flags: compiler.serializers.options.flags }
    const serialize = this.#isNative ? write : compileByLibrary(checked, write, parts)
    this.keep(key, serialize)
    return serialize
  }

  protected override complete(serialize: SerializeFunction, input: SerializerCompilerInput): SerializeFunction {
    return withCode(serialize, input)
  }
}

const chosenBy: ReadonlySet<string> = new Set(['patternProperties', 'propertyNames', 'const'])

/**
 * Whether a mistake in a checked schema could appear only when its code is built. Branches are merged and chosen only
 * then.
 */
function mustBuildToTell(schema: unknown): boolean {
  return hasRef(schema) || holdsEntry(schema, (key) => keywordOf(key)?.validates === 'value' || chosenBy.has(key))
}

/** A value that cannot be serialized is a fault of the server: a 500 that names the route. */
export function withCode(serialize: SerializeFunction, input: SerializerCompilerInput): SerializeFunction {
  const { ALC_ERR_SERIALIZATION } = schemaCodes
  if (asFastify) return serialize
  return (data) => {
    try {
      return serialize(data)
    } catch (error) {
      const message = problemOf(error).replace(/!$/, '') // fast-json-stringify writes it, and a sentence follows
      const problem = explainMismatch(message, input.schema, data)
      throw causedBy(new ALC_ERR_SERIALIZATION(routeText(input), responsePart(input), problem), error)
    }
  }
}

/** The keys of the factory option `serializerOpts`. Any other key has no effect. */
export const serializerKeys: Readonly<Record<keyof LibraryOptions | 'engine', true>> = {
  engine: true,
  schema: true,
  ajv: true,
  rounding: true,
  maxDepth: true,
  mode: true,
  inlineValidators: true,
  largeArraySize: true,
  largeArrayMechanism: true,
  objectMechanism: true,
  compileValidators: true,
}

/**
 * Reads the factory option `serializerOpts`. If no engine is named, options of fast-json-stringify choose that engine.
 *
 * @throws ALC_ERR_SERIALIZER_ENGINE
 */
export function readSerializerOptions({ engine, ...library }: Readonly<Record<string, unknown>>): {
  engine: 'native' | 'fast-json-stringify'
  library: Readonly<Record<string, unknown>>
} {
  const [option] = Object.keys(library)
  if (engine === 'fast-json-stringify' || (engine === undefined && option !== undefined)) {
    return { engine: 'fast-json-stringify', library }
  }
  if (engine !== undefined && engine !== 'native') {
    const problem = `serializerOpts.engine is ${describeValue(engine)}`
    throw new schemaCodes.ALC_ERR_SERIALIZER_ENGINE(problem, "Use 'native' or 'fast-json-stringify'")
  }
  if (option === undefined) return { engine: 'native', library }
  const problem = `serializerOpts.engine is 'native', and serializerOpts.${option} is an option of fast-json-stringify`
  throw new schemaCodes.ALC_ERR_SERIALIZER_ENGINE(problem, `Remove serializerOpts.${option}, or serializerOpts.engine`)
}
