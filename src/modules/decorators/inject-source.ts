import type { DelayedToken, InjectToken, LazyToken, Token, TokenKind } from '../../contracts/token.js'
import type { HoleSource, InjectSource } from './facts.js'

// Every way to name what is injected, ours and tsyringe's, becomes one kind of source: plan and container see no other.

/** Whether the value names something that can be injected. */
export function isInjectToken(token: unknown): token is InjectToken {
  if (typeof token === 'string' || typeof token === 'symbol' || typeof token === 'function') return true
  return typeof token === 'object' && token !== null && ('kind' in token || isDelayed(token))
}

/** What a token asks for. */
export function injectSourceOf(token: InjectToken): InjectSource {
  if (typeof token === 'symbol') return { from: 'inject', token: tokenOfKey(token), optional: false }
  if (isDelayed(token)) return { from: 'inject', token: lazyOf(token), optional: false }
  if (typeof token === 'object' && 'kind' in token && token.kind === 'optional') {
    return { from: 'inject', token: token.token, optional: true }
  }
  return { from: 'inject', token, optional: false } as InjectSource // all other kinds are asked for as they are
}

/** What tsyringe's `@inject(token)` and its like recorded of a parameter. */
export function engineSource(recorded: unknown): InjectSource | HoleSource {
  if (!isDescriptor(recorded)) return { from: 'hole', reason: 'undefined', declared: 'undefined' }
  if (recorded.transform !== undefined) return { from: 'hole', reason: 'transformed', declared: 'unknown' }
  if (recorded.multiple === true) return { from: 'hole', reason: 'several', declared: 'unknown' }
  if (!isInjectToken(recorded.token)) return { from: 'hole', reason: 'undefined', declared: 'undefined' }
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

/** What `delay(() => X)` gives; the class of it is not exported, and an application may hold a copy of its own. */
interface Delayed<T = unknown> extends DelayedToken<T> {
  readonly wrap: LazyToken<T>['read']
}

/** Whether the value is what tsyringe's `delay` gives. */
export function isDelayed(token: unknown): token is DelayedToken {
  if (typeof token !== 'object' || token === null) return false
  return 'wrap' in token && typeof token.wrap === 'function' && 'createProxy' in token
}

/** What `delay(() => X)` means here. */
export function lazyOf<T>(delayed: DelayedToken<T>): LazyToken<T> {
  return Object.freeze({ kind: 'lazy', read: (delayed as Delayed<T>).wrap }) // only `delay` makes one
}

const keyForm = /^alcove\.(request|reply|context|provider)\.(.+)$/s

/** The token whose `key` the symbol is; any other symbol names a provider itself. */
function tokenOfKey(key: symbol): Token | symbol {
  const [, kind, name] = keyForm.exec(Symbol.keyFor(key) ?? '') ?? []
  if (kind === undefined || name === undefined) return key
  const found: Token = {
    kind: kind as TokenKind, // the form lists them
    name,
    key,
    get optional() {
      return { kind: 'optional', token: found } as const
    },
  }
  return found
}
