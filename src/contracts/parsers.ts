import type { IncomingMessage } from 'node:http'
import type { Request } from './request.js'

/** Ends a parser that returns no promise: with what went wrong, or with the body. */
export type ParserDone = (error: Error | null, body?: unknown) => void
/** Reads the body from the stream itself. */
export type StreamParser = (request: Request, payload: IncomingMessage, done: ParserDone) => unknown
/** Gets the whole body, read by the server within `bodyLimit`. */
export type TextParser = (request: Request, body: string, done: ParserDone) => unknown
/** Gets the whole body as bytes (`parseAs: 'buffer'`). */
export type BufferParser = (request: Request, body: Buffer, done: ParserDone) => unknown

/** Options of `addContentTypeParser`. */
export interface ParserOptions {
  /** How the body is handed over; without it the parser gets the stream. */
  parseAs?: 'string' | 'buffer'
  /** Bytes; beyond it the answer is 413. */
  bodyLimit?: number
}

/** What to do with `__proto__` or `constructor.prototype` keys in a JSON body. */
export type PoisoningAction = 'error' | 'remove' | 'ignore'
