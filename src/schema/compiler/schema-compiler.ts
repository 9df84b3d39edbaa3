import type { SchemaFailure, ValidatorEngineOptions } from '../../contracts/schema.js'
import type { CodeUnit } from '../emit/code-unit.js'
import { readEngineOptions } from '../engines/engine-options.js'
import { NativeCode } from '../engines/native/native-code.js'
import { NativeSchemas } from '../engines/native/native-schemas.js'
import { RemovalUnits } from '../engines/native/removal-units.js'
import { type Ownership, ValidatorEngine } from '../engines/validator-engine.js'
import type { RawValidate, ValidatorVersion } from '../engines/validator-version.js'
import { findEndlessRef } from '../model/endless-refs.js'
import { namesInherited } from '../model/inherited-names.js'
import { passChangesOn } from '../model/keyword-carrier.js'
import { isJsonSchema, isPlainObject, type PlainObject } from '../model/plain-data.js'
import type { LinkedSchema } from '../model/schema-linker.js'
import { SchemaRegistry } from '../model/schema-registry.js'
import { SchemaShape } from '../model/schema-shape.js'
import { JsonSerializers } from '../serialize/json-serializer.js'
import { createDefaultValidate, type DefaultValidate } from '../validation/default-validate.js'
import { mustCompileToTell } from './compile-to-check.js'
import { MetaSchema } from './meta-schema.js'

/** Native code of a schema, or why only ajv validates it. */
export type NativeParts = { unit: CodeUnit; replacesRoot: boolean } | { reason: string }

/** Compiles the schemas of one server, for all its contexts. What it has compiled is found again by text. */
export class SchemaCompiler {
  /** The option `validatorengine`. */
  readonly validatorengine: ValidatorEngineOptions
  readonly engine: ValidatorEngine
  /** What the serializers of the server share. */
  readonly serializers = new JsonSerializers()
  readonly metaSchema = new MetaSchema()
  readonly registry = new SchemaRegistry()
  readonly #native: NativeCode
  readonly #schemas: NativeSchemas | null
  readonly #removals: RemovalUnits
  readonly #added = new Map<ValidatorVersion, Set<string>>()
  readonly #ending = new Set<string>()
  readonly #sure = new Set<string>()
  readonly #byText = new Map<string, DefaultValidate>()

  constructor(validatorengine: ValidatorEngineOptions) {
    this.validatorengine = validatorengine
    this.engine = new ValidatorEngine(readEngineOptions(validatorengine))
    const { nativeOptions, version } = this.engine
    this.#removals = new RemovalUnits(this.registry)
    this.#native = new NativeCode(nativeOptions ?? { version, formats: () => new Map() })
    this.#schemas = nativeOptions && new NativeSchemas(nativeOptions, this.registry, this.#removals)
  }

  /** Makes all functions whose code is written: what a boot compiles is ready before the first request. */
  runCode(): void {
    this.#native.runCode()
    this.serializers.runCode()
  }

  /** What is wrong with the `$ref`s of a schema and of those it names; `null`: nothing. */
  findEndlessRef({ schema, dependencies }: LinkedSchema): string | null {
    const written = (root: unknown) => (ref: string) => this.registry.refById(ref, root)
    for (const key of this.#reached(dependencies)) {
      if (this.#ending.has(key)) continue
      const shared = this.registry.get(key)?.schema
      const problem = shared === undefined ? null : findEndlessRef(shared, this.#shapeIn(shared), written(shared))
      if (problem !== null) return problem
      this.#ending.add(key)
    }
    return isPlainObject(schema) ? findEndlessRef(schema, this.#shapeIn(schema), written(schema)) : null
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
    const { schema } = linked
    const native = this.compileNatively(linked, removes)
    if (!('reason' in native)) {
      this.#native.add(native.unit)
      const raw = this.#native.validatorOf(native.unit)
      return createDefaultValidate({ replacesRoot: native.replacesRoot, raw, removal: null })
    }
    const replacesRoot = this.#mayReplaceRoot(schema)
    // Before the validator compiles: a plugin may change the schema then.
    const removal = this.#isRemoving(schema, removes) ? this.#removals.find(schema, schema) : null
    if (removal !== null) this.#native.add(removal)
    const raw = this.#compileRaw(linked)
    return createDefaultValidate({ replacesRoot, raw, removal: removal && this.#native.functionOf(removal) })
  }

  /** The native code of a schema. */
  compileNatively(linked: LinkedSchema, removes: 'undeclared' | 'nothing'): NativeParts {
    const { schema } = linked
    if (this.#schemas === null) return { reason: 'the option validatorengine asks for ajv' }
    const key = wholeSharedSchema(schema)
    const start = key === null ? schema : this.registry.get(key)?.schema
    if (!isPlainObject(start)) return { reason: 'it is not an object' }
    const found = this.#schemas.find(start, this.#isRemoving(schema, removes))
    if ('reason' in found) return found
    if (this.#needsAjv(linked)) {
      return { reason: 'only ajv finds out whether it is a valid schema' }
    }
    return { unit: found.unit, replacesRoot: this.#mayReplaceRoot(schema) }
  }

  /** Whether only ajv finds out whether a schema is valid. */
  #needsAjv(linked: LinkedSchema): boolean {
    const { version, dialect } = this.engine
    if (version === 6) return false
    if (dialect === 'draft-07') return this.isUnsure(linked)
    const ajv = this.engine.versionFor('inherited')
    return !this.schemasOf(linked).every((schema) => ajv.isValidSchema(schema))
  }

  #isRemoving(schema: unknown, removes: 'undeclared' | 'nothing'): schema is PlainObject {
    return removes === 'undeclared' && this.engine.removesUndeclared && isPlainObject(schema)
  }

  /** A linked schema and all shared ones that it reaches. */
  schemasOf({ schema, dependencies }: LinkedSchema): unknown[] {
    return [schema, ...[...this.#reached(dependencies)].map((key) => this.registry.get(key)?.schema)]
  }

  #compileRaw(linked: LinkedSchema): RawValidate {
    const { schema, dependencies } = linked
    const reached = this.#reached(dependencies)
    const ownership: Ownership = this.schemasOf(linked).some(namesInherited) ? 'own' : 'inherited'
    const version = this.engine.versionFor(ownership)
    this.#add(version, reached)
    const key = wholeSharedSchema(schema)
    const raw = key === null ? version.compile(isJsonSchema(schema) ? schema : true) : version.compileAdded(key)
    return { ...raw, errors: () => this.#withIds(raw.errors(), schema) }
  }

  /** ajv knows shared schemas by their keys; errors name them by their `$id`s. */
  #withIds(errors: SchemaFailure[] | null, schema: unknown): SchemaFailure[] | null {
    for (const error of errors ?? []) {
      if (typeof error.schemaPath === 'string') error.schemaPath = this.registry.refById(error.schemaPath, schema)
    }
    return errors
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
