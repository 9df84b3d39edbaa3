import type { Check } from '../emit/check.js'
import { fragment } from '../emit/code-position.js'
import { all, checking, each, isMap, isNames, type Keyword, verbs } from './keyword.js'

interface Asked {
  property: string
  deps: readonly string[]
}

const isDependencies = all(
  isMap,
  each((value, flags) => (Array.isArray(value) ? isNames(value, flags) : null)),
)

/** The messages for names that a property needs beside it. */
const textsOfNeeded = {
  error: ({ property, deps }: Asked, version, { missingProperty }) => {
    const list = deps.join(', ')
    const noun = deps.length === 1 ? 'property' : 'properties'
    return {
      params: { property, missingProperty, depsCount: deps.length, deps: list },
      message: `${verbs[version]} have ${noun} ${list} when property ${property} is present`,
    }
  },
  expected: (params) => `a property "${params.missingProperty}" beside "${params.property}"`,
} satisfies Partial<Keyword>

export const dependencies = checking('dependencies', 'object', isDependencies, {
  subschemas: 'dependencies',
  validates: 'value',
  before6: 'propertyNames',
  removesAhead: () => true,
  emit: (value, check) => {
    const schemas = Object.entries(Object(value)).filter(([, each]) => !Array.isArray(each) && !check.isEmpty(each))
    const applied = schemas.map(([name, schema]) => {
      return `if (!(${check.isMissing(name)})) {\n${check.apply(schema, `dependencies${fragment(name)}`)}\n}`
    })
    return [...emitLists('dependencies', value, check), ...applied].join('\n')
  },
  ...textsOfNeeded,
})

/** The statements for the lists of names that properties need beside them. @param keyword the keyword of the lists */
function emitLists(keyword: string, value: unknown, check: Check): string[] {
  return Object.entries(Object(value)).flatMap(([name, needed]) => {
    return Array.isArray(needed) ? emitNeeded(keyword, name, needed, check) : []
  })
}

function emitNeeded(keyword: string, property: string, needed: readonly unknown[], check: Check): string {
  if (needed.length === 0) return ''
  const deps = needed.map(String)
  const missing = check.newName('missing')
  const names = deps.map((name) => `${check.isMissing(name)} ? ${JSON.stringify(name)} : `)
  return [
    `if (!(${check.isMissing(property)})) {`,
    `const ${missing} = ${names.join('')}null`,
    `if (${missing} !== null) ${check.fail(keyword, { property, deps }, `{ missingProperty: ${missing} }`)}\n}`,
  ].join('\n')
}

/** The lists of names of `dependencies`, as later dialects write them. */
export const dependentRequired: Keyword = {
  name: 'dependentRequired',
  groups: ['object'],
  dialects: ['2019-09', '2020-12'],
  removesAhead: () => true,
  emit: (value, check) => emitLists('dependentRequired', value, check).join('\n'),
  ...textsOfNeeded,
}
