import type { InjectToken, Scope } from '../../contracts/token.js'
import { checkArguments } from './check-arguments.js'
import { checkOptions, wrongArgument } from './decorator.js'
import { type InjectingClassDecorator, type InjectOption, injectingDecorator } from './inject-list.js'

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
  options?: InjectableOptions & InjectOption<D>,
): InjectingClassDecorator<D>
export function Injectable<const D extends readonly InjectToken[] | undefined>(
  options: InjectableOptions & InjectOption<D> = {},
  ...further: never[]
): InjectingClassDecorator<D> {
  checkArguments('Injectable', [options, ...further])
  return injectingDecorator<'injectable', D>('Injectable', 'injectable', (where) => {
    checkOptions('Injectable', where, options, "{ scope: 'request' }", ['scope', 'inject'])
    const { scope = 'context', inject } = options
    if (!scopes.has(scope)) {
      const wanted = "one of 'context', 'request' and 'transient' as scope"
      throw wrongArgument('Injectable', where, scope, wanted)
    }
    return { fact: Object.freeze({ scope }), inject }
  })
}
