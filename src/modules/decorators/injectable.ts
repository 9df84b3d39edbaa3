import type { InjectToken, Scope } from '../../contracts/token.js'
import { describeValue } from '../../support/values.js'
import { type InjectingClassDecorator, type InjectOption, recordInject } from './inject-list.js'
import { enlistWithEngine } from './injection.js'
import { ownFacts, recordOnClass } from './metadata.js'
import { misuse } from './misuse.js'
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

const scopes: ReadonlySet<string> = new Set<Scope>(['context', 'request', 'transient'])

/**
 * Lets the container build the class (docs/guide/injection.md). A context that lists it in `providers` has one
 * instance, visible there and below.
 */
export function Injectable<const D extends readonly InjectToken[] | undefined = undefined>(
  options: InjectableOptions & InjectOption<D> = {},
): InjectingClassDecorator<D> {
  refuseBare('Injectable', [options])
  const { scope = 'context', inject } = options
  const decorate = (...args: DecoratorArguments) => {
    const target = checkClass('Injectable', args)
    const name = className(target)
    if (ownFacts(target).injectable !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', 'Injectable', name, 'scope')
    if (!scopes.has(scope)) {
      const wanted = "one of 'context', 'request' and 'transient' as scope"
      throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Injectable', name, describeValue(scope), wanted)
    }
    recordOnClass(target, () => ({ injectable: Object.freeze({ scope }) }), decorate)
    recordInject('Injectable', target, inject)
    enlistWithEngine(target)
  }
  return decorate as InjectingClassDecorator<D> // the compiler has compared the class
}
