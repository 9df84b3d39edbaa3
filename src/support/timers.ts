import { nodeTimers as timers } from '../packages/node.cjs'

/**
 * The timers of node, read once. A test may replace them, and the closing of a server must not wait for a fake clock.
 * Importing each name is not enough, because CommonJS looks them up at each call.
 */
export const { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = timers
export const { nextTick } = process

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
