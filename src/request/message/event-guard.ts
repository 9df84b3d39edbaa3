// Hot path: each event of a request and of its response goes through this file.

import { causedBy } from '../../errors/coded-error.js'
import { bodyCodes } from '../../errors/message-codes.js'
import { EventEmitter } from '../../packages/node.cjs'
import { capture } from './event-capture.js'

/** The method of the keeper that gets the errors. */
export const listenerFailed = Symbol('alcove.listenerFailed')

/** Gets the errors of listeners that an application adds to node's objects. */
export interface ListenerKeeper {
  /** `event`: the name and the arguments of an event of `emitter`. The caller of `emit` gets an error of this. */
  [listenerFailed](error: unknown, event?: readonly unknown[], emitter?: unknown): void
}

/** The method of the keeper that gets each socket after its event `close`. */
export const socketClosed = Symbol('alcove.socketClosed')

/** Gets the errors of listeners on all sockets of a server. */
export interface SocketsKeeper extends ListenerKeeper {
  [socketClosed](socket: unknown): void
}

/** The property in which an emitter has its keeper. */
export const keeper = Symbol('alcove.keeper')

const rejected = Symbol.for('nodejs.rejection')

type Emit = (this: Guarded, ...given: unknown[]) => boolean

type Guarded = Omit<EventEmitter, 'emit'> & {
  emit: Emit
  [keeper]?: ListenerKeeper | SocketsKeeper | null
  [rejected]?: (this: Guarded, error: unknown, ...event: unknown[]) => void
}

/**
 * No caller above an event of node catches an error of a listener: without this guard the error would end the process.
 */
function guardEmit(emit: Emit): Emit {
  return function guardedEmit(...given) {
    try {
      return emit.apply(this, given)
    } catch (error) {
      const owner = this[keeper]
      if (!owner) throw error
      owner[listenerFailed](error, given, this)
      return true
    }
  }
}

const plainEmit = EventEmitter.prototype.emit as unknown as Emit // `emit` with the list of its arguments
const guardedEmit = guardEmit(plainEmit)

/** With a listener instead, node would keep a list of the listeners of `close` for each connection. */
function watchEmit(emit: Emit): Emit {
  return function watchedEmit(...given) {
    const hadListeners = emit.apply(this, given)
    const owner = this[keeper]
    if (given[0] === 'close' && owner && socketClosed in owner) owner[socketClosed](this)
    return hadListeners
  }
}

const watchedEmit = watchEmit(guardedEmit)

function takeRejection(this: Guarded, error: unknown, ...event: unknown[]): void {
  this[keeper]?.[listenerFailed](error, event, this)
}

/** Prepares a class of emitters, so that `keepListeners` need not prepare each one. */
export function guardEvents({ prototype }: { prototype: EventEmitter }): void {
  Object.defineProperty(prototype, 'emit', { value: guardedEmit, configurable: true, writable: true })
  Object.defineProperty(prototype, rejected, { value: takeRejection, configurable: true, writable: true })
}

/** After this call, errors of the listeners of an emitter go to its keeper. */
export function keepListeners(given: EventEmitter, owner: ListenerKeeper): void {
  // The properties set here are those of `Guarded`.
  const emitter = given as unknown as Guarded & Record<symbol, unknown>
  emitter[keeper] = owner
  if (capture !== null) emitter[capture] = true
  if (emitter.emit === guardedEmit || emitter.emit === watchedEmit || typeof emitter.emit !== 'function') return
  // A socket, or an emitter of inject, of HTTP/2, or of a server of the application.
  emitter.emit = emitter.emit === plainEmit ? guardedEmit : guardEmit(emitter.emit)
  emitter[rejected] = takeRejection
}

/** The same for a socket. Its keeper gets the end of the socket, too. */
export function keepSocket(socket: EventEmitter, owner: SocketsKeeper): void {
  const emitter = socket as unknown as Guarded // keepListeners makes it one
  const before = emitter[keeper]
  if (before && socketClosed in before) {
    // A server hands it to another one, as a proxy does after CONNECT. Both need its end.
    if (before !== owner) socket.once('close', () => before[socketClosed](socket))
    emitter[keeper] = owner
    return
  }
  keepListeners(socket, owner)
  emitter.emit = emitter.emit === guardedEmit ? watchedEmit : watchEmit(emitter.emit)
}

/** The same for a stream of the application, which may be destroyed with any value as its error. */
export function keepStream(given: EventEmitter, owner: ListenerKeeper): void {
  keepListeners(given, owner)
  const stream = given as EventEmitter & { destroy?: unknown } // some streams have it
  const { destroy } = stream
  if (typeof destroy !== 'function') return
  const destroyReadably = function (this: unknown, error: unknown, ...rest: unknown[]) {
    return destroy.call(this, readableError(error), ...rest)
  }
  stream.destroy = destroyReadably
}

/**
 * Node reads the stack of an error that ends a stream, in a separate job. Nothing could catch an error thrown there.
 */
export function readableError(error: unknown): unknown {
  if (error === null || error === undefined) return error
  try {
    const { stack, name, message } = error as Partial<Error> // any value may have them
    if (typeof stack !== 'symbol' && typeof name !== 'symbol' && typeof message !== 'symbol') return error
  } catch {} // the error below reports it
  return causedBy(new bodyCodes.ALC_ERR_STREAM_ERROR(), error)
}
