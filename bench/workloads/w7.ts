import { requestBytes } from './request-bytes.js'
import type { BenchInstance, BenchRequest, Workload } from './workload.js'

export const schema = {
  response: {
    200: {
      type: 'object',
      properties: {
        tenant: { type: 'string' },
        region: { type: 'string' },
        greeting: { type: 'string' },
        stock: { type: 'integer' },
      },
    },
  },
} as const

export const tenant = 'lovelace'
export const region = 'eu-west'
export const greeting = 'Good morning'

/** A service as applications have them: made once, used by every request. */
export class Stock {
  readonly #left = 12
  count(): number {
    return this.#left
  }
}

export function answer(tenant: string, region: string, greeting: string, stock: Stock) {
  return { tenant, region, greeting, stock: stock.count() }
}

function register(instance: BenchInstance): void {
  instance.decorateRequest('tenant', tenant)
  instance.decorateRequest('region', region)
  instance.decorate('greeting', greeting)
  instance.decorate('stock', new Stock())
  instance.get('/injected', { schema }, (request: BenchRequest) =>
    // The workload declares the four values itself.
    answer(request.tenant as string, request.region as string, instance.greeting as string, instance.stock as Stock),
  )
}

export const w7: Workload = {
  name: 'W7',
  title: 'GET, a handler with four injected values',
  weight: 1,
  request: requestBytes('GET', '/injected'),
  expected: { status: 200, body: { tenant, region, greeting, stock: 12 } },
  register,
}
