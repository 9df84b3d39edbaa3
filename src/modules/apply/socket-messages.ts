import type { Request } from '../../contracts/request.js'
import type { ValidatedRequest } from '../../contracts/schema.js'
import { causedBy } from '../../errors/coded-error.js'
import { contractCodes } from '../../errors/contract-codes.js'

/** A WebSocket of the package `ws`. */
export interface WebSocketLike {
  readonly readyState: number
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: 'close', listener: () => void): unknown
  send(text: string, sent: (error?: Error) => void): void
  close(code: number): void
  ping(): void
  pause(): void
  resume(): void
}

/** Validates the body of what it gets; the result is an error, or null. */
export type ValidateMessage = (request: ValidatedRequest) => null | Error | Promise<null | Error>

/** Messages that may wait. With so many, the socket is paused, so that the client has to wait. */
const most = 16
/** Milliseconds between two pings to a client whose messages are not read. */
const pingEvery = 30_000

/**
 * The valid messages of a socket, one after the other. Each message goes to the read that waits longest. A message waits
 * from its arrival until a read has it, or until its refusal is sent. So neither a slow validator nor a client that does
 * not read can fill the memory.
 */
export class SocketMessages implements AsyncIterable<unknown>, AsyncIterator<unknown> {
  readonly #socket: WebSocketLike
  readonly #waiting: unknown[] = []
  readonly #reads: ((result: IteratorResult<unknown>) => void)[] = []
  #isOver = false
  /** Whether the server closes. */
  #isEnding = false
  /** Set while the socket is paused. Only what is sent to such a client shows that it has left. */
  #pings: ReturnType<typeof setInterval> | null = null
  #open = 0
  #last: Promise<void> = Promise.resolve()

  /** @param refuse refuses a message that is not valid; the promise resolves when the client has the refusal */
  constructor(socket: WebSocketLike, reader: MessageReader, refuse: (error: unknown) => Promise<void>) {
    this.#socket = socket
    socket.on('close', () => {
      this.#stopPings()
      // A client may send its last messages and leave: those that a validator has still count.
      void this.#last.then(() => this.#end())
    })
    socket.on('message', (data, isBinary) => {
      if (this.#isOver || (this.#isEnding && this.#open >= most)) return
      this.#open += 1
      if (this.#open >= most) this.#pause()
      // One after the other, because a library may validate asynchronously.
      this.#last = this.#last.then(async () => {
        try {
          this.#add(await readMessage(data, isBinary, reader))
        } catch (error) {
          await refuse(error)
          this.#settle()
        }
      })
    })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<unknown>> {
    if (this.#waiting.length > 0) {
      const value = this.#waiting.shift()
      this.#settle()
      return { done: false, value }
    }
    if (this.#isOver) return { done: true, value: undefined }
    return new Promise((resolve) => this.#reads.push(resolve))
  }

  /** Called when the method leaves its loop: later messages are dropped. */
  async return(): Promise<IteratorResult<unknown>> {
    this.drop()
    return { done: true, value: undefined }
  }

  /** Drops the waiting messages and all later ones. A paused socket would not notice that its client leaves. */
  drop(): void {
    this.#end()
    this.#waiting.length = 0
    this.#resume()
  }

  /** Reads the socket from now on, because the client's answer to the end of the connection is behind its messages. */
  endEarly(): void {
    this.#isEnding = true
    this.#resume()
  }

  #end(): void {
    this.#isOver = true
    for (const read of this.#reads.splice(0)) read({ done: true, value: undefined })
  }

  #add(value: unknown): void {
    if (this.#isOver) return
    const read = this.#reads.shift()
    if (read === undefined) {
      this.#waiting.push(value)
      return
    }
    this.#settle()
    read({ done: false, value })
  }

  #settle(): void {
    this.#open -= 1
    if (this.#open === 0) this.#resume()
  }

  #pause(): void {
    if (this.#isEnding) return
    this.#socket.pause()
    this.#pings ??= setInterval(() => this.#socket.ping(), pingEvery).unref()
  }

  #resume(): void {
    if (this.#pings === null) return
    this.#stopPings()
    this.#socket.resume()
  }

  #stopPings(): void {
    if (this.#pings !== null) clearInterval(this.#pings)
    this.#pings = null
  }
}

/** Makes the value of a message: parsed, and converted by its schema. */
export interface MessageReader {
  readonly parse: (text: string) => unknown
  readonly validate: ValidateMessage | null
}

/** @throws the error of a message that is not JSON, or does not fit its schema */
async function readMessage(data: Buffer, isBinary: boolean, { parse, validate }: MessageReader): Promise<unknown> {
  if (isBinary) throw new contractCodes.ALC_ERR_MESSAGE_INVALID('is binary. Send JSON as text')
  const body = parse(data.toString())
  if (validate === null) return body
  const request: ValidatedRequest = { method: 'GET', headers: {}, params: {}, query: {}, body }
  const error = await validate(request)
  if (error !== null) throw error
  return request.body
}

/** The server's parser of JSON, for messages: it refuses keys that reach a prototype, and too many levels. */
export function messageParser(request: Request): MessageReader['parse'] {
  const parser = request.server.getDefaultJsonParser('error', 'error')
  return (text) => {
    let parsed: unknown
    parser(request, text, (error, value) => {
      if (error) throw causedBy(new contractCodes.ALC_ERR_MESSAGE_INVALID('is not JSON, or has a forbidden key'), error)
      parsed = value
    })
    return parsed
  }
}
