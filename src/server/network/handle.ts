import { serverCodes } from '../../errors/server-codes.js'
import { describeValue, readProperty } from '../../support/values.js'
import { bootServer } from '../start/boot-server.js'
import { isClosed, type ServerCore } from '../start/server-core.js'
import { FetchOutgoing, FetchSocket } from './fetch-exchange.js'
import { FetchIncoming } from './fetch-incoming.js'

/** Boots the server and answers a WHATWG `Request`. A server that is closing refuses it like any other request. */
export async function handle(core: ServerCore, request: Request): Promise<Response> {
  const target = checkRequest(request)
  request.signal.throwIfAborted()
  if (core.status !== 'closing' || core.rootContext === null) await bootServer(core)
  if (isClosed(core)) throw new serverCodes.FST_ERR_REOPENED_CLOSE_SERVER()
  request.signal.throwIfAborted()
  return exchange(core, request, target)
}

/**
 * Checks the form instead of the class, because runtimes and libraries have their own classes. Returns the URL of the
 * request.
 */
export function checkRequest(request: unknown): URL {
  const signal = readProperty(request, 'signal')
  const target = parseUrl(String(readProperty(request, 'url')))
  const isRequest =
    typeof readProperty(request, 'method') === 'string' &&
    typeof readProperty(readProperty(request, 'headers'), 'get') === 'function' &&
    typeof readProperty(signal, 'throwIfAborted') === 'function'
  if (!isRequest || target === null) throw new serverCodes.ALC_ERR_NOT_A_REQUEST(describeValue(request))
  return target
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Rejects when the connection ends without an answer: the client aborts, or the application destroys the response. */
function exchange(core: ServerCore, request: Request, target: URL): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = request
    const describeCut = () => new serverCodes.ALC_ERR_ANSWER_CUT(`${request.method} ${request.url}`)
    const socket = new FetchSocket(target.protocol === 'https:', describeCut)
    const req = new FetchIncoming(socket.asSocket, request, target)
    const res = new FetchOutgoing(req, socket, resolve)
    const abort = () => socket.abort(signal.reason)
    core.exchanges.add(socket, res)
    let isFinished = false
    let isWatched = false
    res.once('finish', () => {
      isFinished = true
      req.finish()
      socket.destroySoon()
    })
    socket.once('close', () => {
      core.exchanges.remove(socket)
      if (isWatched) signal.removeEventListener('abort', abort)
      if (isFinished) {
        socket.release(res)
        return
      }
      const error = describeCut()
      req.abort(error)
      reject(signal.aborted ? signal.reason : error)
    })
    if (req.mayHaveBody) void req.findBody().then(() => socket.destroyed || core.listener(req, res))
    else core.listener(req, res)
    if (signal.aborted) abort()
    else if (!res.writableFinished) {
      isWatched = true // many answers are complete here, and need no listener
      signal.addEventListener('abort', abort)
    }
  })
}
