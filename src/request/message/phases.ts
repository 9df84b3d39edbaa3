import * as slots from './slots.js'

/** The phases of a reply: `send` is legal in `open`. An error handler opens the reply again. */
export const phases = {
  open: 0,
  sending: 1,
  /** Inside `onError` hooks, where `send` is refused. */
  reporting: 2,
  written: 3,
  hijacked: 4,
} as const

export type Phase = (typeof phases)[keyof typeof phases]

/** The part of a reply that has its phase. */
interface Phased {
  readonly [slots.handled]: number
  readonly [slots.phase]: Phase
  readonly raw: { readonly writableEnded: boolean }
}

/**
 * Whether the request is still on its way to an answer. A request that has failed is pending again only if an error
 * handler passes it on with `callNotFound`. An error handler opens the reply for itself, and a stage that ends late must
 * not continue because of that.
 */
export function isPending(reply: Phased): boolean {
  return reply[slots.handled] < 0 && reply[slots.phase] === phases.open && !reply.raw.writableEnded
}
