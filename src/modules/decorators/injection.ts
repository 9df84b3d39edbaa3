import './metadata.js' // first: tsyringe refuses to load before reflect-metadata

import type { Class } from '../../contracts/token.js'
import { container, delay, injectable } from '../../packages/tsyringe.cjs'
import { lazyValue } from '../../support/lazy-value.js'
import type { ParameterSource } from './facts.js'
import { ownConstructorTypes, withConstructorTypes } from './metadata.js'
import { readConstructor } from './read-facts.js'

/** tsyringe's names of the request and the reply, for classes of request scope that take `@Req()` or `@Rep()`. */
export const requestKey = Symbol('alcove.request')
export const replyKey = Symbol('alcove.reply')

/**
 * Records with tsyringe how a class is built, as its own `@injectable()` would. The list of parameters is ours: tsyringe
 * forgets a base class's `@inject`, knows nothing of `@Inject`, and writes into the array that it reads.
 */
export function enlistWithEngine(target: Class, parameters = readConstructor(target)): void {
  const isPlain = parameters.length === 0 && target.length === 0
  if (isPlain && ownConstructorTypes(target) === null) return // it builds what takes nothing without being told, as most modules are
  withConstructorTypes(target, parameters.map(engineParameter), () => injectable()(target))
}

/** The token that tsyringe resolves for a parameter; a hole is left as it is, for the bootstrap to report. */
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

/** tsyringe's key of what is asked for: a class, a symbol, or the bare name. */
export function engineToken(token: Asked): unknown {
  if (typeof token === 'string' || typeof token === 'symbol' || typeof token === 'function') return token
  if (!('kind' in token)) return token
  if (token.kind !== 'lazy') return token.key
  const read = () => engineToken(token.read()) as never // handed on to `resolve`, which takes symbols as well as classes
  const delayed = delay<object>(read)
  // Its own stand-in calls methods on itself, so private fields fail.
  const createProxy: typeof delayed.createProxy = (resolve) => lazyValue(() => resolve(read()))
  return Object.assign(delayed, { createProxy })
}

/** Whether tsyringe's global container has the token, by `@singleton`, `@registry` or `container.register`. */
export function isInGlobalContainer(token: unknown): boolean {
  return container.isRegistered(token as never) // it only compares
}
