import { bodyInvalidAtOnce, invalidBody } from './order.js'
import { requestBytes } from './request-bytes.js'
import { register } from './w3.js'
import type { Workload } from './workload.js'

export const w4: Workload = {
  name: 'W4',
  title: 'POST of a body that is invalid in its last item: 400',
  weight: 2,
  request: requestBytes('POST', '/orders', invalidBody),
  // The wording is each server's own; that it found the price is not.
  expected: { status: 400, mentions: 'price' },
  register,
}

export const w4AtOnce: Workload = {
  ...w4,
  name: 'W4a',
  title: 'POST of a body that is invalid at its beginning: 400',
  request: requestBytes('POST', '/orders', bodyInvalidAtOnce),
  expected: { status: 400, mentions: 'name' },
}
