// Hot path: node makes one for every request over HTTP/1.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { EventEmitter, ServerResponse } from '../../packages/node.cjs'
import { guardEvents, keeper, type ListenerKeeper } from './event-guard.js'
import { guardFraming, isFramed } from './raw-framing.js'

/** Node's listener of `close` on a socket. It closes the response that the socket has at that time. */
const closeResponse = listenerOfNode()

function listenerOfNode(): (() => void) | undefined {
  const socket = new EventEmitter() as Socket // node adds its listener to it, and writes nothing
  new ServerResponse({ httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage).assignSocket(socket)
  return socket.listeners('close')[0] as (() => void) | undefined // as node calls it
}

/** Undocumented fields of node. */
interface Serving extends Socket {
  _httpMessage?: ServerResponse | null
}

interface Response {
  socket: Socket | null
  _flush(): void
}

/** A response whose listeners cannot end the process, and whose body has the length that its head declares. */
export class ServerOutgoing extends ServerResponse {
  [keeper]: ListenerKeeper | null = null;
  [isFramed] = false

  /**
   * Node adds its listener for each response and removes it. Here the first one serves all responses of the socket:
   * otherwise node would create a list of listeners for each. An application may have removed it.
   */
  override assignSocket(socket: Serving): void {
    if (!closeResponse || socket._httpMessage || socket.listenerCount('close', closeResponse) === 0) {
      super.assignSocket(socket) // it refuses a socket with a response
      return
    }
    const own = this as unknown as Response // node's types leave them out, or call them read-only
    socket._httpMessage = this
    own.socket = socket
    this.emit('socket', socket)
    own._flush()
  }

  override detachSocket(socket: Serving): void {
    if (socket._httpMessage !== this) super.detachSocket(socket) // it refuses that
    const own = this as unknown as Response // as above
    socket._httpMessage = null
    own.socket = null
  }
}

guardEvents(ServerOutgoing)
guardFraming(ServerOutgoing)
