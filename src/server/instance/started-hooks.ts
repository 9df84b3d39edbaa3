import type { Hooks } from '../../contracts/hooks.js'
import { pendingOf } from '../../support/values.js'
import type { ServerCore } from '../start/server-core.js'

interface CalledHook<N extends 'onRoute' | 'onRegister'> {
  readonly name: N
  readonly hook: Hooks[N]
  /** Its result. Its type is void, but an async function returns a promise all the same. */
  readonly result: unknown
}

/** Registration does not wait for these hooks. The end of the boot does: a rejection fails it, as a throw does. */
export function keepStarted<N extends 'onRoute' | 'onRegister'>(
  core: ServerCore,
  { name, hook, result }: CalledHook<N>,
): void {
  const ended = pendingOf(result)
  if (ended === null) return
  ended.catch(() => {}) // the boot asks for it later
  core.startedHooks.push({ hook: core.functions.prepare(name, hook), ended })
}
