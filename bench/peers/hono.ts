/**
 * Hono on node, with its zod validator as its users have it. It has no response schemas, so handlers name the fields.
 */
import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { loopback, type RunningServer, type StartServer } from '../servers/server.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w5 from '../workloads/w5.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'

export function small(): Hono {
  return new Hono().get('/small', (c) => c.json(w1.answer)) as unknown as Hono // its routes are in its type
}

const Params = z.object({ id: z.coerce.number().int() })
const Query = z.object({
  limit: z.coerce.number().int().min(1).max(100),
  offset: z.coerce.number().int().default(0),
  active: z.stringbool(),
  ratio: z.coerce.number(),
  sort: z.enum(['name', 'age']),
})

function users(): Hono {
  const app = new Hono()
  app.get('/users/:id', zValidator('param', Params), zValidator('query', Query), (c) => {
    const { password, token, ...shown } = w2.answer(c.req.valid('param'), c.req.valid('query'))
    return c.json(shown)
  })
  return app
}

const Order = z.object({
  customer: z.object({
    name: z.string().max(40),
    newsletter: z.boolean().default(false),
    address: z.object({ street: z.string(), city: z.string(), country: z.string().default('GB') }),
  }),
  items: z
    .array(
      z.object({
        sku: z.string().max(20),
        price: z.number().min(0),
        count: z.number().int().min(1).default(1),
        note: z.string().max(100).optional(),
      }),
    )
    .max(100),
})

function orders(): Hono {
  const app = new Hono()
  app.post('/orders', zValidator('json', Order), (c) => c.json({ id: 7, ...c.req.valid('json') }, 201))
  return app
}

type Values = { Variables: Record<string, number> }

/** An application below an application, twenty times: what each adds is a middleware. */
function level(number: number): Hono<Values> {
  const app = new Hono<Values>()
  app.use(async (c, next) => {
    c.set(`value${number}`, number)
    await next()
  })
  if (number % 2 === 0) app.use((_c, next) => next())
  if (number < w5.depth) return app.route('/', level(number + 1))
  return app.get('/deep', (c) => c.json({ first: c.get('value1'), last: c.get(`value${w5.depth}`) })) as never // as above
}

function rows(): Hono {
  const app = new Hono()
  app.get('/rows', (c) => c.json(w6.rows.map(({ id, name, price, active, tag }) => ({ id, name, price, active, tag }))))
  return app
}

type Injected = { Variables: { tenant: string; region: string; greeting: string; stock: w7.Stock } }

function injected(): Hono<Injected> {
  const stock = new w7.Stock()
  const app = new Hono<Injected>()
  app.use(async (c, next) => {
    c.set('tenant', w7.tenant)
    c.set('region', w7.region)
    c.set('greeting', w7.greeting)
    c.set('stock', stock)
    await next()
  })
  app.get('/injected', (c) => {
    const { tenant, region, greeting, stock: service } = c.var
    return c.json(w7.answer(tenant, region, greeting, service))
  })
  return app
}

const apps: Readonly<Record<string, () => { fetch(request: Request): Response | Promise<Response> }>> = {
  W1: small,
  W2: users,
  W3: orders,
  W4: orders,
  W4a: orders,
  W5: () => level(1),
  W6: rows,
  W7: injected,
}

type Served = Pick<Parameters<typeof serve>[0], 'fetch' | 'createServer' | 'serverOptions' | 'websocket'>

/** Hono's methods lose nothing when they are taken off it. */
export function serveHono({ fetch, ...server }: Served): Promise<RunningServer> {
  return new Promise((resolve) => {
    const options = { ...server, fetch, port: loopback.port, hostname: loopback.host } as Parameters<typeof serve>[0] // one of its forms
    const running = serve(options, ({ port }) =>
      resolve({ port, close: () => new Promise((closed) => running.close(closed)) }),
    )
  })
}

export const start: StartServer = async ({ name }) => {
  const makeApp = apps[name]
  if (makeApp === undefined) throw new Error(`${name} is not written for Hono`)
  return serveHono({ fetch: makeApp().fetch })
}
