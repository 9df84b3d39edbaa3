import type { Class } from '../../contracts/token.js'
import { describeValue } from '../../support/values.js'
import { ownFacts } from './metadata.js'
import { misuse } from './misuse.js'
import { className, isClass } from './read-facts.js'

/** An entry of `override` that replaces a class with another, wherever it is listed. */
export interface Replacement {
  readonly kind: 'replacement'
  readonly target: Class
  readonly by: Class
}

/**
 * Replaces a module with a module, or a controller with a controller, wherever it is listed (docs/guide/testing.md):
 * `override: [replace(MailModule, FakeMailModule)]`. `provide` replaces a provider.
 */
export function replace(target: Class, by: Class): Replacement {
  for (const given of [target, by]) {
    if (isClass(given) && kindOf(given) !== null) continue
    const what = isClass(given) ? className(given) : describeValue(given)
    const wanted = 'two modules or two controllers. For a provider, write provide(TheClass, { useClass })'
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', 'replace(…)', what, wanted)
  }
  if (kindOf(target) !== kindOf(by)) {
    const wanted = `a ${kindOf(target)} in its place`
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', `replace(${className(target)}, …)`, className(by), wanted)
  }
  return Object.freeze({ kind: 'replacement', target, by })
}

function kindOf(Class: Class): 'module' | 'controller' | null {
  const { module, controller } = ownFacts(Class)
  if (module !== null) return 'module'
  return controller === null ? null : 'controller'
}
