/** Elysia with its adapter for node; request parts and answers by its own schemas, as its users write them. */
import { node } from '@elysiajs/node'
import { type AnyElysia, Elysia, t } from 'elysia'
import { loopback, type StartServer } from '../servers/server.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w5 from '../workloads/w5.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'

function small(): AnyElysia {
  const response = { 200: t.Object({ hello: t.String(), count: t.Integer(), ready: t.Boolean() }) }
  return new Elysia().get('/small', () => w1.answer, { response })
}

const Shown = t.Object({
  id: t.Integer(),
  limit: t.Integer(),
  offset: t.Integer(),
  active: t.Boolean(),
  ratio: t.Number(),
  sort: t.String(),
  name: t.String(),
  city: t.String(),
  street: t.String(),
  age: t.Integer(),
})

function users(): AnyElysia {
  return new Elysia().get('/users/:id', ({ params, query }) => w2.answer(params, query), {
    params: t.Object({ id: t.Integer() }),
    query: t.Object({
      limit: t.Integer({ minimum: 1, maximum: 100 }),
      offset: t.Integer({ default: 0 }),
      active: t.Boolean(),
      ratio: t.Number(),
      sort: t.UnionEnum(['name', 'age']),
    }),
    response: { 200: Shown },
  })
}

const NewOrder = t.Object({
  customer: t.Object({
    name: t.String({ maxLength: 40 }),
    newsletter: t.Optional(t.Boolean()),
    address: t.Object({ street: t.String(), city: t.String(), country: t.Optional(t.String()) }),
  }),
  items: t.Array(
    t.Object({
      sku: t.String({ maxLength: 20 }),
      price: t.Number({ minimum: 0 }),
      count: t.Optional(t.Integer({ minimum: 1 })),
      note: t.Optional(t.String({ maxLength: 100 })),
    }),
    { maxItems: 100 },
  ),
})

const CreatedOrder = t.Object({
  id: t.Integer(),
  customer: t.Object({
    name: t.String(),
    newsletter: t.Boolean(),
    address: t.Object({ street: t.String(), city: t.String(), country: t.String() }),
  }),
  items: t.Array(t.Object({ sku: t.String(), price: t.Number(), count: t.Integer(), note: t.Optional(t.String()) })),
})

/** Its types refuse what the schema does not declare; the other servers are given it to drop. */
function withSecret<T extends object>(order: T): T {
  return { ...order, secret: 'dropped' }
}

/** Defaults below the first level are not filled in by its schemas: the handler does it. */
function orders(): AnyElysia {
  return new Elysia()
    .onError(({ code, error, status }) => {
      if (code !== 'VALIDATION') return
      const message = `${error.type}${error.valueError?.path} ${error.valueError?.message}`
      return status(400, { statusCode: 400, error: 'Bad Request', message })
    })
    .post(
      '/orders',
      ({ body: { customer, items }, status }) => {
        const { name, newsletter = false, address } = customer
        const { street, city, country = 'GB' } = address
        const created = {
          id: 7,
          customer: { name, newsletter, address: { street, city, country } },
          items: items.map(({ sku, price, count = 1, note }) => ({ sku, price, count, note })),
        }
        return status(201, withSecret(created))
      },
      { body: NewOrder, response: { 201: CreatedOrder } },
    )
}

/** A plugin used by a plugin, twenty times. */
function level(number: number): AnyElysia {
  const app: AnyElysia = new Elysia().derive(() => ({ [`value${number}`]: number }))
  if (number % 2 === 0) app.onBeforeHandle(() => {})
  if (number < w5.depth) return app.use(level(number + 1))
  const response = { 200: t.Object({ first: t.Integer(), last: t.Integer() }) }
  return app.get('/deep', (context: object) => w5.answer(context as Parameters<typeof w5.answer>[0]), { response }) // what was derived
}

function rows(): AnyElysia {
  const row = t.Object({
    id: t.Integer(),
    name: t.String(),
    price: t.Number(),
    active: t.Boolean(),
    tag: t.Nullable(t.String()),
  })
  return new Elysia().get('/rows', () => w6.rows, { response: { 200: t.Array(row) } })
}

function injected(): AnyElysia {
  const response = {
    200: t.Object({ tenant: t.String(), region: t.String(), greeting: t.String(), stock: t.Integer() }),
  }
  return new Elysia()
    .decorate('greeting', w7.greeting)
    .decorate('stock', new w7.Stock())
    .derive(() => ({ tenant: w7.tenant, region: w7.region }))
    .get('/injected', ({ tenant, region, greeting, stock }) => w7.answer(tenant, region, greeting, stock), { response })
}

const apps: Readonly<Record<string, () => AnyElysia>> = {
  W1: small,
  W2: users,
  W3: orders,
  W4: orders,
  W4a: orders,
  W5: () => level(1),
  W6: rows,
  W7: injected,
}

/** The adapter reports the port that was asked for, not the one that is open: node's own server has that. */
interface AdaptedServer {
  readonly raw: { readonly node: { readonly server: import('node:http').Server } }
}

export const start: StartServer = async ({ name }) => {
  const makeApp = apps[name]
  if (makeApp === undefined) throw new Error(`${name} is not written for Elysia`)
  const app = new Elysia({ adapter: node() }).use(makeApp())
  const { raw } = await new Promise<AdaptedServer>((resolve) =>
    app.listen(
      { port: loopback.port, hostname: loopback.host },
      (server) => resolve(server as unknown as AdaptedServer), // the adapter adds it
    ),
  )
  const { server } = raw.node
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Elysia does not listen on a port')
  return { port: address.port, close: () => new Promise((resolve) => server.close(resolve)) }
}
