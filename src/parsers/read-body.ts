// Hot path for requests with a body.
import type { IncomingMessage } from 'node:http'
import type { Request } from '../contracts/request.js'
import { causedBy } from '../errors/coded-error.js'
import { bodyCodes } from '../errors/message-codes.js'
import { type BodySink, type CollectableMessage, collect } from '../support/body-sink.js'
import type { BodyParser, BodyTarget } from './body-parser.js'

/**
 * A stream that a `preParsing` hook may return. `receivedEncodedLength` counts the bytes that arrived over the network.
 */
type BodyStream = IncomingMessage & CollectableMessage & { receivedEncodedLength?: number }

export interface BodySource {
  request: Request
  stream: BodyStream
  /** The body limit in bytes. */
  limit: number
}

/** Reads and parses a body. */
export function runParser(parser: BodyParser, source: BodySource, target: BodyTarget): void {
  const { request, stream } = source
  if (parser.as === 'stream') {
    parser.call(request, target, stream)
    return
  }
  readStream(source, (error, chunks) => {
    if (error !== null) target.failed(error)
    else parseChunks(parser, request, chunks, target)
  })
}

function parseChunks(parser: BodyParser, request: Request, chunks: Buffer[], target: BodyTarget): void {
  let payload: string | Buffer
  try {
    payload = parser.as === 'string' ? decode(chunks) : Buffer.concat(chunks) // a copy: chunks are views of shared memory
  } catch (error) {
    target.failed(error) // a stream of a `preParsing` hook emitted objects
    return
  }
  parser.call(request, target, payload)
}

type ReadDone = (error: Error | null, chunks: Buffer[]) => void

/** Reads a body: directly from the connection if the message supports that, else by the events of its stream. */
function readStream({ request, stream, limit }: BodySource, done: ReadDone): void {
  const declared = request.headers['content-length']
  const expected = declared === undefined ? -1 : Number(declared)
  const close = closerOf(stream, request)
  if (expected > limit) {
    done(new bodyCodes.FST_ERR_CTP_BODY_TOO_LARGE(), [])
    close()
    return
  }
  const reading = new Reading(stream, { limit, expected, done })
  if (stream[collect]?.(reading) !== true) listen(stream, reading, close)
}

/**
 * Closes the stream of a `preParsing` hook when its body is refused. A small compressed body would go on to expand. The
 * request itself stays open for the answer.
 */
function closerOf(stream: BodyStream, { raw }: Request): () => void {
  return stream === raw ? () => {} : () => void stream.destroy?.() // old streams do not have it
}

/**
 * A chunk below this length is copied, because each chunk takes 200 bytes of memory besides its own. A client may send a
 * megabyte in a million chunks.
 */
const small = 1024
/** The first chunks of a body are not copied. Most bodies have no others. */
const few = 16
/** Bytes that small chunks share. */
const shared = 16 * 1024

/** Collects the bytes. It counts the bytes that arrive, and those that a decompressing stream reports as read. */
class Reading implements BodySink {
  private readonly chunks: Buffer[] = []
  private received = 0
  private room: Buffer | null = null
  private used = 0
  over = false

  constructor(
    private readonly stream: BodyStream,
    private readonly plan: { limit: number; expected: number; done: ReadDone },
  ) {}

  take(bytes: Uint8Array): void {
    if (this.over) return
    this.received += bytes.length
    if (this.chunks.length < few || !this.copy(bytes)) this.keep(bytes)
    const { limit } = this.plan
    if (this.received > limit || (this.stream.receivedEncodedLength ?? 0) > limit) {
      this.finish(new bodyCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    }
  }

  end(): void {
    const { expected } = this.plan
    const complete = expected === -1 || (this.stream.receivedEncodedLength ?? this.received) === expected
    this.finish(complete ? null : new bodyCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
  }

  /**
   * A stream that closes before its end emits neither `end` nor `error`. A stream of the application may fail with any
   * value.
   */
  fail(error: unknown): void {
    if (!this.over) this.finish(badRequest(error ?? new bodyCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()))
  }

  private keep(bytes: Uint8Array): void {
    this.closeRoom()
    this.chunks.push(toBuffer(bytes))
  }

  /** Copies a small chunk behind the others. Returns false for other values. */
  private copy(bytes: Uint8Array): boolean {
    if (!(bytes instanceof Uint8Array) || bytes.length >= small) return false // the stream of a hook may give any value
    if (this.room === null || this.used + bytes.length > this.room.length) {
      this.closeRoom()
      this.room = Buffer.allocUnsafe(shared)
    }
    this.room.set(bytes, this.used)
    this.used += bytes.length
    return true
  }

  /** Makes the copied bytes a chunk. The next small chunks use the rest of their memory. */
  private closeRoom(): void {
    if (this.room === null || this.used === 0) return
    this.chunks.push(this.room.subarray(0, this.used))
    this.room = this.room.subarray(this.used)
    this.used = 0
  }

  private finish(error: Error | null): void {
    if (this.over) return
    this.over = true
    this.closeRoom()
    this.plan.done(error, this.chunks)
  }
}

/** The error of a stream of the body, with its own status or 400. */
export function badRequest(error: unknown): Error {
  try {
    const failure = error as Error & { statusCode?: unknown } // the catch block handles other values
    const isChosen = typeof failure.statusCode === 'number' && failure.statusCode >= 400
    if (!isChosen || failure instanceof bodyCodes.ALC_ERR_STREAM_ERROR) failure.statusCode = 400
    return failure
  } catch {
    const failure = causedBy(new bodyCodes.ALC_ERR_STREAM_ERROR(), error)
    return Object.assign(failure, { statusCode: 400 })
  }
}

function listen(stream: BodyStream, reading: Reading, close: () => void): void {
  const stop = () => {
    stream.removeListener('data', onData)
    stream.removeListener('end', onEnd)
    stream.removeListener('close', onClose)
    // The listener for errors remains: a decompressing stream may fail on the rest of a rejected body.
  }
  const onData = (chunk: Buffer | string) => {
    reading.take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    if (!reading.over) return
    stop()
    close()
  }
  const onEnd = () => {
    stop()
    reading.end()
  }
  const onError = (error: unknown) => {
    stop()
    reading.fail(error)
  }
  const onClose = () => onError(new bodyCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())

  stream.on('data', onData)
  stream.on('end', onEnd)
  stream.on('error', onError)
  stream.on('close', onClose)
  stream.resume()
  // If a hook has already read the whole stream, these events do not come again.
  if (stream.readableEnded) onEnd()
  else if (stream.closed) onClose()
}

/** Deno's requests push plain typed arrays. Other values of a hook's stream fail when they are decoded. */
function toBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes) || !(bytes instanceof Uint8Array)) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Decodes the chunks one by one if each ends with a whole character. Otherwise it copies all bytes into one buffer,
 * because two chunks can share a character.
 */
function decode(chunks: Buffer[]): string {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only.toString('utf8') // most bodies have one chunk
  let text = ''
  for (const [index, chunk] of chunks.entries()) {
    const isWhole = index === chunks.length - 1 || endsWithAscii(chunk)
    if (!(isWhole && Buffer.isBuffer(chunk))) return Buffer.concat(chunks).toString('utf8')
    text += chunk.toString('utf8')
  }
  return text
}

/** Whether a chunk ends with a complete character. */
function endsWithAscii(chunk: Buffer): boolean {
  return chunk.length > 0 && chunk[chunk.length - 1]! < 0x80 // its length was checked
}
