import { requestBytes } from './request-bytes.js'
import type { Workload } from './workload.js'

export interface Params {
  id: number
}

export interface Query {
  limit: number
  offset: number
  active: boolean
  ratio: number
  sort: string
}

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const

export const schema = {
  params: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  querystring: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      offset: { type: 'integer', default: 0 },
      active: { type: 'boolean' },
      ratio: { type: 'number' },
      sort: { type: 'string', enum: ['name', 'age'] },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        id: whole,
        limit: whole,
        offset: whole,
        active: { type: 'boolean' },
        ratio: { type: 'number' },
        sort: text,
        name: text,
        city: text,
        street: text,
        age: whole,
      },
    },
  },
} as const

const declared = { name: 'Ada Lovelace', city: 'London', street: 'St James Square 12', age: 36 }

/** Ten fields that the schema declares, two that it does not. */
export function answer(params: Params, query: Query) {
  return {
    id: params.id,
    limit: query.limit,
    offset: query.offset,
    active: query.active,
    ratio: query.ratio,
    sort: query.sort,
    name: declared.name,
    city: declared.city,
    street: declared.street,
    age: declared.age,
    password: 'not for you',
    token: 'nor this',
  }
}

export const w2: Workload = {
  name: 'W2',
  title: 'GET, params and query coerced, ten fields out, two dropped',
  weight: 1,
  request: requestBytes('GET', '/users/42?limit=10&active=true&ratio=0.5&sort=name'),
  expected: {
    status: 200,
    body: { ...declared, id: 42, limit: 10, offset: 0, active: true, ratio: 0.5, sort: 'name' },
  },
  register: (instance) => {
    instance.get('/users/:id', { schema }, (request) => answer(request.params as Params, request.query as Query))
  },
}
