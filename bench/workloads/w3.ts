import { acceptedBody, type Order, schema, validBody } from './order.js'
import { requestBytes } from './request-bytes.js'
import type { BenchInstance, Workload } from './workload.js'

export function register(instance: BenchInstance): void {
  instance.post('/orders', { schema }, (request, reply) => {
    created(reply)
    return { id: 7, ...(request.body as Order), secret: 'dropped' }
  })
}

/** Both replies have `code`; the workloads need no more of them. */
function created(reply: object): void {
  const coded = reply as { code(status: number): unknown }
  coded.code(201)
}

export const w3: Workload = {
  name: 'W3',
  title: 'POST 1 KB nested, defaults and removal, 1 KB out by schema',
  weight: 2,
  request: requestBytes('POST', '/orders', validBody),
  expected: { status: 201, body: { id: 7, ...acceptedBody } },
  register,
}
