import type { RouteShorthandOptions } from '../../contracts/route.js'
import type { InjectToken } from '../../contracts/token.js'
import { isRecord } from '../../support/values.js'
import { type InjectingClassDecorator, type InjectOption, recordInject } from './inject-list.js'
import { enlistWithEngine } from './injection.js'
import { ownFacts, recordOnClass } from './metadata.js'
import { misuse, wrongArgument } from './misuse.js'
import { className } from './read-facts.js'
import { checkClass, type DecoratorArguments, refuseBare } from './targets.js'

/** Options of `@Controller`: a prefix, and route options for all its routes (docs/guide/controllers.md). */
export interface ControllerOptions extends RouteShorthandOptions, InjectOption {
  /** Placed between the prefix of the module and the path of each route. */
  prefix?: string
  /** Not an option: the methods are the handlers. */
  handler?: never
}

/**
 * Makes the class a controller (docs/guide/controllers.md). Its methods with `@Get` and the other route decorators are
 * routes of the module that lists it. A controller is not a context: `@Hook`, `@ErrorHandler` and `@Guard` on it apply
 * to its own routes only.
 */
export function Controller<const D extends readonly InjectToken[] | undefined = undefined>(
  prefixOrOptions: string | (ControllerOptions & InjectOption<D>) = '',
): InjectingClassDecorator<D> {
  refuseBare('Controller', [prefixOrOptions])
  const decorate = (...args: DecoratorArguments) => {
    const target = checkClass('Controller', args)
    const name = className(target)
    if (ownFacts(target).controller !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', 'Controller', name, 'options')
    if (typeof prefixOrOptions !== 'string' && !isRecord(prefixOrOptions)) {
      throw wrongArgument('Controller', name, prefixOrOptions, 'a prefix such as "/users", or an object of options')
    }
    const given: ControllerOptions = typeof prefixOrOptions === 'string' ? { prefix: prefixOrOptions } : prefixOrOptions
    const { prefix = '', inject, ...options } = given
    if (typeof prefix !== 'string') throw wrongArgument('Controller', name, prefix, 'a string as prefix')
    recordOnClass(target, () => ({ controller: Object.freeze({ prefix, options }) }), decorate)
    recordInject('Controller', target, inject)
    enlistWithEngine(target)
  }
  return decorate as InjectingClassDecorator<D> // the compiler has compared the class
}
