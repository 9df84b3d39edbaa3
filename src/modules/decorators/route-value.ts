import type { Request } from '../../contracts/request.js'
import { isRecord } from '../../support/values.js'
import { refuseFurther } from './check-arguments.js'
import { checkImport, misuse, placedDecorator, refuseBare, wrongDeclaration } from './decorator.js'
import type { ClassOrMethodDecorator, MethodReturning } from './decorator-types.js'

/** Options of `routeValue`. */
export interface RouteValueOptions {
  /** The OpenAPI document shows the value in the operation, as `x-<name>`. */
  openapi?: boolean
}

/** A decorator that sets a typed value of routes, and reads it (docs/guide/controllers.md). */
export interface RouteValue<T> {
  (...value: ValueArguments<T>): ClassOrMethodDecorator<MethodReturning<unknown>>
  /** Key of the value in `request.routeOptions.config`. */
  readonly name: string
  /**
   * The value of the request's route; undefined if neither the method nor its controller nor a module above sets one.
   * Functions of plugins get the request as Fastify's type, so the parameter accepts any object.
   */
  of(request: object): T | undefined
}

/** The value is optional if T includes undefined: `routeValue<boolean | undefined>(name)`. */
type ValueArguments<T> = undefined extends T ? [value?: T] : [value: T]

/**
 * Makes a decorator of a typed value of routes (docs/guide/controllers.md). After `const Roles =
 * routeValue<Role[]>('roles')`, write `@Roles(['admin'])` on a method, a controller or a module. The nearest
 * declaration counts. The value is in `config[name]` of the route.
 */
export function routeValue<T>(name: string, options?: RouteValueOptions): RouteValue<T>
export function routeValue<T>(...given: [name: string, options?: RouteValueOptions]): RouteValue<T> {
  const [name, options = {}] = given
  if (typeof name !== 'string' || name === '') throw wrongDeclaration('routeValue(…)', name, 'a name that is not empty')
  const call = `routeValue('${name}', …)`
  refuseFurther(call, given, 2)
  if (!isRecord(options)) throw wrongDeclaration(call, options, 'an object of options')
  const { openapi = false, ...further } = options
  const [stray] = Object.keys(further)
  if (stray !== undefined) throw misuse('ALC_ERR_DECLARATION_ARGUMENT', call, `the key ${stray}`, 'only openapi')
  if (typeof openapi !== 'boolean') throw wrongDeclaration(call, openapi, 'true or false as openapi')
  const decorate = (...value: unknown[]) => {
    if (value.length === 3) refuseBare(name, value) // with one argument, any value is possible
    refuseFurther(`@${name}(…)`, value, 1, 'The value may be a list: [a, b]')
    if (value.length > 0 && value[0] === undefined)
      throw wrongDeclaration(`@${name}(…)`, undefined, `a value, or nothing. ${checkImport}`)
    const fact = Object.freeze({ name, value: value[0], openapi })
    return placedDecorator(name, ({ values }, where) => {
      if (values.some((other) => other.name === name)) throw misuse('ALC_ERR_DECORATOR_TWICE', name, where, 'value')
      return { values: [fact, ...values] }
    })
  }
  const read = (request: Request) => request.routeOptions.config[name]
  Object.defineProperty(decorate, 'name', { value: name })
  return Object.assign(decorate, { of: read }) as RouteValue<T> // only its own decorators set this name
}
