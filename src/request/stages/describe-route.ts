import type { RouteDeclaration } from '../../context/route-declaration.js'
import type { Request } from '../../contracts/request.js'
import type { Handler, RouteOptionsView } from '../../contracts/route.js'

/** The values that apply if a route does not set its own, and whether any route has a version. */
interface DescribeSettings {
  bodyLimit: number
  handlerTimeout: number
  exposeHeadRoutes: boolean
  hasVersions: () => boolean
}

type Describe = (request: Request) => RouteOptionsView

/**
 * `request.routeOptions`. It is made at the first read, once for HEAD and once for other methods. Only the version
 * depends on the request.
 */
export function createDescribe(
  create: (method: string) => RouteOptionsView,
  { hasVersions }: DescribeSettings,
): Describe {
  let ofHead: RouteOptionsView | null = null
  let ofOthers: RouteOptionsView | null = null
  const read = (method: string): RouteOptionsView => {
    const view = (method === 'HEAD' ? ofHead : ofOthers) ?? create(method)
    if (method === 'HEAD') ofHead = view
    else ofOthers = view
    return view
  }
  return (request) => {
    const view = read(request.method)
    const version = hasVersions() ? request.headers['accept-version'] : undefined
    return typeof version === 'string' ? Object.freeze({ ...view, version }) : view
  }
}

export function createView(
  options: Partial<RouteDeclaration['options']> & { handler: Handler },
  url: string | undefined,
  settings: DescribeSettings,
): RouteOptionsView {
  const { method = '', handler } = options
  return Object.freeze({
    method,
    url,
    bodyLimit: options.bodyLimit ?? settings.bodyLimit,
    handlerTimeout: options.handlerTimeout ?? settings.handlerTimeout,
    attachValidation: options.attachValidation ?? false,
    logLevel: options.logLevel ?? '',
    exposeHeadRoute: options.exposeHeadRoute ?? settings.exposeHeadRoutes,
    prefixTrailingSlash: options.prefixTrailingSlash ?? 'both',
    handler,
    config: url === undefined ? {} : { ...options.config, url, method },
    schema: options.schema,
    version: undefined,
  })
}
