import type { ApplicationHook, Done, OnCloseHook } from '../contracts/hooks.js'
import type { Instance } from '../contracts/instance.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { isThenable } from '../support/values.js'
import { endsByCallback } from './check-hook.js'

/** A hook with the context it was registered in. */
export interface OwnedHook {
  instance: Instance
  fn: ApplicationHook
}

/** Runs hooks one after the other; the first failure ends the run. */
export async function runApplicationHooks(
  name: string,
  hooks: readonly OwnedHook[],
  milliseconds: number,
): Promise<void> {
  for (const hook of hooks) await runWithin(name, hook, milliseconds)
}

/** Runs every hook, handing failures over instead of ending: a listening server stays up. */
export async function runEveryHook(
  name: string,
  hooks: readonly OwnedHook[],
  { milliseconds, failed }: { milliseconds: number; failed: (error: unknown) => void },
): Promise<void> {
  for (const hook of hooks) await runWithin(name, hook, milliseconds).catch(failed)
}

function runWithin(name: string, hook: OwnedHook, milliseconds: number): Promise<void> {
  const run = runOne(hook)
  if (milliseconds === 0) return run
  let timer: NodeJS.Timeout
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const fn = hook.fn.name === '' ? '' : ` "${hook.fn.name}"`
      reject(new registrationCodes.FST_ERR_HOOK_TIMEOUT(name, fn))
    }, milliseconds)
  })
  return Promise.race([run, limit]).finally(() => clearTimeout(timer))
}

function runOne({ instance, fn }: OwnedHook): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: unknown) => (error ? reject(error) : resolve())
    const result = fn.call(instance, done)
    if (isThenable(result)) result.then(() => resolve(), reject)
    else if (!endsByCallback('onReady', fn)) resolve()
  })
}

/** Something with a method that ends it (`Symbol.asyncDispose`, `Symbol.dispose`). */
interface Ending {
  [Symbol.asyncDispose]?: () => PromiseLike<unknown>
  [Symbol.dispose]?: () => void
}

/** A disposable object as the hook that disposes it, or null for anything else. */
export function toDisposal(value: unknown): OnCloseHook | null {
  if (typeof value !== 'object' || value === null) return null
  const ending: Ending = value
  const dispose = ending[Symbol.asyncDispose] ?? ending[Symbol.dispose]
  if (typeof dispose !== 'function') return null
  return async () => {
    await dispose.call(value)
  }
}

/** The form in which the plugin loader takes `onClose` hooks: callback only. */
export function toCloseCallback(fn: OnCloseHook): (instance: Instance, done: (error?: Error) => void) => void {
  return (instance, done) => {
    let result: unknown
    try {
      result = fn.call(instance, instance, done as Done) // null stands for no error, as undefined does
    } catch (error) {
      done(error as Error) // whatever it threw is the failure
      return
    }
    if (isThenable(result)) result.then(() => done(), done)
    else if (!endsByCallback('onClose', fn)) done()
  }
}
