import type { RouteName } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import type { ByteCache } from '../../support/byte-cache.js'
import { lazy } from '../../support/lazy.js'
import type { Located } from '../model/schema-documents.js'
import { keyOfSchema } from '../model/schema-registry.js'
import type { SchemaChecks } from './schema-checks.js'
import type { ContextParts } from './schema-compiler.js'
import { type BuildCode, buildError, routeText } from './schema-error.js'

/** A function that is compiled when it is first needed. Its schema has been checked before. */
export class Deferred<T> {
  /** @throws the error of the compiler, at each call */
  readonly get: () => T

  constructor(compile: () => T) {
    this.get = lazy(compile)
  }
}

/** A result that is compiled at boot, or at its first use. */
export type Prepared<T> = T | Deferred<T>

export interface CompilerInput extends RouteName {
  schema: unknown
}

/** A default compiler of one context. It checks schemas, and finds functions by the keys of their schemas. */
export abstract class DefaultCompiler<Input extends CompilerInput, Compiled> {
  /** Functions by keys, for all contexts of the server. */
  protected abstract readonly cache: ByteCache<Compiled>
  protected abstract readonly code: BuildCode
  protected abstract readonly checks: SchemaChecks

  constructor(protected readonly parts: ContextParts) {}

  readonly compile = (input: Input): Compiled => {
    const key = this.keyOf(input)
    const compiled = this.find(input, key) ?? this.#make(input, this.check(input), key)
    return this.complete(compiled, input)
  }

  /** Finds the problems of a schema. Its function may be compiled later. */
  prepare(input: Input): Prepared<Compiled> {
    if (this.parts.compile === 'boot') return this.compile(input)
    const key = this.keyOf(input)
    const known = this.find(input, key)
    if (known !== undefined) return this.complete(known, input)
    const checked = this.check(input)
    const isLater = !this.isUnsure(input, checked)
    return isLater ? new Deferred(() => this.compile(input)) : this.complete(this.#make(input, checked, key), input)
  }

  keyOf(input: Input): string | null {
    return keyOfSchema(input.schema, this.kindOf(input), this.parts.keyOfVisible)
  }

  protected check(input: Input): Located {
    const subject = { error: schemaCodes[this.code], name: routeText(input), part: this.partOf(input) }
    return this.checks.check(input.schema, subject)
  }

  protected find(_input: Input, key: string | null): Compiled | undefined {
    return key === null ? undefined : this.cache.get(key)
  }

  protected keep(key: string | null, compiled: Compiled): void {
    if (key !== null) this.cache.set(key, compiled)
  }

  /** Completes a function for one route. Another route may have a schema with the same text. */
  protected complete(compiled: Compiled, _input: Input): Compiled {
    return compiled
  }

  #make(input: Input, checked: Located, key: string | null): Compiled {
    try {
      return this.make(input, checked, key)
    } catch (error) {
      throw buildError(this.code, error, input, this.partOf(input))
    }
  }

  /** The kind of function that is made of a schema, among all that the compilers make. */
  protected abstract kindOf(input: Input): string
  abstract partOf(input: Input): string
  /** Whether a mistake in a schema that has been checked could appear only when it is compiled. */
  protected abstract isUnsure(input: Input, checked: Located): boolean
  /** Compiles a schema that has been checked, and keeps the function. */
  protected abstract make(input: Input, checked: Located, key: string | null): Compiled
}
