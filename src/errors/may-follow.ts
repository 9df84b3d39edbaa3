import { injectionCodes } from './injection-codes.js'
import { pluginCodes } from './plugin-codes.js'
import { registrationCodes } from './registration-codes.js'
import { schemaCodes } from './schema-codes.js'

/** Errors about a missing value or registration. */
const lacks = () => [
  TypeError, // properties of undefined
  pluginCodes.FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED,
  pluginCodes.FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE,
  registrationCodes.FST_ERR_DEC_MISSING_DEPENDENCY,
  schemaCodes.ALC_ERR_SCHEMA_REF,
  injectionCodes.ALC_ERR_PROVIDER_INVISIBLE,
  injectionCodes.ALC_ERR_VALUE_INVISIBLE,
  injectionCodes.ALC_ERR_NAME_INVISIBLE,
]

/** Whether an error may only be a result of an earlier failure. */
export function mayFollow(error: unknown): boolean {
  if (error instanceof injectionCodes.ALC_ERR_PROVIDER_FAILED) return mayFollow(error.cause)
  return lacks().some((Lack) => error instanceof Lack)
}
