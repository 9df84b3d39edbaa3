import type { PluginOptions, PluginSource } from '../contracts/plugin.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import type { OpenApiOptions } from '../inspect/openapi-document.js'
import type { UseOf } from '../modules/decorators/module-fact.js'
import { describeValue, isRecord } from '../support/values.js'

/** Options of `use(OpenApi, …)`: parts of the document, and the path that serves it. */
export interface OpenApiModuleOptions extends OpenApiOptions {
  /** The path of the document, below the prefix of the module that imports `OpenApi`. Default: `/openapi.json`. */
  path?: string
  /**
   * A plugin that shows the document as a page: `use(swaggerUi, { routePrefix: '/docs' })` of `@fastify/swagger-ui`.
   * It finds the document as if `@fastify/swagger` had made it.
   */
  page?: PluginSource | UseOf<PluginSource>
}

/** The plugin of a page with its options. */
export interface PageOption {
  readonly plugin: PluginSource
  readonly options: PluginOptions | ((instance: never) => PluginOptions)
}

interface ReadOptions extends OpenApiOptions {
  readonly path: string
  /** Null without the option `page`. */
  readonly page: PageOption | null
}

const known = ['path', 'page', 'info', 'servers', 'securitySchemes', 'tags', 'prefix']

/** @throws ALC_ERR_OPENAPI_OPTION for an unknown option, or one of a wrong type */
export function readOpenApiOptions(given: OpenApiModuleOptions): ReadOptions {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new pluginCodes.ALC_ERR_OPENAPI_OPTION(unknown, 'unknown', `one of ${known.join(', ')}`)
  const { path = '/openapi.json', info, servers, securitySchemes, tags } = given as Readonly<Record<string, unknown>> // programs without types pass anything
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw new pluginCodes.ALC_ERR_OPENAPI_OPTION('path', describeValue(path), 'a path such as "/openapi.json"')
  return {
    path,
    page: readPage(given.page),
    ...object('info', info),
    ...list('servers', servers),
    ...object('securitySchemes', securitySchemes),
    ...list('tags', tags),
  }
}

function readPage(page: OpenApiModuleOptions['page']): PageOption | null {
  if (page === undefined) return null
  if ((typeof page !== 'function' && typeof page !== 'object') || page === null)
    throw new pluginCodes.ALC_ERR_OPENAPI_OPTION('page', describeValue(page), 'a plugin, or use(plugin, options)')
  return 'kind' in page ? { plugin: page.target, options: page.options } : { plugin: page, options: {} }
}

function object(name: string, value: unknown): object {
  if (value === undefined) return {}
  if (!isRecord(value)) throw new pluginCodes.ALC_ERR_OPENAPI_OPTION(name, describeValue(value), 'an object')
  return { [name]: value }
}

function list(name: string, value: unknown): object {
  if (value === undefined) return {}
  if (!Array.isArray(value) || !value.every(isRecord))
    throw new pluginCodes.ALC_ERR_OPENAPI_OPTION(name, describeValue(value), 'a list of objects')
  return { [name]: value }
}
