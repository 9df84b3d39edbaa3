/** Starts of big applications: many routes with a schema of their own each, many modules. */
import { requestBytes } from './request-bytes.js'
import type { BenchInstance, BootWorkload } from './workload.js'

export const moduleCount = 300

/** A shared schema of its own for each module: no two are the same. */
export function sharedSchema(index: number) {
  return {
    $id: `item${index}`,
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 10 + index }, count: { type: 'integer', default: index } },
  } as const
}

export function routeSchema(index: number) {
  return { body: { $ref: `item${index}#` }, response: { 200: { $ref: `item${index}#` } } } as const
}

function plainRoute(index: number) {
  return {
    params: { type: 'object', properties: { id: { type: 'integer' } } },
    querystring: { type: 'object', properties: { limit: { type: 'integer', maximum: 10 + index } } },
    response: {
      200: { type: 'object', properties: { id: { type: 'integer' }, [`name${index}`]: { type: 'string' } } },
    },
  } as const
}

export function routeSchemas(count: number) {
  return Array.from({ length: count }, (_, index) => ({ path: `/route${index}/:id`, schema: plainRoute(index) }))
}

function registerModules(
  instance: BenchInstance,
  count: number,
  fill: (child: BenchInstance, index: number) => void,
): void {
  for (let index = 0; index < count; index += 1) {
    instance.register((child, _options, done) => {
      fill(child, index)
      done()
    })
  }
}

function registerShared(child: BenchInstance, index: number): void {
  child.addSchema(sharedSchema(index))
  child.post(`/items${index}`, { schema: routeSchema(index) }, (request) => request.body)
}

export const firstAnswer = { ready: true }

function emptyModules(name: string, count: number): BootWorkload {
  return {
    name,
    title: `start, ${count} empty modules`,
    request: requestBytes('GET', '/first'),
    expected: { status: 200, body: firstAnswer },
    register: (instance) => {
      instance.get('/first', {}, () => firstAnswer)
      registerModules(instance, count, () => {})
    },
  }
}

function routes(count: number): BootWorkload {
  return {
    name: `R${count}`,
    title: `start, ${count} routes with a schema of their own`,
    request: requestBytes('GET', '/route0/1?limit=5'),
    expected: { status: 200, body: { id: 1 } },
    register: (instance) => {
      for (const { path, schema } of routeSchemas(count)) instance.get(path, { schema }, (request) => request.params)
    },
  }
}

export const bootWorkloads: readonly BootWorkload[] = [
  routes(10),
  routes(200),
  routes(1000),
  routes(5000),
  emptyModules('B0', moduleCount),
  {
    name: 'B1',
    title: `start, ${moduleCount} modules, a shared schema and a route in each`,
    request: requestBytes('POST', '/items0', { name: 'Ada', undeclared: true }),
    expected: { status: 200, body: { name: 'Ada', count: 0 } },
    register: (instance) => registerModules(instance, moduleCount, registerShared),
  },
  emptyModules('B1000', 1000),
]
