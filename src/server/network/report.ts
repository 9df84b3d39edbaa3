import { inspect } from '../../packages/node.cjs'
import { messageOf } from '../../support/values.js'
import { visibleEntry } from '../../support/visible.js'
import type { ServerCore } from '../start/server-core.js'

type Reporter = Pick<ServerCore, 'logger' | 'logs'>

interface Failure {
  readonly error: unknown
}

/** Writes an important line to the log, or to standard error without a log. If the log throws, the line is lost. */
export function report(
  { logger, logs }: Reporter,
  level: 'warn' | 'error',
  message: string,
  failure: Failure | null = null,
): void {
  if (logger.enabled) logs.write(logger.log, level, failure === null ? null : { err: failure.error }, message)
  else {
    const text = failure === null ? message : `${message}: ${describeError(failure.error)}`
    process.stderr.write(`${visibleEntry(text)}\n`)
  }
}

/** `inspect` reads the getters of an error of the application, and these may throw. */
function describeError(error: unknown): string {
  try {
    return inspect(error)
  } catch {
    return messageOf(error)
  }
}
