import * as slots from './slots.js'

/** The phases of a reply: `send` is legal in `open`. An error handler opens the reply again. */
export const phases = {
  open: 0,
  sending: 1,
  /** While an `onError` hook is called: `send` throws. */
  reporting: 2,
  /** Between these calls and while one is awaited: `send` only logs. Nothing may catch the error of a late answer. */
  awaitingReport: 3,
  written: 4,
  hijacked: 5,
} as const

export type Phase = (typeof phases)[keyof typeof phases]

/** Whether `onError` hooks run. */
export function isReporting({ [slots.phase]: phase }: { readonly [slots.phase]: Phase }): boolean {
  return phase === phases.reporting || phase === phases.awaitingReport
}

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
