// Hot path: node makes one for every request over HTTP/1.
import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { guardEvents, keeper, type ListenerKeeper } from './event-guard.js'
import { guardFraming, isFramed } from './raw-framing.js'

/** Whether node's listener for responses is on a socket. */
const listens = Symbol('alcove.listens')

/** Undocumented fields of node. */
interface Serving extends Socket {
  [listens]?: boolean
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
   * Node adds one listener of `close` for each response and removes it. The listener reads the socket's response of that
   * time, so the first one serves all. Otherwise node would create a list of listeners for each response.
   */
  override assignSocket(socket: Serving): void {
    if (socket[listens] !== true || socket._httpMessage) {
      super.assignSocket(socket) // it refuses a socket with a response
      socket[listens] = true
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
