import type {
  CompileMode,
  SchemaControllerOptions,
  ValidateFunction,
  ValidatorEngineOptions,
  VisibleSchemas,
} from '../../contracts/schema.js'
import { ByteCache } from '../../support/byte-cache.js'
import type { CodeUnit } from '../emit/code-unit.js'
import { Unsupported } from '../emit/unsupported.js'
import { AjvEngine } from '../engines/ajv-engine.js'
import type { Engine, Removal } from '../engines/engine.js'
import { readEngineOptions, regExpOf } from '../engines/engine-options.js'
import { NativeCode } from '../engines/native/native-code.js'
import { NativeEngine } from '../engines/native/native-engine.js'
import { readNativeOptions } from '../engines/native/options.js'
import { RemovalUnits } from '../engines/native/removal-units.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import type { LinkedSchema } from '../model/schema-linker.js'
import { SchemaRegistry } from '../model/schema-registry.js'
import { JsonSerializers } from '../serialize/json-serializer.js'

/**
 * What the functions of schemas may take that are found again by text: requests compile schemas as well. A function takes
 * some thirty bytes for each character of its schema.
 */
const kept = { bytes: 32 * 2 ** 20, longestKey: Number.POSITIVE_INFINITY, bytesPerCharacter: 30 }

/** Compiles the schemas of one server, for all its contexts. What it has compiled is found again by text. */
export class SchemaCompiler {
  /** The option `validatorengine`. */
  readonly validatorengine: ValidatorEngineOptions
  readonly ajv: AjvEngine
  /** What the serializers of the server share. */
  readonly serializers = new JsonSerializers()
  readonly registry = new SchemaRegistry()
  /** Functions by the keys of their schemas: see `keyOfSchema`. */
  readonly validates = new ByteCache<ValidateFunction>(kept)
  readonly serializes = new ByteCache<(value: unknown) => string>(kept)
  readonly #code: NativeCode
  readonly #native: NativeEngine | null
  /** How many contexts have compilers of their own. */
  contexts = 0

  constructor(validatorengine: ValidatorEngineOptions) {
    this.validatorengine = validatorengine
    const options = readEngineOptions(validatorengine)
    const { registry } = this
    const native = readNativeOptions(options)
    this.#code = new NativeCode(
      native ?? { version: options.version, formats: () => new Map(), regExp: regExpOf(options.customOptions) },
    )
    const parts = { registry, removals: new RemovalUnits(registry), code: this.#code }
    this.ajv = new AjvEngine(options, { ...parts, comesFirst: native === null })
    const { removesUndeclared } = this.ajv
    const needsAjv = (linked: LinkedSchema) => options.dialect !== 'draft-07' && !this.ajv.isValidSchema(linked)
    this.#native = native && new NativeEngine({ ...parts, options: native, removesUndeclared, needsAjv })
  }

  /** Makes all functions whose code is written: what a boot compiles is ready before the first request. */
  runCode(): void {
    this.#code.runCode()
    this.serializers.runCode()
  }

  /** @throws whatever the engines find wrong */
  compile(linked: LinkedSchema, removal: Removal): ValidateFunction {
    const engines: readonly Engine[] = this.#native === null ? [this.ajv] : [this.#native, this.ajv]
    for (const engine of engines) {
      try {
        return engine.compile(linked, removal)
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error
      }
    }
    throw new Unsupported() // ajv compiles each schema, or says what is wrong with it
  }

  /** The native code of a schema, and whether coercion may replace the whole value. @throws Unsupported */
  write(linked: LinkedSchema, removal: Removal): { unit: CodeUnit; replacesRoot: boolean } {
    if (this.#native === null) throw new Unsupported('what the option validatorengine asks it for')
    return { unit: this.#native.write(linked, removal), replacesRoot: this.registry.mayReplace(linked.schema) }
  }
}

/** What the compilers of one context are made from. */
export interface SchemaCompilerParts {
  /** All shared schemas that the context sees. */
  schemas: VisibleSchemas
  /** What all contexts of the server share. */
  compiler: SchemaCompiler
  /** Options of the default serializer (`serializerOpts`). */
  serializerOptions: Readonly<Record<string, unknown>>
  /** When schemas that the default compilers understand are compiled. */
  compile: CompileMode
  controller: SchemaControllerOptions | null
  /** Names of the contexts that hold a shared schema of this `$id` but are not visible here. */
  findElsewhere: (id: string) => readonly string[]
}

/** The same, with what the default compilers of the context share. */
export interface ContextParts extends SchemaCompilerParts {
  readonly documents: SchemaDocuments
  /** What identifies the shared schemas; `null` where nothing does. */
  readonly keyOfVisible: () => string | null
}
