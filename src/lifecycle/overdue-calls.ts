/** A call that has neither ended nor returned a promise. */
export interface Waiting {
  isOpen(): boolean
  report(): void
}

/** The time between two checks, in milliseconds. */
const interval = 1000
/** A call is reported when it was found waiting more often than this: after 5 seconds, and before 6. */
const patience = 5

/**
 * The awaited calls of one server. One timer checks all of them once a second, and it runs only while a call waits. So
 * a call needs neither a timer nor the time of day.
 */
export class OverdueCalls {
  /** The number of checks that found each call waiting. */
  readonly #calls = new Map<Waiting, number>()
  #timer: NodeJS.Timeout | null = null

  add(call: Waiting): void {
    this.#calls.set(call, 0)
    this.#timer ??= setInterval(() => this.#check(), interval).unref()
  }

  delete(call: Waiting): void {
    this.#calls.delete(call)
  }

  #check(): void {
    for (const [call, before] of this.#calls) {
      const isOpen = call.isOpen()
      if (isOpen && before < patience) {
        this.#calls.set(call, before + 1)
        continue
      }
      this.#calls.delete(call)
      if (isOpen) call.report()
    }
    if (this.#calls.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}
