/** Requests of the measuring process to a server process, one at a time. The types of the answers follow. */
export type Ask = 'figures' | 'collect' | 'stop'

export interface BootFigures {
  /** Milliseconds of the clock and of the processor, from the call that makes the server until it listens. */
  readonly wall: number
  readonly cpu: number
  /** Milliseconds of the processor that the process had used before that call. */
  readonly cpuBefore: number
}

/** The resources that a process has used so far, and those that it holds now. */
export interface ProcessFigures {
  /** Microseconds of processor time, user and system. */
  readonly cpu: number
  /** Bytes. */
  readonly heap: number
  readonly resident: number
  /** How often garbage was collected. */
  readonly collections: number
}

export type Reply =
  | { readonly kind: 'listening'; readonly port: number; readonly boot: BootFigures }
  | { readonly kind: 'figures'; readonly figures: ProcessFigures }
  | { readonly kind: 'collected' }
