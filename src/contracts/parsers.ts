import type { IncomingMessage } from 'node:http'
import type { Request } from './request.js'

/** Ends a parser that returns no promise, with an error or with the body. */
export type ParserDone = (error: Error | null, body?: unknown) => void
/** Reads the body from the stream itself. */
export type StreamParser = (request: Request, payload: IncomingMessage, done: ParserDone) => unknown
/** Gets the whole body, read by the server within `bodyLimit`. */
export type TextParser = (request: Request, body: string, done: ParserDone) => unknown
/** Gets the whole body as bytes (`parseAs: 'buffer'`). */
export type BufferParser = (request: Request, body: Buffer, done: ParserDone) => unknown

/** Options of `addContentTypeParser`. */
export interface ParserOptions {
  /** The form in which the parser gets the body; without it the parser gets the stream. */
  parseAs?: 'string' | 'buffer'
  /** Bytes. A larger body is answered with 413. */
  bodyLimit?: number
}

/** The treatment of `__proto__` and `constructor.prototype` keys in a JSON body. */
export type PoisoningAction = 'error' | 'remove' | 'ignore'
