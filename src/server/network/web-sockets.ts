import { EventEmitter } from '../../packages/node.cjs'
import { keepListeners, listenerFailed } from '../../request/message/event-guard.js'
import { readProperty } from '../../support/values.js'

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
