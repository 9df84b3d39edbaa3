import { aroundCodes } from './around-codes.js'
import { cliCodes } from './cli-codes.js'
import { mergeErrors } from './coded-error.js'
import { contractCodes } from './contract-codes.js'
import { injectionCodes } from './injection-codes.js'
import { inspectorCodes } from './inspector-codes.js'
import { bodyCodes, framingCodes, replyCodes } from './message-codes.js'
import { moduleCodes } from './module-codes.js'
import { logCodes, pluginCodes } from './plugin-codes.js'
import { registrationCodes } from './registration-codes.js'
import { routeCodes } from './route-codes.js'
import { schemaCodes } from './schema-codes.js'
import { serverCodes } from './server-codes.js'
import { treeCodes } from './tree-codes.js'

/** Every coded error of alcove by its code. `docs/reference/errors.md` lists exactly these. */
export const errorCodes = mergeErrors(
  serverCodes,
  routeCodes,
  registrationCodes,
  pluginCodes,
  bodyCodes,
  replyCodes,
  framingCodes,
  logCodes,
  schemaCodes,
  moduleCodes,
  contractCodes,
  aroundCodes,
  treeCodes,
  injectionCodes,
  cliCodes,
  inspectorCodes,
)
