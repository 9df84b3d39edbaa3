import type {
  SerializeFunction,
  SerializerCompilerInput,
  SharedSchema,
  ValidateFunction,
  ValidatorCompilerInput,
  ValidatorEngineOptions,
} from '../../contracts/schema.js'
import type { DefaultSerializers } from '../compiler/default-serializer.js'
import type { DefaultValidators } from '../compiler/default-validator.js'
import type { Prepared } from '../compiler/deferred.js'

/** The default compilers of one context. */
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

/** The options of a server on which its schemas depend. */
export interface SchemaOptions {
  validatorengine: ValidatorEngineOptions
  serializerOptions: Readonly<Record<string, unknown>>
  /** The version of alcove. */
  alcoveVersion: string
}
