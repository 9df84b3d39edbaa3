import type { LineLevel, LoggedReply } from '../contracts/compiled-route.js'
import type { Instance } from '../contracts/instance.js'
import type { Logger } from '../contracts/logger.js'
import type { Reply } from '../contracts/reply.js'
import type { Request } from '../contracts/request.js'
import { inspect } from '../packages/node.cjs'
import { containRejection } from '../support/values.js'
import { visibleEntry, visibleText } from '../support/visible.js'
import { reportLogFailure } from './create-logger.js'
import { type LogController, writeError } from './log-controller.js'

/** The destination of a server's log lines. Without a log, errors that would otherwise be lost go to standard error. */
export type LogDestination = 'log' | 'stderr' | 'nowhere'

/**
 * The log of a server for its requests. If a logger, a serializer or a log controller of the application throws, its
 * line is lost. The answer does not change. The first failure of a server emits a process warning.
 */
export class RequestLogs {
  readonly requestIdLogLabel: string
  readonly #report = reportLogFailure()

  constructor(
    readonly controller: LogController,
    private readonly destination: LogDestination,
  ) {
    this.requestIdLogLabel = controller.requestIdLogLabel
  }

  /** Writes a line for which log controllers have no method. */
  write(log: Logger, level: LineLevel, fields: object | null, message: string): void {
    this.#safely(() =>
      containRejection(fields === null ? log[level](message) : log[level](fields, message), this.#report),
    )
  }

  /** Writes an error of a request that does not become its answer. */
  lostError(level: LineLevel, { log, request }: LoggedReply, error: unknown, message: string): void {
    this.write(log, level, { req: request, err: error }, message)
  }

  incomingRequest(request: Request, reply: Reply): void {
    this.#safely(() => this.controller.incomingRequest(request, reply))
  }

  requestCompleted(error: unknown, request: Request, reply: Reply): void {
    this.#safely(() => this.controller.requestCompleted(error, request, reply))
  }

  defaultErrorLog(error: unknown, request: Request, reply: Reply): void {
    this.#safely(() => this.controller.defaultErrorLog(error, request, reply))
  }

  /** Logs an error whose message or fix the answer withholds. `disableRequestLogging` does not omit it from the log. */
  withheldError(error: unknown, request: Request, reply: Reply): void {
    if (this.destination === 'nowhere') return
    this.#safely(() => {
      if (this.destination === 'stderr') process.stderr.write(describeFailure(error, request))
      else if (this.controller.isLogDisabled(request)) writeError(error, request, reply)
      else this.controller.defaultErrorLog(error, request, reply)
    })
  }

  streamError(error: NodeJS.ErrnoException, request: Request, reply: Reply): void {
    this.#safely(() => this.controller.streamError(error, request, reply))
  }

  routeNotFound(request: Request, reply: Reply): void {
    this.#safely(() => this.controller.routeNotFound(request, reply))
  }

  writeHeadError(error: Error, request: Request, reply: Reply): void {
    this.#safely(() => this.controller.writeHeadError(error, request, reply))
  }

  serializerError(error: unknown, request: Request, reply: Reply, details: { statusCode: number }): void {
    this.#safely(() => this.controller.serializerError(error, request, reply, details))
  }

  serviceUnavailable(log: Logger, server: Instance): void {
    this.#safely(() => this.controller.serviceUnavailable(log, server))
  }

  #safely(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#report(error)
    }
  }
}

function describeFailure(error: unknown, request: Request): string {
  const path = request.routeOptions.url ?? request.url
  const place = visibleText(`${request.method} ${path} failed (request ${request.id})`)
  return `${place}: ${visibleEntry(inspect(error))}\n`
}
