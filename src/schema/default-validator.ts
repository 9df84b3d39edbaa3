import type { SharedSchema, ValidatorCompiler, ValidatorCompilerInput } from '../contracts/schema.js'
import { schemaCodes } from '../errors/schema-codes.js'
import { bundleSchema } from './bundle.js'
import type { SchemaCompilerParts } from './compiler-parts.js'
import type { DefaultValidate } from './default-validate.js'
import { findEndlessRef } from './endless-refs.js'
import { isPlainObject } from './plain-data.js'
import { lowerCaseHeaders, rewriteForValidator } from './rewrites.js'
import { SchemaChecks } from './schema-checks.js'
import type { SchemaDocuments } from './schema-documents.js'
import { buildError, routeText } from './schema-error.js'
import { engineOf, type ValidatorEngine } from './validator-engine.js'

export interface DefaultValidatorCompiler {
  compile: ValidatorCompiler
  checkShared(schemas: readonly SharedSchema[], context: string): void
}

/** The default validator compiler of one context (SPEC.md 4.2), over the server's one validator. */
export function createDefaultValidatorCompiler(
  parts: SchemaCompilerParts,
  documents: SchemaDocuments,
): DefaultValidatorCompiler {
  const engine = () => engineOf(parts.validatorengine)
  const checks = new SchemaChecks({
    documents,
    findElsewhere: parts.findElsewhere,
    hasKeyword: (keyword) => engine().hasCustomKeyword(keyword),
    findKeywordProblem: (keyword, value) => engine().findKeywordProblem(keyword, value),
    formats: () => engine().formats,
    unknownKeyword: 'refuse',
    refused: new Map(),
    // With `$data`, keywords hold pointers where draft 7 asks for numbers: the validator checks those schemas itself.
    isMetaChecked: parts.validatorengine.customOptions?.$data !== true,
    invalid: ({ name, part }, pointer, problem) =>
      part.startsWith('shared')
        ? new schemaCodes.ALC_ERR_SHARED_SCHEMA(name, part, pointer, problem)
        : new schemaCodes.FST_ERR_SCH_VALIDATION_BUILD(name, part, pointer, problem),
  })
  const compiled: Record<'header' | 'other', WeakMap<object, DefaultValidate>> = {
    header: new WeakMap(),
    other: new WeakMap(),
  }
  return {
    compile: (input) => {
      const { schema, httpPart } = input
      const memo = compiled[httpPart === 'headers' ? 'header' : 'other']
      const known = typeof schema === 'object' && schema !== null ? memo.get(schema) : undefined
      if (known !== undefined) return known
      const owner = { name: routeText(input), part: httpPart ?? 'request' }
      checks.check(schema, owner)
      const validate = compileChecked(input, documents, engine())
      if (isPlainObject(schema)) memo.set(schema, validate)
      return validate
    },
    checkShared: (schemas, context) => {
      for (const { $id } of schemas) checks.checkShared($id, context)
    },
  }
}

function compileChecked(
  input: ValidatorCompilerInput,
  documents: SchemaDocuments,
  engine: ValidatorEngine,
): DefaultValidate {
  const bundle = bundleSchema(input.schema, {
    documents,
    rewrite: rewriteForValidator,
    isMeant: (keyword) => engine.hasCustomKeyword(keyword),
  })
  const isHeaders = input.httpPart === 'headers'
  const endless = isPlainObject(bundle) ? findEndlessRef(bundle) : null
  if (endless !== null) {
    const { FST_ERR_SCH_VALIDATION_BUILD } = schemaCodes
    throw new FST_ERR_SCH_VALIDATION_BUILD(routeText(input), input.httpPart ?? 'request', '', endless)
  }
  try {
    const schema = isHeaders && isPlainObject(bundle) ? lowerCaseHeaders(bundle) : bundle
    return engine.compile(schema, isHeaders ? 'nothing' : 'undeclared')
  } catch (error) {
    throw buildError('FST_ERR_SCH_VALIDATION_BUILD', error, input, input.httpPart ?? 'request')
  }
}
