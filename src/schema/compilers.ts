import type {
  SchemaControllerOptions,
  SerializerCompiler,
  SharedSchema,
  ValidatorCompiler,
  ValidatorEngineOptions,
  VisibleSchemas,
} from '../contracts/schema.js'
import { createDefaultSerializerCompiler } from './default-serializer.js'
import { createDefaultValidatorCompiler } from './default-validator.js'
import { SchemaDocuments } from './schema-documents.js'

/** What the compilers of one context are made from. */
export interface SchemaCompilerParts {
  /** All shared schemas that the context sees. */
  schemas: VisibleSchemas
  /** One object per server: contexts that pass the same object share one validator. */
  validatorengine: ValidatorEngineOptions
  /** Options of the default serializer (`serializerOpts`); one object per server, too. */
  serializerOptions: Readonly<Record<string, unknown>>
  controller: SchemaControllerOptions | null
  /** Names of the contexts that hold a shared schema of this `$id` but are not visible here. */
  findElsewhere: (id: string) => readonly string[]
}

/** The compilers of one context; nothing is made before the first schema is compiled. */
export interface SchemaCompilers {
  compileValidator: ValidatorCompiler
  compileSerializer: SerializerCompiler
  /**
   * Checks shared schemas that no route may have reached; nothing where the default validator is replaced.
   *
   * @param context names the context whose schemas they are
   * @throws ALC_ERR_SHARED_SCHEMA, ALC_ERR_SCHEMA_KEYWORD, ALC_ERR_SCHEMA_ASYNC, ALC_ERR_SCHEMA_REF
   */
  checkShared(schemas: readonly SharedSchema[], context: string): void
}

/** The compilers of one context: the default ones, or those that the schema controller builds. */
export function createSchemaCompilers(parts: SchemaCompilerParts): SchemaCompilers {
  const documents = new SchemaDocuments(parts.schemas)
  const { buildValidator, buildSerializer } = parts.controller?.compilersFactory ?? {}
  const engineOptions = { customOptions: {}, plugins: [], ...parts.validatorengine }
  const validator = createDefaultValidatorCompiler(parts, documents)
  const ownValidator = buildValidator && lazy(() => buildValidator(parts.schemas, engineOptions))
  const ownSerializer = buildSerializer && lazy(() => buildSerializer(parts.schemas, parts.serializerOptions))
  return {
    compileValidator: ownValidator ? (input) => ownValidator()(input) : validator.compile,
    compileSerializer: ownSerializer
      ? (input) => ownSerializer()(input)
      : createDefaultSerializerCompiler(parts, documents),
    checkShared: ownValidator ? () => {} : validator.checkShared,
  }
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
