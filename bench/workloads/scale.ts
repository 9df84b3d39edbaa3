/** One and the same request to applications that grow: what it costs should not grow with them. */
import { requestBytes } from './request-bytes.js'
import type { BenchInstance, BenchRequest, Workload } from './workload.js'

export const schema = {
  params: { type: 'object', properties: { id: { type: 'integer' } } },
  response: { 200: { type: 'object', properties: { id: { type: 'integer' }, context: { type: 'integer' } } } },
} as const

export const contextCount = 1000

export function routePath(index: number): string {
  return `/part${index}/:id`
}

/** Only the last route is measured, and only it has schemas. The number of routes grows, not that of schemas. */
export function isMeasured(index: number, count: number): boolean {
  return index === count - 1
}

export function answer({ params, context }: BenchRequest) {
  return { id: (params as { id: number }).id, context } // validated
}

function registerRoutes(instance: BenchInstance, count: number): void {
  for (let index = 0; index < count; index += 1) {
    instance.get(routePath(index), isMeasured(index, count) ? { schema } : {}, answer)
  }
}

function registerContext(instance: BenchInstance, index: number): void {
  instance.register((child, _options, done) => {
    child.decorateRequest('context', index)
    child.addHook('onRequest', (_request, _reply, next) => next())
    child.get(routePath(index), isMeasured(index, contextCount) ? { schema } : {}, answer)
    done()
  })
}

function routes(count: number): Workload {
  return {
    name: `N${count}`,
    title: `GET, the last of ${count} routes`,
    weight: 1,
    request: requestBytes('GET', `/part${count - 1}/7`),
    expected: { status: 200, body: { id: 7 } },
    register: (instance) => registerRoutes(instance, count),
  }
}

export const scaleWorkloads: readonly Workload[] = [
  routes(10),
  routes(1000),
  routes(5000),
  {
    name: `C${contextCount}`,
    title: `GET, in the last of ${contextCount} contexts with a request value and a hook each`,
    weight: 1,
    request: requestBytes('GET', `/part${contextCount - 1}/7`),
    expected: { status: 200, body: { id: 7, context: contextCount - 1 } },
    register: (instance) => {
      for (let index = 0; index < contextCount; index += 1) registerContext(instance, index)
    },
  },
]
