import type { HookName } from '../contracts/hooks.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { countParameters } from '../support/parameters.js'
import { describeValue, isAsyncFunction } from '../support/values.js'
import { hookNames } from './hook-names.js'

const {
  FST_ERR_HOOK_INVALID_ASYNC_HANDLER,
  FST_ERR_HOOK_INVALID_HANDLER,
  FST_ERR_HOOK_INVALID_TYPE,
  FST_ERR_HOOK_NOT_SUPPORTED,
} = registrationCodes

/** How many arguments the hooks of a name are called with, and declare in callback form: `done` included. */
export const hookArity: Readonly<Record<HookName, number>> = {
  onRequest: 3,
  preParsing: 4,
  preValidation: 3,
  preHandler: 3,
  preSerialization: 4,
  onSend: 4,
  onResponse: 3,
  onError: 4,
  onTimeout: 3,
  onRequestAbort: 2,
  onRoute: 2,
  onRegister: 3,
  onReady: 1,
  onListen: 1,
  preClose: 1,
  onClose: 2,
}

/** Throws unless `name` names a hook and `fn` can be one. */
export function checkHook(name: unknown, fn: unknown): asserts name is HookName {
  if (typeof name !== 'string') throw new FST_ERR_HOOK_INVALID_TYPE(describeValue(name))
  if (!isHookName(name)) throw new FST_ERR_HOOK_NOT_SUPPORTED(name, hookNames)
  if (typeof fn !== 'function') throw new FST_ERR_HOOK_INVALID_HANDLER(name, describeValue(fn))
  if (isAsyncFunction(fn) && fn.length >= hookArity[name]) throw new FST_ERR_HOOK_INVALID_ASYNC_HANDLER(name)
}

function isHookName(name: string): name is HookName {
  return Object.hasOwn(hookArity, name)
}

/**
 * Whether a hook tells its end by `done` (or by a promise), so that returning `undefined` means «not yet».
 *
 * A function that takes fewer arguments and returns nothing has ended: that is the synchronous form. Where the
 * parameters are hidden, it may hold `done` all the same, and ending it early would let a request pass a guard that
 * has not answered: it is waited for, as Fastify waits for every hook.
 */
export function endsByCallback(name: HookName, fn: (...args: never[]) => unknown): boolean {
  return fn.length >= hookArity[name] || (!isAsyncFunction(fn) && countParameters(fn) >= hookArity[name])
}
