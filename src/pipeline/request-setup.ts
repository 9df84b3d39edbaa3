import type { Context } from '../context/context.js'
import type { RouteDraft } from '../context/route-draft.js'
import type { Logger } from '../contracts/logger.js'
import type { ChildLoggerFactory, RouteShorthandOptions } from '../contracts/route.js'
import type { LogController } from '../logging/log-controller.js'
import type { RequestSetup } from './compiled-route.js'

/** Where a server logs its requests. */
export interface RequestLogs {
  log: Logger
  logged: boolean
  logs: LogController
}

/** Whether a route logs otherwise than its context. */
export function logsItself({ childLoggerFactory, logSerializers, logLevel }: RouteDraft['options']): boolean {
  return childLoggerFactory !== undefined || logSerializers !== undefined || logLevel !== ''
}

/** How the requests of a route get their id and logger. */
export function createSetup(context: Context, options: RouteShorthandOptions, settings: RequestLogs): RequestSetup {
  const { log, logged, logs } = settings
  const { instance } = context
  const genReqId = guardRequestId(context, log)
  const factory: ChildLoggerFactory | null = options.childLoggerFactory ?? context.childLoggerFactory
  if (!logged && factory === null) return { genReqId, createLog: () => log }
  const serializers = { ...context.logSerializers, ...options.logSerializers }
  const level = options.logLevel ?? context.logLevel
  const childOptions = {
    ...(level === '' ? {} : { level }), // an empty level would make pino rebuild its methods for each request
    ...(Object.keys(serializers).length === 0 ? {} : { serializers }),
  }
  const label = logs.requestIdLogLabel
  if (factory === null) return { genReqId, createLog: (_req, id) => log.child({ [label]: id }, childOptions) }
  return { genReqId, createLog: (req, id) => factory.call(instance, log, { [label]: id }, childOptions, req) }
}

/** It reads what clients send: when it throws, the request is served all the same, and the log says so. */
function guardRequestId({ genReqId }: Context, log: Logger): RequestSetup['genReqId'] {
  return (req) => {
    try {
      return genReqId(req)
    } catch (error) {
      log.error({ err: error }, 'genReqId failed')
      return ''
    }
  }
}
