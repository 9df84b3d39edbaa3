import type { Instance } from '../contracts/instance.js'
import type { Decoration } from '../contracts/token.js'
import type { ModuleFact } from '../decorators/facts.js'

/** Declares the values of a module on its context. */
export function applyDecorations(instance: Instance, fact: ModuleFact): void {
  for (const { name, ...decoration } of fact.decorate) {
    if (decoration.how === 'fixed') instance.decorate(name, decoration.value)
  }
  for (const decoration of fact.decorateRequest)
    instance.decorateRequest(decoration.name, toDecorationValue(decoration))
  for (const decoration of fact.decorateReply) instance.decorateReply(decoration.name, toDecorationValue(decoration))
}

function toDecorationValue(decoration: Decoration): unknown {
  const { name } = decoration
  if (decoration.how === 'computed') {
    const { create } = decoration
    return memoized(name, (subject) => create(subject as never)) // the kind of the token says whether request or reply
  }
  const { value } = decoration
  if (typeof value !== 'object' || value === null || isAccessor(value)) return value
  // The core refuses objects, for they are one for all requests. `Token.is` says so on purpose: `from` is the other way.
  return { getter: () => value, setter: ownSetter(name) }
}

/** Computed at the first read in each request or reply, and then an ordinary property of it. */
function memoized(name: string, create: (subject: object) => unknown) {
  return {
    getter(this: object): unknown {
      const value = create(this)
      define(this, name, value)
      return value
    },
    setter: ownSetter(name),
  }
}

/** Setting gives this one request or reply a value of its own. */
function ownSetter(name: string) {
  return function set(this: object, value: unknown): void {
    define(this, name, value)
  }
}

function define(subject: object, name: string, value: unknown): void {
  Object.defineProperty(subject, name, { value, writable: true, enumerable: true, configurable: true })
}

function isAccessor(value: object): boolean {
  return 'getter' in value
    ? typeof value.getter === 'function'
    : 'setter' in value && typeof value.setter === 'function'
}
