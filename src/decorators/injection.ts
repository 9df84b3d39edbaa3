import './metadata.js' // first: tsyringe refuses to load before reflect-metadata

import tsyringe = require('tsyringe')

import type { Class } from '../contracts/token.js'
import type { ParameterSource } from './facts.js'
import { withConstructorTypes } from './metadata.js'
import { readConstructor } from './read-facts.js'

/** The engine's names of the request and the reply, for classes of request scope that take `@Req()` or `@Rep()`. */
export const requestKey = Symbol('alcove.request')
export const replyKey = Symbol('alcove.reply')

/**
 * Tells the engine how a class is built, as tsyringe's own `@injectable()` would. The list of parameters is ours:
 * tsyringe forgets a base class's `@inject` and writes into the array that it reads.
 */
export function enlistWithEngine(target: Class): void {
  const parameters = readConstructor(target)
  if (parameters.length === 0) return // it builds what takes nothing without being told, as most modules are
  withConstructorTypes(target, parameters.map(engineParameter), () => tsyringe.injectable()(target))
}

/** What the engine is asked for in place of a parameter; a hole is left as it is, for the bootstrap to report. */
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

/** The engine's key of what is asked for: a class, a symbol, or the bare name. */
export function engineToken(token: Asked): unknown {
  if (typeof token === 'string' || typeof token === 'function') return token
  if (!('kind' in token)) return token
  // The engine hands whatever the function gives to `resolve`, which takes symbols as well as classes.
  if (token.kind === 'lazy') return tsyringe.delay(() => engineToken(token.read()) as never)
  return token.key
}
