import type { RouteShorthandOptions } from '../../contracts/route.js'
import type { InjectToken } from '../../contracts/token.js'
import { isRecord } from '../../support/values.js'
import { checkArguments } from './check-arguments.js'
import { checkRouteTypes, misuse, refuseDeclared, wrongArgument } from './decorator.js'
import { type InjectingClassDecorator, type InjectOption, injectingDecorator } from './inject-list.js'

/** Options of `@Controller`: a prefix, and route options for all its routes (docs/guide/controllers.md). */
export interface ControllerOptions extends RouteShorthandOptions, InjectOption {
  /** Placed between the prefix of the module and the path of each route. */
  prefix?: string
  /** Not an option: the methods are the handlers. */
  handler?: never
  /** Not an option: write `constraints: { host }`. */
  host?: never
  /** Not an option: write `@Injectable({ scope: 'request' })` below `@Controller`. */
  scope?: never
  /** Not an option. */
  durable?: never
}

/** Options of Nest, with their replacements. Without `host`, the routes would answer all hosts. */
const optionsOfNest = {
  host: "constraints: { host: 'admin.example' }",
  scope: "no scope, and write @Injectable({ scope: 'request' }) below @Controller",
  durable: 'no such option. A class with @Injectable() is created once for its context',
} as const

/**
 * Makes the class a controller (docs/guide/controllers.md). Its methods with `@Get` and the other route decorators are
 * routes of the module that lists it. A controller is not a context: `@Hook`, `@ErrorHandler` and `@Guard` on it apply
 * to its own routes only.
 */
export function Controller<const D extends readonly InjectToken[] | undefined = undefined>(
  prefixOrOptions?: string | (ControllerOptions & InjectOption<D>),
): InjectingClassDecorator<D>
export function Controller<const D extends readonly InjectToken[] | undefined>(
  prefixOrOptions: string | (ControllerOptions & InjectOption<D>) = '',
  ...further: never[]
): InjectingClassDecorator<D> {
  checkArguments('Controller', [prefixOrOptions, ...further])
  return injectingDecorator<'controller', D>('Controller', 'controller', (where) => {
    if (typeof prefixOrOptions !== 'string' && !isRecord(prefixOrOptions)) {
      throw wrongArgument('Controller', where, prefixOrOptions, 'a prefix such as "/users", or an object of options')
    }
    const given: ControllerOptions = typeof prefixOrOptions === 'string' ? { prefix: prefixOrOptions } : prefixOrOptions
    const { prefix = '', inject, ...options } = given
    const version = 'version' in options ? ', and constraints: { version } for a version' : ''
    refuseDeclared('Controller', where, options, `prefix for a path${version}`)
    checkRouteTypes('Controller', where, options)
    const ofNest = Object.entries(optionsOfNest).find(([name]) => name in options)
    if (ofNest !== undefined) {
      const [name, wanted] = ofNest
      throw misuse(
        'ALC_ERR_DECORATOR_ARGUMENT',
        'Controller',
        where,
        `option ${name}, which has no effect here`,
        wanted,
      )
    }
    if (typeof prefix !== 'string') throw wrongArgument('Controller', where, prefix, 'a string as prefix')
    return { fact: Object.freeze({ prefix, options }), inject }
  })
}
