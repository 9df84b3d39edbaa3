import { createServer } from 'alcove/core'
import { asBenchInstance, portOf, type StartServer } from './kinds.js'

export const start: StartServer = async (workload) => {
  const instance = createServer()
  workload.register(asBenchInstance(instance))
  return portOf(await instance.listen({ port: 0, host: '127.0.0.1' }))
}
