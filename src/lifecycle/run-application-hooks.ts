import type { HookName, OnCloseHook } from '../contracts/hooks.js'
import type { Instance } from '../contracts/instance.js'
import { causedBy, timeoutCause } from '../errors/coded-error.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { AsyncLocalStorage } from '../packages/node.cjs'
import { clearTimeout, setTimeout } from '../support/timers.js'
import { describeValue } from '../support/values.js'
import type { EndCall } from './call.js'
import type { HookFunction } from './hook-functions.js'

/** A hook with its context. */
export interface OwnedHook {
  instance: Instance
  /** The path of the context, for messages. */
  context: string
  hook: HookFunction
}

interface RunOptions {
  milliseconds: number
  failed: (error: unknown) => void
  /** Has the names of the hooks that have not ended. */
  running: Set<string>
}

/** Runs hooks one after the other and passes failures to a callback. A failure does not stop the others. */
export async function runEveryHook(
  hooks: readonly OwnedHook[],
  { milliseconds, failed, running }: RunOptions,
): Promise<void> {
  for (const owned of hooks) {
    const name = nameInContext(owned.hook, owned.context)
    running.add(name)
    await within(owned.hook, runOne(owned), milliseconds).catch(failed)
    running.delete(name)
  }
}

/** The name of a hook in messages, with its context. */
export function nameInContext({ title }: HookFunction, context: string): string {
  return `${title} of context "${context}"`
}

/** A hook that was called while something was registered, and the promise that it returned. */
export interface StartedHook {
  hook: HookFunction
  ended: Promise<unknown>
}

/** Waits for all hooks at once. The limit applies to each hook. */
export async function awaitStarted(
  started: readonly StartedHook[],
  { milliseconds, failed }: { milliseconds: number; failed: (error: unknown) => void },
): Promise<void> {
  await Promise.all(
    started.map(({ hook, ended }) => {
      const end = ended.catch((reason) => Promise.reject(failureOf(hook, reason)))
      return within(hook, end, milliseconds).catch(failed)
    }),
  )
}

function failureOf(hook: HookFunction, reason: unknown): unknown {
  return reason || new registrationCodes.ALC_ERR_HOOK_REJECTED(hook.title, describeValue(reason))
}

/** The error of a hook that did not end in time. */
export function hookTimeout({ name, fn }: Pick<HookFunction, 'name' | 'fn'>): Error {
  const given = fn.name === '' ? '' : ` "${fn.name}"`
  return causedBy(new registrationCodes.FST_ERR_HOOK_TIMEOUT(name, given), timeoutCause())
}

/** Waits for a hook until its time is over. A failure after that is only logged. */
function within(hook: HookFunction, run: Promise<unknown>, milliseconds: number): Promise<unknown> {
  if (milliseconds === 0) return run
  let timer: NodeJS.Timeout
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      run.catch((reason) => hook.reportLate(reason))
      reject(hookTimeout(hook))
    }, milliseconds)
  })
  return Promise.race([run, limit]).finally(() => clearTimeout(timer))
}

function runOne({ instance, hook }: OwnedHook): Promise<void> {
  return new Promise((resolve, reject) => callHook(hook, instance, (error) => (error ? reject(error) : resolve())))
}

/** A second end of these hooks is not reported. It does no harm, and a hook of @fastify/websocket ends twice. */
const isClosing: ReadonlySet<HookName> = new Set(['preClose', 'onClose'])

function callHook(hook: HookFunction, instance: Instance, end: EndCall): void {
  const given = hook.name === 'onClose' ? [instance] : []
  const call = hook.compile<Instance, EndCall>({
    call: (_instance, _end, _c, done) => hook.run.call(instance, ...given, done),
    ended: () => end(),
    failed: (_instance, _end, reason) => end(failureOf(hook, reason)),
    failedLate: (_end, reason) => hook.reportLate(reason),
    ...(isClosing.has(hook.name) ? { endedAgain: () => {} } : {}),
  })
  call(instance, end)
}

/** An object with a method that disposes it (`Symbol.asyncDispose`, `Symbol.dispose`). */
interface Ending {
  [Symbol.asyncDispose]?: () => PromiseLike<unknown>
  [Symbol.dispose]?: () => void
}

/** The hook that disposes a disposable object; null for any other value. */
export function toDisposal(value: unknown): OnCloseHook | null {
  if (typeof value !== 'object' || value === null) return null
  const ending: Ending = value
  const dispose = ending[Symbol.asyncDispose] ?? ending[Symbol.dispose]
  if (typeof dispose !== 'function') return null
  return async () => {
    await dispose.call(value)
  }
}

/** The form of `onClose` hooks for the plugin loader, which takes callbacks only. */
export function toCloseCallback(hook: HookFunction): (instance: Instance, done: (error?: Error) => void) => void {
  return (instance, done) => callHook(hook, instance, (error) => done(error as Error | undefined)) // any thrown value
}

/** Hooks that run, and whether a call comes from inside of them. */
export class HookRun {
  readonly #calls = new AsyncLocalStorage<true>()
  /** Settles when the last hook has ended. */
  readonly ended: Promise<void>

  constructor(run: () => Promise<void>) {
    // Without `disable`, node 20 and 22 would follow each later promise of the process.
    this.ended = this.#calls.run(true, run).finally(() => this.#calls.disable())
  }

  /** Whether one of the hooks makes this call. It cannot wait for the end of the hooks. */
  get isCaller(): boolean {
    return this.#calls.getStore() === true
  }
}
