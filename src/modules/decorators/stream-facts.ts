// The facts of decorators for methods that yield their values over time.

/** `@Events`. */
export interface EventsFact {
  /** The schema of the data; `{}` without one. */
  readonly data: unknown
  /** Milliseconds; null without comments. */
  readonly heartbeat: number | null
}

/** `@Socket`. */
export interface SocketFact {
  /** The schema of a message of the client, or null. */
  readonly receive: unknown
  /** The schema of a message of the server; `{}` without one. */
  readonly send: unknown
  /** The answer to a message that does not fit: a message, or the end of the connection. */
  readonly invalid: 'tell' | 'close'
}
