import { createServer, type ServerOptions } from 'alcove/core'
import { asBenchInstance, loopback, portOf, type StartServer } from './server.js'

function startWith(options: ServerOptions): StartServer {
  return async (workload) => {
    const instance = createServer({ ...options, ...workload.options })
    await workload.register(asBenchInstance(instance))
    return { port: portOf(await instance.listen(loopback)), close: () => instance.close() }
  }
}

export const start = startWith({})

export const startLazy = startWith({ compile: 'lazy' })
