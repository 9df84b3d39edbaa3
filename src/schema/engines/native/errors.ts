import type { SchemaFailure } from '../../../contracts/schema.js'

/** A rule as its failure tells of it: where it stands in the schema, its keyword, and what it asks for. */
export type Told = readonly [schemaPath: string, keyword: string, asked: unknown]

/** What a failure says about a rule. */
interface Saying {
  params: Record<string, unknown>
  message: string
}

/** What was found about the value itself, beside what the rule says of all. */
export type Finding = Record<string, unknown>

type Say = (asked: never, version: 6 | 8, finding: Finding) => Saying

const verbs = { 6: 'should', 8: 'must' } as const

/** By keyword. The words are those of the libraries whose place the rules take: clients may read them. */
const sayings: Readonly<Record<string, Say>> = {
  'false schema': () => ({ params: {}, message: 'boolean schema is false' }),
  type: (type: string | readonly string[], version) => ({ params: { type }, message: `${verbs[version]} be ${type}` }),
  const: (allowedValue: unknown, version) => ({
    params: { allowedValue },
    message: `${verbs[version]} be equal to constant`,
  }),
  enum: (allowedValues: unknown, version) => ({
    params: { allowedValues },
    message: `${verbs[version]} be equal to one of the allowed values`,
  }),
  required: (missingProperty: string, version) => ({
    params: { missingProperty },
    message: `${verbs[version]} have required property '${missingProperty}'`,
  }),
  additionalProperties: (_, version, finding) => ({
    params: finding,
    message: `${verbs[version]} NOT have additional properties`,
  }),
  uniqueItems: (_, version, { i, j }) => ({
    params: { i, j },
    message: `${verbs[version]} NOT have duplicate items (items ## ${j} and ${i} are identical)`,
  }),
  multipleOf: (multipleOf: number, version) => ({
    params: { multipleOf },
    message: `${verbs[version]} be multiple of ${multipleOf}`,
  }),
  format: (format: string, version) => ({ params: { format }, message: `${verbs[version]} match format "${format}"` }),
  pattern: (pattern: string, version) => ({
    params: { pattern },
    message: `${verbs[version]} match pattern "${pattern}"`,
  }),
  maximum: bound('<='),
  minimum: bound('>='),
  exclusiveMaximum: bound('<'),
  exclusiveMinimum: bound('>'),
  maxLength: length('longer', 'more'),
  minLength: length('shorter', 'fewer'),
  maxItems: count('more', 'items'),
  minItems: count('fewer', 'items'),
  maxProperties: count('more', 'properties'),
  minProperties: count('fewer', 'properties'),
}

function bound(comparison: string): Say {
  return (limit: number, version) => {
    const message = `${verbs[version]} be ${comparison} ${limit}`
    if (version === 8) return { params: { comparison, limit }, message }
    return { params: { comparison, limit, exclusive: !comparison.endsWith('=') }, message }
  }
}

function length(in6: string, in8: string): Say {
  return (limit: number, version) => ({
    params: { limit },
    message:
      version === 6 ? `should NOT be ${in6} than ${limit} characters` : `must NOT have ${in8} than ${limit} characters`,
  })
}

function count(more: string, what: string): Say {
  return (limit: number, version) => ({
    params: { limit },
    message: `${verbs[version]} NOT have ${more} than ${limit} ${what}`,
  })
}

/** The failure of a rule, for the value at a path below the one that the rules are asked of. */
export function createFailure(told: Told, path: string, finding: Finding, version: 6 | 8): SchemaFailure {
  const [schemaPath, keyword, asked] = told
  const say: Say | undefined = sayings[keyword]
  const { params, message } = say!(asked as never, version, finding) // rules are written with keywords of the table only
  return version === 6
    ? { keyword, dataPath: path, schemaPath, params, message }
    : { instancePath: path, schemaPath, keyword, params, message }
}

/** Tells that a failure lies below where it was thought to be. */
export function deepen(failure: SchemaFailure, path: string): void {
  if (failure.dataPath !== undefined) failure.dataPath = path + failure.dataPath
  else failure.instancePath = path + (failure.instancePath ?? '')
}
