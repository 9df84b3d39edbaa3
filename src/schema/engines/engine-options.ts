import type { SchemaDialect, ValidatorEngineOptions, ValidatorPlugin } from '../../contracts/validator-options.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import { describeValue, isPlainObject, isRecord, readProperty } from '../../support/values.js'
import type { NativeOptions, RegExpEngine } from '../emit/native-options.js'
import { draft7Keywords } from '../keywords/table.js'
import { readFormats, readOwnFormats } from './format-options.js'

const dialects: Record<6 | 8, readonly SchemaDialect[]> = {
  6: ['draft-07'],
  8: ['draft-07', '2019-09', '2020-12'],
}

/** The factory option `validatorengine` with its defaults. */
export interface EngineOptions extends NativeOptions {
  /** The engine for schemas that both engines support. */
  engine: 'native' | 'ajv'
  /** Whether native code comes first: no option of the application needs the library for every schema. */
  isNative: boolean
  customOptions: Readonly<Record<string, unknown>>
  plugins: readonly (readonly [ValidatorPlugin, unknown])[]
  onCreate: ((validator: unknown) => void) | null
}

/**
 * Checks the factory option `validatorengine` when the server is made, and warns of `allErrors` (docs/security.md).
 *
 * @throws FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ, FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR,
 *   ALC_ERR_VALIDATOR_PLUGIN, ALC_ERR_VALIDATOR_VERSION, ALC_ERR_VALIDATOR_ENGINE, ALC_ERR_VALIDATOR_OPTION,
 *   ALC_ERR_VALIDATOR_KEYWORDS, ALC_ERR_VALIDATOR_FORMATS, ALC_ERR_SCHEMA_DIALECT
 */
export function checkValidatorEngine(options: ValidatorEngineOptions, warn: (message: string) => void): void {
  const { customOptions } = readEngineOptions(options)
  if (customOptions.allErrors !== true && !isPlainObject(customOptions.allErrors)) return
  warn(
    'validatorengine.customOptions.allErrors makes the validator continue after the first failure. A request with many failures then costs far more than a valid one (denial of service). Limit the data with maxItems, maxLength and bodyLimit, or remove allErrors',
  )
}

/** The options with their defaults; throws as `checkValidatorEngine` does. */
export function readEngineOptions(options: ValidatorEngineOptions): EngineOptions {
  const { version = 6, dialect = 'draft-07', engine = 'native', customOptions = {}, plugins = [], onCreate } = options
  if (typeof customOptions !== 'object' || customOptions === null || Array.isArray(customOptions)) {
    throw new schemaCodes.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ(describeValue(customOptions))
  }
  if (!Array.isArray(plugins)) {
    throw new schemaCodes.FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR(describeValue(plugins))
  }
  if (version !== 6 && version !== 8) throw new schemaCodes.ALC_ERR_VALIDATOR_VERSION(describeValue(version))
  if (engine !== 'native' && engine !== 'ajv') throw new schemaCodes.ALC_ERR_VALIDATOR_ENGINE(describeValue(engine))
  if (version === 6 && Reflect.get(customOptions, 'discriminator') === true)
    throw new schemaCodes.ALC_ERR_VALIDATOR_OPTION('discriminator', 8)
  checkKeywords(Reflect.get(customOptions, 'keywords'), version)
  const own: Record<string, unknown> = { ...customOptions }
  if ('formats' in own) own.formats = readOwnFormats(own.formats)
  const regExp = regExpOf(customOptions)
  if (regExp !== null) own.code = { ...Object(own.code), regExp }
  if (version === 6 && regExp !== null) throw new schemaCodes.ALC_ERR_VALIDATOR_OPTION('code.regExp', 8)
  if (!dialects[version].includes(dialect)) {
    throw new schemaCodes.ALC_ERR_SCHEMA_DIALECT(describeValue(dialect), version)
  }
  const { coerceTypes = true, useDefaults = true }: EngineOptions['customOptions'] = customOptions
  const isLibrary = engine === 'ajv' || plugins.length > 0 || (onCreate ?? null) !== null
  return {
    version,
    dialect,
    engine,
    isNative: !isLibrary && Object.entries(customOptions).every(([name, value]) => isAgreeing(name, value, version)),
    coercion: coerceTypes === false ? 'none' : coerceTypes === true ? 'scalars' : 'scalars and arrays',
    defaults:
      useDefaults === false ? 'nowhere' : useDefaults === true ? 'for what is missing' : 'for what is missing or empty',
    customOptions: own,
    plugins: plugins.map(readPlugin),
    onCreate: onCreate ?? null,
    flags: version === 8 && Reflect.get(customOptions, 'unicodeRegExp') !== false ? 'u' : '',
    regExp,
    formats: lazy(() => readFormats(version, own)),
  }
}

/**
 * The engine of the application that runs patterns; null if the runtime does. Ajv keeps a pattern under its text, and
 * takes two patterns without a text for the same one. The patterns of an engine get the text of a `RegExp`.
 */
function regExpOf(customOptions: EngineOptions['customOptions']): RegExpEngine | null {
  const given = readProperty(customOptions.code, 'regExp')
  if (typeof given !== 'function') return null // ajv refuses any other value at its first use
  const regExp = given as RegExpEngine
  const named: RegExpEngine = (pattern, flags) => {
    const made = regExp(pattern, flags)
    return { test: (text) => made.test(text), toString: () => `/${pattern}/${flags}` }
  }
  return Object.assign(named, { code: readProperty(regExp, 'code') })
}

function readPlugin(entry: unknown, index: number): readonly [ValidatorPlugin, unknown] {
  const [plugin, options] = Array.isArray(entry) ? entry : [entry, undefined]
  if (typeof plugin === 'function') return [plugin, options]
  throw new schemaCodes.ALC_ERR_VALIDATOR_PLUGIN(
    `validatorengine.plugins[${index}] is ${describeValue(plugin)}`,
    'Pass a plugin function or a pair [plugin, options]',
  )
}

/** Options of ajv that change how values are treated. Native code does the same as ajv for the listed ones. */
export const optionsOfValues: Readonly<Record<string, readonly unknown[]>> = {
  coerceTypes: [true, false, 'array'],
  useDefaults: [true, false, 'empty'],
  removeAdditional: [true, false],
  allErrors: [false],
  verbose: [false],
  messages: [true],
  nullable: [true],
  jsonPointers: [true],
  ownProperties: [false],
}

const anything: ReadonlySet<string> = new Set(['formats', 'keywords', 'logger', 'sourceCode'])
/** Options of the library's code that do not change its behaviour. */
const ofCode: ReadonlySet<string> = new Set(['source', 'formats', 'regExp'])

/** Whether native code does the same as ajv with an option. */
function isAgreeing(name: string, value: unknown, version: 6 | 8): boolean {
  if (value === undefined || anything.has(name)) return true
  if (name === 'unknownFormats') return version === 6 && (value === true || value === 'ignore' || Array.isArray(value))
  if (name === 'code') return Object.keys(Object(value)).every((option) => ofCode.has(option))
  return optionsOfValues[name]?.includes(value) === true
}

/** The names that a version of ajv takes. */
const keywordNames = { 6: /^[a-z_$][a-z0-9_$-]*$/i, 8: /^[a-z_$][a-z0-9_$:-]*$/i } as const

/** Keywords that a version of ajv defines itself, besides those of draft 7. */
const furtherKeywords: Readonly<Record<6 | 8, ReadonlySet<string>>> = {
  6: new Set(['$async', '$data', 'id', 'nullable']),
  8: new Set(['$async', '$defs', '$vocabulary', 'contentSchema', 'deprecated', 'id', 'nullable']),
}

/** The names of the keywords in the option `customOptions.keywords` that check values. The option has been checked. */
export function checkingKeywords(keywords: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(keywords)
    ? keywords
    : Object.entries(Object(keywords)).map(([keyword, definition]) => ({ ...Object(definition), keyword }))
  return given.flatMap((entry) => {
    const isChecking = isRecord(entry) && Object.values(entry).some((member) => typeof member === 'function')
    return isChecking ? [entry.keyword].flat().map(String) : []
  })
}

/**
 * Checks the option `customOptions.keywords`, where ajv would name neither the option nor the entry, or ignore the entry.
 *
 * @throws ALC_ERR_VALIDATOR_KEYWORDS
 */
function checkKeywords(keywords: unknown, version: 6 | 8): void {
  if (keywords === undefined || keywords === null) return
  const given = new Set<unknown>()
  if (Array.isArray(keywords)) keywords.forEach(checkEntry)
  else if (isRecord(keywords)) Object.entries(keywords).forEach(checkMember)
  else refuseKeywords('', `is ${describeValue(keywords)}`)

  function checkEntry(entry: unknown, index: number): void {
    const place = `[${index}]`
    if (typeof entry === 'string') checkName(entry, place)
    else if (!isRecord(entry)) refuseKeywords(place, `is ${describeValue(entry)}`)
    else if (entry.keyword === undefined) refuseKeywords(place, 'has no name in "keyword"')
    else {
      for (const name of [entry.keyword].flat()) checkName(name, `${place}.keyword`)
      checkFunctions(entry, place)
    }
  }

  function checkMember([name, definition]: [string, unknown]): void {
    checkName(name, '')
    if (isRecord(definition)) checkFunctions(definition, `.${name}`)
    // Version 6 takes a name without a definition for an annotation.
    else if (version === 8 || definition) refuseKeywords(`.${name}`, `is ${describeValue(definition)}`)
  }

  function checkName(name: unknown, place: string): void {
    if (typeof name !== 'string') refuseKeywords(place, `is ${describeValue(name)}`)
    if (!keywordNames[version].test(name))
      refuseKeywords(place, `has the name ${describeValue(name)}, which no keyword can have`)
    const isDefined = draft7Keywords.has(name) || furtherKeywords[version].has(name)
    if (isDefined)
      refuseKeywords(place, `defines "${name}", which the validator defines itself`, 'Remove it, or rename it')
    if (given.has(name)) refuseKeywords(place, `defines "${name}" a second time`, 'Remove one definition')
    given.add(name)
  }
}

const formOfKeywords =
  "Give a list of definitions such as { keyword: 'even', validate: (schema, data) => data % 2 === 0 }. Or give an object of definitions by their names"

function checkFunctions(definition: Readonly<Record<string, unknown>>, place: string): void {
  for (const name of ['validate', 'compile', 'macro', 'code']) {
    const given = definition[name]
    if (given !== undefined && typeof given !== 'function')
      refuseKeywords(`${place}.${name}`, `is ${describeValue(given)}`)
  }
}

function refuseKeywords(place: string, problem: string, way = formOfKeywords): never {
  throw new schemaCodes.ALC_ERR_VALIDATOR_KEYWORDS(place, problem, way)
}
