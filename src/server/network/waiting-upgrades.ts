// Upgrades and tunnels that wait for the answers before them.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { lastAnswer, recordUpgrading } from './open-connections.js'

/** Undocumented fields of node on a socket. */
type AnsweringSocket = Socket & { _httpMessage?: ServerResponse | null }

/** The socket of an upgrade, and the bytes behind its head. */
export interface Upgraded {
  readonly socket: AnsweringSocket
  readonly head: Buffer
}

/** Bytes of the next protocol that the server reads while the upgrade waits. Each piece of them takes memory, too. */
const mostBytes = 16 * 1024
const mostPieces = 64

/**
 * Calls `run` with the bytes behind the head when all earlier answers are sent. Does not call it if the connection ends
 * before.
 */
export function afterAnswers(server: Server, upgraded: Upgraded, run: (early: Buffer) => void): void {
  const { socket, head } = upgraded
  const last = lastAnswer(socket)
  if (last === null) {
    run(head)
    return
  }
  recordUpgrading(socket)
  const watch = new Watch(server, upgraded)
  last.once('finish', () =>
    process.nextTick(() => {
      watch.stop()
      if (socket.destroyed || !socket.writable) return
      socket.setTimeout(server.timeout) // node has set its time limit for the next request
      // Restores the state in which node leaves the socket: the first `data` listener starts the reading.
      Object.assign(socket, { readableFlowing: null, _paused: false })
      socket._read(0)
      run(watch.early)
    }),
  )
}

/**
 * Does the work of node's listeners on a socket, which node has removed. Without it, an answer would stop that waits for
 * its client. The server would also not find out that the client has left, and keep both forever.
 */
class Watch {
  readonly #socket: AnsweringSocket
  readonly #pieces: Buffer[]
  #bytes = 0

  constructor(
    private readonly server: Server,
    { socket, head }: Upgraded,
  ) {
    this.#socket = socket
    this.#pieces = [head]
    socket.on('data', this.#data)
    socket.on('drain', this.#drain)
    socket.on('end', this.#end)
    socket.on('timeout', this.#timeout)
    socket.on('error', this.#error)
    socket.resume() // an end is read only behind the bytes before it
  }

  /** The bytes behind the head of the upgrade. */
  get early(): Buffer {
    return Buffer.concat(this.#pieces)
  }

  stop(): void {
    const socket = this.#socket
    socket.off('data', this.#data)
    socket.off('drain', this.#drain)
    socket.off('end', this.#end)
    socket.off('timeout', this.#timeout)
    socket.off('error', this.#error)
  }

  get #isFull(): boolean {
    return this.#bytes >= mostBytes || this.#pieces.length > mostPieces
  }

  readonly #data = (bytes: Buffer): void => {
    this.#pieces.push(bytes)
    this.#bytes += bytes.length
    if (this.#isFull) this.#socket.pause()
  }

  readonly #drain = (): void => {
    const { _httpMessage: answer } = this.#socket
    if (answer?.writableNeedDrain) answer.emit('drain')
    if (!this.#isFull) this.#socket.resume() // many waiting requests pause it
  }

  /** Node answers no client that has ended its side. */
  readonly #end = (): void => {
    this.#socket.end()
  }

  readonly #timeout = (): void => {
    const socket = this.#socket
    const isTaken = socket._httpMessage?.emit('timeout', socket) || this.server.emit('timeout', socket)
    if (!isTaken) socket.destroy()
  }

  readonly #error = (): void => {} // `close` follows
}
