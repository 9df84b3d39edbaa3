import type { HookName } from '../contracts/hooks.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { describeValue, isAsyncFunction, isCallable } from '../support/values.js'
import { type FunctionForm, formOf } from './function-form.js'
import { hookNames, hookParameters, isHookName } from './hook-names.js'

/** The number of arguments of the callback form, `done` included. */
export function arityOf(name: HookName): number {
  return hookParameters[name].length + 1
}

/** Throws unless `name` is the name of a hook and `fn` can be one. `member` names the method in the error. */
export function checkHook(name: unknown, fn: unknown, member: string | null = null): asserts name is HookName {
  if (typeof name !== 'string') throw new registrationCodes.FST_ERR_HOOK_INVALID_TYPE(describeValue(name))
  if (!isHookName(name)) throw new registrationCodes.FST_ERR_HOOK_NOT_SUPPORTED(name, hookNames)
  if (!isCallable(fn)) throw new registrationCodes.FST_ERR_HOOK_INVALID_HANDLER(name, describeValue(fn))
  if (isAsyncFunction(fn) && fn.length >= arityOf(name))
    throw new registrationCodes.FST_ERR_HOOK_INVALID_ASYNC_HANDLER(name, member)
}

/** The form of a hook of a name, by its declared parameters. Called once for each hook. */
export function formOfHook(name: HookName, fn: (...args: never[]) => unknown): FunctionForm {
  return formOf(fn, arityOf(name))
}
