import type { Context, ContextView } from '../../context/context.js'
import type { RouteDeclaration } from '../../context/registration.js'
import type { ChildLoggerFactory, RouteShorthandOptions } from '../../contracts/route.js'
import { checkLogger, guardSerializers } from '../../logging/create-logger.js'
import { containRejection } from '../../support/values.js'
import type { RequestSetup } from './compiled-route.js'
import type { PipelineSettings } from './route-parts.js'

/** Whether a route has a logger that differs from that of its context. */
export function logsItself({ childLoggerFactory, logSerializers, logLevel }: RouteDeclaration['options']): boolean {
  return childLoggerFactory !== undefined || logSerializers !== undefined || logLevel !== ''
}

/** How requests of a route, or of all routes of a context, get their id and logger. */
export function createSetup(
  context: Context,
  options: RouteShorthandOptions,
  settings: PipelineSettings,
): RequestSetup {
  const { log, logged, logs } = settings
  const { instance, view } = context
  const genReqId = guardRequestId(view, settings)
  const factory: ChildLoggerFactory | null = options.childLoggerFactory ?? view.childLoggerFactory
  if (!logged && factory === null) return { genReqId, createLog: () => log }
  const serializers = guardSerializers({ ...view.logSerializers, ...options.logSerializers })
  const level = options.logLevel ?? view.logLevel
  const childOptions = {
    ...(level === '' ? {} : { level }), // an empty level would make pino rebuild its methods for each request
    ...(Object.keys(serializers).length === 0 ? {} : { serializers }),
  }
  const label = logs.requestIdLogLabel
  const createLog: RequestSetup['createLog'] =
    factory === null
      ? (_req, id) => log.child({ [label]: id }, childOptions)
      : (req, id) => checkLogger(factory.call(instance, log, { [label]: id }, childOptions, req))
  return { genReqId, createLog: guardLog(createLog, settings) }
}

/**
 * `genReqId` may read data that clients send. If it throws, the request is still served, and the log gets the error.
 */
function guardRequestId({ genReqId }: ContextView, { log, logs }: PipelineSettings): RequestSetup['genReqId'] {
  const failed = (error: unknown) => logs.write(log, 'error', { err: error }, 'genReqId failed')
  return (req) => {
    try {
      const id = genReqId(req)
      if (typeof id === 'object') containRejection(id, failed) // an async function returns a promise
      return id
    } catch (error) {
      failed(error)
      return ''
    }
  }
}

/** A request gets the server's logger if its own logger cannot be created. */
function guardLog(createLog: RequestSetup['createLog'], { log, logs }: PipelineSettings): RequestSetup['createLog'] {
  return (req, id) => {
    try {
      return createLog(req, id)
    } catch (error) {
      logs.write(log, 'error', { err: error }, 'the logger of a request could not be made')
      return log
    }
  }
}
