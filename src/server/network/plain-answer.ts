import type { ServerResponse } from 'node:http'
import { serverCodes } from '../../errors/server-codes.js'
import { STATUS_CODES } from '../../packages/node.cjs'
import { statusOf } from '../../request/errors/error-answer.js'
import { readProperty } from '../../support/values.js'

/** Answers a request that fails before a route is found, as Fastify does: without error handlers and hooks. */
export function answerPlainly(res: ServerResponse, error: Error): void {
  const { message } = error
  const code = readProperty(error, 'code')
  const statusCode = statusOf(error, 500)
  const phrase = error instanceof serverCodes.FST_ERR_MAX_PARAM_LENGTH ? 'Bad Request' : STATUS_CODES[statusCode]
  const body = JSON.stringify(
    error instanceof serverCodes.FST_ERR_ASYNC_CONSTRAINT
      ? { error: phrase, message, statusCode }
      : { error: phrase, code, message, statusCode },
  )
  res.writeHead(statusCode, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}
