/** A client that sends a request in pieces, and a server whose handlers read the body themselves. */
import type { Readable } from 'node:stream'
import { listen, open } from './socket.js'
import type { Server } from './subject.js'

export const body = JSON.stringify({ name: 'Ada' })
export const get = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

export const post = (text: string) =>
  `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`

export function takeRaw(server: Server): Server {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request: object, payload: Readable, done: (error: null, body: Readable) => void) =>
    done(null, payload),
  )
  return server
}

export const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Waits until something holds; the runner's own time limit ends a wait for what never comes. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await aMoment()
}

/** Sends pieces one after the other, waits for the text to be answered, and hangs up. */
export async function talk(server: Server, pieces: string[], until: string): Promise<string> {
  const socket = await open(await listen(server))
  let received = ''
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    received += chunk
  })
  for (const piece of pieces) {
    socket.write(piece)
    await aMoment()
  }
  await eventually(() => received.includes(until))
  socket.destroy()
  return received
}

/** The head, then the body by the byte. */
export function splitBody(request: string): string[] {
  const at = request.indexOf('\r\n\r\n') + 4
  return [request.slice(0, at), ...request.slice(at)]
}
