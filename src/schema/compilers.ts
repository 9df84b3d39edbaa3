import { Ajv } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type {
  SchemaControllerOptions,
  SerializerCompiler,
  ValidateFunction,
  ValidatorCompiler,
  ValidatorEngineOptions,
  VisibleSchemas,
} from '../contracts/schema.js'

/** What the compilers of one context are made from. */
export interface SchemaCompilerParts {
  /** All shared schemas that the context sees. */
  schemas: VisibleSchemas
  /** One object per server: contexts that pass the same object share one validator. */
  validatorengine: ValidatorEngineOptions
  /** Options of the default serializer (`serializerOpts`). */
  serializerOptions: Readonly<Record<string, unknown>>
  controller: SchemaControllerOptions | null
  /** Told once per server of what is dangerous and allowed. */
  warn: (message: string) => void
  /** Names of the contexts that hold a shared schema of this `$id` but are not visible here. */
  findElsewhere: (id: string) => readonly string[]
}

/** The compilers of one context, made when first used. */
export interface SchemaCompilers {
  compileValidator: ValidatorCompiler
  compileSerializer: SerializerCompiler
  /**
   * Checks the shared schemas that no route has reached.
   *
   * @throws ALC_ERR_SHARED_SCHEMA, ALC_ERR_SCHEMA_KEYWORD, ALC_ERR_SCHEMA_ASYNC, ALC_ERR_SCHEMA_REF
   */
  checkShared(): void
}

export function createSchemaCompilers(parts: SchemaCompilerParts): SchemaCompilers {
  const ajv = new Ajv({ coerceTypes: true, useDefaults: true, removeAdditional: true })
  for (const schema of Object.values(parts.schemas)) ajv.addSchema(schema)
  return {
    compileValidator: ({ schema }) => ajv.compile(schema as object) as unknown as ValidateFunction,
    compileSerializer: ({ schema }) => fastJsonStringify(schema as object, { schema: parts.schemas as {} }),
    checkShared: () => {},
  }
}
