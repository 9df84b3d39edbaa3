import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** A request for `instance.inject`. It runs through the server without a socket. */
export interface InjectOptions {
  method?: string
  url?:
    | string
    | {
        pathname: string
        protocol?: string
        hostname?: string
        port?: string | number
        query?: string | Record<string, string | string[]>
      }
  /** Alias of `url`. */
  path?: string
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  query?: string | Record<string, string | string[]>
  /** Objects are sent as JSON. */
  payload?: string | object | Buffer | Readable
  /** Alias of `payload`. */
  body?: string | object | Buffer | Readable
  cookies?: Record<string, string>
  remoteAddress?: string
  authority?: string
  /** Whether the server checks `Host` and similar headers. */
  validate?: boolean
  server?: unknown
  autoStart?: boolean
  signal?: AbortSignal
  payloadAsStream?: boolean
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  [key: string]: unknown
}

/** The answer to an injected request. */
export interface InjectResponse {
  statusCode: number
  statusMessage: string
  headers: OutgoingHttpHeaders
  body: string
  /** Alias of `body`. */
  payload: string
  rawPayload: Buffer
  trailers: Record<string, string>
  cookies: { name: string; value: string; [attribute: string]: unknown }[]
  /** The body parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: only the caller knows the type of the body
  json<T = any>(): T
  stream(): Readable
  raw: { req: IncomingMessage; res: ServerResponse }
}

/** A chain such as `instance.inject().get('/').headers({…})`. `await` sends the request. */
export interface InjectChain extends PromiseLike<InjectResponse> {
  get(url: string): InjectChain
  post(url: string): InjectChain
  put(url: string): InjectChain
  patch(url: string): InjectChain
  delete(url: string): InjectChain
  head(url: string): InjectChain
  options(url: string): InjectChain
  trace(url: string): InjectChain
  headers(headers: IncomingHttpHeaders | OutgoingHttpHeaders): InjectChain
  query(query: string | Record<string, string | string[]>): InjectChain
  payload(payload: string | object | Buffer | Readable): InjectChain
  body(payload: string | object | Buffer | Readable): InjectChain
  cookies(cookies: Record<string, string>): InjectChain
  end(): Promise<InjectResponse>
  end(callback: (error: Error | undefined, response: InjectResponse | undefined) => void): void
}
