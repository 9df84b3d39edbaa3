import type { Ajv, CodeKeywordDefinition, KeywordCxt, Name } from 'ajv'
import type Ajv6 from 'ajv6'
import { version6, version8 } from '../../packages/libraries.cjs'
import { findEqual, findSame, isAmong, isEqual } from '../../support/equality.js'
import { lazy } from '../../support/lazy.js'
import type { PlainObject } from '../../support/values.js'
import { type BranchTypes, branchTypes, branchTypesOf, errorOf, isForeign } from '../keywords/branch-types.js'
import { scalarTypesOf } from '../keywords/items.js'

// The keywords of both versions whose code we change. They compare values by our equality, and branches refuse values
// that have the type of another branch.

/** Our comparison for the name `equal` in the code of version 6. It also has our other functions. */
const functions6 = Object.assign((value: unknown, allowed: unknown) => isEqual(allowed, value), {
  find: findEqual,
  isForeign,
})

/** Our functions for the code of version 8. */
const functions8 = { isEqual, isAmong, findEqual, findSame, isForeign }

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

/** Version 6 with our equality in its code: it compiles schemas of its own while it is constructed. */
export const comparingVersion6 = lazy(() => {
  return class Ajv extends version6() {
    get alcoveFunctions(): unknown {
      return functions6
    }
  }
})

export function changeKeywords6(ajv: Ajv6.Ajv): void {
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
export function processCode6(own: unknown): ProcessCode {
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

/** Changes keywords of version 8, with its own errors and in its own order. */
export function changeKeywords8(ajv: Ajv): void {
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
  const: (cxt, original) => {
    if (!cxt.$data && !isObject(cxt.schema)) return original(cxt)
    const { _ } = version8()
    cxt.fail$data(_`!${nameIn(cxt, 'isEqual')}(${cxt.data}, ${cxt.schemaCode})`)
  },
  enum: (cxt, original) => {
    const { schema }: { schema: unknown } = cxt
    if (!cxt.$data && !(Array.isArray(schema) && schema.some(isObject))) return original(cxt)
    const { _ } = version8()
    const valid = cxt.gen.let('valid')
    cxt.block$data(valid, () => cxt.gen.assign(valid, _`${nameIn(cxt, 'isAmong')}(${cxt.data}, ${cxt.schemaCode})`))
    cxt.pass(valid)
  },
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

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

const evaluated = ['props', 'items'] as const

function refuseByBranches8(cxt: KeywordCxt, original: CodeKeywordDefinition['code']): void {
  const all = branchTypesOf(cxt.parentSchema, cxt.keyword)
  if (all !== null) cxt.subschema = writeBehindTypes(all, cxt)
  original(cxt)
}

function writeBehindTypes(all: readonly (BranchTypes | null)[], cxt: KeywordCxt): KeywordCxt['subschema'] {
  const { gen, data, it, keyword } = cxt
  const write = cxt.subschema.bind(cxt)
  const { _, Name, stringify } = version8()
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
    // The branch declares the evaluated parts in its block, and the keyword reads them behind it.
    const parts = it.opts.unevaluated ? { props: gen.let('props'), items: gen.let('items') } : null
    gen.if(_`${nameIn(cxt, 'isForeign')}(${data}, ${stringify(types.own)}, ${stringify(types.others)})`)
    refusal.error(true)
    gen.var(valid, false)
    gen.else()
    const written = write(branch, valid)
    for (const kind of evaluated) {
      const inner = written[kind]
      if (!(inner instanceof Name) || parts === null) continue
      gen.assign(parts[kind], inner)
      written[kind] = parts[kind]
    }
    gen.endIf()
    return written
  }
}

/** The place of a branch in errors. Those about the target of a `$ref` name the target. */
function placeOf(branch: unknown, path: string): string {
  const { $ref }: PlainObject = Object(branch)
  return typeof $ref === 'string' ? $ref : path
}
