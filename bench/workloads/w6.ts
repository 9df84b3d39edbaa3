import { requestBytes } from './request-bytes.js'
import type { Workload } from './workload.js'

const row = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    price: { type: 'number' },
    active: { type: 'boolean' },
    tag: { type: 'string', nullable: true },
  },
} as const

export const schema = { response: { 200: { type: 'array', items: row } } } as const

export const rows = Array.from({ length: 1000 }, (_, index) => ({
  id: index,
  name: `row number ${index}`,
  price: index / 4,
  active: index % 3 === 0,
  tag: index % 5 === 0 ? null : 'tagged',
  secret: 'dropped',
}))

export const w6: Workload = {
  name: 'W6',
  title: 'GET, a list of 1000 objects by schema',
  weight: 20,
  request: requestBytes('GET', '/rows'),
  expected: { status: 200, body: rows.map(({ secret, ...row }) => row) },
  register: (instance) => {
    instance.get('/rows', { schema }, () => rows)
  },
}
