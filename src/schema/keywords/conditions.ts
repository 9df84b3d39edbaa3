import type { Check } from '../emit/check.js'
import { combining, type Keyword, verbs } from './keyword.js'

const condition = combining('if', 'schema', {
  emit: (schema, check) => {
    const clauses = (['then', 'else'] as const).filter((name) => hasClause(name, check))
    if (clauses.length === 0) return ''
    const [holds, tried, refused] = [check.newName('holds'), check.newName('tried'), check.newName('refused')]
    const code = check.isEmpty(schema) ? '' : check.try(schema, 'if', `break ${refused}`)
    return [
      `let ${holds} = false`,
      `${tried}: {\n${refused}: {\n${code}\n${holds} = true\nbreak ${tried}\n}\nsetAside(null)\n}`,
      ...clauses.map((name) => `if (${name === 'then' ? holds : `!${holds}`}) {\n${emitClause(name, check)}\n}`),
    ].join('\n')
  },
  error: (failingKeyword: string, version) => ({
    params: { failingKeyword },
    message: `${verbs[version]} match "${failingKeyword}" schema`,
  }),
})

function hasClause(name: 'then' | 'else', check: Check): boolean {
  return check.schema[name] !== undefined && !check.isEmpty(check.schema[name])
}

function emitClause(name: 'then' | 'else', check: Check): string {
  const [valid, refused] = [check.newName('valid'), check.newName('refused')]
  const code = check.choose(check.schema[name], name, `break ${refused}`)
  return `${valid}: {\n${refused}: {\n${code}\nbreak ${valid}\n}\n${check.fail('if', name)}\n}`
}

export const conditions: readonly Keyword[] = [
  condition,
  combining('then', 'schema', { isEmptyIn6: true }),
  combining('else', 'schema', { isEmptyIn6: true }),
]
