import type { Ajv, CodeKeywordDefinition, KeywordCxt, Name } from 'ajv'
import type Ajv6 from 'ajv6'
import { version6, version8 } from '../../packages/libraries.cjs'
import { findEqual, findSame, isAmong, isEqual } from '../../support/equality.js'
import { lazy } from '../../support/lazy.js'
import { isForeign } from '../keywords/branch-types.js'
import { typesOf } from '../model/json-schema.js'

/** Our comparison for the name `equal` in the code of version 6. It also finds equal items, and has our other check. */
const equality6 = Object.assign((one: unknown, other: unknown) => isEqual(one, other), { find: findEqual, isForeign })

/** Our comparison for the code of version 8. */
const equality8 = { isEqual, isAmong, findEqual, findSame }

interface Rule6 {
  code: (it: unknown, keyword: string, type?: string) => string
}

/** The loops over all pairs of items in the code of version 6, and what they compare. */
const pairs =
  / outer: for \(;i--;\) \{ for \(j = i; j--;\) \{ if \(equal\((data\d*)\[i\], \1\[j\]\)\) \{ (valid\d*) = false; break outer; \} \} \} /

/** Version 6 with our equality in its code: it compiles schemas of its own while it is constructed. */
export const comparingVersion6 = lazy(() => {
  return class Ajv extends version6() {
    get alcoveEquality(): unknown {
      return equality6
    }
  }
})

/** Makes version 6 find equal items by our equality. Its own calls the `valueOf` and `toString` that a client sends. */
export function compareByUs6(ajv: Ajv6.Ajv): void {
  const rules = Reflect.get(ajv, 'RULES') as { all: { uniqueItems: Rule6 } } // the types omit it
  const { uniqueItems } = rules.all
  const { code } = uniqueItems
  uniqueItems.code = (...parts) =>
    code(...parts)
      .replace(pairs, ' var found = equal.find($1); if (found !== null) { $2 = false; i = found.i; j = found.j; } ')
      .replace('itemIndices = {}', 'itemIndices = Object.create(null)') // an item may be called `__proto__`
}

type ProcessCode = (code: string, schema: unknown) => string

/** The option `processCode` of version 6 that puts our equality in the place of its own. */
export function processCode6(own: unknown): ProcessCode {
  return (code, schema) => {
    const ours = `if (self !== null) equal = self.alcoveEquality; ${code}`
    return typeof own === 'function' ? String(own(ours, schema)) : ours
  }
}

/** Makes version 8 compare values by our equality, with its own failures and in its own order of keywords. */
export function compareByUs8(ajv: Ajv): void {
  for (const [keyword, write] of Object.entries(codeOf8)) {
    const definition = ajv.RULES.all[keyword]
    if (typeof definition !== 'object') continue
    const { code } = definition.definition as CodeKeywordDefinition // defined so by the library
    Object.assign(definition.definition, { code: (cxt: KeywordCxt) => write(cxt, code) })
  }
}

type WriteCode = (cxt: KeywordCxt, original: CodeKeywordDefinition['code']) => void

const codeOf8: Readonly<Record<string, WriteCode>> = {
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
      const types = scalarTypes(cxt.parentSchema.items)
      const find = nameIn(cxt, types === null ? 'findEqual' : 'findSame')
      const found = gen.const('found', types === null ? _`${find}(${data})` : _`${find}(${data}, ${stringify(types)})`)
      cxt.setParams({ i: _`${found}.i`, j: _`${found}.j` })
      gen.assign(valid, _`${found} === null`)
      gen.if(_`!${valid}`, () => cxt.error())
    }
  },
}

function nameIn({ gen }: KeywordCxt, name: keyof typeof equality8): Name {
  return gen.scopeValue('func', { ref: equality8[name] })
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The types of items that are compared as scalars; `null`: they may be lists or objects. */
function scalarTypes(items: unknown): readonly string[] | null {
  const types = typesOf(items)
  return types.length === 0 || types.includes('object') || types.includes('array') ? null : types
}
