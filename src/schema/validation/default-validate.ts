import type { ValidateFunction } from '../../contracts/schema.js'
import type { RawValidate } from '../engines/validator-version.js'
import { RootHolder } from './root-holder.js'

/** A validator that the default compiler made: it answers `true` or `false`, never a promise. */
export interface DefaultValidate extends ValidateFunction {
  (data: unknown): boolean
  /** Where the value stands after coercion when the value itself may be replaced; `null`: it never is. */
  readonly root: RootHolder | null
}

const defaultValidates = new WeakSet<ValidateFunction>()

export interface DefaultValidateParts {
  /** Of undeclared properties; `null`: nothing is removed. */
  removal: ((value: unknown) => void) | null
  /** Whether coercion may replace the whole value. */
  replacesRoot: boolean
  raw: RawValidate
}

export function createDefaultValidate({ removal, replacesRoot, raw }: DefaultValidateParts): DefaultValidate {
  const root: DefaultValidate['root'] = replacesRoot ? new RootHolder() : null
  const validate = (data: unknown): boolean => {
    if (removal !== null) removal(data)
    if (root !== null) root.value = data
    const isValid = raw.run(data, root)
    if (root !== null && !isValid) root.value = null
    result.errors = isValid ? null : raw.errors()
    return isValid
  }
  const errors: DefaultValidate['errors'] = null
  const result: DefaultValidate = Object.assign(validate, { root, errors })
  defaultValidates.add(result)
  return result
}

export function isDefaultValidate(validate: ValidateFunction): validate is DefaultValidate {
  return defaultValidates.has(validate)
}
