import type { SharedSchema, ValidateFunction, ValidatorCompilerInput } from '../../contracts/schema.js'
import { asFastify, policies } from '../../support/as-fastify.js'
import { findOrMake, lazy } from '../../support/lazy.js'
import { attemptEach } from '../../support/report.js'
import { Unsupported } from '../emit/unsupported.js'
import type { WrittenSchema } from '../engines/native/native-engine.js'
import { keepNativeBranches } from '../keywords/branch-types.js'
import { followRefs, type Rewrite, rewriteForValidator } from '../model/copy-schema.js'
import type { Located } from '../model/schema-documents.js'
import { type LinkedSchema, type LinkKind, passChangesOn, SchemaLinker } from '../model/schema-linker.js'
import { hasRef, namesInherited } from '../model/walk.js'
import { DefaultCompiler } from './default-compiler.js'
import { SchemaChecks } from './schema-checks.js'
import type { ContextParts } from './schema-compiler.js'
import { requestPart } from './schema-error.js'

/** The default validator compiler of one context (docs/guide/validation.md), over the engines of the server. */
export class DefaultValidators extends DefaultCompiler<ValidatorCompilerInput, ValidateFunction> {
  protected readonly code = 'FST_ERR_SCH_VALIDATION_BUILD'
  protected readonly checks = new SchemaChecks(this.parts, 'requests')
  protected readonly cache = this.parts.compiler.validates
  readonly #linkers = new Map<LinkKind, SchemaLinker>()
  readonly #sharedNameInherited = lazy(() => Object.values(this.parts.schemas).some(namesInherited))
  /** Functions by schema, because a keyword of a plugin may have changed the text of the schema. */
  readonly #carrying = new WeakMap<object, Map<LinkKind, ValidateFunction>>()

  /** The native code of a schema for the artefact. @throws Unsupported if there is none */
  write(input: ValidatorCompilerInput): WrittenSchema {
    return this.parts.compiler.write(this.#link(input, this.check(input)), this.#removesFrom(input))
  }

  /** Why a version of ajv validates a schema; `null`: native code does. */
  whyAjv(input: ValidatorCompilerInput): string | null {
    try {
      this.write(input)
      return null
    } catch (error) {
      if (error instanceof Unsupported) return error.message
      throw error
    }
  }

  checkShared(schemas: readonly SharedSchema[], context: string): void {
    attemptEach(schemas, ({ $id }) => this.checks.checkShared($id, context))
  }

  protected kindOf({ httpPart }: ValidatorCompilerInput): LinkKind {
    if (httpPart === 'headers') return 'headers'
    return httpPart === 'querystring' || httpPart === 'params' ? 'text' : 'body'
  }

  partOf({ httpPart }: ValidatorCompilerInput): string {
    return requestPart(httpPart)
  }

  protected isUnsure(input: ValidatorCompilerInput, checked: Located): boolean {
    const { schema } = input
    // A library may refuse the name.
    if (namesInherited(schema) || (hasRef(schema) && this.#sharedNameInherited())) return true
    return this.parts.compiler.ajv.isUnsure(() => this.#link(input, checked))
  }

  protected override find(input: ValidatorCompilerInput, key: string | null): ValidateFunction | undefined {
    return this.#carrying.get(Object(input.schema))?.get(this.kindOf(input)) ?? super.find(input, key)
  }

  protected make(input: ValidatorCompilerInput, checked: Located, key: string | null): ValidateFunction {
    const linked = this.#link(input, checked)
    const validate = this.parts.compiler.compile(linked, this.#removesFrom(input))
    linked.carriers.forEach(passChangesOn)
    if (linked.carriers.length === 0) this.keep(key, validate)
    else findOrMake(this.#carrying, Object(input.schema), () => new Map()).set(this.kindOf(input), validate)
    return validate
  }

  /** Whether undeclared properties are removed from a part of requests. */
  #removesFrom({ httpPart }: ValidatorCompilerInput): boolean {
    return this.parts.compiler.ajv.removesUndeclared && !(httpPart === 'headers' && policies.keepsUndeclaredHeaders)
  }

  #link(input: ValidatorCompilerInput, checked: Located): LinkedSchema {
    const kind = this.kindOf(input)
    return findOrMake(this.#linkers, kind, () => this.#newLinker(kind)).link(checked)
  }

  #newLinker(kind: LinkKind): SchemaLinker {
    const { documents, compiler } = this.parts
    const { registry, ajv } = compiler
    return new SchemaLinker({
      documents,
      isMeant: ajv.hasCustomKeyword,
      kind,
      rewrite: rewriteFor(kind, this.parts),
      registry,
    })
  }
}

function rewriteFor(kind: LinkKind, { documents, compiler }: ContextParts): Rewrite {
  const { version, coercion } = compiler.ajv.options
  const rewrite: Rewrite = (schema) => rewriteForValidator(schema, version)
  if (kind !== 'body' || coercion === 'none' || asFastify) return rewrite // Fastify coerces a value to the first branch that takes it
  return (schema, { schema: source, resource }) => {
    const sourceOf = (keyword: string, index: number) => {
      const branch: unknown = Object(Object(source)[keyword])[index]
      return followRefs({ schema: branch, resource, pointer: '' }, documents).schema
    }
    return keepNativeBranches(rewriteForValidator(schema, version), sourceOf)
  }
}
