import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** A request for `instance.inject`. It runs through the server without a socket. */
export interface InjectOptions {
  /** `GET` by default. */
  method?: string
  /** The path with its query, a whole URL, or the parts of one. */
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
  /** Request headers. */
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /** The query, as text or by name. It replaces that of `url`. */
  query?: string | Record<string, string | string[]>
  /** Objects are sent as JSON. */
  payload?: string | object | Buffer | Readable
  /** Alias of `payload`. */
  body?: string | object | Buffer | Readable
  /** Cookies by name. They become the `cookie` header. */
  cookies?: Record<string, string>
  /** The address of the client, `127.0.0.1` by default. */
  remoteAddress?: string
  /** The `host` header, `localhost:80` by default. */
  authority?: string
  /** Whether the server checks `Host` and similar headers. */
  validate?: boolean
  /** The `this` of the request listener, which reads nothing of it. */
  server?: unknown
  /** Whether the chain sends the request by itself. `false` waits for `end`. */
  autoStart?: boolean
  /** Aborts the request. */
  signal?: AbortSignal
  /** Resolves when the head has arrived. Read the body from `stream()`. */
  payloadAsStream?: boolean
  /** Events of the body stream: its end, small pieces, an error, or a close. */
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  [key: string]: unknown
}

/** The answer to an injected request. */
export interface InjectResponse {
  /** The status. */
  statusCode: number
  /** The reason phrase. */
  statusMessage: string
  /** Headers, with names in lower case. */
  headers: OutgoingHttpHeaders
  /** The body as text in UTF-8. */
  body: string
  /** Alias of `body`. */
  payload: string
  /** The bytes of the body. */
  rawPayload: Buffer
  /** Trailers by name. */
  trailers: Record<string, string>
  /** The cookies of all `set-cookie` headers, with their attributes. */
  cookies: { name: string; value: string; [attribute: string]: unknown }[]
  /** The body parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: only the caller knows the type of the body
  json<T = any>(): T
  /** The body as a stream. */
  stream(): Readable
  /** Node's request and response. */
  raw: { req: IncomingMessage; res: ServerResponse }
}

/** A chain such as `instance.inject().get('/').headers({…})`. `await` sends the request. */
export interface InjectChain extends PromiseLike<InjectResponse> {
  /** Begins a GET request. */
  get(url: string): InjectChain
  /** Begins a POST request. */
  post(url: string): InjectChain
  /** Begins a PUT request. */
  put(url: string): InjectChain
  /** Begins a PATCH request. */
  patch(url: string): InjectChain
  /** Begins a DELETE request. */
  delete(url: string): InjectChain
  /** Begins a HEAD request. */
  head(url: string): InjectChain
  /** Begins an OPTIONS request. */
  options(url: string): InjectChain
  /** Begins a TRACE request. */
  trace(url: string): InjectChain
  /** Sets the request headers. */
  headers(headers: IncomingHttpHeaders | OutgoingHttpHeaders): InjectChain
  /** Sets the query. */
  query(query: string | Record<string, string | string[]>): InjectChain
  /** Sets the body. Objects are sent as JSON. */
  payload(payload: string | object | Buffer | Readable): InjectChain
  /** Alias of `payload`. */
  body(payload: string | object | Buffer | Readable): InjectChain
  /** Sets the cookies, by name. */
  cookies(cookies: Record<string, string>): InjectChain
  /** Sends the request. */
  end(): Promise<InjectResponse>
  end(callback: (error: Error | undefined, response: InjectResponse | undefined) => void): void
}
