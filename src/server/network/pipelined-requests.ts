// Bounds the work of one connection of HTTP/1. Requests that a client sends without waiting for answers run one by one.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusals } from './refusals.js'

/** Fields of node on a socket of a server. Node itself resumes the parser when the client has read. */
interface ParsedSocket extends Socket {
  _paused?: boolean
  parser?: { pause(): void; resume(): void } | null
}

/** The number of waiting requests at which the server stops reading a connection. */
const most = 32
/** The number of waiting requests at which the server reads the connection again. */
const few = 8

/** The requests of one connection that wait for the answers before them. */
class Waiting {
  #count = 0
  #isHeld = false

  constructor(
    private readonly socket: ParsedSocket,
    private readonly refused: Refusals,
  ) {
    // Node continues to read when the client has taken an answer, even if many requests wait.
    socket.on('drain', () => {
      if (this.#isHeld) this.#pause()
    })
  }

  add(): void {
    this.#count += 1
    if (this.#count < most || this.#isHeld) return
    this.#isHeld = true
    this.refused.pipelines += 1
    this.#pause()
  }

  remove(): void {
    const { socket } = this
    this.#count -= 1
    if (!this.#isHeld || this.#count > few) return
    this.#isHeld = false
    if (socket.writableNeedDrain) return // node continues to read when the client does
    socket._paused = false
    socket.parser?.resume()
    socket.resume()
  }

  /** Pauses as node does for a client that does not read. Node still parses the bytes that have arrived. */
  #pause(): void {
    this.socket._paused = true
    this.socket.pause()
  }
}

/** The connections of a server on which requests have waited. */
export class PipelinedRequests {
  readonly #waiting = new WeakMap<Socket, Waiting>()

  constructor(private readonly refused: Refusals) {}

  /** Runs a request when the socket has taken all earlier answers. Does not run it if the connection closes first. */
  defer({ socket }: IncomingMessage, res: ServerResponse, run: () => void): void {
    const waiting = this.#waiting.get(socket) ?? new Waiting(socket, this.refused)
    this.#waiting.set(socket, waiting)
    waiting.add()
    res.once('socket', () => {
      waiting.remove()
      // Runs in the next tick, because node has not finished assigning the socket to the response.
      process.nextTick(() => {
        if (socket.writable) run() // otherwise the client has left
      })
    })
  }
}
