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
import { SchemaDocuments } from '../model/schema-documents.js'
import { takeAsWritten } from '../model/short-form.js'
import type { AheadOfTime } from '../precompiled/ahead-of-time.js'
import type { SchemaCompilerParts } from './compiler-parts.js'
import { createDefaultSerializerCompiler } from './default-serializer.js'
import { createDefaultValidatorCompiler } from './default-validator.js'
import type { Prepared } from './deferred.js'

/** The compilers of one context; nothing is made before the first schema is compiled. */
export interface SchemaCompilers {
  compileValidator: ValidatorCompiler
  compileSerializer: SerializerCompiler
  /** For a route at boot: throws for what is wrong with the schema, and compiles it now or leaves that for later. */
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

/** The compilers of one context: the default ones, or those that the schema controller builds. */
export function createSchemaCompilers(parts: SchemaCompilerParts, ahead: AheadOfTime | null): SchemaCompilers {
  const documents = new SchemaDocuments(parts.schemas)
  const { buildValidator, buildSerializer } = parts.controller?.compilersFactory ?? {}
  const engineOptions = { customOptions: {}, plugins: [], ...parts.compiler.validatorengine }
  const validator = createDefaultValidatorCompiler(parts, documents)
  const serializer = createDefaultSerializerCompiler(parts, documents)
  const ownValidator = buildValidator && lazy(() => buildValidator(parts.schemas, engineOptions))
  const ownSerializer = buildSerializer && lazy(() => buildSerializer(parts.schemas, parts.serializerOptions))
  const compileValidator: ValidatorCompiler = ownValidator
    ? takeAsWritten((input) => ownValidator()(input))
    : validator.compile
  const compileSerializer: SerializerCompiler = ownSerializer
    ? takeAsWritten((input) => ownSerializer()(input))
    : serializer.compile
  const atBoot = ahead?.inContext({ validator, serializer }, parts.schemas) ?? {
    prepareValidator: validator.prepare,
    prepareSerializer: serializer.prepare,
    checkShared: validator.checkShared,
  }
  return {
    compileValidator,
    compileSerializer,
    // What a compiler of the application's own understands only it can tell: it is called at boot.
    prepareValidator: ownValidator ? compileValidator : atBoot.prepareValidator,
    prepareSerializer: ownSerializer ? compileSerializer : atBoot.prepareSerializer,
    checkShared: ownValidator ? () => {} : atBoot.checkShared,
  }
}
