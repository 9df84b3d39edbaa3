import type { AddressInfo, Server } from 'node:net'
import { loopback, type RunningServer } from '../servers/server.js'

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

export async function listen(server: Server): Promise<RunningServer> {
  await new Promise<void>((resolve) => server.listen(loopback, resolve))
  const { port } = server.address() as AddressInfo // a server on a port has one
  return { port, close: () => close(server) }
}
