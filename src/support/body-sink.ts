/** The method by which a message hands over its body, past the events of its stream. */
export const collect = Symbol('alcove.collect')

/** Takes the body of a message as it comes off the wire. One of `end` and `fail` is the last call. */
export interface BodySink {
  take(bytes: Buffer): void
  end(): void
  fail(error: Error | null): void
}

/** A message whose body can be had without the events of its stream. */
export interface CollectableMessage {
  /** False when the stream has been looked at or has begun: then it is read like any stream. */
  [collect]?: (sink: BodySink) => boolean
}
