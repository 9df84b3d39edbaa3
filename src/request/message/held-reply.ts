// Hot path: the replies of routes with functions around their handlers. Other routes use the plain class.
import { refuseSend, type ServerReply } from './reply.js'
import * as slots from './slots.js'

/** The innermost function that runs around the handler, or the handler. It takes the payloads that are sent meanwhile. */
export interface AnswerHolder {
  /** Whether the function has answered by `reply.send`. */
  readonly isAnswered: boolean
  /** Whether the function waits for the end of the reply. */
  isAwaited: boolean
  /** Takes an answer. Returns false if the function has answered before. */
  take(payload: unknown): boolean
  /** Calls `answered` as soon as the function has answered. */
  whenAnswered(answered: () => void): void
}

/** A reply that passes its payload to its holder while it has one. */
export interface HeldReply extends ServerReply {
  [slots.holder]: AnswerHolder | null
}

/** One class for all routes of a context with functions around their handlers. Other routes have no extra cost. */
export function createHeldReply(Base: typeof ServerReply): typeof ServerReply {
  class Held extends Base implements HeldReply {
    declare [slots.holder]: AnswerHolder | null

    override get sent(): boolean {
      return super.sent || hasHeld(this)
    }

    override send(payload?: unknown): this {
      const holder = super.sent ? null : heldBy(this)
      if (holder === null) return super.send(payload)
      return holder.take(payload) ? this : refuseSend(this, payload)
    }

    // Both methods below set the status before they send. They must not change the status of a held answer.
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
      const running = this[slots.holder]
      if (running !== null) running.isAwaited = true
      if (holder === null) super.then(fulfilled, rejected)
      else holder.whenAnswered(fulfilled)
    }
  }
  // The default is on the prototype. V8 would define a field with a computed name on a slow path, for each reply.
  Held.prototype[slots.holder] = null
  return Held
}

/** Whether the running function has answered, and that answer has not been sent. */
function hasHeld(reply: HeldReply): boolean {
  return heldBy(reply)?.isAnswered ?? false
}

/** The holder; null for an answer to an error, which is sent directly. */
function heldBy(reply: HeldReply): AnswerHolder | null {
  return reply[slots.handled] === -1 ? reply[slots.holder] : null
}
