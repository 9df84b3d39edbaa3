import { AsyncLocalStorage } from '../packages/node.cjs'

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
