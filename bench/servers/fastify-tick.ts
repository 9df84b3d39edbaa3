import { keepTickObject } from './keep-tick-object.js'
import type { StartServer } from './server.js'

export const start: StartServer = async (workload) => {
  await keepTickObject()
  return (await import('./fastify.js')).start(workload)
}
