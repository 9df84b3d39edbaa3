import type { ValidatorEngineOptions } from '../../contracts/schema.js'
import { readEngineOptions } from '../engines/engine-options.js'
import { RemovalCompiler } from '../engines/native/compile-removal.js'
import { type RuleUnit, RuleUnits } from '../engines/native/rule-units.js'
import { compileRules } from '../engines/native/rule-validate.js'
import { nothing, type RemovalSlot } from '../engines/native/undeclared-removal.js'
import { type Ownership, ValidatorEngine } from '../engines/validator-engine.js'
import type { LibraryValidate, ValidatorVersion } from '../engines/validator-version.js'
import { findEndlessRef } from '../model/endless-refs.js'
import { namesInherited } from '../model/inherited-names.js'
import { passChangesOn } from '../model/keyword-carrier.js'
import { isJsonSchema, isPlainObject, type PlainObject } from '../model/plain-data.js'
import type { LinkedSchema } from '../model/schema-linker.js'
import { SchemaRegistry } from '../model/schema-registry.js'
import { SchemaShape } from '../model/schema-shape.js'
import {
  createDefaultValidate,
  type DefaultValidate,
  type DefaultValidateParts,
} from '../validation/default-validate.js'
import { mustCompileToTell } from './compile-to-check.js'

const compilers = new WeakMap<ValidatorEngineOptions, LinkedCompiler>()

/** The compiler of a server's linked schemas: one for all its contexts. */
export function linkedCompilerOf(options: ValidatorEngineOptions): LinkedCompiler {
  const known = compilers.get(options)
  if (known !== undefined) return known
  const compiler = new LinkedCompiler(new ValidatorEngine(readEngineOptions(options)))
  compilers.set(options, compiler)
  return compiler
}

/** What a validator is made of: rules of our own, or what the library compiled. */
export type ValidatorParts = RuleParts | LibraryParts

export interface RuleParts extends Pick<DefaultValidateParts, 'replacesRoot'> {
  rules: RuleUnit
}

export interface LibraryParts extends Pick<DefaultValidateParts, 'replacesRoot'> {
  raw: LibraryValidate
  /** The removal of undeclared properties. */
  slot: RemovalSlot
  version: ValidatorVersion
}

export class LinkedCompiler {
  readonly engine: ValidatorEngine
  readonly registry = new SchemaRegistry()
  readonly #units: RuleUnits | null
  readonly #removals: RemovalCompiler
  readonly #added = new Map<ValidatorVersion, Set<string>>()
  readonly #ending = new Set<string>()
  readonly #sure = new Set<string>()
  readonly #byText = new Map<string, DefaultValidate>()

  constructor(engine: ValidatorEngine) {
    this.engine = engine
    this.#units = engine.ruleOptions && new RuleUnits(engine.ruleOptions, this.registry)
    this.#removals = new RemovalCompiler(this.#shapeIn({}), null, () => false)
  }

  /** What is wrong with the `$ref`s of a schema and of those it names; `null`: nothing. */
  findEndlessRef({ schema, dependencies }: LinkedSchema): string | null {
    for (const key of this.#reached(dependencies)) {
      if (this.#ending.has(key)) continue
      const shared = this.registry.get(key)?.schema
      const problem = shared === undefined ? null : findEndlessRef(shared, this.#shapeIn(shared))
      if (problem !== null) return problem
      this.#ending.add(key)
    }
    return isPlainObject(schema) ? findEndlessRef(schema, this.#shapeIn(schema)) : null
  }

  /** Whether only the validator can tell what is wrong with a schema or one of those it names. */
  isUnsure({ schema, dependencies }: LinkedSchema): boolean {
    for (const key of this.#reached(dependencies)) {
      if (this.#sure.has(key)) continue
      if (mustCompileToTell(this.registry.get(key)?.schema, this.engine)) return true
      this.#sure.add(key)
    }
    return mustCompileToTell(schema, this.engine)
  }

  /**
   * @param removes whether undeclared properties are removed from this part of the request
   * @throws whatever the validator finds wrong
   */
  compile(linked: LinkedSchema, removes: 'undeclared' | 'nothing'): DefaultValidate {
    if (linked.carriers.length > 0) return this.#compileCarrying(linked, removes)
    const text = `${removes} ${this.registry.textOf(linked.schema)}`
    const known = this.#byText.get(text)
    if (known !== undefined) return known
    const validate = this.#compile(linked, removes)
    this.#byText.set(text, validate)
    return validate
  }

  /** Each route's own: its keywords have it to change. */
  #compileCarrying(linked: LinkedSchema, removes: 'undeclared' | 'nothing'): DefaultValidate {
    const validate = this.#compile(linked, removes)
    linked.carriers.forEach(passChangesOn)
    return validate
  }

  #compile(linked: LinkedSchema, removes: 'undeclared' | 'nothing'): DefaultValidate {
    const parts = this.compileParts(linked, removes)
    const { replacesRoot } = parts
    if ('rules' in parts) return createDefaultValidate({ replacesRoot, raw: compileRules(parts.rules), removal: null })
    return createDefaultValidate({ replacesRoot, raw: parts.raw, removal: parts.slot.removal })
  }

  /** What a validator is made of. */
  compileParts(linked: LinkedSchema, removes: 'undeclared' | 'nothing'): ValidatorParts {
    const { schema } = linked
    const replacesRoot = this.#mayReplaceRoot(schema)
    const isRemoving = removes === 'undeclared' && this.engine.removesUndeclared && isPlainObject(schema)
    const rules = this.#rulesOf(linked, isRemoving)
    if (rules !== null) return { rules, replacesRoot }
    // Before the validator compiles: a plugin may change the schema then.
    const slot = isRemoving ? this.#removalOf(schema) : nothing
    return { slot, replacesRoot, ...this.#compileRaw(linked) }
  }

  /** A linked schema and all shared ones that it reaches. */
  schemasOf({ schema, dependencies }: LinkedSchema): unknown[] {
    return [schema, ...[...this.#reached(dependencies)].map((key) => this.registry.get(key)?.schema)]
  }

  #rulesOf(linked: LinkedSchema, isRemoving: boolean): RuleUnit | null {
    const { schema } = linked
    if (this.#units === null || (this.engine.version === 8 && this.isUnsure(linked))) return null
    const key = wholeSharedSchema(schema)
    const start = key === null ? schema : this.registry.get(key)?.schema
    return isPlainObject(start) ? this.#units.find(start, isRemoving) : null
  }

  #compileRaw(linked: LinkedSchema): Pick<LibraryParts, 'raw' | 'version'> {
    const { schema, dependencies } = linked
    const reached = this.#reached(dependencies)
    const ownership: Ownership = this.schemasOf(linked).some(namesInherited) ? 'own' : 'inherited'
    const version = this.engine.versionFor(ownership)
    this.#add(version, reached)
    const key = wholeSharedSchema(schema)
    const raw = key === null ? version.compile(isJsonSchema(schema) ? schema : true) : version.compileAdded(key)
    return { raw, version }
  }

  #add(version: ValidatorVersion, keys: ReadonlySet<string>): void {
    const added = this.#added.get(version) ?? new Set()
    this.#added.set(version, added)
    for (const key of keys) {
      const registered = this.registry.get(key)
      if (added.has(key) || registered === undefined) continue
      version.add(registered.schema)
      added.add(key)
    }
  }

  #reached(keys: readonly string[]): ReadonlySet<string> {
    const reached = new Set<string>()
    const pending = [...keys]
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      if (reached.has(key)) continue
      reached.add(key)
      pending.push(...(this.registry.get(key)?.dependencies ?? []))
    }
    return reached
  }

  #removalOf(schema: PlainObject): RemovalSlot {
    return new RemovalCompiler(this.#shapeIn(schema), this.#removals, (part) => this.registry.owns(part)).slotOf([
      schema,
    ])
  }

  #shapeIn(root: PlainObject): SchemaShape {
    return new SchemaShape((schema) => this.registry.target(schema, root))
  }

  /** Only an object is never coerced into something else. */
  #mayReplaceRoot(root: unknown): boolean {
    let schema = root
    const passed = new Set<unknown>()
    while (isPlainObject(schema) && schema.type === undefined && schema.$ref !== undefined && !passed.has(schema)) {
      passed.add(schema)
      schema = this.registry.target(schema, isPlainObject(root) ? root : {})
    }
    return isPlainObject(schema) && schema.type !== 'object'
  }
}

/** The key, where a schema is nothing but a `$ref` to all of a shared one. */
function wholeSharedSchema(schema: unknown): string | null {
  if (!isPlainObject(schema) || typeof schema.$ref !== 'string' || Object.keys(schema).length > 1) return null
  return /^[^#]+#$/.test(schema.$ref) ? schema.$ref.slice(0, -1) : null
}
