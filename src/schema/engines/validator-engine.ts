import type { SchemaDialect } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import { problemOf } from '../compiler/schema-error.js'
import type { NativeOptions } from '../emit/native-options.js'
import { draft7Keywords } from '../keywords/table.js'
import { createValidator6 } from './ajv-6.js'
import { createValidator8 } from './ajv-8.js'
import type { EngineOptions } from './engine-options.js'
import { formatNames } from './formats.js'
import { readNativeOptions } from './native/options.js'
import type { ValidatorVersion } from './validator-version.js'

/** Which properties of the data the validator looks at; own ones only is slower. */
export type Ownership = 'own' | 'inherited'

/** Options that change what is done with values and nothing about which schemas are taken. */
const harmlessOptions: ReadonlySet<string> = new Set([
  ...['allErrors', 'coerceTypes', 'useDefaults', 'removeAdditional', 'nullable', 'jsonPointers', 'ownProperties'],
  ...['verbose', 'messages', 'formats', 'format', 'logger', 'unicode'],
])

/** The validator of a server, with its plugins; made when the first schema is compiled. */
export class ValidatorEngine {
  /** Whether schemas are checked against their meta-schema by the validator itself, which knows its plugins' ones. */
  readonly checksItself: boolean
  readonly version: 6 | 8
  readonly dialect: SchemaDialect
  /** Whether undeclared properties are removed by us: the baseline, and what `removeAdditional: true` means. */
  readonly removesUndeclared: boolean
  /** Whether plugins or the application itself have changed the validator. */
  readonly hasPlugins: boolean
  /** Whether the options of the application leave it alone which schemas there may be. */
  readonly takesUsualSchemas: boolean
  /** Whether values are coerced, and whether the validator goes on after a failure. */
  readonly coercion: 'none' | 'first failure' | 'all failures'
  /** The options of native code; `null`: only ajv does what the application asks for. */
  readonly nativeOptions: NativeOptions | null
  readonly #options: EngineOptions
  readonly #formatNames: () => readonly string[]
  readonly #byOwnership = new Map<Ownership, ValidatorVersion>()
  #hasMetaSchema = false

  constructor(options: EngineOptions) {
    const { customOptions, plugins, onCreate } = options
    this.version = options.version
    this.dialect = options.dialect
    this.hasPlugins = plugins.length > 0 || onCreate !== null
    const isHarmless = Object.keys(customOptions).every((name) => harmlessOptions.has(name))
    // Keywords of the application change nothing for schemas without them.
    this.takesUsualSchemas = Object.keys(customOptions).every(
      (name) => harmlessOptions.has(name) || name === 'keywords',
    )
    // Draft 7 is checked by us, for both versions of the validator alike.
    this.checksItself = this.hasPlugins || !isHarmless || options.dialect !== 'draft-07'
    this.removesUndeclared = (customOptions.removeAdditional ?? true) === true
    this.coercion = coercionOf(customOptions)
    this.#formatNames = lazy(() => formatNames(options))
    this.nativeOptions = readNativeOptions(options)
    this.#options = this.removesUndeclared
      ? { ...options, customOptions: { ...customOptions, removeAdditional: false } }
      : options
  }

  get #version(): ValidatorVersion {
    return this.versionFor('inherited')
  }

  versionFor(properties: Ownership): ValidatorVersion {
    const known = this.#byOwnership.get(properties)
    if (known !== undefined) return known
    const version = this.#create(properties)
    this.#byOwnership.set(properties, version)
    return version
  }

  #create(properties: Ownership): ValidatorVersion {
    const { customOptions, plugins, onCreate } = this.#options
    const ownership = properties === 'own' ? { ownProperties: true } : {}
    const create = this.version === 6 ? createValidator6 : createValidator8
    const options = { ...this.#options, customOptions: { ...ownership, ...customOptions } }
    const version = create(options, this.checksItself)
    if (this.#hasMetaSchema) version.addMetaSchema()
    for (const [plugin, pluginOptions] of plugins) {
      try {
        plugin(version.validator, pluginOptions)
      } catch (error) {
        if (error instanceof schemaCodes.ALC_ERR_VALIDATOR_PLUGIN) throw error
        throw causedBy(pluginError(plugin.name, this.version, error), error)
      }
    }
    version.finish()
    onCreate?.(version.validator)
    return version
  }

  /** Whether the validator gives a meaning to a keyword that JSON Schema does not know. */
  hasCustomKeyword(keyword: string): boolean {
    return !draft7Keywords.has(keyword) && this.#version.hasKeyword(keyword)
  }

  /** Whether the validator knows a schema that is none of ours: draft 7 itself, or what the application gave it. */
  hasSchema(ref: string): boolean {
    if (!this.checksItself) {
      if (!isDraft7(ref)) return false
      this.#takeMetaSchema()
    }
    return this.#version.hasSchema(ref)
  }

  /** Draft 7 costs as much as some hundred schemas, and hardly any schema refers to it. */
  #takeMetaSchema(): void {
    if (this.#hasMetaSchema) return
    this.#hasMetaSchema = true
    for (const version of this.#byOwnership.values()) version.addMetaSchema()
  }

  /** What the plugin of a keyword says against the value that a schema gives it; `null`: nothing. */
  findKeywordProblem(keyword: string, value: unknown): string | null {
    const definition = this.#version.keyword(keyword)
    const check: unknown =
      typeof definition === 'object' && definition !== null && Reflect.get(definition, 'validateSchema')
    if (typeof check !== 'function' || check(value) !== false) return null
    const errors: unknown = Reflect.get(check, 'errors')
    const message: unknown = Array.isArray(errors) ? errors[0]?.message : undefined
    return typeof message === 'string' ? `the value ${message}` : `the value is not what the keyword "${keyword}" takes`
  }

  /** The formats that schemas may name; `null`: any. */
  get formats(): readonly string[] | null {
    // To ask the library it would have to be loaded.
    return this.nativeOptions === null ? this.#version.formats() : this.#formatNames()
  }
}

/** Whether a `$ref` leads to draft 7 itself, or into it. */
function isDraft7(ref: string): boolean {
  return /^http:\/\/json-schema\.org\/draft-07\/schema(?:#|$)/.test(ref)
}

function coercionOf({ coerceTypes = true, allErrors = false }: EngineOptions['customOptions']) {
  if (coerceTypes === false) return 'none'
  return allErrors === false ? 'first failure' : 'all failures'
}

function pluginError(name: string, version: 6 | 8, error: unknown): Error {
  const other = version === 6 ? 8 : 6
  return new schemaCodes.ALC_ERR_VALIDATOR_PLUGIN(
    `the validator plugin ${name || '(anonymous)'} failed: ${problemOf(error)}`,
    `use the release of it that is made for version ${version} of the validator, with the customOptions that it asks for; or, where it is made for version ${other}, set validatorengine.version: ${other}`,
  )
}
