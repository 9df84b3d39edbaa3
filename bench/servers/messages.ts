/** What the measuring process asks of a server process, one at a time, and what it answers. */
export type Ask = 'cpu' | 'collect' | 'stop'

export interface BootFigures {
  /** Milliseconds of the clock and of the processor, from the call that makes the server until it listens. */
  readonly wall: number
  readonly cpu: number
}

export type Reply =
  | { readonly kind: 'listening'; readonly port: number; readonly boot: BootFigures }
  | { readonly kind: 'cpu'; readonly microseconds: number }
  | { readonly kind: 'collected' }
