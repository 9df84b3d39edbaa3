import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds: far beyond what a busy machine needs. */
const patience = 30_000
/** Milliseconds that one question may take. */
const turn = 5_000

/**
 * Calls `ask` again until it returns true. A call that takes too long is repeated. Throws an error with `what` after 30
 * s.
 */
export async function until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + patience
  while (Date.now() < end) {
    const answer = Promise.resolve(ask()).catch(() => false) // a connection may be cut in the middle
    if (await Promise.race([answer, sleep(turn, false, { ref: false })])) return
    await sleep(20)
  }
  throw new Error(`after ${patience} ms still not: ${what}`)
}
