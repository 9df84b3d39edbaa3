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
