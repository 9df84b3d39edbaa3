import type { SchemaFailure, ValidateFunction } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { draft7MetaSchema } from '../../packages/libraries.cjs'
import { policies } from '../../support/as-fastify.js'
import { findOrMake } from '../../support/lazy.js'
import { isInherited } from '../../support/values.js'
import { problemOf } from '../compiler/schema-error.js'
import { createValidate, type RootHolder } from '../emit/own-validate.js'
import { draft7Keywords, isAnnotation } from '../keywords/table.js'
import { isJsonSchema } from '../model/json-schema.js'
import type { LinkedSchema } from '../model/schema-linker.js'
import { registeredKey, type SchemaRegistry } from '../model/schema-registry.js'
import { holdsEntry, namesInherited } from '../model/walk.js'
import { createAjv6 } from './ajv-6.js'
import { createAjv8 } from './ajv-8.js'
import type { AjvLibrary, AjvValidate } from './engine.js'
import { checkingKeywords, type EngineOptions, optionsOfValues } from './engine-options.js'
import { OpenFormats } from './format-options.js'
import { refuseMisread } from './misread-names.js'
import type { NativeCode } from './native/native-code.js'
import type { RemovalUnits } from './native/removal-units.js'

/** The properties of the data that the validator reads. To read own ones only is slower. */
type Ownership = 'own' | 'inherited'

/** Options that change how values are treated, but not which schemas are accepted. */
const harmlessOptions: ReadonlySet<string> = new Set([
  ...Object.keys(optionsOfValues),
  ...['formats', 'format', 'logger', 'unicode'],
])

/** The versions of ajv with the plugins of the application. They are made when the first schema is compiled. */
export class AjvEngine {
  /** Whether the validator itself checks schemas by their meta-schema. It knows the meta-schemas of its plugins. */
  readonly checksItself: boolean
  /** Whether our code removes undeclared properties: the baseline, and the meaning of `removeAdditional: true`. */
  readonly removesUndeclared: boolean
  /** Whether the options of the application change nothing about which schemas are valid. */
  readonly #takesUsualSchemas: boolean
  /** Whether strict mode is off. Then ajv ignores unknown keywords. */
  readonly ignoresUnknown: boolean
  /** Whether the data may contain values of keywords (`$data`). */
  readonly takesData: boolean
  /** Keywords of the application with names that native code takes for annotations. */
  readonly meantAnnotations: readonly string[]
  readonly options: EngineOptions
  readonly #libraries = new Map<Ownership, AjvLibrary>()
  /** Keys of the registered schemas that a library knows. */
  readonly #added = new WeakMap<AjvLibrary, Set<string>>()
  #hasMetaSchema = false

  constructor(
    options: EngineOptions,
    private readonly removals: RemovalUnits,
    private readonly registry: SchemaRegistry,
    private readonly code: NativeCode,
  ) {
    const { customOptions, plugins, onCreate } = options
    const harmful = Object.keys(customOptions).filter((name) => !harmlessOptions.has(name))
    // Keywords of the application change nothing for schemas without them.
    this.#takesUsualSchemas = harmful.every((name) => name === 'keywords')
    // Our own code checks draft 7, the same for both versions of the validator.
    this.checksItself = plugins.length > 0 || onCreate !== null || harmful.length > 0 || options.dialect !== 'draft-07'
    this.removesUndeclared = (customOptions.removeAdditional ?? true) === true
    const { strict, strictSchema = strict } = customOptions
    this.ignoresUnknown = strictSchema === false || strictSchema === 'log'
    this.takesData = customOptions.$data === true
    this.meantAnnotations = checkingKeywords(customOptions.keywords).filter(isAnnotation)
    this.options = this.removesUndeclared
      ? { ...options, customOptions: { ...customOptions, removeAdditional: false } }
      : options
  }

  /** @param removes whether our code removes undeclared properties before the library validates */
  compile(linked: LinkedSchema, removes: boolean): ValidateFunction {
    const { schema, dependencies } = linked
    const { registry, removals, code } = this
    this.#refuseMisread(linked)
    // The removal is written before the library compiles: a plugin may change the schema then.
    const unit = removes ? removals.find([schema]) : null
    if (unit !== null) code.add(unit)
    const library = this.#libraryFor(registry.schemasOf(linked).some(namesInherited) ? 'own' : 'inherited')
    this.#add(library, registry.reached(dependencies))
    const validate = compileBy(library, schema)
    const remove = unit && code.functionOf(unit)
    const run = (data: unknown, holder: RootHolder | null): unknown => {
      remove?.(data)
      return library.run(validate, data, holder)
    }
    if (policies.allowsAsyncSchemas && Object(schema).$async === true) return (data) => run(data, null)
    const start = registry.pathOfRoot(schema)
    // Asked for after a failure, when both versions have a list of this type.
    const errors = () => namedById(validate.errors as SchemaFailure[], start, registry)
    return createValidate(registry.mayReplace(schema), (data, holder) => run(data, holder) === true, errors)
  }

  #refuseMisread(linked: LinkedSchema): void {
    const { registry, options } = this
    for (const schema of registry.schemasOf(linked)) {
      refuseMisread(schema, schema === linked.schema ? '' : registry.refById(`${Object(schema).$id}#`), options)
    }
  }

  /** Whether the meta-schema of the dialect allows a linked schema and all that it reaches. */
  isValidSchema(linked: LinkedSchema): boolean {
    return this.registry.schemasOf(linked).every((schema) => this.#validator.validateSchema(schema as object) === true) // the call finds out its type
  }

  /** Whether a mistake in a schema that has been checked could appear only when ajv compiles it. */
  isUnsure(linked: () => LinkedSchema): boolean {
    // Only the library knows the keywords of later dialects.
    if (this.options.dialect !== 'draft-07' || !this.#takesUsualSchemas) return true
    if (!this.checksItself) return false
    return this.registry.schemasOf(linked()).some((each) => holdsEntry(each, this.hasCustomKeyword))
  }

  #add(library: AjvLibrary, keys: ReadonlySet<string>): void {
    const added = findOrMake(this.#added, library, () => new Set())
    for (const key of keys) {
      const registered = this.registry.get(key)
      if (added.has(key) || registered === undefined) continue
      library.validator.addSchema(registered.schema)
      added.add(key)
    }
  }

  get #validator(): AjvLibrary['validator'] {
    return this.#libraryFor('inherited').validator
  }

  #libraryFor(properties: Ownership): AjvLibrary {
    return findOrMake(this.#libraries, properties, () => this.#create(properties))
  }

  #create(properties: Ownership): AjvLibrary {
    const { customOptions, plugins, onCreate } = this.options
    const ownership = properties === 'own' ? { ownProperties: true } : {}
    const create = this.options.version === 6 ? createAjv6 : createAjv8
    const options = { ...this.options, customOptions: { ...ownership, ...customOptions } }
    const library = create(options, this.checksItself)
    if (this.#hasMetaSchema) addMetaSchema(library)
    for (const [plugin, pluginOptions] of plugins) {
      try {
        plugin(library.validator, pluginOptions)
      } catch (error) {
        if (error instanceof schemaCodes.ALC_ERR_VALIDATOR_PLUGIN) throw error
        throw causedBy(pluginError(plugin.name, this.options.version, error), error)
      }
    }
    library.finish?.()
    onCreate?.(library.validator)
    return library
  }

  /** Whether the validator gives a meaning to a keyword that JSON Schema does not know. */
  readonly hasCustomKeyword = (keyword: string): boolean => {
    if (draft7Keywords.has(keyword)) return false
    const { plugins, onCreate } = this.options
    // The library takes as long to load as many schemas to compile, and most applications annotate theirs.
    const isUsual =
      this.#takesUsualSchemas && this.options.dialect === 'draft-07' && plugins.length === 0 && onCreate === null
    if (isUsual && isAnnotation(keyword)) return this.meantAnnotations.includes(keyword)
    // Both versions have `RULES`.
    const { keywords } = Reflect.get(this.#validator, 'RULES') as { keywords: Record<string, unknown> }
    if (isInherited(keyword)) return Object.hasOwn(keywords, keyword)
    return keywords[keyword] === true || this.#validator.getKeyword(keyword) !== false
  }

  /** Whether the validator knows a schema that is not ours: draft 7 itself, or one that the application added. */
  hasSchema(ref: string): boolean {
    if (!this.checksItself) {
      if (!draft7.test(ref)) return false
      // Draft 7 costs as much as some hundred schemas, and hardly any schema refers to it. So it is added late.
      if (!this.#hasMetaSchema) this.#libraries.forEach(addMetaSchema)
      this.#hasMetaSchema = true
    }
    return this.#validator.getSchema(ref) !== undefined
  }

  /** The objection of a keyword's plugin to the value that a schema gives it; `null`: none. */
  findKeywordProblem(keyword: string, value: unknown): string | null {
    const definition = this.#validator.getKeyword(keyword)
    const check: unknown =
      typeof definition === 'object' && definition !== null && Reflect.get(definition, 'validateSchema')
    if (typeof check !== 'function' || check(value) !== false) return null
    const errors: unknown = Reflect.get(check, 'errors')
    const message: unknown = Array.isArray(errors) ? errors[0]?.message : undefined
    return typeof message === 'string' ? `the value ${message}` : `the value is not what the keyword "${keyword}" takes`
  }

  /** The formats that schemas may name; `null`: any. */
  get formats(): readonly string[] | null {
    // The library would have to be loaded to list them.
    if (!this.options.isNative) return this.#libraryFor('inherited').formats()
    const formats = this.options.formats()
    return formats instanceof OpenFormats ? null : [...formats.keys()]
  }
}

function compileBy({ validator, forget }: AjvLibrary, linked: unknown): AjvValidate {
  const key = registeredKey(linked)
  if (key !== null) return validator.getSchema(key)! // it has been added
  const schema = isJsonSchema(linked) ? linked : true
  const validate = validator.compile(schema)
  forget?.(schema)
  return validate
}

/** Ajv knows shared schemas by their keys; errors name them by their `$id`s. */
function namedById(failures: SchemaFailure[], start: string, registry: SchemaRegistry): SchemaFailure[] {
  for (const failure of failures) {
    const { schemaPath } = failure
    if (typeof schemaPath !== 'string') continue
    failure.schemaPath = schemaPath.startsWith('#') ? start + schemaPath.slice(1) : registry.refById(schemaPath)
  }
  return failures
}

function addMetaSchema({ validator }: AjvLibrary): void {
  const metaSchema = draft7MetaSchema()
  validator.addMetaSchema(metaSchema)
  // A schema that refers to it would otherwise compile it first, with coercion and defaults.
  validator.getSchema(metaSchema.$id)
}

/** A `$ref` to draft 7 itself, or into it. */
const draft7 = /^http:\/\/json-schema\.org\/draft-07\/schema(?:#|$)/

function pluginError(name: string, version: 6 | 8, error: unknown): Error {
  const other = version === 6 ? 8 : 6
  return new schemaCodes.ALC_ERR_VALIDATOR_PLUGIN(
    `the validator plugin ${name || '(anonymous)'} failed: ${problemOf(error)}`,
    `Install the release of the plugin for version ${version} of the validator, with the customOptions that it needs. If it is for version ${other}, set validatorengine.version: ${other}`,
  )
}
