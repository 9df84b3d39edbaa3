import type { SchemaFailure, ValidateFunction } from '../../contracts/schema.js'

/** What a value is in that is validated for itself; whoever gave it has it changed in place. */
export class RootHolder {
  value: unknown = null
}

/** Marks the functions of the default compiler, which answer `true` or `false` and never a promise. */
const own = Symbol('alcove.own-validate')

/** What validates: code of ours, or of a library. */
interface Validation {
  /** `holder.value` receives the value when the value itself is coerced; `null`: it cannot be. */
  run(data: unknown, holder: RootHolder | null): boolean
  /** What the last run refused; `null`: nothing. */
  errors(): SchemaFailure[] | null
}

/** @param replacesRoot whether coercion may replace the whole value */
export function createValidate({ run, errors }: Validation, replacesRoot: boolean): ValidateFunction {
  const root = replacesRoot ? new RootHolder() : null
  const validate = (data: unknown): boolean => {
    if (root !== null) root.value = data
    const isValid = run(data, root)
    if (root !== null && !isValid) root.value = null
    result.errors = isValid ? null : errors()
    return isValid
  }
  const result: ValidateFunction = Object.assign(validate, { errors: null, root, [own]: true })
  return result
}

/**
 * Where the value is after coercion by a function of the default compiler; `null`: it is never replaced.
 *
 * @returns undefined for other functions
 */
export function rootOf(validate: ValidateFunction): RootHolder | null | undefined {
  return own in validate ? (Reflect.get(validate, 'root') as RootHolder | null) : undefined // it was set above
}
