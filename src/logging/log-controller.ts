import type { Instance } from '../contracts/instance.js'
import type { Logger } from '../contracts/logger.js'
import type { Reply } from '../contracts/reply.js'
import type { Request } from '../contracts/request.js'
import { containRejection, messageOf } from '../support/values.js'

// A logger of the application may be async. Its promises are not awaited, and a rejection must not end the process.

/** Options of a log controller. */
export interface LogControllerOptions {
  /** Whether the lines about single requests are omitted. */
  disableRequestLogging?: boolean | ((request: Request) => boolean)
  /** Name of the request id in log lines; `reqId` by default. */
  requestIdLogLabel?: string
}

/**
 * Writes every log line of the server about requests. To change single lines, extend this class and pass an instance as
 * server option `logController`.
 */
export class LogController {
  /** Whether the lines about single requests are omitted, or the function that decides it. */
  readonly disableRequestLogging: boolean | ((request: Request) => boolean)
  /** Name of the request id in log lines. */
  readonly requestIdLogLabel: string

  constructor(options: LogControllerOptions = {}) {
    this.disableRequestLogging = options.disableRequestLogging ?? false
    this.requestIdLogLabel = options.requestIdLogLabel ?? 'reqId'
  }

  /** Whether the lines about this request are omitted. */
  isLogDisabled(request: Request): boolean {
    const disabled = this.disableRequestLogging
    if (typeof disabled !== 'function') return disabled
    const isDisabled: unknown = disabled(request)
    containRejection(isDisabled) // isDisabled can be async
    return Boolean(isDisabled)
  }

  /** Logs a request that has arrived. */
  incomingRequest(request: Request, _reply: Reply): void {
    if (this.isLogDisabled(request)) return
    containRejection(request.log.info({ req: request }, 'incoming request'))
  }

  /** Logs an answer that has ended, or the error that ended it. */
  requestCompleted(error: unknown, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    const responseTime = reply.elapsedTime
    if (error)
      containRejection(reply.log.error({ req: request, res: reply, err: error, responseTime }, 'request errored'))
    else containRejection(reply.log.info({ res: reply, responseTime }, 'request completed'))
  }

  /** Logs an error that no handler of the application answered. */
  defaultErrorLog(error: unknown, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    if (reply.statusCode >= 500) writeError(error, request, reply)
    else containRejection(reply.log.info({ req: request, res: reply, err: error }, messageOf(error)))
  }

  /** Logs a stream that failed after the answer had begun. */
  streamError(error: NodeJS.ErrnoException, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
      containRejection(reply.log.info({ req: request, res: reply }, 'stream closed prematurely'))
    else
      containRejection(
        reply.log.warn({ req: request, err: error }, 'response terminated with an error with headers already sent'),
      )
  }

  /** Logs a request without a route. */
  routeNotFound(request: Request, _reply: Reply): void {
    if (this.isLogDisabled(request)) return
    containRejection(request.log.info(`Route ${request.method}:${request.raw.url} not found`))
  }

  /** Logs a head that node refused. */
  writeHeadError(error: Error, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    containRejection(reply.log.warn({ req: request, res: reply, err: error }, error.message))
  }

  /** Logs a serializer that failed for an error answer. */
  serializerError(error: unknown, request: Request, reply: Reply, details: { statusCode: number }): void {
    if (this.isLogDisabled(request)) return
    const fields = { req: request, err: error, statusCode: details.statusCode }
    containRejection(reply.log.error(fields, 'The serializer for the given status code failed'))
  }

  /** Logs a request that arrived while the server closes. */
  serviceUnavailable(log: Logger, _server: Instance): void {
    const fields = { res: { statusCode: 503 } }
    containRejection(log.info(fields, 'request aborted - refusing to accept new requests as server is closing'))
  }
}

/** Writes the line about an error with status 500 or above. */
export function writeError(error: unknown, request: Request, reply: Reply): void {
  const fields = { req: request, res: reply, route: request.routeOptions.url, err: error }
  containRejection(reply.log.error(fields, messageOf(error)))
}
