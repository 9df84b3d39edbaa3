import type { SerializerCompiler, ValidatorCompiler } from '../../contracts/schema.js'
import { lazy } from '../../support/lazy.js'
import { SchemaDocuments } from '../model/schema-documents.js'
import { keyOfShared } from '../model/schema-keys.js'
import { takeAsWritten } from '../model/short-form.js'
import type { AheadOfTime, BootCompilers } from '../precompiled/ahead-of-time.js'
import { DefaultSerializers } from './default-serializer.js'
import { DefaultValidators } from './default-validator.js'
import type { SchemaCompilerParts } from './schema-compiler.js'

/** The compilers of one context. Nothing is made before the first schema is compiled. */
export interface SchemaCompilers extends BootCompilers {
  compileValidator: ValidatorCompiler
  compileSerializer: SerializerCompiler
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
    checkShared: ofValidators ? () => {} : atBoot.checkShared,
  }
}

/** A compiler that is built for the first schema. */
function ownCompiler<Input extends { schema: unknown }, Result>(
  build: () => (input: Input) => Result,
): (input: Input) => Result {
  const built = lazy(build)
  return takeAsWritten((input) => built()(input))
}
