import type { HookName, Hooks } from '../../contracts/hooks.js'
import { registrationCodes } from '../../errors/registration-codes.js'
import { checkHook, isLifecycleHook } from '../../lifecycle/hook-names.js'
import { loaderMethods } from '../../lifecycle/plugin-loader.js'
import { toDisposal } from '../../lifecycle/run-application-hooks.js'
import { asFastify, policies } from '../../support/as-fastify.js'
import { downwards } from '../../support/lists.js'
import { capturePlace } from '../../support/place.js'
import { callLoader } from '../start/boot-server.js'
import { checkLoading } from '../start/server-core.js'
import { addCloseHook, type HookPlace } from './close-hook.js'

/** Adds a hook to a context. @throws a coded error for a value that is not a hook */
export function enterHook<N extends HookName>({ core, builder }: HookPlace, name: N, fn: Hooks[N]): void {
  const hook = name === 'onClose' ? ((toDisposal(fn) ?? fn) as Hooks[N]) : fn // a disposable is a hook in another form
  if (asFastify && (hook === null || hook === undefined))
    throw new registrationCodes.FST_ERR_HOOK_INVALID_HANDLER(String(name), `no hook: ${hook}`)
  checkHook(name, hook)
  const prepared = core.functions.prepare(name, hook, capturePlace)
  if (name === 'onClose') addCloseHook({ core, builder }, prepared)
  const { current: by, declared } = core.registrants // the registrant may change until the hook is added
  const guard = declared?.what === 'guard' ? declared : null
  const kind = guard === null ? 'hook' : 'guard'
  const enter = () => {
    const isCopied = policies.inheritsWhenMade && isLifecycleHook(name)
    for (const each of isCopied ? downwards(builder) : [builder]) each.addHook(name, hook)
    builder.record({ kind, name: hook.name, point: name, subject: hook, by, ...(guard !== null && { guard }) })
  }
  if (isOrdered(name)) core.loader.inTurn(builder.instance, enter)
  else enter()
}

/**
 * Whether a hook is added after the hooks of plugins that were registered before it. Other hooks are added at once, as
 * Fastify adds these hooks of the application.
 */
function isOrdered(name: HookName): boolean {
  if (asFastify && (name === 'onReady' || name === 'onListen' || name === 'preClose')) return false
  return name !== 'onRoute' && name !== 'onClose'
}

/** @throws FST_ERR_INSTANCE_ALREADY_LISTENING; in the drop-in `onReady` hooks may still add application hooks */
export function checkHookTime({ core, builder }: HookPlace, name: unknown): void {
  if (!asFastify || core.status !== 'sealed') checkLoading(core, 'addHook', builder)
  else if (isLifecycleHook(name)) callLoader(builder.instance, loaderMethods.after, () => {}) // throws: the boot is over
}
