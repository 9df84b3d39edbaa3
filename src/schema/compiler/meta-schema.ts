import type { ErrorObject, ValidateFunction } from 'ajv6'
import { draft7MetaSchema } from '../../packages/libraries.cjs'
import { lazy } from '../../support/lazy.js'
import { nearMisses } from '../../support/near-miss.js'
import { compareByUs6, comparingVersion6, processCode6 } from '../engines/ajv-equality.js'
import type { PlainObject } from '../model/plain-data.js'
import { isPlainlyValid } from '../model/plainly-valid.js'

/** What is wrong with a schema, and where. */
export interface SchemaProblem {
  /** JSON pointer into the schema. */
  pointer: string
  problem: string
}

/** Draft 7's own schema. Both versions of ajv know that draft. */
export class MetaSchema {
  /** Many schemas are checked in several contexts. */
  readonly #valid = new WeakSet<object>()

  /** What draft 7 does not allow in a schema. */
  findProblems(schema: PlainObject): SchemaProblem[] {
    if (this.#valid.has(schema)) return []
    if (isPlainlyValid(schema) || validateByDraft7()(schema)) {
      this.#valid.add(schema)
      return []
    }
    const all = compileMetaSchema({ allErrors: true }) // for who has something to mend anyway
    all(schema)
    return innermost(all.errors ?? []).map(toProblem)
  }
}

/** One for the process: it is the costliest schema of all to compile, and the same for every server. */
const validateByDraft7 = lazy(() => compileMetaSchema({ allErrors: false }))

/** The first failure of each place, without those that only say that something below them has failed. */
function innermost(failures: readonly ErrorObject[]): ErrorObject[] {
  const paths = [...new Set(failures.map(({ dataPath }) => dataPath))]
  return paths
    .filter((path) => !paths.some((other) => other.startsWith(`${path}/`)))
    .flatMap((path) => failures.find(({ dataPath }) => dataPath === path) ?? [])
}

function toProblem({ data, dataPath, message, params }: ErrorObject): SchemaProblem {
  const allowed: unknown = Reflect.get(params, 'allowedValues')
  const problem = Array.isArray(allowed) ? expected(data, allowed) : (message ?? 'is no schema')
  return { pointer: dataPath, problem: `the value ${problem}` }
}

function expected(given: unknown, allowed: readonly string[]): string {
  const near = typeof given === 'string' ? nearMisses(given, allowed) : []
  const hint = near.length > 0 ? ` (did you mean "${near[0]}"?)` : ''
  return `${JSON.stringify(given)} should be one of ${allowed.join(', ')}${hint}`
}

// An `$id` or a
// `$ref` may be any text: whether it resolves is checked elsewhere. Numbers are those of JSON. `nullable` is of OpenAPI.
function compileMetaSchema({ allErrors }: { allErrors: boolean }): ValidateFunction {
  const formats = { uri: /^/, 'uri-reference': /^/ }
  const Ajv6 = comparingVersion6()
  const options = { meta: false, validateSchema: false, strictNumbers: true, jsonPointers: true, verbose: true }
  const ajv = new Ajv6({ ...options, allErrors, logger: false, formats, processCode: processCode6(null) })
  compareByUs6(ajv)
  const draft7 = draft7MetaSchema()
  return ajv.compile({ ...draft7, properties: { ...draft7.properties, nullable: { type: 'boolean' } } })
}
