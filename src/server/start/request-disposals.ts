import { clearTimeout, setTimeout } from '../../support/timers.js'

/** Disposals of request objects that have not ended. They may use objects of contexts, which `close` disposes. */
export class RequestDisposals {
  readonly #open = new Set<Promise<void>>()

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  /** `disposal` never rejects. */
  add(disposal: Promise<void>): void {
    this.#open.add(disposal)
    void disposal.then(() => this.#open.delete(disposal))
  }

  /** Waits for all of them, but not longer than the limit in milliseconds. 0 means no limit. */
  async untilOver(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>((resolve) => {
      if (milliseconds > 0) timer = setTimeout(resolve, milliseconds)
    })
    await Promise.race([Promise.all(this.#open), limit])
    clearTimeout(timer)
  }
}
