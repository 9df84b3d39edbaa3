import type { ServerResponse } from 'node:http'
import type { TrailerFunction } from '../../contracts/reply.js'
import { compileCall } from '../../lifecycle/call.js'
import { asFastify } from '../../support/as-fastify.js'
import type { ServerReply } from './reply.js'
import * as slots from './slots.js'

/**
 * Announces the trailers in the head. HTTP/1.1 sends trailers only after a chunked body. HTTP/2 has its own frame for
 * them. HTTP/1.0 has no trailers, so its clients receive the answer without them.
 */
export function announceTrailers(reply: ServerReply): void {
  const trailers = reply[slots.trailers]
  if (trailers === null) return
  const { httpVersion, httpVersionMajor } = reply.request.raw
  if (trailers.size === 0 || httpVersion === '1.0') {
    reply[slots.trailers] = null
    return
  }
  if (httpVersionMajor !== 2) {
    reply.removeHeader('content-length')
    reply.header('transfer-encoding', 'chunked')
  }
  reply.header('trailer', [...trailers.keys()].join(asFastify ? ' ' : ', '))
}

/** Ends the response, trailers first. A trailer that fails is omitted: the answer itself is complete. */
export function endWithTrailers(res: ServerResponse, reply: ServerReply, payload: unknown): void {
  const trailers = reply[slots.trailers]
  if (trailers === null) {
    res.end()
    return
  }
  const values = [...trailers].map(([name, fn]) =>
    readTrailer(reply, fn, payload).then(
      (value) => ({ [name]: value }),
      (error) => {
        reply[slots.route].logs.lostError('debug', reply, error, `trailer ${name} failed`)
        return {}
      },
    ),
  )
  void Promise.all(values).then((parts) => {
    addTrailers(res, reply, Object.assign({}, ...parts))
    res.end()
  })
}

/** Node throws for a value that is not allowed in a header. */
function addTrailers(res: ServerResponse, reply: ServerReply, values: Record<string, string>): void {
  try {
    res.addTrailers(values)
  } catch (error) {
    reply[slots.route].logs.lostError('error', reply, error, 'the trailers could not be sent')
  }
}

interface TrailerCall {
  readonly reply: ServerReply
  readonly fn: TrailerFunction
  readonly payload: unknown
}

interface Settle {
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * A trailer function ends by `done` or by a promise. Its parameters are not counted, because the check would cost time
 * for each request.
 */
const callTrailer = compileCall<TrailerCall, Settle>('callback', {
  call: ({ fn, reply, payload }, _settle, _c, done) => fn(reply, payload, done),
  ended: (_call, { resolve }, value) => resolve(value),
  failed: (_call, { reject }, reason) => reject(reason),
})

function readTrailer(reply: ServerReply, fn: TrailerFunction, payload: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => callTrailer({ reply, fn, payload }, { resolve, reject }))
}
