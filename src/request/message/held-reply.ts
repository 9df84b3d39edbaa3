// Hot path: the replies of routes with functions around their handlers, and of no others.
import { refuseSend, type ServerReply } from './reply.js'
import * as slots from './slots.js'

/** Takes the payloads that are sent while functions run around the handler. */
export interface AnswerHolder {
  /** Whether the innermost function that runs has answered by `reply.send`. */
  readonly isAnswered: boolean
  /** False if that function has answered before. */
  take(payload: unknown): boolean
  /** Calls back as soon as that function has answered. */
  whenAnswered(answered: () => void): void
  /** The answer, after the promise of the outermost function gave a value. Throws if there is no answer. */
  finish(value: unknown): unknown
  /** Called when that promise rejected. */
  abandon(): void
}

/** A reply that hands its payload to its holder, as long as it has one. */
export interface HeldReply extends ServerReply {
  [slots.holder]: AnswerHolder | null
}

/** One class for all routes of a context that have such functions. Other routes have no cost. */
export function createHeldReply(Base: typeof ServerReply): typeof ServerReply {
  class Held extends Base implements HeldReply {
    declare [slots.holder]: AnswerHolder | null

    override get sent(): boolean {
      return super.sent || hasHeld(this)
    }

    override send(payload?: unknown): this {
      const holder = super.sent ? null : heldBy(this)
      if (holder === null) return super.send(payload)
      return holder.take(payload) ? this : refuseSend(this)
    }

    // Both methods set the status before they send. The status of a held answer must stay.
    override callNotFound(): this {
      return hasHeld(this) ? refuseSend(this) : super.callNotFound()
    }

    override redirect(url: string, code?: number): this {
      return hasHeld(this) ? refuseSend(this) : super.redirect(url, code)
    }

    override hijack(): this {
      super.hijack()
      this[slots.holder]?.take(undefined)
      return this
    }

    override then(fulfilled: () => void, rejected?: (error: Error) => void): void {
      const holder = super.sent ? null : heldBy(this)
      if (holder === null) super.then(fulfilled, rejected)
      else holder.whenAnswered(fulfilled)
    }
  }
  // A field with a computed name is defined anew for each reply, by the slow path of V8.
  Held.prototype[slots.holder] = null
  return Held
}

/** Whether the running function has answered, and that answer has not been sent. */
function hasHeld(reply: HeldReply): boolean {
  return heldBy(reply)?.isAnswered ?? false
}

/** Answers to an error are sent directly: they are not answers of the handler. */
function heldBy(reply: HeldReply): AnswerHolder | null {
  return reply[slots.handled] === -1 ? reply[slots.holder] : null
}
