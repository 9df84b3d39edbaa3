import { moduleCodes } from './module-codes.js'
import { schemaCodes } from './schema-codes.js'

/** Every coded error of alcove by its code. `docs/reference/errors.md` lists exactly these. */
export const errorCodes = { ...schemaCodes, ...moduleCodes } as const
