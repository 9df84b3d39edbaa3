import type { SchemaFailure, ValidateFunction } from '../../contracts/schema.js'

/** Holds a value that is validated by itself. The validation changes the held value in place. */
export class RootHolder {
  value: unknown = null
}

/** Marks the functions of the default compiler, which return `true` or `false` and never a promise. */
const own = Symbol('alcove.own-validate')

/**
 * @param replacesRoot whether coercion may replace the whole value: `holder.value` then receives it
 * @param run the validating code: ours, or that of a library
 * @param errors gives the failures of the last run; `null`: none
 */
export function createValidate(
  replacesRoot: boolean,
  run: (data: unknown, holder: RootHolder | null) => boolean,
  errors: () => SchemaFailure[] | null,
): ValidateFunction {
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
 * The holder of the value after coercion by a function of the default compiler; `null`: the value is never replaced.
 *
 * @returns undefined for other functions
 */
export function rootOf(validate: ValidateFunction): RootHolder | null | undefined {
  return own in validate ? (Reflect.get(validate, 'root') as RootHolder | null) : undefined // set by createValidate
}
