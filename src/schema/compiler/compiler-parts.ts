import type { CompileMode, SchemaControllerOptions, VisibleSchemas } from '../../contracts/schema.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import type { SchemaKeys } from '../model/schema-keys.js'
import type { SchemaCompiler } from './schema-compiler.js'

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
  readonly keys: SchemaKeys
}
