// Hot path: each event of a request and of its response goes through this file.

import { causedBy } from '../../errors/coded-error.js'
import { bodyCodes } from '../../errors/message-codes.js'
import { EventEmitter } from '../../packages/node.cjs'
import { capture } from './event-capture.js'

/** The name of the keeper's method that gets errors of listeners. */
export const listenerFailed = Symbol('alcove.listenerFailed')

/** Gets the errors of listeners that an application adds to node's objects. */
export interface ListenerKeeper {
  /**
   * `event`: the name and the arguments of an event of `emitter`. The caller of `emit` gets an error that this method
   * throws.
   */
  [listenerFailed](error: unknown, event?: readonly unknown[], emitter?: unknown): void
}

/** The name of the keeper's method that gets each socket after its event `close`. */
export const socketClosed = Symbol('alcove.socketClosed')

/** Gets the errors of listeners on all sockets of a server. */
export interface SocketsKeeper extends ListenerKeeper {
  [socketClosed](socket: unknown): void
}

/** The property of an emitter that contains its keeper. */
export const keeper = Symbol('alcove.keeper')

const rejected = Symbol.for('nodejs.rejection')

type Emit = (this: Guarded, ...given: unknown[]) => boolean

type Guarded = Omit<EventEmitter, 'emit'> & {
  emit: Emit
  [keeper]?: ListenerKeeper | SocketsKeeper | null
  [rejected]?: (this: Guarded, error: unknown, ...event: unknown[]) => void
}

/** Passes errors of listeners to the keeper. Node does not catch these errors, so they would end the process. */
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

/**
 * Reports `close` without a listener. For a second listener of `close`, node would create a list for each connection.
 */
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
  // The emitter is a socket, or it belongs to inject, to HTTP/2 or to a server of the application.
  emitter.emit = emitter.emit === plainEmit ? guardedEmit : guardEmit(emitter.emit)
  emitter[rejected] = takeRejection
}

/** Does the work of `keepListeners` for a socket. The keeper also gets the `close` of the socket. */
export function keepSocket(socket: EventEmitter, owner: SocketsKeeper): void {
  const emitter = socket as unknown as Guarded // keepListeners makes it a `Guarded`
  const before = emitter[keeper]
  if (before && socketClosed in before) {
    // A server passes the socket to another server, as a proxy does after CONNECT. Both servers need its `close`.
    if (before !== owner) socket.once('close', () => before[socketClosed](socket))
    emitter[keeper] = owner
    return
  }
  keepListeners(socket, owner)
  emitter.emit = emitter.emit === guardedEmit ? watchedEmit : watchEmit(emitter.emit)
}

/**
 * Does the work of `keepListeners` for a stream of the application. It also wraps `destroy`, because any value can be
 * the error.
 */
export function keepStream(given: EventEmitter, owner: ListenerKeeper): void {
  keepListeners(given, owner)
  const stream = given as EventEmitter & { destroy?: unknown } // some streams have this method
  const { destroy } = stream
  if (typeof destroy !== 'function') return
  const destroyReadably = function (this: unknown, error: unknown, ...rest: unknown[]) {
    return destroy.call(this, readableError(error), ...rest)
  }
  stream.destroy = destroyReadably
}

/**
 * Node reads the stack of an error that ends a stream, in a separate job. An error thrown there cannot be caught, so an
 * unreadable error is replaced.
 */
export function readableError(error: unknown): unknown {
  if (error === null || error === undefined) return error
  try {
    const { stack, name, message } = error as Partial<Error> // any value may have them
    if (typeof stack !== 'symbol' && typeof name !== 'symbol' && typeof message !== 'symbol') return error
  } catch {} // the error below reports it
  return causedBy(new bodyCodes.ALC_ERR_STREAM_ERROR(), error)
}
