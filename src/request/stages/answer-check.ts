// Hot path: `check` runs for answers that no response schema writes.
import { type ContractOptions, contract, titleOf } from '../../context/route-contract.js'
import type { RouteShorthandOptions } from '../../contracts/route.js'
import type { ResponseSerializers, RouteName, StrictResponses } from '../../contracts/schema.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { isRecord } from '../../support/values.js'
import type { ServerReply } from '../message/reply.js'
import * as slots from '../message/slots.js'
import { hasNoBody } from '../message/write-reply.js'
import { writeFailure } from './pending.js'
import { declaredSuccess } from './success-status.js'

/** The parts of a route that an answer check is made from. */
export interface AnswerCheckParts {
  readonly options: RouteShorthandOptions & ContractOptions
  readonly route: RouteName
  readonly serializers: ResponseSerializers | null
  /** The server's option; undefined if it is not set. */
  readonly strictResponses: StrictResponses | undefined
  /** Whether the application answers errors itself. The default log line about these errors is not written then. */
  readonly hasErrorHandlers: boolean
}

/**
 * The answers without a schema that a route refuses. By default a controller's route refuses them for statuses of
 * success. A plugin's route refuses only undeclared media types.
 */
type Mode = 'media types' | 'success' | 'all'

/** Refuses answers of a route that its response schemas do not declare. */
export class AnswerCheck {
  /**
   * Replies whose handler has begun. In the mode `all`, their answers of every status are checked. Null in the other
   * modes.
   */
  readonly #entered: WeakSet<ServerReply> | null
  readonly #parts: AnswerCheckParts
  readonly #serializers: ResponseSerializers
  readonly #mode: Mode
  readonly #declaresSuccess: boolean

  constructor(parts: AnswerCheckParts, serializers: ResponseSerializers, mode: Mode) {
    const { exact, hasClass } = declaredSuccess(parts.options.schema?.response)
    this.#parts = parts
    this.#serializers = serializers
    this.#mode = mode
    this.#declaresSuccess = exact.length > 0 || hasClass
    this.#entered = mode === 'all' ? new WeakSet() : null
  }

  get watchesHandler(): boolean {
    return this.#entered !== null
  }

  enter(reply: ServerReply): void {
    this.#entered?.add(reply)
  }

  /**
   * @param response a web response that has its own status and headers
   * @throws ALC_ERR_RESPONSE_UNDECLARED
   */
  check(reply: ServerReply, response?: Response): void {
    if (reply[slots.handled] !== -1) return // an answer to an error
    const statusCode = response?.status ?? reply.raw.statusCode
    const type =
      response === undefined
        ? reply[slots.headers]['content-type']
        : (response.headers.get('content-type') ?? undefined)
    const mediaType = type === undefined ? undefined : String(type)
    if (hasNoBody(statusCode) || this.#serializers.select(statusCode, mediaType) !== null) return
    const isOfMediaType = this.#serializers.has(statusCode)
    if (!this.#refuses(reply, statusCode, isOfMediaType)) return
    throw this.#logged(reply, statusCode, isOfMediaType ? mediaTypeOf(mediaType) : null)
  }

  #refuses(reply: ServerReply, statusCode: number, isOfMediaType: boolean): boolean {
    if (this.#entered?.has(reply)) return true
    if (statusCode < 200 || statusCode > 299) return false
    return isOfMediaType || (this.#mode !== 'media types' && this.#declaresSuccess)
  }

  #logged(reply: ServerReply, statusCode: number, mediaType: string | null): Error {
    const { options, route, hasErrorHandlers } = this.#parts
    const error = new contractCodes.ALC_ERR_RESPONSE_UNDECLARED(titleOf(options, route), statusCode, mediaType)
    if (hasErrorHandlers) writeFailure(reply, error, error.message)
    return error
  }
}

/** The check of a route's answers; null if the route refuses no answer. */
export function createAnswerCheck(parts: AnswerCheckParts): AnswerCheck | null {
  const { options, serializers, strictResponses } = parts
  const mode = readMode(options, options.strictResponses ?? strictResponses)
  if (serializers === null || mode === null) return null
  if (mode === 'media types' && !hasContent(options.schema?.response)) return null
  return new AnswerCheck(parts, serializers, mode)
}

function readMode(options: ContractOptions, strict: StrictResponses | undefined): Mode | null {
  if (strict === 'all') return 'all'
  if (strict === false) return null
  return strict === true || options[contract] !== undefined ? 'success' : 'media types'
}

function hasContent(response: unknown): boolean {
  return isRecord(response) && Object.values(response).some(hasContentMap)
}
