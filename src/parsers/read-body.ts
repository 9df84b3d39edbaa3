// Hot path for requests with a body.
import type { IncomingMessage } from 'node:http'
import type { BodyParser, ParserDone } from '../contracts/parsers.js'
import type { Request } from '../contracts/request.js'
import { bodyCodes, replyCodes } from '../errors/message-codes.js'
import { isThenable } from '../support/values.js'

const { FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH } = bodyCodes

/** A stream that a `preParsing` hook may give: it tells how many bytes came off the wire. */
type BodyStream = IncomingMessage & { receivedEncodedLength?: number }

export interface BodySource {
  request: Request
  stream: BodyStream
  /** Bytes. */
  limit: number
}

/** Reads and parses a body. `done` may be called by the parser at any later time, and more than once by a bad one. */
export function runParser(parser: BodyParser, source: BodySource, done: ParserDone): void {
  if (parser.as === 'stream') {
    callParser(parser, source.request, source.stream, done)
    return
  }
  readStream(source, (error, chunks) => {
    if (error !== null) done(error)
    else if (parser.as === 'string') callParser(parser, source.request, decode(chunks), done)
    else callParser(parser, source.request, Buffer.concat(chunks), done) // a copy: the chunks are views of shared memory
  })
}

function callParser(parser: BodyParser, request: Request, payload: unknown, done: ParserDone): void {
  let result: unknown
  try {
    result = parser.run(request, payload as never, done) // as `parser.as` says
  } catch (error) {
    done((error as Error) ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR()) // whatever it threw is the failure
    return
  }
  if (!isThenable(result)) return
  result.then(
    (body) => done(null, body),
    (error) => done(error ?? new replyCodes.FST_ERR_SEND_UNDEFINED_ERR()),
  )
}

type ReadDone = (error: Error | null, chunks: Buffer[]) => void

/** Collects the bytes, counting both what arrives and what a decompressing stream says it has read. */
function readStream({ request, stream, limit }: BodySource, done: ReadDone): void {
  const declared = request.headers['content-length']
  const expected = declared === undefined ? -1 : Number(declared)
  if (expected > limit) {
    done(new FST_ERR_CTP_BODY_TOO_LARGE(), [])
    return
  }
  const chunks: Buffer[] = []
  let received = 0

  const finish = (error: Error | null) => {
    stream.removeListener('data', onData)
    stream.removeListener('end', onEnd)
    stream.removeListener('error', onError)
    stream.removeListener('close', onClose)
    done(error, chunks)
  }
  const onData = (chunk: Buffer | string) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    received += bytes.length
    chunks.push(bytes)
    if (received > limit || (stream.receivedEncodedLength ?? 0) > limit) finish(new FST_ERR_CTP_BODY_TOO_LARGE())
  }
  const onEnd = () => {
    const complete = expected === -1 || (stream.receivedEncodedLength ?? received) === expected
    finish(complete ? null : new FST_ERR_CTP_INVALID_CONTENT_LENGTH())
  }
  const onError = (error: Error & { statusCode?: number }) => {
    if (!(typeof error.statusCode === 'number' && error.statusCode >= 400)) error.statusCode = 400
    finish(error)
  }
  // A stream that closes before its end says neither `end` nor `error`.
  const onClose = () => finish(new FST_ERR_CTP_INVALID_CONTENT_LENGTH())

  stream.on('data', onData)
  stream.on('end', onEnd)
  stream.on('error', onError)
  stream.on('close', onClose)
  stream.resume()
}

/** Decoding the whole at once keeps characters intact that two chunks share. */
function decode(chunks: Buffer[]): string {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only.toString('utf8')
  return Buffer.concat(chunks).toString('utf8')
}
