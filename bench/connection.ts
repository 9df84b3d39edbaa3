import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { WebSocket } from 'ws'
import type { Protocol } from './workloads/workload.js'

/** Longer than any server of a workload takes, even on a busy machine. */
const answerTimeLimit = 60_000

const headEnd = Buffer.from('\r\n\r\n')
const closing = Buffer.from('\r\nconnection: close\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** How an answer's end is found: by its length, head included, or by the last chunk. */
type Framing = { readonly length: number } | 'chunked'

/** `null` while the head is not complete. */
function readFraming(bytes: Buffer): Framing | null {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (length !== null) return { length: end + headEnd.length + Number(length[1]) }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return 'chunked'
  throw new Error(`an answer has neither a content-length nor chunks:\n${head}`)
}

/** Whether the server ends the connection after this answer. */
function isLast(answer: Buffer): boolean {
  const name = answer.indexOf(closing)
  return name >= 0 && name < answer.indexOf(headEnd)
}

/** It always waits for one answer: no pipelining, as browsers do it. */
export interface Connection {
  /** Calls back with the whole answer, in the form of HTTP/1. */
  send(request: Buffer, onAnswer: (answer: Buffer) => void): void
  close(): void
}

/** Opens a connection to a port of the loopback address. */
export async function openConnection(port: number, protocol: Protocol = 'http'): Promise<Connection> {
  if (protocol === 'http2') return new SessionConnection(connectHttp2(`http://127.0.0.1:${port}`))
  if (protocol === 'websocket') return MessageConnection.open(port)
  const target = { port, host: '127.0.0.1', noDelay: true }
  const connection = new SocketConnection(() =>
    protocol === 'https' ? connectTls({ ...target, rejectUnauthorized: false }) : connect(target),
  )
  await once(connection.socket, protocol === 'https' ? 'secureConnect' : 'connect')
  return connection
}

/** One session of HTTP/2, one stream at a time. */
class SessionConnection implements Connection {
  constructor(readonly session: ClientHttp2Session) {}

  send(request: Buffer, onAnswer: (answer: Buffer) => void): void {
    const [method = '', path = ''] = request.toString('latin1', 0, request.indexOf('\r\n')).split(' ')
    const stream = this.session.request({ ':method': method, ':path': path })
    const parts: Buffer[] = []
    stream.on('response', (headers) => {
      parts.push(Buffer.from(`HTTP/1.1 ${headers[':status']}\r\ncontent-type: ${headers['content-type']}\r\n\r\n`))
    })
    stream.on('data', (chunk: Buffer) => parts.push(chunk))
    stream.on('end', () => onAnswer(Buffer.concat(parts)))
  }

  close(): void {
    this.session.destroy()
  }
}

/** One WebSocket. The request is a message, and so is its answer. */
class MessageConnection implements Connection {
  private constructor(readonly socket: WebSocket) {}

  static async open(port: number): Promise<MessageConnection> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
    await once(socket, 'open')
    return new MessageConnection(socket)
  }

  send(request: Buffer, onAnswer: (answer: Buffer) => void): void {
    this.socket.once('message', (message: Buffer) =>
      onAnswer(Buffer.concat([Buffer.from('HTTP/1.1 101\r\ncontent-type: application/json\r\n\r\n'), message])),
    )
    this.socket.send(request, { binary: false })
  }

  close(): void {
    this.socket.terminate()
  }
}

/** One keep-alive connection, or the next one where the server ends the last: some do after an invalid request. */
class SocketConnection implements Connection {
  socket: Socket
  #received: Buffer[] = []
  #size = 0
  #framing: Framing | null = null
  #onAnswer: ((answer: Buffer) => void) | null = null

  constructor(readonly connect: () => Socket) {
    this.socket = this.#open()
  }

  #open(): Socket {
    const socket = this.connect()
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.setTimeout(answerTimeLimit, () => this.#checkWaiting())
    socket.on('close', () => {
      if (socket === this.socket && this.#onAnswer !== null)
        throw new Error('the server closed a connection in the middle of a measurement')
    })
    return socket
  }

  send(request: Buffer, onAnswer: (answer: Buffer) => void): void {
    this.#onAnswer = onAnswer
    this.socket.write(request)
  }

  close(): void {
    this.socket.destroy()
  }

  #checkWaiting(): void {
    if (this.#onAnswer !== null) throw new Error('a server has not answered in time')
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#size += chunk.length
    this.#framing ??= readFraming(this.#received.length === 1 ? chunk : Buffer.concat(this.#received))
    if (this.#framing === null || !this.#isComplete(this.#framing, chunk)) return
    const answer = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    const onAnswer = this.#onAnswer
    this.#received = []
    this.#size = 0
    this.#framing = null
    this.#onAnswer = null
    if (isLast(answer)) {
      this.socket.destroy()
      this.socket = this.#open()
    }
    onAnswer?.(answer)
  }

  #isComplete(framing: Framing, chunk: Buffer): boolean {
    if (framing !== 'chunked') return this.#size === framing.length
    // The last chunk's mark may have come in pieces: look at all that is there.
    const tail = chunk.length >= lastChunk.length ? chunk : Buffer.concat(this.#received)
    return tail.subarray(-lastChunk.length).equals(lastChunk)
  }
}
