/** A log method: message, or an object and a message with `printf` placeholders (pino's form). */
export interface LogMethod {
  (object: unknown, message?: string, ...args: unknown[]): void
  (message: string, ...args: unknown[]): void
}

/** The methods of a logger that alcove calls. Loggers of pino have them. */
export interface Logger {
  level?: string
  fatal: LogMethod
  error: LogMethod
  warn: LogMethod
  info: LogMethod
  debug: LogMethod
  trace: LogMethod
  silent?: LogMethod
  child(bindings: Record<string, unknown>, options?: ChildLoggerOptions): Logger
  /** Adds fields to all later lines of this logger. Loggers of pino have it. */
  setBindings?(bindings: Record<string, unknown>): void
}

/** Returns the value to log in place of the given value. */
export type LogSerializer = (value: unknown) => unknown

/** The changes of a child logger. */
export interface ChildLoggerOptions {
  level?: string
  serializers?: Record<string, LogSerializer>
  [key: string]: unknown
}

/** Option `logger`: `true` for the defaults, or the options of pino plus `stream` and `file`. */
export interface LoggerOptions {
  level?: string
  serializers?: Record<string, LogSerializer>
  stream?: { write(line: string): void }
  /** Path of a log file. It cannot be combined with `stream`. */
  file?: string
  [key: string]: unknown
}
