/** The part of an instance that the workloads use: Fastify and the core of alcove both have it. */
export interface BenchInstance {
  readonly [name: string]: unknown
  addSchema(schema: object): unknown
  addHook(name: BenchStage, hook: (request: object, reply: object, done: (error?: Error) => void) => void): unknown
  addHook(name: BenchStage, hook: (request: object, reply: object) => Promise<void>): unknown
  addContentTypeParser(type: string, parser: BenchParser): unknown
  decorate(name: string, value: unknown): unknown
  decorateRequest(name: string, value: unknown): unknown
  register(plugin: (instance: BenchInstance, options: object, done: () => void) => void): unknown
  /** A package of Fastify. */
  register(plugin: object, options?: object): unknown
  get(path: string, options: BenchRouteOptions, handler: BenchHandler): unknown
  post(path: string, options: { schema?: object; bodyLimit?: number }, handler: BenchHandler): unknown
}

interface BenchRouteOptions {
  schema?: object
  preValidation?: BenchGuard
  /** Of @fastify/sse. */
  sse?: 'only'
  /** Of @fastify/websocket: the handler gets the socket. */
  websocket?: true
}

type BenchStage = 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler' | 'onSend' | 'onResponse'

type BenchParser = (request: object, payload: unknown, done: (error: null, body: unknown) => void) => void

export interface BenchRequest {
  readonly [name: string]: unknown
  readonly body: unknown
  readonly query: unknown
  readonly params: unknown
}

export interface BenchReply {
  code(status: number): BenchReply
  header(name: string, value: string): BenchReply
  send(payload: unknown): unknown
}

/** It may set a value of the request. */
export type BenchGuard = (request: BenchRequest & { user: unknown }, reply: BenchReply, done: () => void) => void

export type BenchHandler = (request: BenchRequest, reply: BenchReply) => unknown

/** The purpose of a server, with the request that it gets. */
export interface ServedWorkload extends Named {
  readonly request: Buffer
  readonly expected: Expected
  /** Protocol of the server. @defaultValue `'http'` */
  readonly protocol?: Protocol
  /** Of the server in the plugin form. */
  readonly options?: object
  /** The server in the plugin form; the decorated form has the same name in bench/decorated. */
  register(instance: BenchInstance): unknown
}

export type Protocol = 'http' | 'https' | 'http2' | 'websocket'

/**
 * Of every answer. `mentions`: the wording may differ from server to server, this word must be in it. `events`: the data
 * of an event stream.
 */
export type Expected =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: number; readonly mentions: string }
  | { readonly status: number; readonly contentType: string; readonly size: number }
  | { readonly status: number; readonly contentType: string; readonly events: readonly unknown[] }

/** A workload that is measured in requests. */
export interface Workload extends ServedWorkload {
  /** Sent in place of one and the same request. */
  readonly mix?: Mix
  /** How many requests of W1 one of these costs, roughly: so many times fewer are sent, down to a limit. */
  readonly weight: number
}

/** An answer in parts, as far as servers must agree on them. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Different requests, one after the other and then again. The servers must agree on the answer to each. */
export interface Mix {
  readonly requests: readonly Buffer[]
  /** The part of an answer that does not depend on the time and on the server. */
  comparable(answer: Answer): object
}

/** A workload with a name for `--only` and a line in the tables. */
export interface Named {
  readonly name: string
  readonly title: string
}

/** A workload that is measured until the first answer. */
export type BootWorkload = ServedWorkload
