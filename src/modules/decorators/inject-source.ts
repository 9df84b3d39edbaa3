import type { DelayedToken, InjectToken, LazyToken, Token, TokenKind } from '../../contracts/token.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { describeValue } from '../../support/values.js'
import type { InjectSource, UnresolvedSource } from './facts.js'

// Turns every token of an injected value, of alcove and of tsyringe, into one kind of source. Plan and container use
// only this kind.

/** Whether a value is a token. */
export function isInjectToken(token: unknown): token is InjectToken {
  if (typeof token === 'string' || typeof token === 'symbol' || typeof token === 'function') return true
  if (typeof token !== 'object' || token === null) return false
  return isDelayed(token) || ('kind' in token && !('how' in token)) // a declared value has both
}

export function injectSourceOf(token: InjectToken): InjectSource {
  if (typeof token === 'symbol') return { from: 'inject', token: tokenOfKey(token), optional: false }
  if (isDelayed(token)) return { from: 'inject', token: lazyOf(token), optional: false }
  if (typeof token === 'object' && 'kind' in token && token.kind === 'optional') {
    return { from: 'inject', token: token.token, optional: true }
  }
  return { from: 'inject', token, optional: false } as InjectSource // all other kinds are tokens themselves
}

/** The source of a parameter that tsyringe's `@inject(token)` or a similar decorator recorded. */
export function engineSource(recorded: unknown): InjectSource | UnresolvedSource {
  if (!isDescriptor(recorded)) return { from: 'unresolved', reason: 'undefined', declared: 'undefined' }
  if (recorded.transform !== undefined) return { from: 'unresolved', reason: 'transformed', declared: 'unknown' }
  if (recorded.multiple === true) return { from: 'unresolved', reason: 'several', declared: 'unknown' }
  if (!isInjectToken(recorded.token)) return { from: 'unresolved', reason: 'undefined', declared: 'undefined' }
  const source = injectSourceOf(recorded.token)
  return { ...source, optional: source.optional || recorded.isOptional === true }
}

/** tsyringe's record of one parameter. */
interface EngineParameter {
  readonly token: unknown
  readonly multiple?: unknown
  readonly isOptional?: unknown
  readonly transform?: unknown
}

function isDescriptor(recorded: unknown): recorded is EngineParameter {
  return typeof recorded === 'object' && recorded !== null && 'token' in recorded
}

/** The result of `delay(() => X)`. Its class is not exported, and an application may have its own copy of tsyringe. */
interface Delayed<T = unknown> extends DelayedToken<T> {
  readonly wrap: LazyToken<T>['read']
}

/** Whether a value is the result of tsyringe's `delay`. */
export function isDelayed(token: unknown): token is DelayedToken {
  if (typeof token !== 'object' || token === null) return false
  return 'wrap' in token && typeof token.wrap === 'function' && 'createProxy' in token
}

export function lazyOf<T>(delayed: DelayedToken<T>): LazyToken<T> {
  return Object.freeze({ kind: 'lazy', read: (delayed as Delayed<T>).wrap }) // only `delay` makes one
}

/** A token of any kind, with its further members. */
export function makeToken<T, K extends TokenKind, X>(kind: K, name: string, declares: X): Token<T, K> & X {
  const made: Token<T, K> & X = {
    ...declares,
    kind,
    name,
    key: Symbol.for(`alcove.${kind}.${name}`),
    get optional() {
      return { kind: 'optional', token: made } as const
    },
  }
  return made
}

/** The name of the token of a kind that has this key. Null for any other key, and for a class. */
export function nameInKey(kind: TokenKind, key: unknown): string | null {
  const form = `alcove.${kind}.`
  const shared = typeof key === 'symbol' ? Symbol.keyFor(key) : undefined
  return shared?.startsWith(form) ? shared.slice(form.length) : null
}

/** The token with the symbol as its `key`. Any other symbol names a provider itself. */
function tokenOfKey(key: symbol): Token | symbol {
  for (const kind of ['provider', 'context', 'request', 'reply'] as const) {
    const name = nameInKey(kind, key)
    if (name) return makeToken(kind, name, {})
  }
  return key
}

/** The token of `lazy`. A circular import that never resolves leaves it undefined. */
export function readLazy({ read }: LazyToken): ReturnType<LazyToken['read']> {
  const found: unknown = read()
  if (isInjectToken(found)) return found as ReturnType<LazyToken['read']> // the plan refuses tokens of values
  const wanted = 'a function that gives a provider class or a token<T>(name) when the application boots'
  throw new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT('lazy(…)', describeValue(found), wanted)
}
