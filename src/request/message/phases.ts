import * as slots from './slots.js'

/** The phases of a reply: `send` is legal in `open`. An error handler opens the reply again. */
export const phases = {
  open: 0,
  sending: 1,
  /** While `onError` hooks run: `send` throws. */
  reporting: 2,
  written: 3,
  hijacked: 4,
} as const

export type Phase = (typeof phases)[keyof typeof phases]

/** The members of a reply that determine its phase. */
interface Phased {
  readonly [slots.handled]: number
  readonly [slots.phase]: Phase
  readonly raw: { readonly writableEnded: boolean }
}

/**
 * Whether the request still waits for an answer. A failed request is pending again only if an error handler calls
 * `callNotFound`. An error handler opens the reply only for itself: a stage that ends late must not continue then.
 */
export function isPending(reply: Phased): boolean {
  return reply[slots.handled] < 0 && reply[slots.phase] === phases.open && !reply.raw.writableEnded
}
