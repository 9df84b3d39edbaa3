import type {
  CompileMode,
  SchemaControllerOptions,
  SerializeFunction,
  ValidateFunction,
  VisibleSchemas,
} from '../../contracts/schema.js'
import type { ValidatorEngineOptions } from '../../contracts/validator-options.js'
import { ByteCache } from '../../support/byte-cache.js'
import { CodeNeeded, Unsupported } from '../emit/unsupported.js'
import { AjvEngine } from '../engines/ajv-engine.js'
import { type EngineOptions, readEngineOptions } from '../engines/engine-options.js'
import { NativeCode } from '../engines/native/native-code.js'
import { NativeEngine, type WrittenSchema } from '../engines/native/native-engine.js'
import { RemovalUnits } from '../engines/native/removal-units.js'
import type { SchemaOwner } from '../model/ref-advice.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import type { LinkedSchema } from '../model/schema-linker.js'
import { SchemaRegistry } from '../model/schema-registry.js'
import { holdsEntry } from '../model/walk.js'
import { JsonSerializers } from '../serialize/json-units.js'

/**
 * The limit of memory for the functions that are found by the text of their schema. Requests compile schemas as well. A
 * function takes some thirty bytes for each character of its schema.
 */
const kept = { bytes: 32 * 2 ** 20, longestKey: Number.POSITIVE_INFINITY, bytesPerCharacter: 30 }

/**
 * Compiles the schemas of one server, for all its contexts. It finds compiled functions by the text of their schema.
 */
export class SchemaCompiler {
  /** The option `validatorengine` with its defaults. */
  readonly options: EngineOptions
  readonly ajv: AjvEngine
  readonly code: NativeCode
  /** The objects that the serializers of the server share. */
  readonly serializers: JsonSerializers
  readonly registry = new SchemaRegistry()
  /** Functions by the keys of their schemas: see `keyOfSchema`. */
  readonly validates = new ByteCache<ValidateFunction>(kept)
  readonly serializes = new ByteCache<SerializeFunction>(kept)
  readonly #native: NativeEngine | null
  /** The number of contexts that have their own compilers. */
  contexts = 0

  constructor(readonly validatorengine: ValidatorEngineOptions) {
    const options = readEngineOptions(validatorengine)
    this.options = options
    this.serializers = new JsonSerializers(options)
    const removals = new RemovalUnits(this.registry)
    this.code = new NativeCode(options)
    this.ajv = new AjvEngine(options, removals, this.registry, this.code)
    this.#native = options.isNative ? new NativeEngine(options, removals, this.registry) : null
  }

  /** Ends a boot. All functions whose code is written are made, so that they are ready before the first request. */
  endBoot(): void {
    this.code.run()
    this.serializers.run()
  }

  /**
   * Ajv compiles the schemas that native code does not support.
   *
   * @param removes whether undeclared properties are removed
   * @throws any error of the engines
   */
  compile(linked: LinkedSchema, removes: boolean): ValidateFunction {
    if (this.#native === null) return this.ajv.compile(linked, removes)
    try {
      const { unit, replacesRoot } = this.write(linked, removes)
      this.code.add(unit)
      return this.code.validatorOf(unit, replacesRoot)
    } catch (reason) {
      if (!(reason instanceof Unsupported)) throw reason
      try {
        return this.ajv.compile(linked, removes)
      } catch (error) {
        throw error instanceof EvalError ? new CodeNeeded(reason.message, { cause: error }) : error
      }
    }
  }

  /** @throws Unsupported if a version of ajv validates the schema */
  write(linked: LinkedSchema, removes: boolean): WrittenSchema {
    if (this.#native === null) throw new Unsupported('what the option validatorengine asks it for')
    const { meantAnnotations, options } = this.ajv
    const schemas = this.registry.schemasOf(linked)
    const meant = meantAnnotations.find((name) => holdsEntry(schemas, (key) => key === name))
    if (meant !== undefined) throw new Unsupported(`the keyword "${meant}"`)
    const written = this.#native.write(linked, removes)
    // Only the library knows the meta-schemas of later dialects.
    if (options.dialect !== 'draft-07' && !this.ajv.isValidSchema(linked)) {
      throw new Unsupported('a schema that it alone can check')
    }
    return written
  }
}

export interface SchemaCompilerParts {
  schemas: VisibleSchemas
  compiler: SchemaCompiler
  /** Options of the default serializer (`serializerOpts`). */
  serializerOptions: Readonly<Record<string, unknown>>
  /** The time at which schemas of the default compilers are compiled. */
  compile: CompileMode
  controller: SchemaControllerOptions | null
  /** Names of the contexts that hold a shared schema of this `$id` but are not visible here. */
  findElsewhere: (id: string) => readonly SchemaOwner[]
}

/** The same parts, and those that the default compilers of the context share. */
export interface ContextParts extends SchemaCompilerParts {
  readonly documents: SchemaDocuments
  /** The key of the shared schemas; `null` if they have none. */
  readonly keyOfVisible: () => string | null
}
