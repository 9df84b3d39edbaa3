/** Usual work on node alone, by hand. */
import { timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { parse as parseForm } from 'node:querystring'
import pino from 'pino'
import { certificate } from '../../../test/support/certificate.js'
import type { StartServer } from '../../servers/server.js'
import { block, makeStream, measureParts, octets } from '../../workloads/usual/bytes.js'
import { branch, countEntries, emptyStock, lines } from '../../workloads/usual/documents.js'
import { readEvents } from '../../workloads/usual/live.js'
import { nowhere } from '../../workloads/usual/network.js'
import { fileName, makeRoot, signatureOf } from '../../workloads/usual/plugins.js'
import { Invalid, isRecord, parse, readBody, readNumber, readText, readWhole, refuse, send } from '../by-hand.js'
import { listen } from '../listen.js'
import { small } from '../node.js'

function refuseUnknown(res: ServerResponse, method: string, url: string): void {
  send(res, 404, { statusCode: 404, error: 'Not Found', message: `there is no ${method} ${url}` })
}

/** One route, and 404 for all others. */
function route(method: string, path: string, listener: RequestListener): RequestListener {
  return (req, res) => {
    if (req.method !== method || req.url !== path) return refuseUnknown(res, req.method ?? '', req.url ?? '')
    listener(req, res)
  }
}

/** A route for JSON. */
function document(path: string, handle: (body: unknown) => unknown): RequestListener {
  return route('POST', path, (req, res) =>
    readBody(req, (text) => {
      try {
        send(res, 200, handle(parse(text)))
      } catch (error) {
        refuse(res, error)
      }
    }),
  )
}

function readRecord(value: unknown, name: string): Record<string, unknown> {
  if (!isRecord(value)) throw new Invalid(`${name} must be an object`)
  return value
}

function readList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Invalid(`${name} must be a list`)
  return value
}

function readEntry(value: unknown): object {
  const { id, name, email, score, active } = readRecord(value, 'an entry')
  if (typeof active !== 'boolean') throw new Invalid('active must be true or false')
  return {
    id: readWhole(id, 'id'),
    name: readText(name, 'name', 1000),
    email: readText(email, 'email', 1000),
    score: readNumber(score, 'score'),
    active,
  }
}

function readSize(value: unknown, name: string): number {
  const size = readNumber(value, name)
  if (size < 0) throw new Invalid(`${name} must not be negative`)
  return size
}

function readShape(value: unknown): object {
  const { kind, radius, side, text } = readRecord(value, 'a shape')
  if (kind === 'circle') return { kind, radius: readSize(radius, 'radius') }
  if (kind === 'square') return { kind, side: readSize(side, 'side') }
  if (kind === 'text') return { kind, text: readText(text, 'text', 100) }
  throw new Invalid('kind must be circle, square or text')
}

const formats = {
  email: /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  site: /^https?:\/\/[^\s]+$/,
  born: /^\d{4}-\d\d-\d\d$/,
  seen: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  id: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  address: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/,
}

function readContact(value: unknown): object {
  const contact = readRecord(value, 'the contact')
  for (const [name, pattern] of Object.entries(formats)) {
    if (!pattern.test(readText(contact[name], name, 1000))) throw new Invalid(`${name} is not well-formed`)
  }
  return { id: contact.id }
}

function readUser(authorization = ''): string {
  const [, head = '', claims = '', signature = ''] = /^Bearer ([^.]+)\.([^.]+)\.([^.]+)$/.exec(authorization) ?? []
  const found = Buffer.from(signature, 'base64url')
  const right = signatureOf(`${head}.${claims}`)
  const read = (part: string) => readRecord(parse(Buffer.from(part, 'base64url').toString()), 'the token')
  if (found.length !== right.length || !timingSafeEqual(found, right)) throw new Invalid('the signature is wrong')
  if (read(head).alg !== 'HS256') throw new Invalid('the algorithm is not HS256')
  return readText(read(claims).name, 'name', 100)
}

async function makeFiles(): Promise<RequestListener> {
  const root = await makeRoot()
  return route('GET', `/${fileName}`, async (_req, res) => {
    const file = join(root, fileName)
    const { size } = await stat(file)
    res.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'content-length': size })
    createReadStream(file).pipe(res)
  })
}

/** The two lines of each request that Fastify and alcove write. */
function logged(listener: RequestListener): RequestListener {
  const log = pino(nowhere)
  let last = 0
  return (req, res) => {
    const started = performance.now()
    const line = log.child({ reqId: `req-${(++last).toString(36)}` })
    const { remoteAddress, remotePort } = req.socket
    const { method, url, headers } = req
    line.info({ req: { method, url, host: headers.host, remoteAddress, remotePort } }, 'incoming request')
    res.on('finish', () => {
      const shown = { statusCode: res.statusCode }
      line.info({ res: shown, responseTime: performance.now() - started }, 'request completed')
    })
    listener(req, res)
  }
}

const pass = async () => undefined
const steps = Array.from({ length: 6 }, () => async () => pass())

const listeners: Readonly<Record<string, () => RequestListener | Promise<RequestListener>>> = {
  stream: () =>
    route('GET', '/stream', (_req, res) => {
      res.writeHead(200, { 'content-type': octets })
      makeStream().pipe(res)
    }),
  buffer: () =>
    route('GET', '/buffer', (_req, res) => {
      res.writeHead(200, { 'content-type': octets, 'content-length': block.length })
      res.end(block)
    }),
  log: () => logged(small),
  upload: () => route('POST', '/upload', async (req, res) => send(res, 200, await measureParts(req))),
  array: () => document('/entries', (body) => countEntries(readList(body, 'the body').map(readEntry))),
  plain: () => document('/notes', (body) => ({ ...(body as object), id: 7 })), // an object was sent
  unions: () =>
    document('/drawings', (body) => ({ shapes: readList(readRecord(body, 'it').shapes, 'shapes').map(readShape) })),
  recursive: () => route('GET', '/tree', (_req, res) => send(res, 200, branch)),
  strings: () => route('GET', '/lines', (_req, res) => send(res, 200, lines)),
  formats: () => document('/contacts', readContact),
  unknown: () => route('GET', '/', (_req, res) => send(res, 200, { found: true })),
  throw: () => (_req, res) => {
    try {
      throw Object.assign(new Error(emptyStock), { statusCode: 409 })
    } catch (error) {
      const { message, statusCode } = error as Error & { statusCode: number } // thrown above
      send(res, statusCode, { statusCode, error: 'Conflict', message })
    }
  },
  malformed: () => document('/notes', (body) => body),
  jwt: () =>
    route('GET', '/', (req, res) => {
      try {
        send(res, 200, { user: readUser(req.headers.authorization) })
      } catch (error) {
        refuse(res, error)
      }
    }),
  form: () => route('POST', '/', (req, res) => readBody(req, (text) => send(res, 200, parseForm(text)))),
  files: makeFiles,
  hooks: () => async (req, res) => {
    for (const step of steps) await step()
    small(req, res)
  },
  headers: () => small,
  https: () => small,
  http2: () => small,
  events: () =>
    route('GET', '/events', async (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
      for await (const { data } of readEvents()) res.write(`data: ${JSON.stringify(data)}\n\n`)
      res.end()
    }),
}

function serverFor(name: string, listener: RequestListener): Server {
  if (name === 'https') return createHttpsServer(certificate, listener)
  // Requests and responses of its compatibility API have the members that the listeners use.
  if (name === 'http2') return createHttp2Server(listener as unknown as Parameters<typeof createHttp2Server>[1])
  return createServer(listener)
}

export const start: StartServer = async ({ name }) => {
  const makeListener = listeners[name]
  if (makeListener === undefined) throw new Error(`${name} is not written for node alone`)
  return listen(serverFor(name, await makeListener()))
}
