import type Ajv6 from 'ajv6'
import { schemaCodes } from '../../errors/schema-codes.js'
import { lazy } from '../../support/lazy.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { changeKeywords6, comparingVersion6, processCode6 } from './ajv-keywords.js'
import type { AjvLibrary } from './engine.js'
import type { EngineOptions } from './engine-options.js'
import { linearFormats, openApiFormats6 } from './formats.js'

/** The options that alcove sets (docs/guide/validation.md). Our code removes undeclared properties before. */
const baseline: Ajv6.Options = {
  useDefaults: true,
  coerceTypes: true,
  nullable: true,
  jsonPointers: true,
  // A keyword beside a `$ref` counts, as in version 8 and in the serializer. A default must not ignore a constraint.
  extendRefs: true,
  logger: false,
  // Our own cache holds the compiled functions, by the text of their schemas.
  serialize: false,
  cache: { put: () => {}, get: () => undefined, del: () => {}, clear: () => {} },
}

/** If no plugin adds keywords, all added keywords are ours. To check them would compile schemas with absolute ids. */
const trustingVersion6 = lazy(() => {
  return class Ajv extends comparingVersion6() {
    override validateKeyword(): boolean {
      return true
    }
  }
})

export function createAjv6(options: EngineOptions, isChecked: boolean): AjvLibrary {
  const { options: customOptions, keywords } = takeKeywordList(options.customOptions)
  const Ajv = isChecked ? comparingVersion6() : trustingVersion6()
  const ajv = new Ajv({
    ...baseline,
    removeAdditional: false,
    validateSchema: isChecked,
    meta: isChecked, // to read the meta-schema costs as much as some hundred schemas, and nothing else needs it
    ...customOptions,
    formats: { ...openApiFormats6, ...linearFormats[6], ...Object(customOptions.formats) },
    processCode: processCode6(customOptions.processCode),
  })
  changeKeywords6(ajv)
  acceptKeywordObjects(ajv)
  // A name or an object; the types omit that.
  for (const keyword of keywords) ajv.addKeyword(keyword as string, undefined!)
  return {
    validator: ajv,
    finish: () => {},
    formats: () => ('unknownFormats' in options.customOptions ? null : Object.keys(Reflect.get(ajv, '_formats'))),
    forget: () => {},
    run: (validate: Ajv6.ValidateFunction, data, holder) => {
      // The types declare an object; it is any value that was sent.
      return holder === null ? validate(data) : validate(data, '', holder, 'value', data as object)
    },
  }
}

/**
 * Makes version 6 accept keywords in the forms of version 8. These are one object that names them, and a list in
 * `keywords`. Many plugins use these forms. A keyword that generates code itself needs version 8.
 */
export function acceptKeywordObjects(ajv: Ajv6.Ajv): void {
  const addKeyword: Ajv6.Ajv['addKeyword'] = ajv.addKeyword.bind(ajv)
  ajv.addKeyword = (keyword: unknown, definition?: Ajv6.KeywordDefinition) => {
    // The validator refuses a value that is not a name.
    if (!isPlainObject(keyword)) return addKeyword(keyword as string, definition!)
    for (const name of [keyword.keyword].flat()) addKeyword(String(name), definitionOf(keyword)!)
    return ajv
  }
}

/** The option `keywords` where it is a list, which version 6 does not know, and the options without it. */
export function takeKeywordList(given: PlainObject): { options: PlainObject; keywords: readonly unknown[] } {
  const { keywords, ...options } = given
  return Array.isArray(keywords) ? { options, keywords } : { options: given, keywords: [] }
}

/** `undefined`: the keyword only describes. */
function definitionOf(named: PlainObject): Ajv6.KeywordDefinition | undefined {
  const { keyword, code, error, schemaType, validate, compile, ...definition } = named
  if (code !== undefined) throw codeError(String(keyword))
  const message = isPlainObject(error) && typeof error.message === 'string' ? error.message : null
  const reports = message === null ? {} : { errors: true }
  if (isFunction(validate)) return { ...definition, ...reports, validate: reporting(validate, message, 3) }
  if (!isFunction(compile)) return definition.macro === undefined ? undefined : definition
  const compiled = (...given: unknown[]) => compile(...given) as AnyFunction // the contract of `compile`
  return { ...definition, ...reports, compile: (...given) => reporting(compiled(...given), message, 1) }
}

function codeError(keyword: string): Error {
  return new schemaCodes.ALC_ERR_VALIDATOR_PLUGIN(
    `the keyword "${keyword}" generates code for version 8 of the validator`,
    'Install the release of the plugin for version 6, or set validatorengine.version: 8',
  )
}

// A function of a plugin. The validator calls it, and its arguments are passed on.
type AnyFunction = ((...given: unknown[]) => unknown) & { errors?: unknown }
type Check = Ajv6.ValidateFunction

/**
 * A function of version 8, with the parameters of version 6. The context of the data becomes one object.
 *
 * @param at the index of that object in the arguments
 */
function reporting(check: AnyFunction, message: string | null, at: 1 | 3): Check {
  const run = (...given: unknown[]) => {
    const [instancePath, parentData, parentDataProperty, rootData] = given.slice(at)
    const around = { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors: {} }
    const isValid = Boolean(check(...given.slice(0, at), around))
    // Version 8 makes the failure from `error.message`. Version 6 adds its place.
    const own = message === null ? check.errors : [{ message, params: {} }]
    run.errors = isValid ? null : own
    return isValid
  }
  run.errors = null as unknown // widened: it later holds the errors of the check
  return run as Check // it has the members of that type
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function'
}
