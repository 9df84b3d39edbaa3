import type { Server } from 'node:http'
import { EventEmitter } from '../../packages/node.cjs'
import { keepListeners, listenerFailed } from '../../request/message/event-guard.js'
import { readProperty } from '../../support/values.js'

/** Events of a server that clients can cause, each with the number of listeners that the framework adds later. */
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
  ['clientError', 1],
])

/** Events for requests that only a listener of the application answers. */
const taken: ReadonlySet<unknown> = new Set(['upgrade', 'connect', 'checkContinue', 'checkExpectation'])

/**
 * Passes errors of the application's listeners on node's server to `failed`. Without this guard, a listener that throws
 * or rejects ends the process, and any client could cause the error. A server without such listeners stays unchanged.
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

/** Destroys the socket or the response of a request. */
function destroy(exchange: unknown): void {
  const method = readProperty(exchange, 'destroy')
  if (typeof method === 'function') method.call(exchange)
}

/** The name of the decoration that contains the server of @fastify/websocket. */
export const webSocketServer = 'websocketServer'

/**
 * After this call, a listener on a WebSocket that throws or rejects ends only its WebSocket. The guard of the
 * connection does not catch all these errors. `ws` emits `error` in a job of its own, and rejections arrive later.
 */
export function guardWebSockets(server: unknown, failed: (error: unknown) => void): void {
  if (!(server instanceof EventEmitter)) return
  server.prependListener('connection', (socket: unknown) => {
    if (!(socket instanceof EventEmitter)) return
    keepListeners(socket, {
      [listenerFailed](error) {
        failed(error)
        const terminate = readProperty(socket, 'terminate')
        if (typeof terminate === 'function') terminate.call(socket)
      },
    })
  })
}
