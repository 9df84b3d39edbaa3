import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface LoadResult {
  readonly requests: number
  readonly milliseconds: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** The bytes of a request for a keep-alive connection; they are the same for each request of a workload. */
export function requestBytes(method: string, path: string, body?: unknown): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`
  if (body === undefined) return Buffer.from(`${head}\r\n`)
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  return Buffer.from(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`)
}

/** How many bytes an answer has, head included; `null` while its head is not complete. */
function answerLength(bytes: Buffer): number | null {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return null
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))
  if (length === null) throw new Error('the load client reads answers with a content-length only')
  return end + headEnd.length + Number(length[1])
}

/** One keep-alive connection that always waits for one answer: no pipelining, as browsers do it. */
class Connection {
  #received: Buffer[] = []
  #missing: number | null = null
  #onAnswer: ((answer: Buffer) => void) | null = null

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('close', () => {
      if (this.#onAnswer !== null) throw new Error('the server closed a connection in the middle of a measurement')
    })
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket)))
    })
  }

  send(request: Buffer, onAnswer: (answer: Buffer) => void): void {
    this.#onAnswer = onAnswer
    this.socket.write(request)
  }

  close(): void {
    this.socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    if (this.#missing === null) this.#readHead()
    else this.#missing -= chunk.length
    if (this.#missing !== 0) return
    const answer = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    const onAnswer = this.#onAnswer
    this.#received = []
    this.#missing = null
    this.#onAnswer = null
    onAnswer?.(answer)
  }

  #readHead(): void {
    const bytes = Buffer.concat(this.#received)
    const length = answerLength(bytes)
    this.#missing = length === null ? null : length - bytes.length
  }
}

/** Sends one and the same request over some connections; costs little, so that it is not what is measured. */
export class LoadClient {
  private constructor(
    readonly connections: readonly Connection[],
    readonly request: Buffer,
  ) {}

  static async open(port: number, request: Buffer, count: number): Promise<LoadClient> {
    const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)))
    return new LoadClient(connections, request)
  }

  /** One request, its answer in parts. */
  async once(): Promise<Answer> {
    const [connection] = this.connections
    const bytes = await new Promise<Buffer>((resolve) => connection?.send(this.request, resolve))
    const end = bytes.indexOf(headEnd)
    const status = Number(bytes.toString('latin1', 9, 12))
    return { status, body: bytes.toString('utf8', end + headEnd.length) }
  }

  /** Keeps all connections busy for a time; answers on their way when it is over are waited for and counted. */
  async run(milliseconds: number): Promise<LoadResult> {
    const start = performance.now()
    const end = start + milliseconds
    const counts = await Promise.all(this.connections.map((connection) => this.#runOne(connection, end)))
    return { requests: counts.reduce((sum, count) => sum + count, 0), milliseconds: performance.now() - start }
  }

  close(): void {
    for (const connection of this.connections) connection.close()
  }

  #runOne(connection: Connection, end: number): Promise<number> {
    return new Promise((resolve) => {
      let count = 0
      const next = (): void => {
        count += 1
        if (performance.now() >= end) resolve(count)
        else connection.send(this.request, next)
      }
      connection.send(this.request, next)
    })
  }
}
