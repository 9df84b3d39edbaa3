import type { Class, OptionalToken, TokenKind } from '../../contracts/token.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { downwards } from '../../support/lists.js'
import type { InjectSource } from '../decorators/facts.js'
import { nameInKey, readLazy } from '../decorators/inject-source.js'
import { className } from '../decorators/read-facts.js'
import { token as providerToken } from '../decorators/tokens.js'
import {
  type BuildPlan,
  type ContextPlan,
  type ProviderKey,
  type ProviderPlan,
  upwards,
  type ValueKind,
} from './context-plan.js'

// The visible entries of a context: its own and its ancestors', never its descendants' or siblings'
// (docs/guide/visibility.md).

/** The nearest provider of that key, or undefined. */
export function visibleProvider(key: ProviderKey, context: ContextPlan): ProviderPlan | undefined {
  for (const current of upwards(context)) {
    const plan = current.providers.get(key) ?? current.offered.get(key)?.plan
    if (plan !== undefined) return plan
  }
  return undefined
}

/** The context of a module, or of a wrapped module. Throws if the module is in no context, or in several. */
export function contextOf(Module: Class, root: ContextPlan): ContextPlan {
  const found = downwards(root).filter(({ members }) => members.some(({ node }) => node.Class === Module))
  const [context] = found
  if (context !== undefined && found.length === 1) return context
  throw new treeCodes.ALC_ERR_MODULE_UNKNOWN(Module.name, found.length)
}

/** The tokens of a provider in a container: a token made by `token(name)` has its bare name too. */
export function tokensOf(key: ProviderKey): unknown[] {
  const name = nameInKey('provider', key)
  return name === null ? [key] : [key, name]
}

/** The key of a provider for a token of a container, or null. */
export function visibleKey(token: unknown): ProviderKey | null {
  if (typeof token === 'string') return token === '' ? null : providerToken(token).key
  return typeof token === 'symbol' || typeof token === 'function' ? token : null
}

/** The provider key of a token; `null` for tokens of values, never `undefined`. */
export function keyOf(token: InjectSource['token'] | OptionalToken): ProviderKey | null {
  if (typeof token === 'function' || typeof token === 'symbol') return token
  if (typeof token === 'string') return providerToken(token).key
  if (!('kind' in token)) return token
  if (token.kind === 'lazy') return keyOf(readLazy(token))
  if (token.kind === 'optional') return keyOf(token.token)
  return token.kind === 'provider' ? token.key : null
}

/** The name of a provider's key, without quotes. */
export function bareNameOf(key: ProviderKey): string {
  return typeof key === 'symbol' ? (nameInKey('provider', key) ?? String(key)) : className(key)
}

/** The name of a provider's key in messages: a class by its name, `"clock"`, `Symbol(clock)`. */
export function nameOfKey(key: ProviderKey): string {
  if (typeof key !== 'symbol') return className(key)
  const name = nameInKey('provider', key)
  return name === null ? String(key) : `"${name}"`
}

/** The value of requests or replies whose token has this key, for messages; null for the key of a provider. */
export function requestValueOf(key: ProviderKey): string | null {
  for (const kind of ['request', 'reply'] as const) {
    const name = nameInKey(kind, key)
    if (name) return `the ${kind} value "${name}"`
  }
  return null
}

/** Whether every context has the value without a declaration. */
export function isGiven(kind: ValueKind, name: string): boolean {
  return kind === 'context' && name === 'log'
}

/** Whether the context has the value, or a module of it or above declares it. */
export function isDeclared(kind: ValueKind, name: string, context: ContextPlan): boolean {
  if (isGiven(kind, name)) return true
  return upwards(context).some(({ values }) => values[kind].has(name))
}

/** The key of a computed value in its context. */
export function computedKey(kind: TokenKind, name: string): string {
  return `${kind} ${name}`
}

/** The plan that computes a value for the context, if the nearest module with a declaration computes it. */
export function computedPlan(kind: ValueKind, name: string, context: ContextPlan): BuildPlan | null {
  const nearest = upwards(context).find(({ values }) => values[kind].has(name))
  return nearest?.computed.get(computedKey(kind, name)) ?? null
}

/** Whether plugins of the context or above may declare values that no decorator declares. */
export function isOpenAbove(context: ContextPlan): boolean {
  return upwards(context).some(({ isOpen }) => isOpen)
}
