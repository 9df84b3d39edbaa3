import type Ajv6 from 'ajv6'
import { schemaCodes } from '../../errors/schema-codes.js'
import { isPlainObject, type PlainObject } from '../model/plain-data.js'

/**
 * Lets version 6 take keywords as version 8 does: one object that names them, or a list in `keywords`. Plugins of
 * the ecosystem bring theirs so. A keyword that generates code itself stays with version 8.
 */
export function acceptKeywordObjects(ajv: Ajv6.Ajv): void {
  const addKeyword: Ajv6.Ajv['addKeyword'] = ajv.addKeyword.bind(ajv)
  ajv.addKeyword = (keyword: unknown, definition?: Ajv6.KeywordDefinition) => {
    if (!isPlainObject(keyword)) return addKeyword(keyword as string, definition!) // the validator refuses what is no name
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
  const compiled = (...given: unknown[]) => compile(...given) as AnyFunction // what `compile` is there to return
  return { ...definition, ...reports, compile: (...given) => reporting(compiled(...given), message, 1) }
}

function codeError(keyword: string): Error {
  return new schemaCodes.ALC_ERR_VALIDATOR_PLUGIN(
    `the keyword "${keyword}" generates code for version 8 of the validator`,
    'Install the release of the plugin for version 6, or set validatorengine.version: 8',
  )
}

// What plugins give: the validator calls it, and we pass on.
type AnyFunction = ((...given: unknown[]) => unknown) & { errors?: unknown }
type Check = Ajv6.ValidateFunction

/**
 * A function of version 8, called as version 6 calls: what stands around the data comes as one object.
 *
 * @param at where in the arguments that object stands
 */
function reporting(check: AnyFunction, message: string | null, at: 1 | 3): Check {
  const run = (...given: unknown[]) => {
    const [instancePath, parentData, parentDataProperty, rootData] = given.slice(at)
    const around = { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors: {} }
    const isValid = Boolean(check(...given.slice(0, at), around))
    // Version 8 makes the failure from `error.message`; version 6 adds where it was.
    const own = message === null ? check.errors : [{ message, params: {} }]
    run.errors = isValid ? null : own
    return isValid
  }
  run.errors = null as unknown // widened: it holds what the check reports
  return run as Check // called as that type says
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function'
}
