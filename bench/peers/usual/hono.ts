/** Usual work on Hono, with its own middlewares where it has them. */
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { Readable } from 'node:stream'
import { type HttpBindings, upgradeWebSocket } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { type JwtVariables, jwt } from 'hono/jwt'
import { logger } from 'hono/logger'
import { secureHeaders } from 'hono/secure-headers'
import { streamSSE } from 'hono/streaming'
import { rateLimiter } from 'hono-rate-limiter'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { certificate } from '../../../test/support/certificate.js'
import type { StartServer } from '../../servers/server.js'
import { block, makeStream, measureParts, octets } from '../../workloads/usual/bytes.js'
import { branch, countEntries, emptyStock, lines } from '../../workloads/usual/documents.js'
import { readEvents } from '../../workloads/usual/live.js'
import { nowhere } from '../../workloads/usual/network.js'
import { answer, makeRoot, secret } from '../../workloads/usual/plugins.js'
import * as w1 from '../../workloads/w1.js'
import { serveHono, small } from '../hono.js'

type App = Parameters<typeof serveHono>[0]
type OnNode = { Bindings: HttpBindings }

function streamed(): App {
  return new Hono().get('/stream', (c) => {
    const stream = Readable.toWeb(makeStream()) as ReadableStream // node's declaration has one of its own
    return c.body(stream, 200, { 'content-type': octets })
  })
}

function buffered(): App {
  return new Hono().get('/buffer', (c) => c.body(block, 200, { 'content-type': octets }))
}

function uploads(): App {
  return new Hono<OnNode>().post('/upload', async (c) => {
    const parts = c.req.raw.body as unknown as AsyncIterable<Uint8Array> // a body was sent, and node's streams are iterable
    return c.json(await measureParts(parts))
  })
}

const Entry = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string().optional(),
  score: z.number().optional(),
  active: z.boolean().optional(),
})

function entries(): App {
  return new Hono().post('/entries', zValidator('json', z.array(Entry)), (c) =>
    c.json(countEntries(c.req.valid('json'))),
  )
}

function plain(): App {
  return new Hono().post('/notes', async (c) => c.json({ ...(await c.req.json()), id: 7 }))
}

const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number().min(0).optional() }),
  z.object({ kind: z.literal('square'), side: z.number().min(0).optional() }),
  z.object({ kind: z.literal('text'), text: z.string().max(100).optional() }),
])

function drawings(): App {
  const Drawing = z.object({ shapes: z.array(Shape).optional() })
  return new Hono().post('/drawings', zValidator('json', Drawing), (c) => c.json(c.req.valid('json')))
}

const Contact = z.object({
  email: z.email(),
  site: z.url(),
  born: z.iso.date(),
  seen: z.iso.datetime(),
  id: z.uuid(),
  address: z.ipv4(),
})

function contacts(): App {
  return new Hono().post('/contacts', zValidator('json', Contact), (c) => c.json({ id: c.req.valid('json').id }))
}

/** Its own failures are texts. Applications whose clients read JSON have these two handlers. */
function failing(): App {
  return new Hono()
    .get('/', (c) => c.json({ found: true }))
    .get('/throws', () => {
      throw new HTTPException(409, { message: emptyStock })
    })
    .post('/notes', zValidator('json', z.object({}).loose()), (c) => c.json(c.req.valid('json')))
    .notFound((c) => c.json({ message: `there is no ${c.req.method} ${c.req.path}` }, 404))
    .onError((error, c) => c.json({ message: error.message }, error instanceof HTTPException ? error.status : 500))
}

function below(): App {
  const app = new Hono<OnNode>()
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] } }), cors())
  app.use(
    rateLimiter({
      windowMs: 3_600_000,
      limit: 1e9,
      standardHeaders: 'draft-6',
      keyGenerator: (c) => getConnInfo(c).remote.address ?? '',
    }),
  )
  app.use(etag())
  return app.get('/', (c) => c.json({ ...answer, theme: getCookie(c, 'theme') }))
}

function signedIn(): App {
  const app = new Hono<{ Variables: JwtVariables<{ name: string }> }>()
  app.use(jwt({ secret, alg: 'HS256' }))
  return app.get('/', (c) => c.json({ user: c.get('jwtPayload').name }))
}

function forms(): App {
  return new Hono().post('/', async (c) => c.json(await c.req.parseBody()))
}

async function files(): Promise<App> {
  const app = new Hono()
  app.use(serveStatic({ root: await makeRoot() }))
  return app
}

function logged(): App {
  const app = new Hono()
  app.use(logger((line) => nowhere.write(`${line}\n`)))
  return app.get('/small', (c) => c.json(w1.answer))
}

function hooked(): App {
  const app = new Hono()
  for (let count = 0; count < 6; count += 1) app.use(async (_c, next) => next())
  return app.get('/small', (c) => c.json(w1.answer))
}

function streamedEvents(): App {
  return new Hono().get('/events', (c) =>
    streamSSE(c, async (stream) => {
      for await (const { data } of readEvents()) await stream.writeSSE({ data: JSON.stringify(data) })
    }),
  )
}

function sockets(): App {
  const app = new Hono()
  app.get(
    '/',
    upgradeWebSocket(() => ({
      onMessage: ({ data }, socket) => socket.send(JSON.stringify(JSON.parse(String(data)))),
    })),
  )
  return { fetch: app.fetch, websocket: { server: new WebSocketServer({ noServer: true }) } }
}

const apps: Readonly<Record<string, () => App | Promise<App>>> = {
  stream: streamed,
  buffer: buffered,
  upload: uploads,
  array: entries,
  plain,
  unions: drawings,
  recursive: () => new Hono().get('/tree', (c) => c.json(branch)),
  strings: () => new Hono().get('/lines', (c) => c.json(lines)),
  formats: contacts,
  unknown: failing,
  throw: failing,
  malformed: failing,
  plugins: below,
  jwt: signedIn,
  form: forms,
  files,
  log: logged,
  hooks: hooked,
  headers: small,
  https: () => ({ fetch: small().fetch, createServer: createHttpsServer, serverOptions: certificate }),
  http2: () => ({ fetch: small().fetch, createServer: createHttp2Server }),
  events: streamedEvents,
  sockets,
}

export const start: StartServer = async ({ name }) => {
  const makeApp = apps[name]
  if (makeApp === undefined) throw new Error(`${name} is not written for Hono`)
  const { fetch, createServer, serverOptions, websocket } = await makeApp()
  return serveHono({ fetch, createServer, serverOptions, websocket } as App) // as it came
}
