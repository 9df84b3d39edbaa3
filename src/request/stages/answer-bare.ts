// The last answers, for requests on which the answer to an error has failed too.

import { asFastify } from '../../support/as-fastify.js'
import { isError } from '../../support/values.js'
import { createErrorBody } from '../errors/error-answer.js'
import { cutAnswer, removePhrase } from '../message/connection.js'
import { phases } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import * as slots from '../message/slots.js'
import { writeReply } from '../message/write-reply.js'
import { writeFailure } from './pending.js'
import type { PayloadStage } from './route-parts.js'
import { forgetHead } from './send.js'

/** Writes an answer without `onSend` hooks. */
export const deliverBare: PayloadStage = (_request, reply, payload) => {
  try {
    if (asFastify) writeOrForgetHead(reply, payload)
    else writeReply(reply, payload)
  } catch (error) {
    answerBare(reply, error)
  }
}

/** Fastify sends the answer without its headers if node refuses one of them. */
function writeOrForgetHead(reply: ServerReply, payload: unknown): void {
  try {
    writeReply(reply, payload)
  } catch (error) {
    if (reply.raw.headersSent || !isError(error)) throw error
    reply[slots.route].logs.writeHeadError(error, reply.request, reply)
    forgetHead(reply)
    writeReply(reply, payload)
  }
}

/** Sends a plain 500, because all other answers have failed. */
export function answerBare(reply: ServerReply, error: unknown): void {
  const { raw } = reply
  writeFailure(reply, error, 'the answer to an error could not be sent')
  reply[slots.phase] = phases.written
  const body = JSON.stringify(createErrorBody(null, 500))
  try {
    for (const name of raw.getHeaderNames()) raw.removeHeader(name)
    removePhrase(raw, reply.request.raw)
    raw.writeHead(500, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    raw.end(body)
  } catch {
    if (!raw.writableEnded) cutAnswer(raw) // the application wrote a head itself, so no complete answer can follow
  }
}
