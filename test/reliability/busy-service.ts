// A server that closes on SIGTERM by itself, and leaves the end of its process to node. The protocol comes in PROTOCOL.
import { createServer } from 'alcove/core'
import { addEndless, type Protocol, protocols } from './busy-clients.js'

const name = process.env.PROTOCOL as Protocol // a test that starts this gives one of them
const server = createServer({ ...protocols[name], gracefulShutdown: { signals: [], drainTimeout: 500 } })
addEndless(server as never)
process.once('SIGTERM', () => void server.close())
await server.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.addresses()[0] as { port: number }
process.stdout.write(`http://127.0.0.1:${port}\n`)
