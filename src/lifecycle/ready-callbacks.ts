import { AsyncResource } from 'node:async_hooks'
import type { Instance } from '../contracts/instance.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { describeValue } from '../support/values.js'
import { compileCall } from './call.js'
import { formOf, type UserFunction } from './function-form.js'

/** Why a boot failed. */
export interface BootFailure {
  readonly error: unknown
}

/** What callbacks of `ready` need of the server. */
export interface ReadyOptions {
  /** Whether somebody awaits the boot past this queue: who listens, or asks for an answer. */
  readonly isAwaited: () => boolean
  /** A callback failed. `unheard`: no promise rejects with the error. */
  readonly failed: (error: unknown, by: 'heard' | 'unheard') => void
}

interface ReadyCall {
  readonly fn: UserFunction
  readonly instance: Instance
  /** Null unless the boot failed. */
  readonly error: unknown
}

type Run = (failure: BootFailure | null) => BootFailure | null

/**
 * The end of the boot: callbacks and promises of `ready`, in the order in which they were asked for. The boot fails with
 * what the first callback throws, for all who come behind it. It does not wait for promises of callbacks: a callback may
 * await a request, which awaits the boot.
 */
export class ReadyCallbacks {
  readonly #options: ReadyOptions
  #isOver = false
  readonly #waiting: Run[] = []
  /** How many of those that wait are promises. */
  #promises = 0

  constructor(options: ReadyOptions) {
    this.#options = options
  }

  /** False when the boot is over. */
  add(fn: UserFunction, instance: Instance): boolean {
    if (!this.#isOver) this.#waiting.push(this.bind(fn, instance))
    return !this.#isOver
  }

  /** A promise in its turn; null when the boot is over. */
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

  /** The callback, for whoever knows how the boot ended. Gives what it throws. */
  bind(fn: UserFunction, instance: Instance): Run {
    return AsyncResource.bind((failure: BootFailure | null) => {
      return this.#call({ fn, instance, error: failure === null ? null : failure.error })
    })
  }

  /** Calls those that wait. Gives what the boot fails with: what it failed with before, or what the first one throws. */
  async run(before: BootFailure | null): Promise<BootFailure | null> {
    let failure = before
    for (let run = this.#waiting.shift(); run !== undefined; run = this.#waiting.shift()) {
      const promises = this.#promises
      const thrown = run(failure)
      failure ??= thrown
      if (this.#waiting.length === 0) break // what follows its promise follows the boot
      if (this.#promises < promises) await null // what follows its promise comes before whoever asked later
    }
    this.#isOver = true
    return failure
  }

  get #isHeard(): boolean {
    return this.#promises > 0 || this.#options.isAwaited()
  }

  #call({ fn, instance, error: given }: ReadyCall): BootFailure | null {
    let thrown: BootFailure | null = null
    let isRunning = true
    const fail = (reason: unknown) => {
      const error = reason ?? new pluginCodes.ALC_ERR_PLUGIN_REJECTED('ready', 'root', describeValue(reason))
      if (isRunning) thrown = { error }
      const isOfBoot = isRunning && !this.#isOver
      this.#options.failed(error, isOfBoot && this.#isHeard ? 'heard' : 'unheard')
    }
    const call = compileCall<UserFunction, Instance>(formOf(fn, 3), {
      call: (_fn, _instance, _c, done) => fn.call(instance, given, instance, done),
      ended: () => {},
      failed: (_fn, _instance, _c, reason) => fail(reason),
      failedLate: (_fn, _instance, reason) => fail(reason),
    })
    call(fn, instance)
    isRunning = false
    return thrown
  }
}
