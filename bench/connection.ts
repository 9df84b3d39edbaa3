import { connect, type Socket } from 'node:net'

/** Longer than any server of a workload takes, even on a busy machine. */
const answerTimeLimit = 60_000

const headEnd = Buffer.from('\r\n\r\n')
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

/** One keep-alive connection that always waits for one answer: no pipelining, as browsers do it. */
export class Connection {
  #received: Buffer[] = []
  #size = 0
  #framing: Framing | null = null
  #onAnswer: ((answer: Buffer) => void) | null = null

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.setTimeout(answerTimeLimit, () => this.#checkWaiting())
    socket.on('close', () => {
      if (this.#onAnswer !== null) throw new Error('the server closed a connection in the middle of a measurement')
    })
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new Connection(socket))
      })
    })
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
    onAnswer?.(answer)
  }

  #isComplete(framing: Framing, chunk: Buffer): boolean {
    if (framing !== 'chunked') return this.#size === framing.length
    // The last chunk's mark may have come in pieces: look at all that is there.
    const tail = chunk.length >= lastChunk.length ? chunk : Buffer.concat(this.#received)
    return tail.subarray(-lastChunk.length).equals(lastChunk)
  }
}
