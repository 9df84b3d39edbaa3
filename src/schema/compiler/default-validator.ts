import type {
  HttpPart,
  SharedSchema,
  ValidateFunction,
  ValidatorCompiler,
  ValidatorCompilerInput,
} from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { lazy } from '../../support/lazy.js'
import { attemptEach } from '../../support/report.js'
import type { CodeUnit } from '../emit/code-unit.js'
import type { AjvEngine } from '../engines/ajv-engine.js'
import type { Removal } from '../engines/engine.js'
import { followRefs, type Rewrite } from '../model/copy-schema.js'
import { keepNativeBranches } from '../model/native-branches.js'
import { isPlainObject } from '../model/plain-data.js'
import { rewriteForValidator } from '../model/rewrites.js'
import { type LinkedSchema, type LinkKind, passChangesOn, SchemaLinker } from '../model/schema-linker.js'
import type { ContextParts } from './compiler-parts.js'
import { Deferred, type Prepared } from './deferred.js'
import { SchemaChecks } from './schema-checks.js'
import { buildError, requestPart, routeText } from './schema-error.js'

/** The default validator compiler of one context (SPEC.md 4.2), over the engines of the server. */
export class DefaultValidators {
  readonly #parts: ContextParts
  readonly #checks: SchemaChecks
  readonly #linkers: Readonly<Record<LinkKind, () => SchemaLinker>>
  /** By schema: a keyword of a plugin may have changed what it reads like. */
  readonly #carrying = new WeakMap<object, Map<LinkKind, ValidateFunction>>()

  constructor(parts: ContextParts) {
    const { compiler } = parts
    const linkerOf = (kind: LinkKind, rewrite: Rewrite) => {
      const { documents } = parts
      const isMeant = (keyword: string) => compiler.ajv.hasCustomKeyword(keyword)
      return lazy(() => new SchemaLinker({ documents, isMeant, kind, rewrite, registry: compiler.registry }))
    }
    this.#parts = parts
    this.#checks = new SchemaChecks(parts, 'requests')
    this.#linkers = {
      body: linkerOf('body', rewriteForBody(parts)),
      text: linkerOf('text', rewriteForValidator),
      headers: linkerOf('headers', rewriteForValidator),
    }
  }

  readonly compile: ValidatorCompiler = (input) => {
    const key = this.keyOf(input)
    const known = this.#find(input, key)
    if (known !== undefined) return known
    this.#check(input)
    return this.#build(input, key)
  }

  /** Finds what is wrong with a schema; what it becomes may be compiled later. */
  prepare(input: ValidatorCompilerInput): Prepared<ValidateFunction> {
    if (this.#parts.compile === 'boot') return this.compile(input)
    const key = this.keyOf(input)
    const known = this.#find(input, key)
    if (known !== undefined) return known
    this.#check(input)
    const isUnsure = this.#parts.compiler.ajv.isUnsure(() => this.#link(input))
    return isUnsure ? this.#build(input, key) : new Deferred(() => this.compile(input))
  }

  /** The native code of a schema, to be written down. @throws Unsupported where there is none */
  write(input: ValidatorCompilerInput): { unit: CodeUnit; replacesRoot: boolean } {
    this.#check(input)
    return this.#parts.compiler.write(this.#link(input), removalFrom(input))
  }

  checkShared(schemas: readonly SharedSchema[], context: string): void {
    attemptEach(schemas, ({ $id }) => this.#checks.checkShared($id, context))
  }

  /** The key of a schema: see `SchemaKeys`. */
  keyOf({ schema, httpPart }: ValidatorCompilerInput): string | null {
    return this.#parts.keys.of(schema, kindOf(httpPart))
  }

  #find({ schema, httpPart }: ValidatorCompilerInput, key: string | null): ValidateFunction | undefined {
    const carrying = this.#carrying.get(Object(schema))?.get(kindOf(httpPart))
    if (carrying !== undefined) return carrying
    return key === null ? undefined : this.#parts.compiler.validates.get(key)
  }

  #build(input: ValidatorCompilerInput, key: string | null): ValidateFunction {
    const linked = this.#link(input)
    const validate = this.#compileLinked(linked, input)
    if (linked.carriers.length > 0) this.#carry(linked, validate, input)
    else if (key !== null) this.#parts.compiler.validates.set(key, validate)
    return validate
  }

  #compileLinked(linked: LinkedSchema, input: ValidatorCompilerInput): ValidateFunction {
    try {
      return this.#parts.compiler.compile(linked, removalFrom(input))
    } catch (error) {
      throw buildError('FST_ERR_SCH_VALIDATION_BUILD', error, input, requestPart(input.httpPart))
    }
  }

  #carry({ carriers }: LinkedSchema, validate: ValidateFunction, { schema, httpPart }: ValidatorCompilerInput): void {
    carriers.forEach(passChangesOn)
    if (!isPlainObject(schema)) return
    const byKind = this.#carrying.get(schema) ?? new Map<LinkKind, ValidateFunction>()
    this.#carrying.set(schema, byKind.set(kindOf(httpPart), validate))
  }

  #check(input: ValidatorCompilerInput): void {
    const { schema } = input
    const error = schemaCodes.FST_ERR_SCH_VALIDATION_BUILD
    this.#checks.check(schema, { error, name: routeText(input), part: requestPart(input.httpPart) })
  }

  #link({ schema, httpPart }: ValidatorCompilerInput): LinkedSchema {
    return this.#linkers[kindOf(httpPart)]().link(schema)
  }
}

function kindOf(httpPart: HttpPart | undefined): LinkKind {
  if (httpPart === 'headers') return 'headers'
  return httpPart === 'querystring' || httpPart === 'params' ? 'text' : 'body'
}

function removalFrom({ httpPart }: ValidatorCompilerInput): Removal {
  return httpPart === 'headers' && !asFastify ? 'nothing' : 'undeclared'
}

function rewriteForBody({ documents, compiler }: ContextParts): Rewrite {
  const { coercion }: Pick<AjvEngine, 'coercion'> = compiler.ajv
  if (coercion === 'none') return rewriteForValidator
  return (schema, { schema: source, resource }) => {
    const sourceOf = (keyword: string, index: number) => {
      const branch: unknown = Object(Object(source)[keyword])[index]
      return followRefs({ schema: branch, resource, pointer: '' }, documents).schema
    }
    return keepNativeBranches(rewriteForValidator(schema), sourceOf, coercion)
  }
}
