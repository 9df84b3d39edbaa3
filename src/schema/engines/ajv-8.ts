import type { Ajv, CodeKeywordDefinition, Format, KeywordCxt, Name, Options, ValidateFunction } from 'ajv'
import type { SchemaDialect } from '../../contracts/validator-options.js'
import { equality8, formatsPlugin8, version8, version8Of2019, version8Of2020 } from '../../packages/libraries.cjs'
import { findEqual, findSame, isEqual } from '../../support/equality.js'
import { type BranchTypes, branchTypes, branchTypesOf, errorOf, isForeign, placeOf } from '../keywords/branch-types.js'
import { scalarTypesOf } from '../keywords/items.js'
import type { AjvLibrary } from './engine.js'
import type { EngineOptions } from './engine-options.js'
import { linearFormats } from './formats.js'

const baseline: Options = {
  useDefaults: true,
  coerceTypes: true,
  logger: false,
}

// Our own check finds unknown keywords: it names the place and the likely keyword. The rest of strict mode refuses
// schemas that version 6 accepts (a default at the root, tuples without length). `log` keeps unknown formats an error.
const strictness: Options = { strictSchema: 'log', strictTypes: false, strictTuples: false, allowUnionTypes: true }

const classes: Record<SchemaDialect, () => new (options: Options) => Ajv> = {
  'draft-07': () => version8().Ajv,
  '2019-09': version8Of2019,
  '2020-12': version8Of2020,
}

/** The default validator, version 8, with the baseline of version 6 (`nullable` is built in). */
export function createAjv8(options: EngineOptions, isChecked: boolean): AjvLibrary {
  const { customOptions, plugins } = options
  const AjvOfDialect = classes[options.dialect]()
  const code: NonNullable<Options['code']> = Object(customOptions.code) // ajv checks it
  const ajv = new AjvOfDialect({
    ...baseline,
    ...('strict' in customOptions ? {} : strictness),
    validateSchema: isChecked,
    meta: isChecked,
    ...customOptions,
    code: { ...code, process: processCode8(code.process) },
  })
  changeEquality8(ajv)
  changeKeywords8(ajv)
  const isLax = ['strict', 'strictSchema', 'validateFormats'].some((name) => customOptions[name] === false)
  const hasFormats = plugins.some(([plugin]) => plugin.name === 'formatsPlugin')
  if (!hasFormats) formatsPlugin8().default(ajv)
  return {
    validator: ajv,
    // A plugin may have added the library's formats again.
    finish: () => {
      for (const [name, format] of Object.entries(linearFormats[8])) {
        // `get` accepts any name
        if (ajv.formats[name] === formatsPlugin8().default.get(name as 'url')) ajv.addFormat(name, format)
      }
      const own: Record<string, Format> = Object(customOptions.formats) // ajv has checked them
      for (const [name, format] of Object.entries(own)) ajv.addFormat(name, format)
    },
    formats: () => (isLax ? null : Object.keys(ajv.formats)),
    forget: (schema) => {
      if (typeof schema === 'object') ajv.removeSchema(schema)
      forgetValues(ajv)
    },
    run: (validate: ValidateFunction, data, holder) => {
      return holder === null ? validate(data) : validate(data, contextOf(data, holder))
    },
  }
}

/**
 * Drops values that compiled code has already read. The library keeps them for each schema that it has ever compiled.
 * The number of schemas that requests compile is not limited.
 */
function forgetValues({ scope }: Ajv): void {
  const byKey: Record<string, Map<unknown, unknown>> = Reflect.get(scope, '_values')
  const byNumber: Record<string, unknown[]> = Reflect.get(scope, '_scope')
  for (const name of ['schema', 'validate', 'wrapper', 'pattern']) {
    byKey[name]?.clear()
    byNumber[name]?.splice(0)
  }
}

type CallContext = NonNullable<Parameters<ValidateFunction>[1]>

function contextOf(data: unknown, holder: { value: unknown }): CallContext {
  const rootData = data as CallContext['rootData'] // the types declare an object; it is any value that was sent
  return { instancePath: '', parentData: holder, parentDataProperty: 'value', rootData, dynamicAnchors: {} }
}

/** The condition under which the code of version 8 coerces a text to a number. Strings in it have escaped quotes. */
const coercedText = /== "string" && (data\d*) && \1 == \+\1/g

/** Coerces no text to infinity, to which no keyword about numbers applies: it would pass any `maximum`. */
function processCode8(own: unknown): (code: string, schema?: unknown) => string {
  return (code, schema) => {
    const ours = code.replaceAll(coercedText, '$& && isFinite($1)')
    return typeof own === 'function' ? String(own(ours, schema)) : ours
  }
}

// The keywords whose code we change, as in version 6.

/** Our functions for the code of version 8. */
const functions8 = { findEqual, findSame, isForeign }

/** Our equality in the place of the library's, which calls the `valueOf` and `toString` that a client sends. */
function changeEquality8({ scope }: Ajv): void {
  const take = scope.value.bind(scope)
  scope.value = (name, value) => take(name, value.ref === equality8() ? { ref: equal } : value)
}

const equal = (value: unknown, allowed: unknown): boolean => isEqual(allowed, value)

/** Changes keywords of version 8, with its own errors and in its own order. */
function changeKeywords8(ajv: Ajv): void {
  ajv.addKeyword(branchTypes.name) // without a definition it checks nothing
  for (const [keyword, write] of Object.entries(codeOf8)) {
    const rule = ajv.RULES.all[keyword]
    if (typeof rule !== 'object') continue
    const { code } = rule.definition as CodeKeywordDefinition // defined so by the library
    Object.assign(rule.definition, { code: (cxt: KeywordCxt) => write(cxt, code) })
  }
}

type WriteCode8 = (cxt: KeywordCxt, original: CodeKeywordDefinition['code']) => void

const codeOf8: Readonly<Record<string, WriteCode8>> = {
  uniqueItems: (cxt) => {
    if (!cxt.$data && cxt.schema !== true) return
    const { gen, data } = cxt
    const { _, stringify } = version8()
    const valid = gen.let('valid')
    cxt.block$data(valid, findSameItems, _`${cxt.schemaCode} === false`)
    cxt.ok(valid)

    function findSameItems(): void {
      const types = scalarTypesOf(cxt.parentSchema.items)
      const find = nameIn(cxt, types === null ? 'findEqual' : 'findSame')
      const found = gen.const('found', types === null ? _`${find}(${data})` : _`${find}(${data}, ${stringify(types)})`)
      cxt.setParams({ i: _`${found}.i`, j: _`${found}.j` })
      gen.assign(valid, _`${found} === null`)
      gen.if(_`!${valid}`, () => cxt.error())
    }
  },
  anyOf: refuseByBranches8,
  oneOf: refuseByBranches8,
}

function nameIn({ gen }: KeywordCxt, name: keyof typeof functions8): Name {
  return gen.scopeValue('func', { ref: functions8[name] })
}

function refuseByBranches8(cxt: KeywordCxt, original: CodeKeywordDefinition['code']): void {
  const all = branchTypesOf(cxt.parentSchema, cxt.keyword)
  if (all !== null) cxt.subschema = writeBehindTypes(all, cxt)
  original(cxt)
}

function writeBehindTypes(all: readonly (BranchTypes | null)[], cxt: KeywordCxt): KeywordCxt['subschema'] {
  const { gen, data, it, keyword } = cxt
  const write = cxt.subschema.bind(cxt)
  const { _, stringify } = version8()
  return (branch, valid) => {
    const index = Number(branch.schemaProp)
    const types = all[index]
    if (!types) return write(branch, valid)
    const { params, message } = errorOf(types, 8)
    const schema: unknown = cxt.schema[index]
    const place = {
      errSchemaPath: placeOf(schema, `${it.errSchemaPath}/${keyword}/${index}`),
      schemaPath: _`${it.schemaPath}[${keyword}][${index}]`,
      compositeRule: true,
    }
    const refusal: KeywordCxt = Object.assign(Object.create(cxt), {
      keyword: 'type',
      def: { error: { params: stringify(params), message } },
      schemaValue: stringify(params.type),
      it: { ...it, ...place },
    })
    gen.if(_`${nameIn(cxt, 'isForeign')}(${data}, ${stringify(types.own)}, ${stringify(types.others)})`)
    refusal.error(true)
    gen.var(valid, false)
    gen.else()
    const written = write(branch, valid)
    gen.endIf()
    return written
  }
}
