import type {
  HttpPart,
  SharedSchema,
  ValidateFunction,
  ValidatorCompiler,
  ValidatorCompilerInput,
  ValidatorEngineOptions,
} from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import { attemptEach } from '../../support/report.js'
import type { ValidatorEngine } from '../engines/validator-engine.js'
import { type BundleParts, bundleSchema } from '../model/bundle.js'
import { followRefs, type Rewrite } from '../model/copy-schema.js'
import { EndlessDefaults } from '../model/endless-defaults.js'
import { hasRef } from '../model/holds-entry.js'
import { keepNativeBranches } from '../model/native-branches.js'
import { isPlainObject } from '../model/plain-data.js'
import { pointerTo } from '../model/pointer.js'
import { lowerCaseHeaders, rewriteForValidator } from '../model/rewrites.js'
import type { Located } from '../model/schema-document.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import { encoded, type LinkedSchema, SchemaLinker } from '../model/schema-linker.js'
import type { DefaultValidate } from '../validation/default-validate.js'
import type { SchemaCompilerParts } from './compiler-parts.js'
import { Deferred, type Prepared } from './deferred.js'
import { SchemaChecks } from './schema-checks.js'
import type { NativeParts, SchemaCompiler } from './schema-compiler.js'
import { buildError, requestPart, routeText } from './schema-error.js'

export interface DefaultValidatorCompiler {
  compile: ValidatorCompiler
  /** Finds what is wrong with a schema; what it becomes may be compiled later. */
  prepare(input: ValidatorCompilerInput): Prepared<ValidateFunction>
  /** The native code of a schema, to be written down. */
  open(input: ValidatorCompilerInput): NativeParts
  checkShared(schemas: readonly SharedSchema[], context: string): void
}

/** The default validator compiler of one context (SPEC.md 4.2), over the server's one validator. */
export function createDefaultValidatorCompiler(
  parts: SchemaCompilerParts,
  documents: SchemaDocuments,
): DefaultValidatorCompiler {
  const { compiler } = parts
  const { engine } = compiler
  const linking = lazy((): Linking => {
    const { registry } = compiler
    const copying = { documents, rewrite: rewriteForValidator, isMeant: isCustomIn(engine) }
    const bodyCopying = { ...copying, rewrite: rewriteForBody(documents, engine.coercion) }
    const linkers = {
      body: lazy(() => new SchemaLinker({ ...bodyCopying, registry })),
      text: lazy(() => new SchemaLinker({ ...copying, registry })),
    }
    return { copying, compiler, linkers }
  })
  const checks = new SchemaChecks({
    documents,
    metaSchema: parts.compiler.metaSchema,
    findElsewhere: parts.findElsewhere,
    isKnown: (ref) => engine.hasSchema(ref),
    hasKeyword: (keyword) => engine.hasCustomKeyword(keyword),
    findKeywordProblem: (keyword, value) => engine.findKeywordProblem(keyword, value),
    formats: () => engine.formats,
    unknownKeyword: 'refuse',
    refused: new Map(),
    isMetaChecked: isOfDraft7(compiler.validatorengine),
    invalid: ({ of, name, part }, pointer, problem) =>
      of === 'context'
        ? new schemaCodes.ALC_ERR_SHARED_SCHEMA(name, part, pointer, problem)
        : new schemaCodes.FST_ERR_SCH_VALIDATION_BUILD(name, part, pointer, problem),
  })
  const memos = { headers: lazy(createMemo), body: lazy(createMemo), text: lazy(createMemo) }
  const defaults = compiler.validatorengine.customOptions?.useDefaults === false ? null : new EndlessDefaults(documents)
  const check = (input: ValidatorCompilerInput) => {
    const part = requestPart(input.httpPart)
    checks.check(input.schema, { of: 'route', name: routeText(input), part })
    const endless = hasRef(input.schema) ? (defaults?.find(documents.open(input.schema)) ?? null) : null
    if (endless === null) return
    const { sharedId } = endless.resource.document
    const of = sharedId === null ? part : `${part} (by way of the shared schema "${sharedId}")`
    const problem = 'the default leads to itself: the object that it fills in lacks the property that it is for'
    throw new schemaCodes.FST_ERR_SCH_VALIDATION_BUILD(
      routeText(input),
      of,
      pointerTo(endless.pointer, 'default'),
      problem,
    )
  }
  const compile = (input: ValidatorCompilerInput): ValidateFunction => {
    const { schema, httpPart } = input
    const memo = memos[kindOf(httpPart)]()
    const known = isPlainObject(schema) ? memo.get(schema) : undefined
    if (known !== undefined && known !== 'checked') return known
    check(input)
    const validate = compileChecked(input, linking())
    if (isPlainObject(schema)) memo.set(schema, validate)
    return validate
  }
  return {
    compile,
    prepare: (input) => {
      if (parts.compile === 'boot') return compile(input)
      const { schema, httpPart } = input
      const memo = memos[kindOf(httpPart)]()
      if (!isPlainObject(schema) || !memo.has(schema)) {
        check(input)
        if (isUnsure(input, linking())) return compile(input)
        if (isPlainObject(schema)) memo.set(schema, 'checked')
      }
      return new Deferred(() => compile(input))
    },
    open: (input) => {
      check(input)
      return linking().compiler.compileNatively(link(input, linking()), removedFrom(input))
    },
    checkShared: (schemas, context) => {
      attemptEach(schemas, ({ $id }) => checks.checkShared($id, context))
    },
  }
}

/** Schemas of later dialects are checked by the validator itself, as are those with `$data` in place of numbers. */
function isOfDraft7({ dialect = 'draft-07', customOptions }: ValidatorEngineOptions): boolean {
  return dialect === 'draft-07' && customOptions?.$data !== true
}

interface Linking {
  copying: BundleParts
  compiler: SchemaCompiler
  linkers: { body: () => SchemaLinker; text: () => SchemaLinker }
}

/** What has become of each schema: one that is compiled later has been checked. */
function createMemo(): WeakMap<object, DefaultValidate | 'checked'> {
  return new WeakMap()
}

/** In a body JSON tells a number from a text; in all other parts everything is sent as text. */
export function kindOf(httpPart: HttpPart | undefined): 'headers' | 'body' | 'text' {
  if (httpPart === 'headers') return 'headers'
  return httpPart === 'querystring' || httpPart === 'params' ? 'text' : 'body'
}

function rewriteForBody(documents: SchemaDocuments, coercion: ValidatorEngine['coercion']): Rewrite {
  if (coercion === 'none') return rewriteForValidator
  return (schema, { schema: source, resource }) => {
    const sourceOf = (keyword: string, index: number) => {
      const branch: unknown = Object(Object(source)[keyword])[index]
      return followRefs({ schema: branch, resource, pointer: '' }, documents).schema
    }
    return keepNativeBranches(rewriteForValidator(schema), sourceOf, coercion)
  }
}

function isCustomIn(engine: ValidatorEngine): (keyword: string) => boolean {
  return (keyword) => engine.hasCustomKeyword(keyword)
}

function compileChecked(input: ValidatorCompilerInput, linking: Linking): DefaultValidate {
  const linked = link(input, linking)
  try {
    return linking.compiler.compile(linked, removedFrom(input))
  } catch (error) {
    throw buildError('FST_ERR_SCH_VALIDATION_BUILD', error, input, requestPart(input.httpPart))
  }
}

function removedFrom({ httpPart }: ValidatorCompilerInput): 'nothing' | 'undeclared' {
  return httpPart === 'headers' ? 'nothing' : 'undeclared'
}

function link(input: ValidatorCompilerInput, linking: Linking): LinkedSchema {
  const kind = kindOf(input.httpPart)
  const linked = kind === 'headers' ? linkHeaders(input.schema, linking) : linking.linkers[kind]().link(input.schema)
  const endless = linking.compiler.findEndlessRef(linked)
  if (endless === null) return linked
  const part = requestPart(input.httpPart)
  throw new schemaCodes.FST_ERR_SCH_VALIDATION_BUILD(routeText(input), part, '', endless)
}

/** Whether only compiling a checked schema tells whether it is right. */
function isUnsure(input: ValidatorCompilerInput, linking: Linking): boolean {
  const { schema } = input
  return linking.compiler.isUnsure(hasRef(schema) ? link(input, linking) : { schema, dependencies: [], carriers: [] })
}

/** Header names are lowered in shared schemas as well, but only here: they are copied into the route's. */
function linkHeaders(schema: unknown, { copying, compiler }: Linking): LinkedSchema {
  const names = new Map<string, string>()
  const named = (name: string, { resource, pointer }: Located) => {
    const id = resource.document.sharedId ?? ''
    names.set(name, `${id.replace(/#$/, '')}#${encoded(pointer)}`)
  }
  const bundle = bundleSchema(schema, { ...copying, named })
  if (!isPlainObject(bundle)) return { schema: bundle, dependencies: [], carriers: [] }
  const lowered = lowerCaseHeaders(bundle)
  compiler.registry.nameDefinitions(lowered, names)
  return { schema: lowered, dependencies: [], carriers: [] }
}
