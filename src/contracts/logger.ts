/** A log method: message, or an object and a message with `printf` placeholders (pino's form). */
export interface LogMethod {
  (object: unknown, message?: string, ...args: unknown[]): void
  (message: string, ...args: unknown[]): void
}

/** The methods of a logger that alcove calls. Loggers of pino have them. */
export interface Logger {
  /** The lowest level that is written. */
  level?: string
  /** Writes a line for a failure that ends the process. */
  fatal: LogMethod
  /** Writes a line for a failed request or task. */
  error: LogMethod
  /** Writes a line for a mistake that does not fail the request. */
  warn: LogMethod
  /** Writes a line for normal work. */
  info: LogMethod
  /** Writes a line for developers. */
  debug: LogMethod
  /** Writes a line for each step. */
  trace: LogMethod
  /** Writes nothing. */
  silent?: LogMethod
  /** Creates a logger whose lines have these fields. */
  child(bindings: Record<string, unknown>, options?: ChildLoggerOptions): Logger
  /** Adds fields to all later lines of this logger. Loggers of pino have it. */
  setBindings?(bindings: Record<string, unknown>): void
}

/** Returns the value to log in place of the given value. */
export type LogSerializer = (value: unknown) => unknown

/** The changes of a child logger. */
export interface ChildLoggerOptions {
  /** The lowest level of the child. */
  level?: string
  /** Serializers of log fields, by the name of the field. */
  serializers?: Record<string, LogSerializer>
  [key: string]: unknown
}

/** Option `logger`: `true` for the defaults, or the options of pino plus `stream` and `file`. */
export interface LoggerOptions {
  /** The lowest level that is written, `info` by default. */
  level?: string
  /** Serializers of log fields, by the name of the field. */
  serializers?: Record<string, LogSerializer>
  /** Gets each line, instead of the standard output. */
  stream?: { write(line: string): void }
  /** Path of a log file. It cannot be combined with `stream`. */
  file?: string
  [key: string]: unknown
}
