import { clearTimeout, nextTurn, setTimeout } from '../../support/timers.js'
import type { FetchOutgoing, FetchSocket } from './fetch-exchange.js'

/** Answers that `handle` has begun and that have not ended. */
export class OpenExchanges {
  readonly #open = new Map<FetchSocket, FetchOutgoing>()

  add(socket: FetchSocket, res: FetchOutgoing): void {
    this.#open.set(socket, res)
  }

  remove(socket: FetchSocket): void {
    this.#open.delete(socket)
  }

  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  /** Waits for all answers, including those to requests that arrive meanwhile, as on an open connection. */
  async untilOver(): Promise<void> {
    while (this.#open.size > 0) {
      await Promise.all([...this.#open.keys()].map((socket) => new Promise((over) => socket.once('close', over))))
      await nextTurn()
    }
  }

  describe(): string[] {
    return [...this.#open.values()].map(({ req }) => `${req.method} ${req.url}`)
  }
}

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
