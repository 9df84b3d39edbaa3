import { fastify } from 'alcove/fastify'
import { asBenchInstance, loopback, portOf, type StartServer } from './server.js'

export const start: StartServer = async (workload) => {
  const instance = fastify(workload.options)
  await workload.register(asBenchInstance(instance))
  return { port: portOf(await instance.listen(loopback)), close: () => instance.close() }
}
