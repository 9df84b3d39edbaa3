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

/** What happens at boot to the schemas of one context. */
export interface BootCompilers {
  /** Throws for what is wrong with the schema, and compiles it now or leaves that for later. */
  prepareValidator(input: ValidatorCompilerInput): Prepared<ValidateFunction>
  prepareSerializer(input: SerializerCompilerInput): Prepared<SerializeFunction>
  /**
   * Checks shared schemas that no route may have reached; nothing where the default validator is replaced.
   *
   * @param context names the context whose schemas they are
   * @throws ALC_ERR_SHARED_SCHEMA, ALC_ERR_SCHEMA_KEYWORD, ALC_ERR_SCHEMA_ASYNC, ALC_ERR_SCHEMA_REF
   */
  checkShared(schemas: readonly SharedSchema[], context: string): void
}

/** The writing of an artefact, or the start with one. */
export interface AheadOfTime {
  inContext(compilers: DefaultCompilers): BootCompilers
}

/** The options of a server on which its schemas depend. */
export interface SchemaOptions {
  validatorengine: ValidatorEngineOptions
  serializerOptions: Readonly<Record<string, unknown>>
  /** Our own version. */
  alcoveVersion: string
}
