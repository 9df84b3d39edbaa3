import { pluginCodes } from '../errors/plugin-codes.js'
import type { OpenApiOptions } from '../inspect/openapi-document.js'
import { describeValue, isRecord } from '../support/values.js'

/** What `use(OpenApi, …)` takes: parts of the document, and where it is served. */
export interface OpenApiModuleOptions extends OpenApiOptions {
  /** Below the prefix of the module that imports it. Default: `/openapi.json`. */
  path?: string
}

const { ALC_ERR_OPENAPI_OPTION } = pluginCodes
const known = ['path', 'info', 'servers', 'securitySchemes', 'tags', 'prefix']

/** @throws ALC_ERR_OPENAPI_OPTION for an unknown option, or one of a wrong type */
export function readOpenApiOptions(given: OpenApiModuleOptions): OpenApiModuleOptions & { readonly path: string } {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new ALC_ERR_OPENAPI_OPTION(unknown, 'unknown', `one of ${known.join(', ')}`)
  const { path = '/openapi.json', info, servers, securitySchemes, tags } = given as Readonly<Record<string, unknown>> // programs without types pass anything
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw new ALC_ERR_OPENAPI_OPTION('path', describeValue(path), 'a path such as "/openapi.json"')
  return {
    path,
    ...object('info', info),
    ...list('servers', servers),
    ...object('securitySchemes', securitySchemes),
    ...list('tags', tags),
  }
}

function object(name: string, value: unknown): object {
  if (value === undefined) return {}
  if (!isRecord(value)) throw new ALC_ERR_OPENAPI_OPTION(name, describeValue(value), 'an object')
  return { [name]: value }
}

function list(name: string, value: unknown): object {
  if (value === undefined) return {}
  if (!Array.isArray(value) || !value.every(isRecord))
    throw new ALC_ERR_OPENAPI_OPTION(name, describeValue(value), 'a list of objects')
  return { [name]: value }
}
