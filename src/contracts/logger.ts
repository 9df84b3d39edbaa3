/** A log method: message, or an object and a message with `printf` placeholders (pino's form). */
export interface LogMethod {
  (object: unknown, message?: string, ...args: unknown[]): void
  (message: string, ...args: unknown[]): void
}

/** What alcove asks of a logger; pino's loggers have it. */
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
  /** Adds fields to the lines that this logger writes from now on. pino's loggers have it. */
  setBindings?(bindings: Record<string, unknown>): void
}

/** Makes of a value what is logged of it. */
export type LogSerializer = (value: unknown) => unknown

/** What a child logger changes. */
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
  /** Path of a log file; not together with `stream`. */
  file?: string
  [key: string]: unknown
}
