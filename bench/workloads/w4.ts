import { invalidBody } from './order.js'
import { requestBytes } from './request-bytes.js'
import { register } from './w3.js'
import type { Workload } from './workload.js'

export const w4: Workload = {
  name: 'W4',
  title: 'POST of an invalid body: 400',
  weight: 2,
  request: requestBytes('POST', '/orders', invalidBody),
  // The wording is each server's own; that it found the price is not.
  expected: { status: 400, mentions: 'price' },
  register,
}
