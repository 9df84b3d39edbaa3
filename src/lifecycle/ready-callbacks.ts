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

/** Hears of a callback that fails: `duringBoot` while the boot waits, which then fails with the error. */
export type ReadyFailed = (error: unknown, when: 'duringBoot' | 'afterBoot') => void

interface ReadyCall {
  readonly fn: UserFunction
  readonly instance: Instance
  /** Null unless the boot failed. */
  readonly error: unknown
}

type Run = (failure: BootFailure | null) => BootFailure | null

/**
 * The callbacks of `ready`. They are the end of the boot, in the order in which they were given: it fails with what the
 * first of them throws. The boot does not wait for their promises: a callback may await a request, which awaits the boot.
 */
export class ReadyCallbacks {
  readonly #failed: ReadyFailed
  #isOver = false
  #waiting: Run[] = []

  constructor(failed: ReadyFailed) {
    this.#failed = failed
  }

  /** False when the boot is over. */
  add(fn: UserFunction, instance: Instance): boolean {
    if (!this.#isOver) this.#waiting.push(this.bind(fn, instance))
    return !this.#isOver
  }

  /** The callback, for whoever knows how the boot ended. Gives what it throws. */
  bind(fn: UserFunction, instance: Instance): Run {
    return AsyncResource.bind((failure: BootFailure | null) => {
      return this.#call({ fn, instance, error: failure === null ? null : failure.error })
    })
  }

  /** Calls those that wait. Gives what the boot fails with: what it failed with before, or what the first one throws. */
  run(before: BootFailure | null): BootFailure | null {
    let failure = before
    for (const run of this.#waiting) {
      const thrown = run(failure)
      failure ??= thrown
    }
    this.#isOver = true
    this.#waiting = []
    return failure
  }

  #call({ fn, instance, error: given }: ReadyCall): BootFailure | null {
    let thrown: BootFailure | null = null
    let isRunning = true
    const fail = (reason: unknown) => {
      const error = reason ?? new pluginCodes.ALC_ERR_PLUGIN_REJECTED('ready', 'root', describeValue(reason))
      if (isRunning) thrown = { error }
      this.#failed(error, isRunning && !this.#isOver ? 'duringBoot' : 'afterBoot')
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
