import * as timers from 'node:timers'

/**
 * The timers of node, read once: a test may put others in their place, and closing a server must not wait for its clock.
 * An import of each name is not enough, as CommonJS looks them up at each call.
 */
export const { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = timers
