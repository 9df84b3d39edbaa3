import type { LevelMapping } from 'pino'
import type { Logger, LoggerOptions, LogSerializer } from '../contracts/logger.js'
import type { Request } from '../contracts/request.js'
import type { ServerOptions } from '../contracts/server-options.js'
import { logCodes } from '../errors/plugin-codes.js'
import { pino } from '../packages/libraries.cjs'
import { Writable } from '../packages/node.cjs'
import { lazy } from '../support/lazy.js'
import { containRejection, describeValue, isRecord, messageOf, readProperty } from '../support/values.js'
import { LogController } from './log-controller.js'

const library = lazy(pino)

const methods = ['info', 'error', 'debug', 'fatal', 'warn', 'trace', 'child'] as const

/** The form of requests, replies and errors in log lines. */
const serializers: Record<string, LogSerializer> = {
  req: (value) => {
    const request = value as Request // the log controller uses this key for requests only
    return {
      method: request.method,
      url: request.url,
      version: request.headers?.['accept-version'],
      host: request.host,
      remoteAddress: request.ip,
      remotePort: request.socket?.remotePort,
    }
  },
  res: (value) => ({ statusCode: readProperty(value, 'statusCode') }),
  err: (value) => library().stdSerializers.err(value as Error), // it checks the value itself
}

/**
 * Wraps serializers. If one fails, the line has the reason instead of the value. Serializers can fail because any value
 * can be thrown.
 */
export function guardSerializers(given: Record<string, LogSerializer>): Record<string, LogSerializer> {
  const guarded: Record<string | symbol, LogSerializer> = {}
  // Pino has serializers under symbols too.
  for (const name of Reflect.ownKeys(given) as string[]) {
    const serialize = given[name] as LogSerializer // name is an own key
    guarded[name] = typeof serialize === 'function' ? guardSerializer(name, serialize) : serialize
  }
  return guarded
}

function guardSerializer(name: string, serialize: LogSerializer): LogSerializer {
  return (value) => {
    try {
      const serialized = serialize(value)
      containRejection(serialized) // serialize can be async
      return serialized
    } catch (error) {
      return `The log serializer "${String(name)}" failed: ${messageOf(error)}`
    }
  }
}

/** The logger of a server, and whether it writes any lines. */
export interface ServerLogger {
  log: Logger
  enabled: boolean
}

export function createLogger(options: ServerOptions): ServerLogger {
  const { logger, loggerInstance } = options
  if (logger && loggerInstance) throw new logCodes.FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED()
  if (loggerInstance) return { log: adoptLogger(loggerInstance), enabled: true }
  if (!logger) return { log: createSilentLogger(), enabled: false }
  if (logger === true) return { log: createPino({}), enabled: true }
  checkNoLogger(logger)
  return { log: createPino(logger), enabled: true }
}

export function createLogController(options: ServerOptions): LogController {
  const { logController } = options
  if (logController === undefined) return new LogController(options)
  if (logController instanceof LogController) return logController
  throw new logCodes.FST_ERR_LOG_INVALID_LOG_CONTROLLER(describeValue(logController))
}

/** Throws unless the factory of a child logger returned a logger. */
export function checkLogger(logger: unknown): Logger {
  const missing = methods.filter((method) => !hasMethod(logger, method))
  if (missing.length > 0) {
    containRejection(logger) // the factory can be async
    throw new logCodes.FST_ERR_LOG_INVALID_LOGGER(missing)
  }
  return logger as Logger // each method was checked above
}

/** The level names of a logger, or null if it does not list them. */
export function readLevels(log: Logger): readonly string[] | null {
  const values = readProperty(readProperty(log, 'levels'), 'values')
  return isRecord(values) ? [...Object.keys(values), 'silent'] : null
}

function adoptLogger(logger: Logger): Logger {
  if (methods.every((method) => !hasMethod(logger, method))) throw new logCodes.FST_ERR_LOG_INVALID_LOGGER_INSTANCE()
  const checked = checkLogger(logger)
  const own = (logger as unknown as Record<symbol, unknown>)[library().symbols.serializersSym] // pino's symbol
  const given = isRecord(own) ? (own as typeof serializers) : {} // pino has serializers under this symbol
  return checked.child({}, { serializers: guardSerializers({ ...serializers, ...given }) })
}

function createPino({ stream, file, ...options }: LoggerOptions): Logger {
  if (stream !== undefined && file !== undefined) throw new logCodes.FST_ERR_LOG_INVALID_DESTINATION()
  const settings = {
    ...options,
    level: options.level ?? 'info',
    serializers: guardSerializers({ ...serializers, ...options.serializers }),
  }
  const { pino } = library()
  const destination = file === undefined ? guardWrite(stream) : pino.destination(file)
  return !destination ? pino(settings) : pino(settings, destination)
}

/**
 * Pino ignores the result of `write`. A rejected promise, for example because a log service is down, would end the
 * process.
 */
function guardWrite(stream: LoggerOptions['stream']): LoggerOptions['stream'] {
  if (!stream || !hasMethod(stream, 'write') || stream.write === Writable.prototype.write) return stream
  const failed = reportLogFailure()
  // The class of the stream may have private members, so each method runs on the stream itself. The target has no
  // properties of its own, because a Proxy of a frozen stream must return its methods unchanged.
  const passing = new Proxy(Object.create(stream), {
    get: (_target, key) => {
      const value: unknown = Reflect.get(stream, key)
      return typeof value === 'function' ? value.bind(stream) : value
    },
    set: (_target, key, value) => Reflect.set(stream, key, value), // without the object below as receiver
  })
  const write = (line: string): void => containRejection(stream.write(line), failed)
  return Object.create(passing, { write: { value: write } }) // pino calls its own property without the proxy
}

/** Emits a process warning once. A log that fails for each request would otherwise flood standard error. */
export function reportLogFailure(): (error: unknown) => void {
  let hasFailed = false
  return (error) => {
    if (hasFailed) return
    hasFailed = true
    process.emitWarning(`The logger failed: ${messageOf(error)}. Log lines of this server may be missing.`, {
      code: 'ALC_WARN_LOGGER_FAILED',
    })
  }
}

/** A logger that writes nothing and is its own child: a server without a log spends no time on logging. */
function createSilentLogger(): Logger {
  const silence = () => {}
  const log: Logger & { levels: LevelMapping } = {
    level: 'silent',
    get levels() {
      return library().levels
    },
    fatal: silence,
    error: silence,
    warn: silence,
    info: silence,
    debug: silence,
    trace: silence,
    silent: silence,
    child: () => log,
    setBindings: silence,
  }
  return log
}

/** Throws for options with methods of a logger, because options are not a logger. */
function checkNoLogger(options: unknown): void {
  const missing = methods.filter((method) => !hasMethod(options, method))
  if (missing.length === 0) throw new logCodes.FST_ERR_LOG_INVALID_LOGGER_CONFIG()
  if (missing.length < methods.length) throw new logCodes.FST_ERR_LOG_INVALID_LOGGER(missing)
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof readProperty(value, name) === 'function'
}
