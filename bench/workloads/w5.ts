import { requestBytes } from './request-bytes.js'
import type { BenchInstance, BenchRequest, Workload } from './workload.js'

export const depth = 20

export const schema = {
  response: { 200: { type: 'object', properties: { first: { type: 'integer' }, last: { type: 'integer' } } } },
} as const

export function answer(request: BenchRequest) {
  return { first: request.value1, last: request[`value${depth}`] }
}

function registerLevel(instance: BenchInstance, level: number): void {
  instance.decorateRequest(`value${level}`, level)
  if (level % 2 === 0) instance.addHook('onRequest', (_request, _reply, done) => done())
  if (level === depth) instance.get('/deep', { schema }, answer)
  else
    instance.register((child, _options, done) => {
      registerLevel(child, level + 1)
      done()
    })
}

export const w5: Workload = {
  name: 'W5',
  title: `GET below ${depth} contexts, a request value in each, a hook in every second`,
  weight: 1,
  request: requestBytes('GET', '/deep'),
  expected: { status: 200, body: { first: 1, last: depth } },
  register: (instance) =>
    instance.register((child, _options, done) => {
      registerLevel(child, 1)
      done()
    }),
}
