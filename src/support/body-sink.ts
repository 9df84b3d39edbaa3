/** The method of a message that delivers its body without the events of its stream. */
export const collect = Symbol('alcove.collect')

/** Receives the body of a message as it arrives. The last call is either `end` or `fail`. */
export interface BodySink {
  /** Whether it takes no more bytes. */
  readonly over: boolean
  take(bytes: Buffer): void
  end(): void
  fail(error: Error | null): void
}

/** A message that can deliver its body without the events of its stream. */
export interface CollectableMessage {
  /** False if code has touched the stream or the stream has begun. Then it is read by its events. */
  [collect]?: (sink: BodySink) => boolean
}
