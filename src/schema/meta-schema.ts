import type { ValidateFunction } from 'ajv6'
import { version6 } from './libraries.js'
import { nearMisses } from './near-miss.js'
import type { PlainObject } from './plain-data.js'
import { isPlainlyValid } from './plainly-valid.js'

/** What is wrong with a schema, and where. */
export interface SchemaProblem {
  /** JSON pointer into the schema. */
  pointer: string
  problem: string
}

let metaSchema: ValidateFunction | null = null
const valid = new WeakSet<object>()

/** What draft 7 itself says against a schema; `null`: nothing. Both versions of the validator speak that draft. */
export function findSchemaProblem(schema: PlainObject): SchemaProblem | null {
  if (valid.has(schema)) return null
  if (isPlainlyValid(schema)) {
    valid.add(schema)
    return null
  }
  metaSchema ??= compileMetaSchema()
  if (metaSchema(schema)) {
    valid.add(schema)
    return null
  }
  const [failure] = metaSchema.errors ?? []
  const allowed: unknown = failure === undefined ? null : Reflect.get(failure.params, 'allowedValues')
  const problem = Array.isArray(allowed) ? expected(failure?.data, allowed) : (failure?.message ?? 'is no schema')
  return { pointer: failure?.dataPath ?? '', problem: `the value ${problem}` }
}

function expected(given: unknown, allowed: readonly string[]): string {
  const near = typeof given === 'string' ? nearMisses(given, allowed) : []
  const hint = near.length > 0 ? ` (did you mean "${near[0]}"?)` : ''
  return `${JSON.stringify(given)} should be one of ${allowed.join(', ')}${hint}`
}

// One for the process: it is the costliest schema of all to compile, and the same for every server. An `$id` or a
// `$ref` may be any text: whether it resolves is checked elsewhere.
function compileMetaSchema(): ValidateFunction {
  const formats = { uri: /^/, 'uri-reference': /^/ }
  const Ajv6 = version6()
  const ajv = new Ajv6({ jsonPointers: true, verbose: true, logger: false, formats })
  return ajv.getSchema('http://json-schema.org/draft-07/schema')!
}
