import type { Check } from '../emit/check.js'
import { Unsupported } from '../emit/unsupported.js'
import { branchTypesOf, typeOf } from './branch-types.js'
import { combining, type Keyword, worded, wordedBy } from './keyword.js'

export const anyOf = combining('anyOf', 'list', {
  dialects: ['draft-07'], // in later dialects ajv tries all branches, which `unevaluated...` needs
  emit: (schemas, check) => {
    const branches = listOf(schemas)
    if (branches.some((branch) => check.isEmpty(branch))) return ''
    const [valid, missed] = [check.newName('valid'), check.newName('missed')]
    const tries = branches.map((_, index) => {
      const refused = check.newName('refused')
      const tried = tryBranch('anyOf', index, `break ${refused}`, check)
      return `${refused}: {\n${tried}\nbreak ${valid}\n}\n${missed} = setAside(${missed})`
    })
    const failed = `restore(${missed})\n${check.fail('anyOf', null)}\n}`
    return [`${valid}: {\nlet ${missed} = null`, ...tries, failed].join('\n')
  },
  error: wordedBy((version) => `match ${version === 6 ? 'some' : 'a'} schema in anyOf`),
})

export const oneOf = combining('oneOf', 'list', {
  emit: (schemas, check) => {
    const [tried, missed, passing] = [check.newName('tried'), check.newName('missed'), check.newName('passing')]
    const tries = listOf(schemas).map((branch, index) => {
      const accepted = `if (${passing} !== null) { ${passing} = [${passing}, ${index}]; break ${tried} }\n${passing} = ${index}`
      const write = (abort: string) => {
        return `${check.isEmpty(branch) ? '' : tryBranch('oneOf', index, abort, check)}\n${accepted}`
      }
      return check.orElse(write, `${missed} = setAside(${missed})`)
    })
    return [
      `let ${missed} = null, ${passing} = null`,
      `${tried}: {\n${tries.join('\n')}\n}`,
      `if (typeof ${passing} !== 'number') {\nrestore(${missed})`,
      `${check.fail('oneOf', null, `{ passingSchemas: ${passing} }`)}\n}`,
    ].join('\n')
  },
  error: wordedBy(() => 'match exactly one schema in oneOf'),
})

export const allOf = combining('allOf', 'list', {
  emit: (schemas, check) =>
    listOf(schemas)
      .map((branch, index) => (check.isEmpty(branch) ? '' : check.apply(branch, `allOf/${index}`)))
      .join('\n'),
})

export const not = combining('not', 'schema', {
  emit: (schema, check) => {
    const { abort, abortOfRef } = check.scope
    // Below `then` and `else` ajv 6 goes on after this failure, as after one of a `$ref`.
    if (check.isEmpty(schema)) return check.fail('not', null, null, check.version === 6 ? abortOfRef : abort)
    const refused = check.newName('refused')
    const tried = check.try(schema, 'not', `break ${refused}`)
    return `${refused}: {\n${tried}\n${check.fail('not', null)}\n}\nsetAside(null)`
  },
  error: wordedBy(() => 'NOT be valid'),
})

/** Statements for a branch, behind the check that a value does not have the type of another one. */
function tryBranch(keyword: 'anyOf' | 'oneOf', index: number, abort: string, check: Check): string {
  const types = branchTypesOf(check.schema, keyword)?.[index]
  const branch = listOf(check.schema[keyword])[index]
  const path = `${keyword}/${index}`
  const tried = check.try(branch, path, abort)
  if (!types) return tried
  const test = `isForeign(${check.value}, ${JSON.stringify(types.own)}, ${JSON.stringify(types.others)})`
  return `if (${test}) ${check.failType(branch, path, typeOf(types, check.version), abort)}\n${tried}`
}

function listOf(schemas: unknown): readonly unknown[] {
  return Array.isArray(schemas) ? schemas : []
}

const condition = combining('if', 'schema', {
  emit: (schema, check) => {
    const clauses = (['then', 'else'] as const).filter((name) => !check.isEmpty(check.schema[name]))
    if (clauses.length === 0) return ''
    // There ajv 6 goes on after a failure of `allOf`, if its first schema accepts the value.
    if (check.version === 6 && check.mode.isComposite && hasSeveral(check)) throw new Unsupported()
    const holds = check.newName('holds')
    const tried = (abort: string) => (check.isEmpty(schema) ? '' : check.try(schema, 'if', abort))
    return [
      `let ${holds} = false`,
      check.orElse((abort) => `${tried(abort)}\n${holds} = true`, 'setAside(null)'),
      ...clauses.map((name) => {
        const code = check.orElse((abort) => check.choose(check.schema[name], name, abort), check.fail('if', name))
        return `if (${name === 'then' ? holds : `!${holds}`}) {\n${code}\n}`
      }),
    ].join('\n')
  },
  error: worded('failingKeyword', (failing: string) => `match "${failing}" schema`),
})

function hasSeveral(check: Check): boolean {
  return listOf(check.schema.allOf).filter((branch) => !check.isEmpty(branch)).length > 1
}

export const conditions: readonly Keyword[] = [
  condition,
  combining('then', 'schema', { isPartIn6: true }),
  combining('else', 'schema', { isPartIn6: true }),
]
