import type { ApplicationHookName, HookName, LifecycleHookName } from '../contracts/hooks.js'

/** In the order in which they run for a request. The last three run outside that order. */
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
