import type { ApplicationHookName, HookName, LifecycleHookName } from '../contracts/hooks.js'

/** In the order in which they run for a request. The last three run outside that order. */
export const lifecycleHookNames: readonly LifecycleHookName[] = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
  'onTimeout',
  'onRequestAbort',
]

const applicationHookNames: readonly ApplicationHookName[] = [
  'onRoute',
  'onRegister',
  'onReady',
  'onListen',
  'preClose',
  'onClose',
]

export const hookNames: readonly HookName[] = [...lifecycleHookNames, ...applicationHookNames]
