// This file determines where an answer ends. No header of an application may let a client read one answer as two.
import type { ServerResponse } from 'node:http'
import { framingCodes } from '../../errors/message-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import type { ServerReply } from './reply.js'
import * as slots from './slots.js'

/** The value of a header, from the reply or else from node's response. */
export function headerOf(reply: ServerReply, name: string): unknown {
  return reply[slots.headers][name] ?? reply.raw.getHeader(name)
}

/** The length in a head that the application has written by `reply.raw.writeHead`. `getHeader` does not know it. */
function writtenLength({ raw }: ServerReply): string | undefined {
  if (!raw.headersSent) return undefined
  // Node keeps the text of the head in `_header`, which its types omit.
  const { _header: head } = raw as ServerResponse & { _header?: string }
  return /^content-length: *([^\r]*)/im.exec(head ?? '')?.[1]
}

/**
 * Whether the answer is chunked because the application set `Transfer-Encoding`. HTTP/1.0 has no chunks: the header is
 * removed, and the end of the connection ends the answer. Over HTTP/2 node rejects the header.
 *
 * @throws ALC_ERR_REPLY_FRAMING for another coding, or if the answer also has a length
 */
export function takeTransferEncoding(reply: ServerReply, coding: unknown): boolean {
  const { httpVersionMajor, httpVersionMinor } = reply.request.raw
  if (httpVersionMajor === 2) return false
  const length = headerOf(reply, 'content-length')
  if (length !== undefined) throw new framingCodes.ALC_ERR_REPLY_FRAMING(`has the length ${String(length)} beside it`)
  if (String(coding).trim().toLowerCase() !== 'chunked')
    throw new framingCodes.ALC_ERR_REPLY_FRAMING(`is "${String(coding)}"`)
  const isKnown = httpVersionMajor > 1 || httpVersionMinor > 0
  if (!isKnown) reply.removeHeader('transfer-encoding')
  return isKnown
}

/**
 * The length in bytes that the application declares for a body of unknown size; null if it declares no length.
 *
 * @throws ALC_ERR_REPLY_LENGTH unless it is one whole number
 */
export function declaredLength(reply: ServerReply): number | null {
  const given = writtenLength(reply) ?? headerOf(reply, 'content-length')
  if (given === undefined) return null
  if (asFastify && given === '') {
    reply.removeHeader('content-length') // Fastify ignores an empty length
    return null
  }
  if (/^\d{1,15}$/.test(String(given)) && !Array.isArray(given)) return Number(given)
  throw new framingCodes.ALC_ERR_REPLY_LENGTH(`declares a length that is not a whole number: ${String(given)}`)
}
