import type { ValidateFunction } from '../contracts/schema.js'

/** A validator that the default compiler made: it answers `true` or `false`, never a promise. */
export interface DefaultValidate extends ValidateFunction {
  (data: unknown): boolean
  /** Where the value stands after coercion when the value itself may be replaced; `null`: it never is. */
  readonly root: { value: unknown } | null
}

const defaultValidates = new WeakSet<ValidateFunction>()

export function markDefaultValidate(validate: DefaultValidate): DefaultValidate {
  defaultValidates.add(validate)
  return validate
}

export function isDefaultValidate(validate: ValidateFunction): validate is DefaultValidate {
  return defaultValidates.has(validate)
}
