import { inspectorCodes } from '../errors/inspector-codes.js'
import { describeValue } from '../support/values.js'

const { ALC_ERR_INSPECTOR_IN_PRODUCTION, ALC_ERR_INSPECTOR_OPTION } = inspectorCodes

/** Options of `use(Inspector, …)`. */
export interface InspectorOptions {
  /** The path of the page, below the prefix of the module that imports the inspector. Default: `/__alcove`. */
  path?: string
  /** Host names of the application besides `localhost`, without port. `.example.test` covers all names below it. */
  hosts?: readonly string[]
  /**
   * Gives access to visitors of other machines and visitors that come through a proxy. They send the token in
   * `Authorization: Bearer <token>`, or as the password that the browser asks for, with any name. A token has at least
   * 16 characters. Without a token, only this machine has access.
   */
  token?: string
  /**
   * Whether the inspector may run when NODE_ENV is "production". Guard it then: it shows how the application is built.
   */
  allowInProduction?: boolean
}

/** Options with their defaults. */
export interface InspectorSettings extends Required<Omit<InspectorOptions, 'token'>> {
  token: string | null
}

/** Characters of the shortest token. */
const shortest = 16

const known: ReadonlySet<string> = new Set<string>(['path', 'hosts', 'token', 'allowInProduction', 'prefix'])

/**
 * @throws ALC_ERR_INSPECTOR_OPTION if an option is invalid
 * @throws ALC_ERR_INSPECTOR_IN_PRODUCTION unless `allowInProduction` is set
 */
export function readInspectorOptions(given: Readonly<Record<string, unknown>>): InspectorSettings {
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown !== undefined) throw new ALC_ERR_INSPECTOR_OPTION(unknown, 'unknown', `one of ${[...known].join(', ')}`)
  const { path = '/__alcove', hosts = [], token = null, allowInProduction = false } = given
  if (typeof path !== 'string' || !/^(?:\/[\w.~-]+)+$/.test(path))
    throw new ALC_ERR_INSPECTOR_OPTION('path', describeValue(path), 'a path such as "/__alcove"')
  if (!isTexts(hosts)) throw new ALC_ERR_INSPECTOR_OPTION('hosts', describeValue(hosts), 'a list of names')
  if (token !== null && !(typeof token === 'string' && token.length >= shortest && !/\s/.test(token)))
    throw new ALC_ERR_INSPECTOR_OPTION('token', shownToken(token), `${shortest} characters or more, without spaces`)
  if (typeof allowInProduction !== 'boolean')
    throw new ALC_ERR_INSPECTOR_OPTION('allowInProduction', describeValue(allowInProduction), 'true or false')
  if (process.env.NODE_ENV === 'production' && !allowInProduction) throw new ALC_ERR_INSPECTOR_IN_PRODUCTION(path)
  return { path, hosts, token, allowInProduction }
}

/** Never shows the text, because an invalid token may be a secret too. */
function shownToken(token: unknown): string {
  return typeof token === 'string' ? `a text of ${token.length} characters` : describeValue(token)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== '')
}
