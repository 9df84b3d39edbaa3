import type { Hooks } from '../../contracts/hooks.js'
import { pendingOf } from '../../support/values.js'
import type { ServerCore } from '../start/server-core.js'

interface CalledHook<N extends 'onRoute' | 'onRegister'> {
  readonly name: N
  readonly hook: Hooks[N]
  /** The result of the hook. Its type is void, but an async function returns a promise. */
  readonly result: unknown
}

/** Registration does not wait for these hooks, but the boot does. A rejection fails the boot, as a throw does. */
export function keepStarted<N extends 'onRoute' | 'onRegister'>(
  core: ServerCore,
  { name, hook, result }: CalledHook<N>,
): void {
  const ended = pendingOf(result)
  if (ended === null) return
  ended.catch(() => {}) // the boot handles the rejection later
  core.startedHooks.push({ hook: core.functions.prepare(name, hook), ended })
}
