import type { Server } from 'node:http'
import { capture } from '../../request/message/event-capture.js'
import { readProperty } from '../../support/values.js'

type Emit = (this: Server, name: string | symbol, ...given: unknown[]) => boolean

/** Events of a server that clients cause, and the listeners that the framework adds itself after this guard. */
const ofClients: ReadonlyMap<string | symbol, number> = new Map([
  ['request', 0],
  ['connection', 0],
  ['secureConnection', 0],
  ['upgrade', 0],
  ['connect', 0],
  ['checkContinue', 0],
  ['checkExpectation', 0],
  ['dropRequest', 0],
  ['stream', 0],
  ['session', 0],
  ['tlsClientError', 0],
  ['drop', 1],
  ['sessionError', 1],
  ['clientError', 2],
])

/** Requests that only such a listener answers. */
const taken: ReadonlySet<string | symbol> = new Set(['upgrade', 'connect', 'checkContinue', 'checkExpectation'])

/**
 * A listener of the application on node's server that throws or rejects would end the process, and each client could cause
 * it. Its error goes to `failed`. A server without such listeners emits as before.
 */
export function guardListeners(server: Server, failed: (error: unknown) => void): void {
  const begin = (added: string | symbol) => {
    const own = ofClients.get(added)
    if (own === undefined || server.listenerCount(added) < own) return
    server.removeListener('newListener', begin)
    const emit = server.emit as unknown as Emit // one signature for all events
    const end = (error: unknown, name: string | symbol, given: readonly unknown[]) => {
      failed(error)
      if (taken.has(name)) destroy(given[1])
    }
    const guarded: Emit = function (name, ...given) {
      try {
        return emit.call(this, name, ...given)
      } catch (error) {
        if (!ofClients.has(name)) throw error
        end(error, name, given)
        return true
      }
    }
    server.emit = guarded as typeof server.emit // one signature for all events
    if (capture !== null) Reflect.set(server, capture, true)
    const rejected = (error: unknown, name: string | symbol, ...given: unknown[]) => end(error, name, given)
    Reflect.set(server, Symbol.for('nodejs.rejection'), rejected)
  }
  server.on('newListener', begin)
}

/** The socket or the response that belongs to a request. */
function destroy(exchange: unknown): void {
  const method = readProperty(exchange, 'destroy')
  if (typeof method === 'function') method.call(exchange)
}
