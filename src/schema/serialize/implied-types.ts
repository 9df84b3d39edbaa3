import { isPlainObject, type PlainObject } from '../model/plain-data.js'
import type { Merged } from './merged.js'
import type { Part } from './parts.js'
import { SchemaProblem } from './schema-problem.js'

/** A schema without a type has that of the first keyword that it has. */
const typeKeywords: readonly (readonly [string, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'maxProperties',
      'minProperties',
      'dependencies',
    ],
  ],
  ['array', ['items', 'additionalItems', 'maxItems', 'minItems', 'uniqueItems', 'contains']],
  ['string', ['maxLength', 'minLength', 'pattern']],
  ['number', ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']],
]

/** The type that a schema without one has by its keywords. */
export function inferType(has: (keyword: string) => boolean): string | undefined {
  return typeKeywords.find(([, keywords]) => keywords.some(has))?.[0]
}

/** Other keywords that change how a value is written. */
const writing = ['type', 'const', 'enum', 'format', '$ref', 'allOf', 'anyOf', 'oneOf', 'if']

/** Whether a schema changes how a value is written. */
export function saysHowToWrite(schema: PlainObject, isNullable: boolean): boolean {
  const has = (keyword: string) => keyword in schema
  return writing.some(has) || inferType(has) !== undefined || (has('nullable') && !isNullable)
}

/** A constant that its own type excludes would be sent in the place of every value. */
export function checkConstant(constant: unknown, type: unknown, { isNullable }: Merged, view: readonly Part[]): void {
  const types = [type ?? []].flat().map(String)
  if (types.length === 0 || types.some((each) => isOfType(constant, each)) || (constant === null && isNullable)) return
  const part = view.find(({ schema }) => schema.const !== undefined)
  if (part !== undefined) throw new SchemaProblem(part, `its "const" is not of the type ${types.join(' or ')}`)
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isPlainObject(value)
    default:
      return typeof value === type
  }
}
