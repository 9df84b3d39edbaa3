import type { OwnedErrorHandler } from '../../context/context.js'
import type { ReplySerializer } from '../../context/context-builder.js'
import type { AroundFunction } from '../../contracts/around.js'
import type { LifecycleHookName, LifecycleHooks } from '../../contracts/hooks.js'
import type { Instance } from '../../contracts/instance.js'
import type { Logger } from '../../contracts/logger.js'
import type { Handler } from '../../contracts/route.js'
import type { BodyValidation, RequestValidation, ResponseSerializers, StrictResponses } from '../../contracts/schema.js'
import type { HookFunctions } from '../../lifecycle/hook-functions.js'
import type { RequestLogs } from '../../logging/request-logs.js'
import type { ContentTypes } from '../../parsers/content-types.js'
import type { PoisonSettings } from '../../parsers/default-parsers.js'
import type { ParserTable } from '../../parsers/parser-table.js'
import type { Exposure } from '../errors/error-answer.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import type { AnswerCheck } from './answer-check.js'
import type { RouteMeter } from './route-meter.js'

/** The name of a route in errors: `POST /users`. */
export function nameOfRoute({ method, url }: Pick<RouteParts, 'method' | 'url'>): string {
  return url === null ? 'a not-found handler' : `${method} ${url}`
}

/** A step of a request: does its work and calls the next step. It never throws. */
export type Stage = (request: ServerRequest, reply: ServerReply) => void
/** A step of a reply, which also gets the payload. It never throws. */
export type PayloadStage = (request: ServerRequest, reply: ServerReply, payload: unknown) => void

/** The settings that all routes of a server share. */
export interface PipelineSettings {
  log: Logger
  /** Whether the server has a log for the lines about requests. */
  logged: boolean
  /** Writes the lines about requests. */
  logs: RequestLogs
  /** How hooks are called. */
  functions: HookFunctions
  /** Whether handlers that do not answer are reported. */
  development: boolean
  /** The limit of the server for bodies, in bytes. */
  bodyLimit: number
  /** The time limit of handlers in milliseconds; 0 for no limit. */
  handlerTimeout: number
  bodyValidation: BodyValidation
  /** Undefined if the server does not set it. */
  strictResponses: StrictResponses | undefined
  /** Decides what clients may read of an error that no error handler answers. */
  exposure: Exposure
  /** Whether the log gets the refused values as the client sent them. */
  explainValidation: boolean
  /** The handling of prototype names in a query. */
  poisonedQuery: PoisonSettings
  /** Reads values of `Content-Type`. */
  contentTypes: ContentTypes
  /** Whether a GET route that does not set the option answers HEAD too. */
  exposeHeadRoutes: boolean
  /** Whether a method's body is parsed. */
  hasBody: (method: string) => boolean
  /** Whether a body schema is applied to a method's body (docs/guide/validation.md). */
  validatesBody: (method: string) => boolean
  hasVersions: () => boolean
  /** Error schemas for which a warning was logged. */
  warnedSchemas: WeakSet<object>
  /** Whether the server measures its requests. */
  measured: boolean
}

/** The parts from which all stages of one route are built. They are flat; `null` and empty lists mean not used. */
export interface RouteParts {
  settings: PipelineSettings
  method: string
  /** Full path, or null in a not-found handler. */
  url: string | null
  instance: Instance
  hooks: { readonly [N in LifecycleHookName]: readonly LifecycleHooks[N][] }
  /** Null for methods whose body is not parsed. */
  parsers: ParserTable | null
  /**
   * Whether an empty body with the media type of JSON counts as no body. True if a controller's route takes no body.
   */
  ignoresEmptyBody: boolean
  /**
   * In a not-found handler, decides for each request whether its body is parsed. Null on other routes, whose method is
   * known.
   */
  parsesBodyOf: ((method: string) => boolean) | null
  /** The body limit of the route, in bytes. Null if the limit of the parser or the server applies. */
  routeBodyLimit: number | null
  /**
   * Whether the answers to HEAD have the headers of a GET. It is true for a GET route, and for the HEAD route that the
   * server adds for a GET.
   */
  mirrorsGet: boolean
  validation: RequestValidation | null
  attachValidation: boolean
  /** Validates messages of a socket; null if their schema is not declared. */
  messages: RequestValidation | null
  /** The status of answers for which no code sets a status. */
  successStatus: number
  /** Functions around the handler, the outermost first. */
  arounds: readonly AroundFunction[]
  handler: Handler
  serializers: ResponseSerializers | null
  /**
   * Keys of responses whose schemas accept no object: errors are sent without these schemas. Null if there are no such
   * keys.
   */
  keysWithoutObjects: ReadonlySet<string> | null
  /** Refuses answers that the route does not declare; null if the route refuses no answer. */
  answerCheck: AnswerCheck | null
  replySerializer: ReplySerializer | null
  errorHandlers: readonly OwnedErrorHandler[]
  /** The time limit of the handler in milliseconds; null for no limit. */
  handlerTimeout: number | null
  /** Null unless the server is measured. */
  meter: RouteMeter | null
}

/** Makes a stage of the route's parts, or returns `next` itself if the route has no use for the stage. */
export type StageBuilder = (parts: RouteParts, next: Stage) => Stage
export type PayloadStageBuilder = (parts: RouteParts, next: PayloadStage) => PayloadStage

/** Links stages, beginning with the last one: each stage knows the next one, and no stage is empty. */
export function linkStages<S>(builders: readonly ((parts: RouteParts, next: S) => S)[], parts: RouteParts, end: S): S {
  return builders.reduceRight((next, build) => build(parts, next), end)
}
