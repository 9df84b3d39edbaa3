/** Node alone, without a framework. The program writes each check and each field by hand. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { StartServer } from '../servers/server.js'
import type { Order } from '../workloads/order.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w5 from '../workloads/w5.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'
import {
  Invalid,
  isRecord,
  notFound,
  parse,
  readBody,
  readNumber,
  readText,
  readWhole,
  refuse,
  send,
} from './by-hand.js'
import { listen } from './listen.js'

function readQuery(text: string): w2.Query {
  const query = new URLSearchParams(text)
  const limit = readWhole(query.get('limit'), 'limit')
  if (limit < 1 || limit > 100) throw new Invalid('limit must be from 1 to 100')
  const active = query.get('active')
  if (active !== 'true' && active !== 'false') throw new Invalid('active must be true or false')
  const sort = query.get('sort') ?? ''
  if (sort !== 'name' && sort !== 'age') throw new Invalid('sort must be name or age')
  return {
    limit,
    offset: readWhole(query.get('offset') ?? 0, 'offset'),
    active: active === 'true',
    ratio: readNumber(query.get('ratio'), 'ratio'),
    sort,
  }
}

function readItem(value: unknown, index: number): Order['items'][number] {
  if (!isRecord(value)) throw new Invalid(`items ${index} must be an object`)
  const count = value.count === undefined ? 1 : readWhole(value.count, 'count')
  const price = readNumber(value.price, `items ${index} price`)
  if (count < 1 || price < 0) throw new Invalid(`items ${index} count or price is too small`)
  return {
    sku: readText(value.sku, 'sku', 20),
    price,
    count,
    note: readText(value.note, 'note', 100),
  }
}

function readOrder(body: unknown): Order {
  if (!isRecord(body) || !isRecord(body.customer) || !isRecord(body.customer.address) || !Array.isArray(body.items))
    throw new Invalid('the order needs a customer with an address, and items')
  if (body.items.length > 100) throw new Invalid('items has too many')
  const { name, newsletter = false, address } = body.customer
  if (typeof newsletter !== 'boolean') throw new Invalid('newsletter must be true or false')
  return {
    customer: {
      name: readText(name, 'name', 40),
      newsletter,
      address: {
        street: readText(address.street, 'street', 1000),
        city: readText(address.city, 'city', 1000),
        country: readText(address.country ?? 'GB', 'country', 1000),
      },
    },
    items: body.items.map(readItem),
  }
}

export const small: RequestListener = (req, res) => {
  if (req.method !== 'GET' || req.url !== '/small') return notFound(res)
  send(res, 200, { hello: w1.answer.hello, count: w1.answer.count, ready: w1.answer.ready })
}

const user: RequestListener = (req, res) => {
  const url = req.url ?? ''
  const mark = url.indexOf('?')
  if (req.method !== 'GET' || !url.startsWith('/users/')) return notFound(res)
  try {
    const id = readWhole(url.slice('/users/'.length, mark < 0 ? undefined : mark), 'id')
    const { password, token, ...shown } = w2.answer({ id }, readQuery(mark < 0 ? '' : url.slice(mark + 1)))
    send(res, 200, shown)
  } catch (error) {
    refuse(res, error)
  }
}

const orders: RequestListener = (req, res) => {
  if (req.method !== 'POST' || req.url !== '/orders') return notFound(res)
  readBody(req, (text) => {
    try {
      const { customer, items } = readOrder(parse(text))
      send(res, 201, { id: 7, customer, items })
    } catch (error) {
      refuse(res, error)
    }
  })
}

function passHook(_req: IncomingMessage, next: () => void): void {
  next()
}

const deep: RequestListener = (req, res) => {
  if (req.method !== 'GET' || req.url !== '/deep') return notFound(res)
  const values: Record<string, number> = {}
  const descend = (level: number): void => {
    if (level <= w5.depth) {
      values[`value${level}`] = level
      if (level % 2 === 0) passHook(req, () => descend(level + 1))
      else descend(level + 1)
    } else send(res, 200, { first: values.value1, last: values[`value${w5.depth}`] })
  }
  descend(1)
}

const rows: RequestListener = (req, res) => {
  if (req.method !== 'GET' || req.url !== '/rows') return notFound(res)
  const shown = w6.rows.map(({ id, name, price, active, tag }) => ({ id, name, price, active, tag }))
  send(res, 200, shown)
}

const stock = new w7.Stock()

const injected: RequestListener = (req, res) => {
  if (req.method !== 'GET' || req.url !== '/injected') return notFound(res)
  send(res, 200, w7.answer(w7.tenant, w7.region, w7.greeting, stock))
}

const listeners: Readonly<Record<string, RequestListener>> = {
  W1: small,
  W2: user,
  W3: orders,
  W4: orders,
  W4a: orders,
  W5: deep,
  W6: rows,
  W7: injected,
}

export const start: StartServer = async ({ name }) => {
  const listener = listeners[name]
  if (listener === undefined) throw new Error(`${name} is not written for node alone`)
  return listen(createServer(listener))
}
