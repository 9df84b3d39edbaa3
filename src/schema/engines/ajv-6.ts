import type Ajv6 from 'ajv6'
import { schemaCodes } from '../../errors/schema-codes.js'
import { version6 } from '../../packages/libraries.cjs'
import { findEqual, isEqual } from '../../support/equality.js'
import { lazy } from '../../support/lazy.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { type BranchTypes, branchTypes, branchTypesOf, errorOf, isForeign, placeOf } from '../keywords/branch-types.js'
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

/** Version 6 with our equality in its code: it compiles schemas of its own while it is constructed. */
const comparingVersion6 = lazy(() => {
  return class Ajv extends version6() {
    get alcoveFunctions(): unknown {
      return functions6
    }
  }
})

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
    formats: () => {
      const { unknownFormats } = options.customOptions
      if (unknownFormats === 'ignore') return null
      return [...Object.keys(Reflect.get(ajv, '_formats')), ...(Array.isArray(unknownFormats) ? unknownFormats : [])]
    },
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
function acceptKeywordObjects(ajv: Ajv6.Ajv): void {
  const addKeyword: Ajv6.Ajv['addKeyword'] = ajv.addKeyword.bind(ajv)
  ajv.addKeyword = (keyword: unknown, definition?: Ajv6.KeywordDefinition) => {
    // The validator refuses a value that is not a name.
    if (!isPlainObject(keyword)) return addKeyword(keyword as string, definition!)
    for (const name of [keyword.keyword].flat()) addKeyword(String(name), definitionOf(keyword)!)
    return ajv
  }
}

/** The option `keywords` where it is a list, which version 6 does not know, and the options without it. */
function takeKeywordList(given: PlainObject): { options: PlainObject; keywords: readonly unknown[] } {
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

// The keywords whose code we change. They compare values by our equality. Branches refuse values that have the type of
// another branch.

/** Our comparison for the name `equal` in the code of version 6. It also has our other functions. */
const functions6 = Object.assign((value: unknown, allowed: unknown) => isEqual(allowed, value), {
  find: findEqual,
  isForeign,
})

/** The state of version 6 while it writes the code of a schema. Its types omit it. */
interface Writing6 {
  schema: PlainObject
  validate: (schema: Writing6) => string
  level: number
  dataLevel: number
  errorPath: string
  schemaPath: string
  errSchemaPath: string
  opts: { verbose?: boolean }
}

interface Rule6 {
  code: (it: Writing6, keyword: string, type?: string) => string
}

type WriteCode6 = (it: Writing6, original: (it: Writing6) => string, keyword: string) => string

/** The loops over all pairs of items in the code of version 6, and what they compare. */
const pairs =
  / outer: for \(;i--;\) \{ for \(j = i; j--;\) \{ if \(equal\((data\d*)\[i\], \1\[j\]\)\) \{ (valid\d*) = false; break outer; \} \} \} /

const codeOf6: Readonly<Record<string, WriteCode6>> = {
  // Its own equality calls the `valueOf` and `toString` that a client sends.
  uniqueItems: (it, original) =>
    original(it)
      .replace(pairs, ' var found = equal.find($1); if (found !== null) { $2 = false; i = found.i; j = found.j; } ')
      .replace('itemIndices = {}', 'itemIndices = Object.create(null)'), // an item may be called `__proto__`
  anyOf: refuseByBranches6,
  oneOf: refuseByBranches6,
}

function changeKeywords6(ajv: Ajv6.Ajv): void {
  ajv.addKeyword(branchTypes.name, undefined!) // without a definition it checks nothing; the types omit that
  const { all } = Reflect.get(ajv, 'RULES') as { all: Record<string, Rule6> } // the types omit it
  for (const [keyword, write] of Object.entries(codeOf6)) {
    const rule = all[keyword]! // the version has each
    const { code } = rule
    rule.code = (it, ...more) => write(it, (given) => code(given, ...more), keyword)
  }
}

type ProcessCode = (code: string, schema: unknown) => string

/** The option `processCode` of version 6 that puts our functions in the place of its equality. */
function processCode6(own: unknown): ProcessCode {
  return (code, schema) => {
    const ours = `if (self !== null) equal = self.alcoveFunctions; ${code}`
    return typeof own === 'function' ? String(own(ours, schema)) : ours
  }
}

function refuseByBranches6(...[it, original, keyword]: Parameters<WriteCode6>): string {
  const all = branchTypesOf(it.schema, keyword)
  if (all === null) return original(it)
  const { validate } = it
  const validateBranch = (branch: Writing6) => {
    const written = validate({ ...branch, validate })
    const types = all[Number(branch.errSchemaPath.split('/').at(-1))]
    return types ? refuseIn6(types, branch, written) : written
  }
  return original({ ...it, validate: validateBranch })
}

/** @param written the code of the branch */
function refuseIn6(types: BranchTypes, branch: Writing6, written: string): string {
  const { level, dataLevel, errorPath, schemaPath, opts } = branch
  const { params, message } = errorOf(types, 6)
  const data = `data${dataLevel || ''}`
  const path = `${placeOf(branch.schema, branch.errSchemaPath)}/type`
  const [at, asked, words, type] = [path, params, message, params.type].map((each) => JSON.stringify(each))
  const verbose = opts.verbose ? `, schema: ${type}, parentSchema: validate.schema${schemaPath}, data: ${data}` : ''
  return [
    `if (equal.isForeign(${data}, ${JSON.stringify(types.own)}, ${JSON.stringify(types.others)})) {`,
    `var valid${level} = false;`,
    `var err = { keyword: 'type', dataPath: (dataPath || '') + ${errorPath}, schemaPath: ${at}, params: ${asked}, message: ${words}${verbose} };`,
    `if (vErrors === null) vErrors = [err]; else vErrors.push(err); errors++;`,
    `} else { ${written} }`,
  ].join(' ')
}
