// Hot path: validates single values of the path, the query and the headers by schemas of other libraries.
import type { SchemaFailure, ValidatedRequest, ValidateFunction } from '../../contracts/schema.js'
import { createStandardValidate, type StandardSchema } from '../../standard/standard-schema.js'
import { pointerTo } from '../../support/json-pointer.js'
import { isRecord, isThenable, readProperty, setOwn } from '../../support/values.js'
import { access, asError, failed, type Outcome, type Step, type StepLink } from './validation-step.js'

/** `@Param('id', z.coerce.number())`: one value of a part, with a schema that another library runs. */
export interface NamedSchema {
  readonly part: 'params' | 'querystring' | 'headers'
  /** The names of headers are in lower case. */
  readonly name: string
  readonly schema: StandardSchema
}

/**
 * The step that validates all named values of one part, then runs the next step. A missing value is validated as
 * `undefined`.
 */
export function namedStep(
  named: readonly Pick<NamedSchema, 'name' | 'schema'>[],
  next: Step | null,
  link: StepLink,
): Step {
  const { part } = link
  const { read, write } = access[part]
  const values = named.map(({ name, schema }) => {
    return { name, validate: createStandardValidate(schema, `"${name}" of the ${part} of ${link.route}`) }
  })

  function settle(results: readonly unknown[], request: ValidatedRequest): Outcome {
    // There is one result for each value.
    const failures = results.flatMap((result, at) => failuresOf(result, values[at]!.name))
    if (failures.length > 0) return failed(failures, link)
    const given = read(request)
    // The headers get a copy, because node's object must not change.
    const holder: object = isRecord(given) && part !== 'headers' ? given : { ...Object(given) }
    for (const [at, { name }] of values.entries()) {
      const value = readProperty(results[at], 'value')
      if (value !== undefined || Object.hasOwn(holder, name)) setOwn(holder, name, value)
    }
    if (holder !== given) write(request, holder)
    return next === null ? null : next(request)
  }

  return (request) => {
    const given = read(request)
    const results = values.map(({ name, validate }) => run(validate, isRecord(given) ? given : {}, name))
    if (!results.some(isThenable)) return settle(results, request)
    return Promise.all(results).then(
      (all) => settle(all, request),
      (reason) => asError(reason, link),
    )
  }
}

/** A thrown error becomes a rejection too, because the promises of the other values must still be handled. */
function run(validate: ValidateFunction, holder: Record<string, unknown>, name: string): unknown {
  try {
    return validate(Object.hasOwn(holder, name) ? holder[name] : undefined)
  } catch (error) {
    return Promise.reject(error)
  }
}

function failuresOf(result: unknown, name: string): SchemaFailure[] {
  const failures = readProperty(result, 'error') as SchemaFailure[] | undefined // made by createStandardValidate
  return (failures ?? []).map((failure) => ({ ...failure, instancePath: pointerTo('', name) + failure.instancePath }))
}
