import type { Server } from 'node:http'
import { keepListeners, listenerFailed } from '../../request/message/event-guard.js'
import { readProperty } from '../../support/values.js'

/** Events of a server that clients cause, and the listeners that the framework adds itself after this guard. */
const ofClients: ReadonlyMap<unknown, number> = new Map([
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
const taken: ReadonlySet<unknown> = new Set(['upgrade', 'connect', 'checkContinue', 'checkExpectation'])

/**
 * A listener of the application on node's server that throws or rejects would end the process, and each client could cause
 * it. Its error goes to `failed`. A server without such listeners emits as before.
 */
export function guardListeners(server: Server, failed: (error: unknown) => void): void {
  const begin = (added: string | symbol) => {
    const own = ofClients.get(added)
    if (own === undefined || server.listenerCount(added) < own) return
    server.removeListener('newListener', begin)
    keepListeners(server, {
      [listenerFailed](error, [name, ...given] = []) {
        if (!ofClients.has(name)) throw error
        failed(error)
        if (taken.has(name)) destroy(given[1])
      },
    })
  }
  server.on('newListener', begin)
}

/** The socket or the response that belongs to a request. */
function destroy(exchange: unknown): void {
  const method = readProperty(exchange, 'destroy')
  if (typeof method === 'function') method.call(exchange)
}
