import { requestBytes } from './request-bytes.js'
import type { Workload } from './workload.js'

export const schema = {
  response: {
    200: {
      type: 'object',
      properties: { hello: { type: 'string' }, count: { type: 'integer' }, ready: { type: 'boolean' } },
    },
  },
} as const

export const answer = { hello: 'world', count: 3, ready: true }

export const w1: Workload = {
  name: 'W1',
  title: 'GET, small JSON by schema',
  weight: 1,
  request: requestBytes('GET', '/small'),
  expected: { status: 200, body: answer },
  register: (instance) => {
    instance.get('/small', { schema }, () => answer)
  },
}
