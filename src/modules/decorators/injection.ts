import './metadata.js' // first: tsyringe refuses to load before reflect-metadata

import type { Class } from '../../contracts/token.js'
import { tsyringe } from '../../packages/tsyringe.cjs'
import { lazyValue } from '../../support/lazy-value.js'
import type { ParameterSource } from './facts.js'
import { ownConstructorTypes, withConstructorTypes } from './metadata.js'
import { readConstructor } from './read-facts.js'

/** tsyringe's keys of the request and the reply, for classes of request scope that take `@Req()` or `@Rep()`. */
const requestKey = Symbol('alcove.request')
const replyKey = Symbol('alcove.reply')

/**
 * Registers a class with tsyringe, as its own `@injectable()` does. Alcove makes the list of parameters, because
 * tsyringe loses a base class's `@inject` and does not know `@Inject`. Tsyringe also writes into the array that it
 * reads.
 */
export function enlistWithEngine(target: Class, parameters = readConstructor(target)): void {
  const isPlain = parameters.length === 0 && target.length === 0
  if (isPlain && ownConstructorTypes(target) === null) return // tsyringe builds these unregistered
  withConstructorTypes(target, parameters.map(engineParameter), () => tsyringe().injectable()(target))
}

/**
 * The token that tsyringe resolves for a parameter. A parameter without a source has none, and the bootstrap reports
 * it.
 */
function engineParameter(source: ParameterSource): unknown {
  switch (source.from) {
    case 'request':
      return { token: requestKey, multiple: false, isOptional: false }
    case 'reply':
      return { token: replyKey, multiple: false, isOptional: false }
    case 'inject':
      return { token: engineToken(source.token), multiple: false, isOptional: source.optional }
    default:
      return undefined
  }
}

type Asked = Extract<ParameterSource, { from: 'inject' }>['token']

/** tsyringe's key of a token: a class, a symbol, or the bare name. */
function engineToken(token: Asked): unknown {
  if (typeof token === 'string' || typeof token === 'symbol' || typeof token === 'function') return token
  if (!('kind' in token)) return token
  if (token.kind !== 'lazy') return token.key
  const read = () => engineToken(token.read()) as never // passed to `resolve`, which accepts symbols and classes
  const delayed = tsyringe().delay<object>(read)
  // tsyringe's own proxy calls methods on itself, so private fields fail.
  const createProxy: typeof delayed.createProxy = (resolve) => lazyValue(() => resolve(read()))
  return Object.assign(delayed, { createProxy })
}

/** Whether tsyringe's global container has the token, by `@singleton`, `@registry` or `container.register`. */
export function isInGlobalContainer(token: unknown): boolean {
  return tsyringe().container.isRegistered(token as never) // it only compares the token
}
