/** A call that has neither ended nor promised to. */
export interface Waiting {
  /** How often it was found waiting. */
  ticks: number
  isOpen(): boolean
  report(): void
}

/** Milliseconds. */
const interval = 1000
/** A call is reported when it was found waiting more often: after 5 seconds, and before 6. */
const patience = 5

/**
 * The calls of one server that somebody waits for. One timer looks at all of them once a second, and only while there
 * are any: a call costs no timer and no look at the clock.
 */
export class OverdueCalls {
  readonly #calls = new Set<Waiting>()
  #timer: NodeJS.Timeout | null = null

  add(call: Waiting): void {
    this.#calls.add(call)
    this.#timer ??= setInterval(() => this.#check(), interval).unref()
  }

  delete(call: Waiting): void {
    this.#calls.delete(call)
  }

  #check(): void {
    for (const call of this.#calls) {
      call.ticks += 1
      if (call.ticks <= patience && call.isOpen()) continue
      this.#calls.delete(call)
      if (call.isOpen()) call.report()
    }
    if (this.#calls.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}
