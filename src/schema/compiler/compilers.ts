import type {
  SerializeFunction,
  SerializerCompiler,
  SerializerCompilerInput,
  SharedSchema,
  ValidateFunction,
  ValidatorCompiler,
  ValidatorCompilerInput,
} from '../../contracts/schema.js'
import { lazy } from '../../support/lazy.js'
import { takeAsWritten } from '../model/route-schema.js'
import { SchemaDocuments } from '../model/schema-documents.js'
import { keyOfShared } from '../model/schema-registry.js'
import type { Prepared } from './default-compiler.js'
import { DefaultSerializers } from './default-serializer.js'
import { DefaultValidators } from './default-validator.js'
import type { SchemaCompiler, SchemaCompilerParts } from './schema-compiler.js'

/** The compilers of one context. Nothing is made before the first schema is compiled. */
export interface SchemaCompilers extends BootCompilers {
  compileValidator: ValidatorCompiler
  compileSerializer: SerializerCompiler
  /** Why a version of ajv validates a schema, if the default compiler compiles it; `null`: native code validates it. */
  whyAjv(input: ValidatorCompilerInput): string | null
}

/** The compilers of one context: the default ones, or those that the schema controller builds. */
export function createSchemaCompilers(parts: SchemaCompilerParts, ahead: AheadOfTime | null): SchemaCompilers {
  const { compiler } = parts
  const documents = new SchemaDocuments(parts.schemas)
  // A function that is written down is found by the text of the shared schemas. In one process the number of the
  // context is enough.
  const inProcess = String(compiler.contexts++)
  const keyOfVisible = ahead === null ? () => inProcess : lazy(() => keyOfShared(parts.schemas))
  const contextParts = { ...parts, documents, keyOfVisible }
  const validators = new DefaultValidators(contextParts)
  const serializers = new DefaultSerializers(contextParts)
  const atBoot: BootCompilers = ahead?.inContext({ validators, serializers, keyOfVisible }) ?? {
    prepareValidator: (input) => validators.prepare(input),
    prepareSerializer: (input) => serializers.prepare(input),
    checkShared: (schemas, context) => validators.checkShared(schemas, context),
  }
  const { buildValidator, buildSerializer } = parts.controller?.compilersFactory ?? {}
  const engineOptions = { customOptions: {}, plugins: [], ...compiler.validatorengine }
  // Only a compiler of the application knows its own schemas, so it is called at boot.
  const ofValidators = buildValidator && ownCompiler(() => buildValidator(parts.schemas, engineOptions))
  const ofSerializers = buildSerializer && ownCompiler(() => buildSerializer(parts.schemas, parts.serializerOptions))
  return {
    compileValidator: ofValidators ?? validators.compile,
    compileSerializer: ofSerializers ?? serializers.compile,
    prepareValidator: ofValidators ?? atBoot.prepareValidator,
    prepareSerializer: ofSerializers ?? atBoot.prepareSerializer,
    whyAjv: (input) => validators.whyAjv(input),
    checkShared: ofValidators ? () => {} : atBoot.checkShared,
  }
}

function ownCompiler<Input extends { schema: unknown }, Result>(
  build: () => (input: Input) => Result,
): (input: Input) => Result {
  const built = lazy(build)
  return takeAsWritten((input) => built()(input))
}

export interface DefaultCompilers {
  validators: DefaultValidators
  serializers: DefaultSerializers
  /** See `ContextParts`. */
  keyOfVisible: () => string | null
}

/** The compilation of the schemas of one context at boot. */
export interface BootCompilers {
  /** Throws if the schema has a problem. Otherwise compiles it now or later. */
  prepareValidator(input: ValidatorCompilerInput): Prepared<ValidateFunction>
  prepareSerializer(input: SerializerCompilerInput): Prepared<SerializeFunction>
  /**
   * Checks shared schemas that no route may have reached. Does nothing if the default validator is replaced.
   *
   * @param context the name of the context of the schemas
   * @throws ALC_ERR_SHARED_SCHEMA, ALC_ERR_SCHEMA_KEYWORD, ALC_ERR_SCHEMA_ASYNC, ALC_ERR_SCHEMA_REF
   */
  checkShared(schemas: readonly SharedSchema[], context: string): void
}

/** Writes an artefact, or starts with one. */
export interface AheadOfTime {
  inContext(compilers: DefaultCompilers): BootCompilers
}

/** The compiler of a server, and the options on which its schemas depend. */
export interface SchemaOptions {
  compiler: SchemaCompiler
  serializerOptions: Readonly<Record<string, unknown>>
  alcoveVersion: string
}
