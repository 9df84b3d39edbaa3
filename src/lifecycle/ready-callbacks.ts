import type { Instance } from '../contracts/instance.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { AsyncResource } from '../packages/node.cjs'
import { clearTimeout, setTimeout } from '../support/timers.js'
import { describeValue } from '../support/values.js'
import { compileCall } from './call.js'
import { argumentsOf, formOf, type UserFunction } from './function-form.js'
import { hookTimeout } from './run-application-hooks.js'

/** The reason of a failed boot. */
export interface BootFailure {
  readonly error: unknown
}

/** The functions of the server that callbacks of `ready` need. */
export interface ReadyOptions {
  /** Whether the boot is awaited outside this queue, by `listen` or `inject`. */
  readonly isAwaited: () => boolean
  /** Called when a callback failed. `nobody`: no promise rejects with the error. */
  readonly failed: (error: unknown, receiver: 'promise' | 'nobody') => void
}

interface ReadyCall {
  readonly fn: UserFunction
  readonly instance: Instance
  /** The failure of the boot; null if it has not failed. */
  readonly error: unknown
}

type Run = (failure: BootFailure | null) => BootFailure | null

/**
 * Runs the callbacks and promises of `ready` at the end of the boot, in the order of their calls. The boot fails with
 * the error of the first callback that throws, and all later callbacks get this error. The boot does not wait for
 * promises of callbacks: a callback may await a request, which awaits the boot.
 */
export class ReadyCallbacks {
  readonly #options: ReadyOptions
  #isOver = false
  readonly #waiting: Run[] = []
  /** The number of waiting promises. */
  #promises = 0

  constructor(options: ReadyOptions) {
    this.#options = options
  }

  /** Returns false if the boot is over. */
  add(fn: UserFunction, instance: Instance): boolean {
    if (!this.#isOver) this.#waiting.push(this.bind(fn, instance))
    return !this.#isOver
  }

  /** A promise that settles in its turn; null when the boot is over. */
  promise(instance: Instance): Promise<Instance> | null {
    if (this.#isOver) return null
    this.#promises += 1
    return new Promise((resolve, reject) => {
      this.#waiting.push((failure) => {
        this.#promises -= 1
        if (failure === null) resolve(instance)
        else reject(failure.error)
        return null
      })
    })
  }

  /**
   * Binds the callback for a caller that passes the result of the boot. The function returns the error of the callback.
   */
  bind(fn: UserFunction, instance: Instance): Run {
    return AsyncResource.bind((failure: BootFailure | null) => {
      return this.#call({ fn, instance, error: failure === null ? null : failure.error })
    })
  }

  /** Runs the waiting calls. Resolves to the failure of the boot: the earlier one, or the first error of a callback. */
  async run(before: BootFailure | null): Promise<BootFailure | null> {
    let failure = before
    for (let run = this.#waiting.shift(); run !== undefined; run = this.#waiting.shift()) {
      const promises = this.#promises
      const thrown = run(failure)
      failure ??= thrown
      if (this.#waiting.length === 0) break // the boot ends before the reactions to this promise
      if (this.#promises < promises) await null // the reactions to this promise run before later calls
    }
    this.#isOver = true
    return failure
  }

  get #hasPromise(): boolean {
    return this.#promises > 0 || this.#options.isAwaited()
  }

  #call({ fn, instance, error: given }: ReadyCall): BootFailure | null {
    let thrown: BootFailure | null = null
    let isRunning = true
    const fail = (reason: unknown) => {
      const error = reason ?? new pluginCodes.ALC_ERR_PLUGIN_REJECTED('ready', 'root', describeValue(reason))
      if (isRunning) thrown = { error }
      const isOfBoot = isRunning && !this.#isOver
      this.#options.failed(error, isOfBoot && this.#hasPromise ? 'promise' : 'nobody')
    }
    const call = compileCall<UserFunction, Instance>(formOf(fn, 3), {
      call: (_fn, _instance, _c, done) => fn.call(instance, given, instance, done),
      ended: () => {},
      failed: (_fn, _instance, reason) => fail(reason),
      failedLate: (_instance, reason) => fail(reason),
    })
    call(fn, instance)
    isRunning = false
    return thrown
  }
}

/**
 * The callbacks of `ready` of plugins on the drop-in. As in Fastify the boot waits for each, until its promise settles
 * or it calls `done`. The number of its parameters determines its arguments.
 */
export class AwaitedReadyCallbacks {
  #isOver = false
  readonly #waiting: Pick<ReadyCall, 'fn' | 'instance'>[] = []

  constructor(private readonly milliseconds: number) {}

  /** Returns false if the callbacks have run. */
  add(fn: UserFunction, instance: Instance): boolean {
    if (!this.#isOver) this.#waiting.push({ fn, instance })
    return !this.#isOver
  }

  /** Resolves to the failure of the boot: the earlier one, or the first error of a callback. */
  async run(before: BootFailure | null): Promise<BootFailure | null> {
    let failure = before
    for (let call = this.#waiting.shift(); call !== undefined; call = this.#waiting.shift()) {
      const thrown = await this.#end({ ...call, error: failure?.error })
      failure ??= thrown
    }
    this.#isOver = true
    return failure
  }

  #end({ fn, instance, error }: ReadyCall): Promise<BootFailure | null> {
    return new Promise((resolve) => {
      const end = (reason?: unknown) => {
        clearTimeout(timer)
        resolve(reason === undefined || reason === null ? null : { error: reason })
      }
      const late = () => end(hookTimeout({ name: 'onReady', fn }))
      const timer = this.milliseconds === 0 ? undefined : setTimeout(late, this.milliseconds)
      try {
        const result = fn.call(instance, ...argumentsOf(fn, [error, instance, end]))
        if (fn.length < 2) void Promise.resolve(result).then(() => end(), end)
      } catch (reason) {
        end(reason)
      }
    })
  }
}
