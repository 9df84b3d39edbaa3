import type { Ajv, CodeKeywordDefinition, KeywordCxt } from 'ajv'
import type Ajv6 from 'ajv6'
import { version8 } from '../../packages/libraries.cjs'
import type { PlainObject } from '../../support/values.js'
import {
  type BranchTypes,
  branching,
  branchTypes,
  branchTypesOf,
  errorOf,
  isForeign,
} from '../keywords/branch-types.js'

// Both versions get the keywords `anyOf` and `oneOf` whose branches refuse values of the types of other branches.

/** The state of version 6 while it writes the code of a schema. Its types omit it. */
interface Writing6 {
  schema: PlainObject
  validate: (branch: Writing6) => string
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

export function keepBranches6(ajv: Ajv6.Ajv): void {
  ajv.addKeyword(branchTypes.name, undefined!) // without a definition it checks nothing; the types omit that
  const rules = Reflect.get(ajv, 'RULES') as { all: Record<(typeof branching)[number], Rule6> } // the types omit it
  for (const keyword of branching) {
    const { code } = rules.all[keyword]
    rules.all[keyword].code = (it, ...more) => {
      const all = branchTypesOf(it.schema, keyword)
      if (all === null) return code(it, ...more)
      const { validate } = it
      const validateBranch = (branch: Writing6) => {
        const written = validate({ ...branch, validate })
        const types = all[Number(branch.errSchemaPath.split('/').at(-1))]
        return types ? refuseIn6(types, branch, written) : written
      }
      return code({ ...it, validate: validateBranch }, ...more)
    }
  }
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

export function keepBranches8(ajv: Ajv): void {
  ajv.addKeyword(branchTypes.name) // without a definition it checks nothing
  for (const keyword of branching) {
    const rule = ajv.RULES.all[keyword]
    if (typeof rule !== 'object') continue
    const { code } = rule.definition as CodeKeywordDefinition // defined so by the library
    Object.assign(rule.definition, {
      code: (cxt: KeywordCxt) => {
        const all = branchTypesOf(cxt.parentSchema, keyword)
        if (all !== null) refuseIn8(all, cxt)
        code(cxt)
      },
    })
  }
}

const evaluated = ['props', 'items'] as const

/** Makes the keyword write each branch behind the check of the types. */
function refuseIn8(all: readonly (BranchTypes | null)[], cxt: KeywordCxt): void {
  const write = cxt.subschema.bind(cxt)
  const { gen, data, it, keyword } = cxt
  const { _, Name, stringify } = version8()
  cxt.subschema = (branch, valid) => {
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
    const isRefused = _`${gen.scopeValue('func', { ref: isForeign })}(${data}, ${stringify(types.own)}, ${stringify(types.others)})`
    gen.if(isRefused)
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
