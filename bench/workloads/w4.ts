import { requestBytes } from '../load.js'
import { invalidBody } from './order.js'
import { register } from './w3.js'
import type { Workload } from './workload.js'

export const w4: Workload = {
  name: 'W4',
  title: 'POST of an invalid body: 400',
  request: requestBytes('POST', '/orders', invalidBody),
  status: 400,
  equal: 'status',
  register,
}
