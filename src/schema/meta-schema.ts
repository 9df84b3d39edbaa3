import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { nearMisses } from './near-miss.js'

/** What is wrong with a schema, and where. */
export interface SchemaProblem {
  /** JSON pointer into the schema. */
  pointer: string
  problem: string
}

let metaSchema: ValidateFunction | null = null
const valid = new WeakSet<object>()

/** What draft 7 itself says against a schema; `null`: nothing. Both versions of the validator speak that draft. */
export function findSchemaProblem(schema: object): SchemaProblem | null {
  if (valid.has(schema)) return null
  metaSchema ??= compileMetaSchema()
  if (metaSchema(schema)) {
    valid.add(schema)
    return null
  }
  const [failure] = metaSchema.errors ?? []
  const allowed: unknown = failure?.params.allowedValues
  const problem = Array.isArray(allowed)
    ? `the value ${expected(failure?.data, allowed)}`
    : `the value ${failure?.message}`
  return { pointer: failure?.instancePath ?? '', problem }
}

function expected(given: unknown, allowed: readonly string[]): string {
  const near = typeof given === 'string' ? nearMisses(given, allowed) : []
  const hint = near.length > 0 ? ` (did you mean "${near[0]}"?)` : ''
  return `${JSON.stringify(given)} must be one of ${allowed.join(', ')}${hint}`
}

// One for the process: it is the costliest schema of all to compile, and the same for every server.
function compileMetaSchema(): ValidateFunction {
  const draft7 = new Ajv({ logger: false }).getSchema('http://json-schema.org/draft-07/schema')?.schema
  // Compiled as any other schema: in its own meta-schema, the validator skips formats, and so broken patterns.
  const ajv = new Ajv({ meta: false, validateSchema: false, strict: false, verbose: true, logger: false })
  addFormats.default(ajv, { formats: ['regex'], keywords: false })
  return ajv.compile(draft7 ?? true)
}
