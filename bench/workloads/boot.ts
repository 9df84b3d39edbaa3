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

function registerModules(instance: BenchInstance, fill: (child: BenchInstance, index: number) => void): void {
  for (let index = 0; index < moduleCount; index += 1) {
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

function registerRoutes(instance: BenchInstance, count: number): void {
  for (const { path, schema } of routeSchemas(count)) instance.get(path, { schema }, (request) => request.params)
}

export const bootWorkloads: readonly BootWorkload[] = [
  {
    name: 'B0',
    title: `boot, ${moduleCount} empty modules`,
    register: (instance) => registerModules(instance, () => {}),
  },
  {
    name: 'B1',
    title: `boot, ${moduleCount} modules, a shared schema and a route in each`,
    register: (instance) => registerModules(instance, registerShared),
  },
  { name: 'R10', title: 'start with 10 routes', register: (instance) => registerRoutes(instance, 10) },
  { name: 'R200', title: 'start with 200 routes', register: (instance) => registerRoutes(instance, 200) },
  { name: 'R1000', title: 'start with 1000 routes', register: (instance) => registerRoutes(instance, 1000) },
]
