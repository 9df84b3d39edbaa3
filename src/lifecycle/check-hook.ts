import type { HookName } from '../contracts/hooks.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { describeValue, isAsyncFunction, isCallable } from '../support/values.js'
import { type FunctionForm, formOf } from './function-form.js'
import { hookNames } from './hook-names.js'

/** The number of arguments of the hooks of each name in callback form, `done` included. */
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

/** Throws unless `name` is the name of a hook and `fn` can be one. `member` names the method in the error. */
export function checkHook(name: unknown, fn: unknown, member: string | null = null): asserts name is HookName {
  if (typeof name !== 'string') throw new registrationCodes.FST_ERR_HOOK_INVALID_TYPE(describeValue(name))
  if (!isHookName(name)) throw new registrationCodes.FST_ERR_HOOK_NOT_SUPPORTED(name, hookNames)
  if (!isCallable(fn)) throw new registrationCodes.FST_ERR_HOOK_INVALID_HANDLER(name, describeValue(fn))
  if (isAsyncFunction(fn) && fn.length >= hookArity[name])
    throw new registrationCodes.FST_ERR_HOOK_INVALID_ASYNC_HANDLER(name, member)
}

function isHookName(name: string): name is HookName {
  return Object.hasOwn(hookArity, name)
}

/** The form of a hook of a name, by its declared parameters. Called once for each hook. */
export function formOfHook(name: HookName, fn: (...args: never[]) => unknown): FunctionForm {
  return formOf(fn, hookArity[name])
}
