import type { ApplicationHook, OnCloseHook } from '../contracts/hooks.js'
import type { Instance } from '../contracts/instance.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { isThenable } from '../support/values.js'

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
export async function runEveryHook(hooks: readonly OwnedHook[], failed: (error: unknown) => void): Promise<void> {
  for (const hook of hooks) await runOne(hook).catch(failed)
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
    else if (fn.length === 0) resolve()
  })
}

/** The form in which the plugin loader takes `onClose` hooks: callback only. */
export function toCloseCallback(fn: OnCloseHook): (instance: Instance, done: (error?: Error) => void) => void {
  return (instance, done) => {
    let result: unknown
    try {
      result = fn.call(instance, instance, done as (error?: Error | null) => void)
    } catch (error) {
      done(error as Error)
      return
    }
    if (isThenable(result)) result.then(() => done(), done)
    else if (fn.length < 2) done()
  }
}
