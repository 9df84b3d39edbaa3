import {
  bodyCodes,
  logCodes,
  pluginCodes,
  registrationCodes,
  replyCodes,
  routeCodes,
  serverCodes,
} from './core-codes.js'
import { moduleCodes } from './module-codes.js'
import { schemaCodes } from './schema-codes.js'

/** Every coded error of alcove by its code. `docs/reference/errors.md` lists exactly these. */
export const errorCodes = {
  ...serverCodes,
  ...routeCodes,
  ...registrationCodes,
  ...pluginCodes,
  ...bodyCodes,
  ...replyCodes,
  ...logCodes,
  ...schemaCodes,
  ...moduleCodes,
} as const
