import type { ValidatorEngineOptions } from '../contracts/schema.js'
import { causedBy } from '../errors/coded-error.js'
import { schemaCodes } from '../errors/schema-codes.js'
import type { Bundle } from './bundle.js'
import { compileRemoval } from './compile-removal.js'
import { type DefaultValidate, markDefaultValidate } from './default-validate.js'
import { type EngineOptions, readEngineOptions } from './engine-options.js'
import { draft7Keywords } from './keywords.js'
import { isPlainObject } from './plain-data.js'
import { problemOf } from './schema-error.js'
import { createValidator6 } from './validator-6.js'
import { createValidator8 } from './validator-8.js'
import type { ValidatorVersion } from './validator-version.js'

/** Which properties of the data the validator looks at; own ones only is slower. */
type Ownership = 'own' | 'inherited'

const engines = new WeakMap<ValidatorEngineOptions, ValidatorEngine>()

/** The validator of a server: one for all its contexts, made when the first schema is compiled. */
export function engineOf(options: ValidatorEngineOptions): ValidatorEngine {
  const known = engines.get(options)
  if (known !== undefined) return known
  const engine = new ValidatorEngine(readEngineOptions(options))
  engines.set(options, engine)
  return engine
}

export class ValidatorEngine {
  /** Whether schemas are checked against their meta-schema by the validator itself, which knows its plugins' ones. */
  readonly checksItself: boolean
  readonly version: 6 | 8
  readonly #options: EngineOptions
  readonly #byOwnership = new Map<Ownership, ValidatorVersion>()
  readonly #removesUndeclared: boolean
  readonly #byText = new Map<string, DefaultValidate>()

  constructor(options: EngineOptions) {
    const { customOptions, plugins, onCreate } = options
    this.version = options.version
    this.checksItself = plugins.length > 0 || onCreate !== null || Object.keys(customOptions).length > 0
    this.#removesUndeclared = (customOptions.removeAdditional ?? true) === true
    this.#options = this.#removesUndeclared
      ? { ...options, customOptions: { ...customOptions, removeAdditional: false } }
      : options
  }

  get #version(): ValidatorVersion {
    return this.#versionFor('inherited')
  }

  #versionFor(properties: Ownership): ValidatorVersion {
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
    for (const [plugin, pluginOptions] of plugins) {
      try {
        plugin(version.validator, pluginOptions)
      } catch (error) {
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
    return this.#version.formats()
  }

  /**
   * @param removes whether undeclared properties are removed from this part of the request
   * @throws whatever the validator finds wrong
   */
  compile(bundle: Bundle, removes: 'undeclared' | 'nothing'): DefaultValidate {
    const text = textOf(bundle)
    if (text === null) return this.#compile(bundle, removes)
    const key = `${removes} ${text}`
    const known = this.#byText.get(key)
    if (known !== undefined) return known
    const validate = this.#compile(bundle, removes)
    this.#byText.set(key, validate)
    return validate
  }

  #compile(bundle: Bundle, removes: 'undeclared' | 'nothing'): DefaultValidate {
    const isRemoving = removes === 'undeclared' && this.#removesUndeclared && isPlainObject(bundle)
    const removal = isRemoving ? compileRemoval(bundle) : null
    const raw = this.#versionFor(namesInherited(bundle) ? 'own' : 'inherited').compile(bundle)
    const root: DefaultValidate['root'] = mayReplaceRoot(bundle) ? { value: null } : null

    const validate = (data: unknown): boolean => {
      if (removal !== null) removal(data)
      if (root !== null) root.value = data
      const isValid = raw.run(data, root)
      result.errors = isValid ? null : raw.errors()
      return isValid
    }
    const errors: DefaultValidate['errors'] = null
    const result: DefaultValidate = Object.assign(validate, { root, errors })
    return markDefaultValidate(result)
  }
}

/** Whether a schema names a property that every object inherits: `required: ['constructor']` would hold for `{}`. */
function namesInherited(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => isInherited(entry) || namesInherited(entry))
  if (!isPlainObject(value)) return false
  return Object.keys(value).some((key) => isInherited(key) || namesInherited(value[key]))
}

function isInherited(name: unknown): boolean {
  return typeof name === 'string' && name in Object.prototype
}

/** Only an object is never coerced into something else. */
function mayReplaceRoot(bundle: Bundle): boolean {
  return isPlainObject(bundle) && bundle.type !== 'object'
}

/** A schema that is data throughout can be found again by its text; `null` where something else stands in it. */
function textOf(bundle: Bundle): string | null {
  return isData(bundle) ? JSON.stringify(bundle) : null
}

function isData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isData)
  if (isPlainObject(value)) return Object.values(value).every(isData)
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function pluginError(name: string, version: 6 | 8, error: unknown): Error {
  return new schemaCodes.ALC_ERR_VALIDATOR_PLUGIN(
    `the validator plugin ${name || '(anonymous)'} failed: ${problemOf(error)}`,
    `use the release of it that is made for version ${version} of the validator, with the customOptions that it asks for`,
  )
}
