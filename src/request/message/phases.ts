import * as slots from './slots.js'

/** The life of a reply: `send` is legal in `open`; an error handler opens it again. */
export const phases = {
  open: 0,
  sending: 1,
  /** Inside `onError` hooks, where `send` is refused. */
  reporting: 2,
  written: 3,
  hijacked: 4,
} as const

export type Phase = (typeof phases)[keyof typeof phases]

/** A reply, as far as its phase depends on it. */
interface Phased {
  readonly [slots.handled]: number
  readonly [slots.phase]: Phase
  readonly raw: { readonly writableEnded: boolean }
}

/**
 * Whether the request is still on its way to an answer. Once it has failed it never is again: an error handler opens
 * the reply for itself, and a stage that ends late must not take that for leave to go on.
 */
export function isPending(reply: Phased): boolean {
  return reply[slots.handled] === -1 && reply[slots.phase] === phases.open && !reply.raw.writableEnded
}
