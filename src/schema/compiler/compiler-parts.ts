import type {
  CompileMode,
  SchemaControllerOptions,
  ValidatorEngineOptions,
  VisibleSchemas,
} from '../../contracts/schema.js'
import type { JsonSerializers } from '../serialize/json-serializer.js'

/** What the compilers of one context are made from. */
export interface SchemaCompilerParts {
  /** All shared schemas that the context sees. */
  schemas: VisibleSchemas
  /** One object per server: contexts that pass the same object share one validator. */
  validatorengine: ValidatorEngineOptions
  /** Options of the default serializer (`serializerOpts`); one object per server, too. */
  serializerOptions: Readonly<Record<string, unknown>>
  /** What the serializers of the server share. */
  serializers: JsonSerializers
  /** When schemas that the default compilers understand are compiled. */
  compile: CompileMode
  controller: SchemaControllerOptions | null
  /** Names of the contexts that hold a shared schema of this `$id` but are not visible here. */
  findElsewhere: (id: string) => readonly string[]
}
