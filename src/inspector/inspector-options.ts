import { inspectorCodes } from '../errors/inspector-codes.js'
import { describeValue } from '../support/values.js'

/** What `use(Inspector, …)` takes. */
export interface InspectorOptions {
  /** Where the page is, below the prefix of the module that imports it. Default: `/__alcove`. */
  path?: string
  /** Names by which the application is reached besides `localhost`, without port; `.example.test` for all below. */
  hosts?: readonly string[]
  /** Whether it may be there when NODE_ENV is "production". Guard it then: it shows how the application is built. */
  allowInProduction?: boolean
}

const { ALC_ERR_INSPECTOR_OPTION } = inspectorCodes
const known: ReadonlySet<string> = new Set<string>(['path', 'hosts', 'allowInProduction', 'prefix'])

/**
 * @throws ALC_ERR_INSPECTOR_OPTION for what cannot be meant
 * @throws ALC_ERR_INSPECTOR_IN_PRODUCTION unless that was allowed
 */
export function readInspectorOptions(given: Readonly<Record<string, unknown>>): Required<InspectorOptions> {
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown !== undefined) throw new ALC_ERR_INSPECTOR_OPTION(unknown, 'unknown', `one of ${[...known].join(', ')}`)
  const { path = '/__alcove', hosts = [], allowInProduction = false } = given
  if (typeof path !== 'string' || !/^(?:\/[\w.~-]+)+$/.test(path))
    throw new ALC_ERR_INSPECTOR_OPTION('path', describeValue(path), 'a path such as "/__alcove"')
  if (!isTexts(hosts)) throw new ALC_ERR_INSPECTOR_OPTION('hosts', describeValue(hosts), 'a list of names')
  if (typeof allowInProduction !== 'boolean')
    throw new ALC_ERR_INSPECTOR_OPTION('allowInProduction', describeValue(allowInProduction), 'true or false')
  if (process.env.NODE_ENV === 'production' && !allowInProduction)
    throw new inspectorCodes.ALC_ERR_INSPECTOR_IN_PRODUCTION(path)
  return { path, hosts, allowInProduction }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== '')
}
