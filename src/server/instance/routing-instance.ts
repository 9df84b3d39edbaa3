import type { Instance } from '../../contracts/instance.js'
import type { RouteQuery } from '../../contracts/instance-methods.js'
import type { RouteOptions, RouteShorthand } from '../../contracts/route.js'
import { emitFastifyWarning } from '../../errors/fastify-warnings.js'
import { routeCodes } from '../../errors/route-codes.js'
import { lifecycleHookNames } from '../../lifecycle/hook-names.js'
import { isHttpMethod } from '../../router/route-table.js'
import { asFastify } from '../../support/as-fastify.js'
import { describeValue } from '../../support/values.js'
import { checkLoading } from '../start/server-core.js'
import * as slots from './instance-slots.js'
import { joinShorthand, registerRoute } from './register-route.js'
import { asInstance, RegistrationInstance } from './registration-instance.js'

/** Shorthands call this instead of `route`: a plugin that replaces both would see each of their routes twice. */
function declareRoute(routing: RoutingInstance, options: RouteOptions): Instance {
  const instance = asInstance(routing)
  registerRoute({ core: routing[slots.core], builder: routing[slots.builder], instance }, options)
  return instance
}

function shorthand(method: string): RouteShorthand {
  return function (this: RoutingInstance, path: unknown, options: unknown, handler?: unknown) {
    return declareRoute(this, joinShorthand(method, path, options, handler))
  } as RouteShorthand // its overloads type the arguments
}

/** Methods by which a plugin declares routes and finds them. */
export abstract class RoutingInstance extends RegistrationInstance {
  declare get: RouteShorthand
  declare head: RouteShorthand
  declare post: RouteShorthand
  declare put: RouteShorthand
  declare patch: RouteShorthand
  declare delete: RouteShorthand
  declare options: RouteShorthand
  declare trace: RouteShorthand
  declare query: RouteShorthand

  static {
    for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query']) {
      const value = shorthand(method.toUpperCase())
      Object.defineProperty(RoutingInstance.prototype, method, { value, writable: true, configurable: true })
    }
  }

  all(path: unknown, options: unknown, handler?: unknown): Instance {
    return declareRoute(this, joinShorthand(this.supportedMethods, path, options, handler))
  }

  route(options: RouteOptions): Instance {
    return declareRoute(this, options)
  }

  get supportedMethods(): string[] {
    const { bodyless, bodied } = this[slots.core].methods
    return [...bodyless, ...bodied]
  }

  hasRoute({ method, url, constraints = {} }: RouteQuery): boolean {
    return this[slots.core].routes.get({ method: (method ?? '').toUpperCase(), url: url ?? '', constraints }) !== null
  }

  findRoute({
    method,
    url,
    constraints = {},
  }: RouteQuery): { handler: unknown; params: Record<string, string>; searchParams: unknown } | null {
    const { routes } = this[slots.core]
    const pattern = { method: (method ?? '').toUpperCase(), url: url ?? '', constraints }
    const declared = routes.get(pattern)
    if (declared === null) {
      const matched = routes.match(pattern)
      return matched && { handler: matched.target.route.options.handler, params: matched.params, searchParams: {} }
    }
    const params = Object.fromEntries(declared.params.map((name) => [name, name === '*' ? name : `:${name}`]))
    return { handler: declared.target.route.options.handler, params, searchParams: {} }
  }

  /** `includeMeta` (all, or names) and `includeHooks` print also the parts of each route. They need a booted server. */
  printRoutes(options: Record<string, unknown> = {}): string {
    const { includeHooks = false, includeMeta } = options
    if (includeHooks !== true) return this[slots.core].routes.print(options)
    const names = Array.isArray(includeMeta) ? includeMeta : []
    return this[slots.core].routes.print({ ...options, includeMeta: [...printedHooks, ...names] })
  }

  /** Adds a method that node's parser accepts. With `hasBody`, schemas validate its bodies, too. */
  addHttpMethod(
    method: string,
    { hasBody = false, overrideExisting = false }: { hasBody?: boolean; overrideExisting?: boolean } = {},
  ): Instance {
    checkLoading(this[slots.core], 'addHttpMethod', this[slots.builder])
    if (typeof method !== 'string' || !isHttpMethod(method)) {
      throw new routeCodes.FST_ERR_ROUTE_METHOD_INVALID(describeValue(method))
    }
    const { bodyless, bodied, validated } = this[slots.core].methods
    if (asFastify && !overrideExisting && (bodyless.has(method) || bodied.has(method)))
      emitFastifyWarning('FSTDEP025', method)
    for (const set of [bodyless, bodied, validated]) set.delete(method)
    for (const set of hasBody ? [bodied, validated] : [bodyless]) set.add(method)
    const name = method.toLowerCase()
    if (!this.hasDecorator(name)) this.decorate(name, shorthand(method))
    return asInstance(this)
  }

  addConstraintStrategy(strategy: unknown): void {
    checkLoading(this[slots.core], 'addConstraintStrategy', this[slots.builder])
    this[slots.core].routes.addConstraintStrategy(strategy)
  }

  hasConstraintStrategy(name: string): boolean {
    return this[slots.core].routes.hasConstraintStrategy(name)
  }
}

/** Fastify prints `onTimeout` first, which has no place in the order of the lifecycle. */
const printedHooks = asFastify ? [...new Set<string>(['onTimeout', ...lifecycleHookNames])] : lifecycleHookNames
