import type { RouteDeclaration } from '../../context/registration.js'
import type { Request } from '../../contracts/request.js'
import type { Handler, RouteOptionsView } from '../../contracts/route.js'
import type { PipelineSettings } from './route-parts.js'

interface DescribedRoute {
  readonly options: Partial<RouteDeclaration['options']> & { handler: Handler }
  readonly method: string
  readonly url: string | undefined
}

/**
 * The value of `request.routeOptions`. It is created at the first read, once for HEAD and once for other methods. Only
 * the version depends on the request. The class saves 0.25 KB for each route, compared with closures.
 */
export class RouteDescription {
  #ofHead: RouteOptionsView | null = null
  #ofOthers: RouteOptionsView | null = null

  constructor(
    private readonly route: DescribedRoute,
    private readonly settings: PipelineSettings,
  ) {}

  read(request: Request): RouteOptionsView {
    const view = request.method === 'HEAD' ? this.#readHead() : this.#readOthers()
    const version = this.settings.hasVersions() ? request.headers['accept-version'] : undefined
    return typeof version === 'string' ? Object.freeze({ ...view, version }) : view
  }

  /** A GET route also runs HEAD requests. Their view has the method HEAD. */
  #readHead(): RouteOptionsView {
    const { options, method } = this.route
    this.#ofHead ??= this.#create(method === 'GET' ? 'HEAD' : options.method)
    return this.#ofHead
  }

  #readOthers(): RouteOptionsView {
    this.#ofOthers ??= this.#create(this.route.options.method)
    return this.#ofOthers
  }

  #create(method: RouteOptionsView['method'] = ''): RouteOptionsView {
    const { settings } = this
    const { options, url } = this.route
    return Object.freeze({
      method,
      url,
      bodyLimit: options.bodyLimit ?? settings.bodyLimit,
      handlerTimeout: options.handlerTimeout ?? settings.handlerTimeout,
      attachValidation: options.attachValidation ?? false,
      logLevel: options.logLevel ?? '',
      exposeHeadRoute: options.exposeHeadRoute ?? settings.exposeHeadRoutes,
      prefixTrailingSlash: options.prefixTrailingSlash ?? 'both',
      handler: options.handler,
      config: url === undefined ? {} : { ...options.config, url, method },
      schema: options.schema,
      version: undefined,
    })
  }
}
