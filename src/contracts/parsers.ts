import type { IncomingMessage } from 'node:http'
import type { Request } from './request.js'

/** Ends a parser that returns no promise, with an error or with the body. */
export type ParserDone = (error: Error | null, body?: unknown) => void
/** A parser that reads the body from the stream itself. */
export type StreamParser = (request: Request, payload: IncomingMessage, done: ParserDone) => unknown
/** A parser that gets the whole body as text. The server reads the body within `bodyLimit`. */
export type TextParser = (request: Request, body: string, done: ParserDone) => unknown
/** A parser that gets the whole body as bytes (`parseAs: 'buffer'`). */
export type BufferParser = (request: Request, body: Buffer, done: ParserDone) => unknown

/** Options of `addContentTypeParser`. */
export interface ParserOptions {
  /** The form in which the parser gets the body. Without it, the parser gets the stream. */
  parseAs?: 'string' | 'buffer'
  /** Maximum size of the body in bytes. A larger body gets a 413. */
  bodyLimit?: number
}

/** The treatment of `__proto__` and `constructor.prototype` keys in a JSON body. */
export type PoisoningAction = 'error' | 'remove' | 'ignore'
