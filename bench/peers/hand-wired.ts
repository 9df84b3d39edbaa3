/** The libraries that Fastify and alcove use, wired by hand: node:http, find-my-way, ajv, fast-json-stringify. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Ajv, type ErrorObject } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { StartServer } from '../servers/server.js'
import * as order from '../workloads/order.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w5 from '../workloads/w5.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'
import { listen } from './listen.js'

interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

interface Route {
  readonly method: HTTPMethod
  readonly path: string
  readonly status: number
  readonly schema: {
    readonly params?: object
    readonly querystring?: object
    readonly body?: object
    readonly response: Readonly<Record<number, object>>
  }
  handle(input: Input): unknown
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  res.end(text)
}

function refuse(res: ServerResponse, part: string, errors: readonly ErrorObject[] | null | undefined): void {
  const [error] = errors ?? []
  const message = `${part}${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`
  send(res, 400, JSON.stringify({ statusCode: 400, error: 'Bad Request', message }))
}

function readBody(req: IncomingMessage, onBody: (text: string) => void): void {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => onBody(Buffer.concat(chunks).toString()))
}

/** One ajv for each part, as users of these libraries have it: everything is compiled before the first request. */
function addRoute(router: findMyWay.Instance<findMyWay.HTTPVersion.V1>, ajv: Ajv, route: Route): void {
  const { schema } = route
  const isParams = ajv.compile(schema.params ?? true)
  const isQuery = ajv.compile(schema.querystring ?? true)
  const isBody = schema.body === undefined ? null : ajv.compile(schema.body)
  const print = fastJsonStringify(schema.response[route.status] ?? {})
  const finish = (res: ServerResponse, input: Input) => {
    if (!isParams(input.params)) return refuse(res, 'params', isParams.errors)
    if (!isQuery(input.query)) return refuse(res, 'querystring', isQuery.errors)
    send(res, route.status, print(route.handle(input)))
  }
  router.on(route.method, route.path, (req, res, params, _store, query) => {
    if (isBody === null) return finish(res, { params, query, body: undefined })
    readBody(req, (text) => {
      let body: unknown
      try {
        body = JSON.parse(text)
      } catch {
        return refuse(res, 'body', null)
      }
      if (!isBody(body)) return refuse(res, 'body', isBody.errors)
      finish(res, { params, query, body })
    })
  })
}

function passHook(next: () => unknown): unknown {
  return next()
}

/** No contexts: each value is put where it belongs, each hook is called. */
function deep(): unknown {
  const values: Record<string, number> = {}
  const descend = (level: number): unknown => {
    if (level > w5.depth) return { first: values.value1, last: values[`value${w5.depth}`] }
    values[`value${level}`] = level
    return level % 2 === 0 ? passHook(() => descend(level + 1)) : descend(level + 1)
  }
  return descend(1)
}

const stock = new w7.Stock()

const orders: Route = {
  method: 'POST',
  path: '/orders',
  status: 201,
  schema: order.schema,
  handle: ({ body }) => ({ id: 7, ...(body as order.Order), secret: 'dropped' }), // it was validated
}

const routes: Readonly<Record<string, Route>> = {
  W1: { method: 'GET', path: '/small', status: 200, schema: w1.schema, handle: () => w1.answer },
  W2: {
    method: 'GET',
    path: '/users/:id',
    status: 200,
    schema: w2.schema,
    handle: ({ params, query }) => w2.answer(params as w2.Params, query as w2.Query), // both were validated
  },
  W3: orders,
  W4: orders,
  W4a: orders,
  W5: { method: 'GET', path: '/deep', status: 200, schema: w5.schema, handle: deep },
  W6: { method: 'GET', path: '/rows', status: 200, schema: w6.schema, handle: () => w6.rows },
  W7: {
    method: 'GET',
    path: '/injected',
    status: 200,
    schema: w7.schema,
    handle: () => w7.answer(w7.tenant, w7.region, w7.greeting, stock),
  },
}

export const start: StartServer = async ({ name }) => {
  const route = routes[name]
  if (route === undefined) throw new Error(`${name} is not wired by hand`)
  const router = findMyWay({
    defaultRoute: (_req, res) => send(res, 404, '{"statusCode":404,"error":"Not Found","message":"Not Found"}'),
  })
  const ajv = new Ajv({ coerceTypes: true, useDefaults: true, removeAdditional: true, strict: false })
  addRoute(router, ajv, route)
  return listen(createServer((req, res) => router.lookup(req, res)))
}
