// Bounds the work of one connection of HTTP/1: requests that a client sends without waiting run one by one.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusals } from './refusals.js'

/** Fields of node on the socket of a server. Node resumes the parser itself when the client has read. */
interface ParsedSocket extends Socket {
  _paused?: boolean
  parser?: { pause(): void; resume(): void } | null
}

/** Requests that wait on a connection when it is read no further. */
const most = 32
/** Requests that still wait when it is read again. */
const few = 8

/** The requests of one connection that wait for the answers before them. */
class Waiting {
  #count = 0
  #isHeld = false

  constructor(
    private readonly socket: ParsedSocket,
    private readonly refused: Refusals,
  ) {
    // Node reads on as soon as the client has taken an answer, however many requests wait.
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
    if (socket.writableNeedDrain) return // node reads on when the client does
    socket._paused = false
    socket.parser?.resume()
    socket.resume()
  }

  /** As node does for a client that does not read. The rest of the bytes at hand is still parsed. */
  #pause(): void {
    this.socket._paused = true
    this.socket.pause()
  }
}

/** The connections of a server on which requests have waited. */
export class PipelinedRequests {
  readonly #waiting = new WeakMap<Socket, Waiting>()

  constructor(private readonly refused: Refusals) {}

  /** Runs a request when all answers before it have been taken by the socket; never, if the connection closes first. */
  defer({ socket }: IncomingMessage, res: ServerResponse, run: () => void): void {
    const waiting = this.#waiting.get(socket) ?? new Waiting(socket, this.refused)
    this.#waiting.set(socket, waiting)
    waiting.add()
    res.once('socket', () => {
      waiting.remove()
      // Not at once: node has not yet finished giving the socket to the response.
      process.nextTick(() => {
        if (socket.writable) run() // else the client has left, and nobody is there to have the answer
      })
    })
  }
}
