import { inspect } from '../../packages/node.cjs'
import { messageOf } from '../../support/values.js'
import type { ServerCore } from '../start/server-core.js'

type Reporter = Pick<ServerCore, 'logger' | 'logs'>

interface Failure {
  readonly error: unknown
}

/** Writes a line that must not be lost. Without a log it goes to standard error. A log that throws only loses the line. */
export function report(
  { logger, logs }: Reporter,
  level: 'warn' | 'error',
  message: string,
  failure: Failure | null = null,
): void {
  if (logger.enabled) logs.write(logger.log, level, failure === null ? null : { err: failure.error }, message)
  else process.stderr.write(failure === null ? `${message}\n` : `${message}: ${describeError(failure.error)}\n`)
}

/** An error of the application can have any getters, and `inspect` reads them. */
function describeError(error: unknown): string {
  try {
    return inspect(error)
  } catch {
    return messageOf(error)
  }
}
