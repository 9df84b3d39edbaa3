/**
 * The server under test as a JavaScript user sees it: names only. The types of the public surface have their own
 * tests. Here a test must be able to misuse the server without a cast in every line.
 */
import type { Readable } from 'node:stream'
import { roundTrip } from '../../support/round-trip.js'

// biome-ignore lint/suspicious/noExplicitAny: the one door through which the tests leave the type system, see above
export type Loose = any

export type Handler = (this: Loose, request: Loose, reply: Loose) => unknown
export type Listener = (this: Loose, ...args: Loose[]) => unknown
export type Plugin = (this: Loose, instance: Server, options: Loose, done: Loose) => unknown

export interface RouteOptions {
  handler?: Handler
  errorHandler?: (error: Loose, request: Loose, reply: Loose) => unknown
  validatorCompiler?: (part: Loose) => Loose
  serializerCompiler?: (part: Loose) => Loose
  [name: string]: Loose
}

type Shorthand = (path: string, options: RouteOptions | Handler, handler?: Handler) => Server

export interface Response {
  statusCode: number
  statusMessage: string
  headers: Record<string, Loose>
  body: string
  payload: string
  rawPayload: Buffer
  trailers: Record<string, string>
  json(): Loose
  stream(): Readable
}

export interface Server extends PromiseLike<Loose> {
  get: Shorthand
  post: Shorthand
  put: Shorthand
  patch: Shorthand
  delete: Shorthand
  head: Shorthand
  options: Shorthand
  all: Shorthand
  route(options: RouteOptions): Server
  register(plugin: Plugin | Promise<Loose>, options?: Loose): Server
  addHook(name: string, hook: Listener): Server
  setErrorHandler(handler: (this: Loose, error: Loose, request: Loose, reply: Loose) => unknown): Server
  setNotFoundHandler(options?: Loose, handler?: Handler): Server
  setValidatorCompiler(compiler: (part: Loose) => Loose): Server
  setSerializerCompiler(compiler: (part: Loose) => (data: Loose) => Loose): Server
  setSchemaErrorFormatter(formatter: (this: Loose, errors: Loose, dataVar: string) => Loose): Server
  addContentTypeParser(type: Loose, options: Loose, parser?: Listener): Server
  after(callback: Listener): Server
  ready(callback: Listener): Server
  ready(): Promise<Server>
  listen(...args: Loose[]): Promise<string>
  close(callback?: Listener): Promise<void>
  inject(request: Loose): Promise<Response>
  [name: string]: Loose
}

// The whole suite can run with schemas that are compiled at first use. It can also run with schemas that are written as
// code and read again.
const mode = process.env.ALCOVE_TEST_COMPILE

// Modules of dist/ write the artefact, and bundles do not share state with them. So the server that reads it comes from
// dist/ too.
const { createServer } = await import(mode === 'written' ? '#dist/core.js' : 'alcove/core')

/** The engine that serializes replies. The suites of replies run with both engines. */
export const serializerEngine = process.env.ALCOVE_TEST_SERIALIZER ?? 'native'

function defaults(): object {
  if (serializerEngine !== 'native') return { serializerOpts: { engine: serializerEngine } }
  if (mode === 'lazy') return { compile: 'lazy' }
  return mode === 'written' ? { precompiled: roundTrip() } : {}
}

/** The whole suite can run with ajv for all schemas. */
function withEngine(options: Loose = {}): object {
  if (process.env.ALCOVE_TEST_ENGINE !== 'ajv') return options
  const name = options.validatorengine === undefined && options.ajv !== undefined ? 'ajv' : 'validatorengine'
  const given: unknown = options[name]
  if (given !== undefined && (typeof given !== 'object' || Array.isArray(given))) return options // the server refuses it
  return { ...options, [name]: { engine: 'ajv', ...options[name] } }
}

/**
 * Call it in a `describe`. Returns a function that creates a server. Each server is closed after the test that created
 * it. `end` is another hook that closes them, as `after`.
 */
export function useServers(end: typeof after = afterEach): (options?: object) => Server {
  const servers: Server[] = []
  end(async () => {
    await Promise.all(servers.splice(0).map((server) => Promise.resolve(server.close()).catch(() => undefined)))
  })
  return (options) => {
    const isObject = options === undefined || Object.getPrototypeOf(options) === Object.prototype
    const server: Server = createServer(isObject ? { ...defaults(), ...withEngine(options) } : options)
    servers.push(server)
    return server
  }
}

/** Both majors of the default validator, with the verb that each uses in its messages. */
export const validators = [
  { version: 6, must: 'should' },
  { version: 8, must: 'must' },
] as const

/** The error with which a promise rejects or that a function throws, for tests that check more than its message. */
export async function failureOf(action: (() => unknown) | PromiseLike<unknown>): Promise<Loose> {
  try {
    await (typeof action === 'function' ? action() : action)
  } catch (error) {
    return error
  }
  throw new Error('expected a failure, but there was none')
}

/** POSTs a value as JSON. */
export function postJson(server: Server, url: string, value: unknown): Promise<Response> {
  return server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(value),
  })
}

/** A log stream for the `logger` option that keeps every line, parsed. */
export function logLines(): { stream: { write(line: string): void }; lines: Loose[] } {
  const lines: Loose[] = []
  return { lines, stream: { write: (line) => void lines.push(JSON.parse(line)) } }
}
