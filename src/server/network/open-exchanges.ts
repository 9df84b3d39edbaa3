import { nextTurn } from '../../support/timers.js'
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
