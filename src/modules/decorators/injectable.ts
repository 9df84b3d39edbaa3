import type { InjectToken, Scope } from '../../contracts/token.js'
import { type InjectingClassDecorator, type InjectOption, recordInject } from './inject-list.js'
import { enlistWithEngine } from './injection.js'
import { ownFacts, recordOnClass } from './metadata.js'
import { checkOptions, misuse, wrongArgument } from './misuse.js'
import { className } from './read-facts.js'
import { checkClass, type DecoratorArguments, refuseBare } from './targets.js'

/** Options of `@Injectable`. */
export interface InjectableOptions extends InjectOption {
  /**
   * `'context'` (default): one instance for the context that lists it. `'request'`: one for each request.
   * `'transient'`: one for each injection.
   */
  scope?: Scope
}

/** The scopes of providers. */
export const scopes: ReadonlySet<unknown> = new Set<Scope>(['context', 'request', 'transient'])

/**
 * Lets the container build the class (docs/guide/injection.md). A context that lists it in `providers` has one
 * instance, visible there and below.
 */
export function Injectable<const D extends readonly InjectToken[] | undefined = undefined>(
  options: InjectableOptions & InjectOption<D> = {},
): InjectingClassDecorator<D> {
  refuseBare('Injectable', [options])
  const decorate = (...args: DecoratorArguments) => {
    const target = checkClass('Injectable', args)
    const name = className(target)
    checkOptions('Injectable', name, options, "{ scope: 'request' }")
    const { scope = 'context', inject } = options
    if (ownFacts(target).injectable !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', 'Injectable', name, 'scope')
    if (!scopes.has(scope)) {
      const wanted = "one of 'context', 'request' and 'transient' as scope"
      throw wrongArgument('Injectable', name, scope, wanted)
    }
    recordOnClass(target, () => ({ injectable: Object.freeze({ scope }) }), decorate)
    recordInject('Injectable', target, inject)
    enlistWithEngine(target)
  }
  return decorate as InjectingClassDecorator<D> // the compiler has compared the class
}
