import { requestBytes } from '../load.js'
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

/** Ten fields that the schema declares, two that it does not. */
export function answer(params: Params, query: Query) {
  return {
    id: params.id,
    limit: query.limit,
    offset: query.offset,
    active: query.active,
    ratio: query.ratio,
    sort: query.sort,
    name: 'Ada Lovelace',
    city: 'London',
    street: 'St James Square 12',
    age: 36,
    password: 'not for you',
    token: 'nor this',
  }
}

export const w2: Workload = {
  name: 'W2',
  title: 'GET, params and query coerced, ten fields out, two dropped',
  request: requestBytes('GET', '/users/42?limit=10&active=true&ratio=0.5&sort=name'),
  status: 200,
  equal: 'body',
  register: (instance) => {
    instance.get('/users/:id', { schema }, (request) => answer(request.params as Params, request.query as Query))
  },
}
