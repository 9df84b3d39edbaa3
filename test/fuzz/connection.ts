import { once } from 'node:events'
import { connect } from 'node:net'

/** How a client's bytes come: cut at these places, each piece in a packet of its own. */
export interface Delivery {
  port: number
  bytes: Buffer
  cuts: readonly number[]
}

/** Sends bytes, ends, and gives all that came back until the server closed. */
export async function deliver({ port, bytes, cuts }: Delivery): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const received: Buffer[] = []
  socket.on('data', (chunk) => void received.push(chunk))
  socket.on('error', () => undefined) // a reset is an end as well
  // The server may end at any time: the other half is then of no use.
  socket.on('end', () => socket.end())
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let from = 0
  for (const cut of [...cuts].sort((one, other) => one - other)) {
    if (cut <= from || cut >= bytes.length || socket.destroyed) continue
    socket.write(bytes.subarray(from, cut))
    from = cut
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.end(bytes.subarray(from))
  await closed
  return Buffer.concat(received)
}
