// Hot path for requests with a body.

import type { IncomingMessage } from 'node:http'
import { bodyCodes } from '../../errors/message-codes.js'
import { routeCodes } from '../../errors/route-codes.js'
import { AsyncResource } from '../../packages/node.cjs'
import type { BodyTarget } from '../../parsers/body-parser.js'
import { runParser } from '../../parsers/read-body.js'
import { asFastify } from '../../support/as-fastify.js'
import { mediaTypeOf } from '../../support/media-type.js'
import { shownName } from '../../support/values.js'
import { isGivenUp } from '../message/connection.js'
import { isPending } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import { bodyStream, type ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { enterStage } from './boundary.js'
import { measured } from './measure.js'
import { failStage } from './pending.js'
import { stageKey } from './route-meter.js'
import type { RouteParts, Stage, StageBuilder } from './route-parts.js'

/**
 * Reads and parses the body of a request. A parser gets only bodies of its declared media types, whatever their
 * spelling.
 */
export const parseBody: StageBuilder = (parts, next) => {
  const { parsers, method, ignoresEmptyBody } = parts
  const { contentTypes, bodyLimit } = parts.settings
  if (parsers === null) return next
  const Target = ignoresEmptyBody ? ParsingOfNone : Parsing
  const isRead = bodyIsRead(parts)

  return measured(parts, stageKey('parse body'), (request, reply) => {
    if (!isRead(request)) {
      next(request, reply)
      return
    }
    const contentType = request.headers['content-type']
    if (contentType === undefined && method === 'QUERY') {
      failStage(request, reply, new routeCodes.FST_ERR_ROUTE_MISSING_CONTENT_TYPE(method))
      return
    }
    const type = asFastify && contentType === '' ? null : contentTypes.read(contentType ?? '')
    const parser = type === null ? null : parsers.find(type.full, type.mediaType)
    const isMalformed = asFastify && type === null
    if (parser === null && !isMalformed && request[slots.route].is404) {
      next(request, reply) // a client that asks for an unknown path need not learn which bodies the server takes
      return
    }
    if (parser === null) {
      if (type === null) reply.code(415) // also for an error handler that sets no status, as in Fastify
      const mediaType = shownName(mediaTypeOf(contentType))
      failStage(request, reply, new bodyCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(mediaType))
      return
    }
    const ofParser = asFastify && request[slots.route].is404 ? null : parser.bodyLimit // Fastify limits routes only
    const limit = parts.routeBodyLimit ?? ofParser ?? bodyLimit
    runParser(parser, { request, stream: bodyStream(request), limit }, new Target(request, reply, next))
  })
}

/** Whether a route reads the body of a request. A QUERY without a content type is refused instead. */
export function bodyIsRead({ parsers, parsesBodyOf, method }: RouteParts): (request: ServerRequest) => boolean {
  if (parsers === null) return () => false
  return ({ method: sent, headers }) => {
    if (parsesBodyOf !== null && !parsesBodyOf(sent)) return false
    return headers['content-type'] !== undefined || method === 'QUERY' || announcesBody(headers)
  }
}

/** The name of the parsing in `async_hooks`. Tests and tracers of Fastify look for this name. */
const resourceName = asFastify ? 'content-type-parser:run' : 'alcove.parseBody'

/** The body arrives in the async context of the socket. The rest of the request must return to its own context. */
class Parsing implements BodyTarget {
  readonly #resource = new AsyncResource(resourceName, { requireManualDestroy: true })

  constructor(
    private readonly request: ServerRequest,
    private readonly reply: ServerReply,
    private readonly next: Stage,
  ) {}

  parsed(body: unknown): void {
    this.#return(() => {
      const { request, reply } = this
      request.body = body
      if (isPending(reply)) enterStage(this.next, request, reply)
    })
  }

  failed(error: unknown): void {
    this.#return(() => {
      const { request, reply } = this
      if (isPending(reply) && !request.raw.complete) giveUpBody(reply)
      failStage(request, reply, error)
    })
  }

  #return(then: () => void): void {
    this.#resource.runInAsyncScope(then)
    this.#resource.emitDestroy()
  }
}

/** The parsing of a route that takes no body. Clients send the media type of JSON with requests that have no body. */
class ParsingOfNone extends Parsing {
  override failed(error: unknown): void {
    if (error instanceof bodyCodes.FST_ERR_CTP_EMPTY_JSON_BODY) this.parsed(undefined)
    else super.failed(error)
  }
}

/**
 * Ends the connection after the answer: bytes that the client still sends must not be parsed as the next request.
 * HTTP/2 ends only the stream.
 */
function giveUpBody(reply: ServerReply): void {
  const raw: IncomingMessage & { [isGivenUp]?: boolean } = reply.request.raw
  if (raw.httpVersionMajor === 2) raw[isGivenUp] = true
  else reply.header('connection', 'close')
}

function announcesBody(headers: ServerRequest['headers']): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
