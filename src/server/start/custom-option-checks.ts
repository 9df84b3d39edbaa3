import type { ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { policies } from '../../support/as-fastify.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { isRecord, readProperty } from '../../support/values.js'
import { checkOption, type OptionType } from './option-types.js'

/** The options of the validator that decide which requests are valid, and how their values change. */
const deciding: Readonly<Record<string, OptionType>> = {
  removeAdditional: flagOr('all', 'failing'),
  useDefaults: flagOr('empty', 'shared'),
  coerceTypes: flagOr('array'),
  nullable: flagOr(),
  jsonPointers: flagOr(),
}

function flagOr(...words: readonly unknown[]): OptionType {
  const expected = ['true', 'false', ...words.map((word) => `'${word}'`)]
  return {
    expected: `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}`,
    accepts: (value) => typeof value === 'boolean' || words.includes(value),
  }
}

/**
 * The checks of `customOptions`, because ajv ignores a misspelt option and treats most values as true. Options that
 * resemble none of `deciding` pass, because they may be options of ajv. A validator compiler of the application may
 * read any options, so it gets no checks.
 */
export function customOptionChecks({ validatorengine, ajv, schemaController }: ServerOptions): (() => void)[] {
  if (!policies.refusesWhatHasNoEffect || schemaController?.compilersFactory?.buildValidator !== undefined) return []
  const where = `${validatorengine === undefined ? 'ajv' : 'validatorengine'}.customOptions`
  const given = readProperty(validatorengine ?? ajv, 'customOptions')
  if (!isRecord(given)) return []
  return Object.entries(given).map(
    ([name, value]) =>
      () =>
        checkCustomOption(where, name, value),
  )
}

function checkCustomOption(where: string, name: string, value: unknown): void {
  const type = Object.hasOwn(deciding, name) ? deciding[name] : undefined
  if (type !== undefined) {
    checkOption(`${where}.${name}`, value, type)
    return
  }
  const near = nearMisses(name, Object.keys(deciding))
  if (near.length === 0) return
  throw new serverCodes.ALC_ERR_OPTION_UNKNOWN(`Option "${where}.${name}" is unknown: ${didYouMean(near)}`)
}
