// The end of a connection whose client may still send a body that nobody reads.
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from '../../support/timers.js'

/** Milliseconds for which the server waits for the next bytes. Apache waits as long, and nginx 5 s. */
const longestSilence = 2000
/** Milliseconds for which the server drops bytes, as in nginx and in Apache. */
const longest = 30_000
/** Bytes that the server drops. */
const most = 256 * 1024 * 1024

/**
 * Ends the sending side of a connection. Drops what arrives until the client ends its side (RFC 9112, 9.6). The system
 * answers bytes on a closed socket with a reset. A client that still sends would then lose the answer.
 */
export function linger(socket: Socket, error?: Error): void {
  const end = () => void socket.destroy(error)
  const limit = performance.now() + longest
  const timer = setTimeout(end, longestSilence).unref()
  let dropped = 0
  // Node would parse the bytes, and run those behind the body as requests.
  socket.removeAllListeners('data')
  socket.removeAllListeners('end')
  socket.on('data', ({ length }) => {
    dropped += length
    if (dropped > most || performance.now() > limit) end()
    else timer.refresh()
  })
  socket.on('end', end)
  socket.on('close', () => clearTimeout(timer))
  socket.end()
  socket.resume()
  socket._read(0) // node has stopped the reading if the request has taken no bytes
}

/** Makes node linger on a socket when it ends the connection after an answer. */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = lingerSoon
}

/**
 * Drops what arrives on a connection until its last answer is sent, and then lingers. Without a reader no event would
 * report that the client leaves. An answer that never comes would then keep the connection. The connection ends when
 * the client ends its side, as in node.
 */
export function dropUntilEnd(socket: Socket): void {
  const end = () => void socket.destroy()
  let dropped = 0
  socket.removeAllListeners('data')
  socket.removeAllListeners('end')
  socket.on('data', ({ length }) => {
    dropped += length
    if (dropped > most) end()
  })
  socket.on('end', end)
  socket.resume()
  socket._read(0)
  lingerAtEnd(socket)
}

function lingerSoon(this: Socket): void {
  linger(this)
}
