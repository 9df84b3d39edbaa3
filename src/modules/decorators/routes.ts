import type { RouteShorthandOptions } from '../../contracts/route.js'
import { isRecord } from '../../support/values.js'
import { checkArguments, type DecoratorName } from './check-arguments.js'
import { checkRouteTypes, methodDecorator, misuse, refuseDeclared, wrongArgument } from './decorator.js'
import type { RouteDecorator } from './decorator-types.js'
import type { RouteFact } from './facts.js'

/**
 * Options of a route decorator: the route options of the core (docs/reference/options.md). The types of parameters and
 * answers come from `@Schema`, not from a `schema` here.
 */
export interface RouteDecoratorOptions extends RouteShorthandOptions {
  /** Not an option: the method is the handler. */
  handler?: never
}

/** Options of `@Route`. */
export interface RouteDecoratorFullOptions extends RouteDecoratorOptions {
  /** A method, or a list of methods. */
  method: string | readonly string[]
  /** The path below the prefixes. */
  path?: string
  /** Alias of `path`. */
  url?: string
}

/** Makes the decorator of one method. The path is below the prefixes. */
export type MethodRouteDecorator = (path?: string, options?: RouteDecoratorOptions) => RouteDecorator

/** Answers GET, and HEAD by default (`exposeHeadRoute`). */
export const Get: MethodRouteDecorator = routesOf('Get', ['GET'])
/** Answers POST. */
export const Post: MethodRouteDecorator = routesOf('Post', ['POST'])
/** Answers PUT. */
export const Put: MethodRouteDecorator = routesOf('Put', ['PUT'])
/** Answers PATCH. */
export const Patch: MethodRouteDecorator = routesOf('Patch', ['PATCH'])
/** Answers DELETE. */
export const Delete: MethodRouteDecorator = routesOf('Delete', ['DELETE'])
/** Answers HEAD, in place of the HEAD route that the server adds for a GET route. */
export const Head: MethodRouteDecorator = routesOf('Head', ['HEAD'])
/** Answers OPTIONS. */
export const Options: MethodRouteDecorator = routesOf('Options', ['OPTIONS'])
/** Answers every method that the server supports. */
export const All: MethodRouteDecorator = routesOf('All', null)

/** Answers one method or several. The server's additional methods count too (`addHttpMethod`). */
export function Route(options: RouteDecoratorFullOptions): RouteDecorator
export function Route(...given: [options: RouteDecoratorFullOptions]): RouteDecorator {
  checkArguments('Route', given)
  const [options] = given
  return methodDecorator('Route', ({ routes }, where) => {
    if (!isRecord(options)) throw wrongArgument('Route', where, options, 'an object with method and path')
    const { method, path, url, ...rest } = options
    const methods = (Array.isArray(method) ? method : [method]) as readonly unknown[] // for callers without types
    if (methods.length === 0 || !methods.every(isName)) {
      throw wrongArgument('Route', where, method, 'a method such as "GET", or a list of them')
    }
    if (path !== undefined && url !== undefined && path !== url) {
      const given = `the path "${path}" and the url "${url}", which are two names for one option`
      throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Route', where, given, 'one of them')
    }
    const route = { methods: methods.map((name) => name.toUpperCase()), path: path ?? url ?? '', options: rest }
    return { routes: [routeFact('Route', where, route), ...routes] }
  })
}

function routesOf(decorator: DecoratorName, methods: readonly string[] | null): MethodRouteDecorator {
  return (path = '', options = {}, ...further: never[]) => {
    checkArguments(decorator, [path, options, ...further])
    const route = { methods, path, options }
    return methodDecorator(decorator, ({ routes }, where) => ({
      routes: [routeFact(decorator, where, route), ...routes],
    }))
  }
}

export function routeFact(decorator: string, where: string, route: RouteFact): RouteFact {
  if (typeof route.path !== 'string') {
    const further = Array.isArray(route.path) ? `. Write @${decorator} once for each path` : ''
    throw wrongArgument(decorator, where, route.path, `a path such as "/users/:id"${further}`)
  }
  if (!isRecord(route.options)) throw wrongArgument(decorator, where, route.options, 'an object of route options')
  refuseDeclared(decorator, where, route.options, 'the path as the first argument. The method below is the handler')
  checkRouteTypes(decorator, where, route.options)
  return Object.freeze({ ...route, options: { ...route.options } })
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/**
 * The status of the answers of a handler that does not call `reply.code` (docs/guide/controllers.md). Without it, the
 * status is the only 2xx status with a declared response schema, else 200. With 204 the answer is empty.
 *
 * @example
 * ```ts
 * @Status(202)
 * @Post('/jobs')
 * start() {
 *   return { queued: true }
 * }
 * ```
 * @throws ALC_ERR_STATUS at boot, if the route declares 2xx schemas, but none for this status
 * @throws ALC_ERR_DECORATOR_ARGUMENT for a code that is not a status from 200 to 599
 */
export function Status(code: number): RouteDecorator
export function Status(...given: [code: number]): RouteDecorator {
  checkArguments('Status', given)
  const [code] = given
  return methodDecorator('Status', ({ status }, where) => {
    if (!Number.isInteger(code) || code < 200 || code > 599) {
      throw wrongArgument('Status', where, code, 'a status from 200 to 599')
    }
    if (status !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', 'Status', where, 'status')
    return { status: code }
  })
}
