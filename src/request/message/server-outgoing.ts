// Hot path: node creates such a response for every request over HTTP/1.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { EventEmitter, ServerResponse } from '../../packages/node.cjs'
import { guardEvents, keeper, type ListenerKeeper } from './event-guard.js'
import { lingerAtEnd } from './linger.js'
import { guardFraming, isFramed } from './raw-framing.js'

/** Node's listener of `close` on a socket. It closes the response that the socket has at that time. */
const closeResponse = listenerOfNode()

function listenerOfNode(): (() => void) | undefined {
  const socket = new EventEmitter() as Socket // node adds its listener to this emitter, and writes nothing
  new ServerResponse({ httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage).assignSocket(socket)
  return socket.listeners('close')[0] as (() => void) | undefined // node calls it without arguments
}

/** Undocumented fields of node. */
interface Serving extends Socket {
  _httpMessage?: ServerResponse | null
}

interface Response {
  socket: Socket | null
  /** Whether node ends the connection after the answer. */
  _last: boolean
  _flush(): void
}

/** A response whose listeners cannot end the process, and whose body has the length that its head declares. */
export class ServerOutgoing extends ServerResponse {
  [keeper]: ListenerKeeper | null = null;
  [isFramed] = false

  /**
   * Node adds its `close` listener for each response, and removes it at the end. This method lets the first listener
   * serve all responses of the socket. Otherwise node would create a list of listeners for each response. If an
   * application has removed the listener, node adds it again.
   */
  override assignSocket(socket: Serving): void {
    if (!closeResponse || socket._httpMessage || socket.listenerCount('close', closeResponse) === 0) {
      super.assignSocket(socket) // it rejects a socket with a response
      return
    }
    const own = this as unknown as Response // node's types omit these members, or declare them as read-only
    socket._httpMessage = this
    own.socket = socket
    this.emit('socket', socket)
    own._flush()
  }

  /** Node calls this method before it ends the connection. The client may still send the rest of the body. */
  override detachSocket(socket: Serving): void {
    if (socket._httpMessage !== this) super.detachSocket(socket) // it rejects a foreign socket
    const own = this as unknown as Response // as above
    if (own._last && !this.req.complete) lingerAtEnd(socket)
    socket._httpMessage = null
    own.socket = null
  }
}

guardEvents(ServerOutgoing)
guardFraming(ServerOutgoing)
