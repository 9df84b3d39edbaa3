import type { Options as LibraryOptions } from 'fast-json-stringify'
import type { ValidatorEngineOptions } from '../../contracts/schema.js'
import type { ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import { isRecord } from '../../support/values.js'

const ofValidator: Readonly<Record<keyof ValidatorEngineOptions, true>> = {
  version: true,
  dialect: true,
  engine: true,
  customOptions: true,
  plugins: true,
  onCreate: true,
}

const ofSerializer: Readonly<Record<keyof LibraryOptions | 'engine', true>> = {
  engine: true,
  schema: true,
  ajv: true,
  rounding: true,
  maxDepth: true,
  mode: true,
  inlineValidators: true,
  largeArraySize: true,
  largeArrayMechanism: true,
  objectMechanism: true,
  compileValidators: true,
}

/**
 * Refuses keys of `validatorengine` and `serializerOpts` that have no effect. A compiler of the application may read keys
 * of its own. The drop-in ignores unknown keys, as Fastify does.
 *
 * @throws ALC_ERR_OPTION_UNKNOWN
 */
export function checkEngineKeys({ validatorengine, ajv, serializerOpts, schemaController }: ServerOptions): void {
  if (asFastify) return
  const { buildValidator, buildSerializer } = schemaController?.compilersFactory ?? {}
  const name = validatorengine === undefined ? 'ajv' : 'validatorengine'
  if (buildValidator === undefined) checkKeys(name, validatorengine ?? ajv, ofValidator)
  if (buildSerializer === undefined) checkKeys('serializerOpts', serializerOpts, ofSerializer)
}

function checkKeys(option: string, given: unknown, known: object): void {
  if (!isRecord(given)) return // the check of the option reports it
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(known, key))
  if (unknown.length > 0) throw new serverCodes.ALC_ERR_OPTION_UNKNOWN(option, unknown, Object.keys(known))
}
