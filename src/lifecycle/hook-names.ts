import type { ApplicationHookName, HookName, LifecycleHookName } from '../contracts/hooks.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { policies } from '../support/as-fastify.js'
import { describeValue, isAsyncFunction, isCallable, isGeneratorFunction } from '../support/values.js'
import { type FunctionForm, formOf } from './function-form.js'

/** The request hooks in the order in which they run. The last three run outside that order. */
const lifecycleHooks: Readonly<Record<LifecycleHookName, readonly string[]>> = {
  onRequest: ['request', 'reply'],
  preParsing: ['request', 'reply', 'payload'],
  preValidation: ['request', 'reply'],
  preHandler: ['request', 'reply'],
  preSerialization: ['request', 'reply', 'payload'],
  onSend: ['request', 'reply', 'payload'],
  onResponse: ['request', 'reply'],
  onError: ['request', 'reply', 'error'],
  onTimeout: ['request', 'reply'],
  onRequestAbort: ['request'],
}

const applicationHooks: Readonly<Record<ApplicationHookName, readonly string[]>> = {
  onRoute: ['options'],
  onRegister: ['instance', 'options'],
  onReady: [],
  onListen: [],
  preClose: [],
  onClose: ['instance'],
}

/** The parameters of the hooks of each name. The callback form has `done` after them. */
export const hookParameters: Readonly<Record<HookName, readonly string[]>> = { ...lifecycleHooks, ...applicationHooks }

export const hookNames = Object.keys(hookParameters) as readonly HookName[] // the table has no other keys
export const lifecycleHookNames = Object.keys(lifecycleHooks) as readonly LifecycleHookName[] // as above

export function isHookName(name: unknown): name is HookName {
  return hookNames.includes(name as HookName) // one of them, or it is not
}

export function isLifecycleHook(name: unknown): name is LifecycleHookName {
  return lifecycleHookNames.includes(name as LifecycleHookName) // one of them, or it is not
}

/** The number of arguments of the callback form, `done` included. */
export function arityOf(name: HookName): number {
  return hookParameters[name].length + 1
}

/** Throws unless `name` is the name of a hook and `fn` can be one. `member` names the method in the error. */
export function checkHook(name: unknown, fn: unknown, member: string | null = null): asserts name is HookName {
  if (typeof name !== 'string') throw new registrationCodes.FST_ERR_HOOK_INVALID_TYPE(describeValue(name))
  if (!isHookName(name)) throw new registrationCodes.FST_ERR_HOOK_NOT_SUPPORTED(name, hookNames)
  if (!isCallable(fn)) throw new registrationCodes.FST_ERR_HOOK_INVALID_HANDLER(name, describeValue(fn))
  if (policies.refusesWhatHasNoEffect && isGeneratorFunction(fn)) {
    throw new registrationCodes.FST_ERR_HOOK_INVALID_HANDLER(name, generator(member))
  }
  if (isAsyncFunction(fn) && fn.length >= arityOf(name))
    throw new registrationCodes.FST_ERR_HOOK_INVALID_ASYNC_HANDLER(name, member)
}

/** Names a generator function, and the fix for it. */
function generator(member: string | null): string {
  return `${member === null ? '' : `${member}, `}a generator function, whose call runs none of its code. Remove the *`
}

/** The form of a hook of a name, by its declared parameters. Called once for each hook. */
export function formOfHook(name: HookName, fn: (...args: never[]) => unknown): FunctionForm {
  return formOf(fn, arityOf(name))
}
