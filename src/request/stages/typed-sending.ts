// Hot path of routes whose responses declare a media type such as `application/problem+json`.
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import { readOnlyTypes } from './response-serializers.js'
import type { RouteParts } from './route-parts.js'
import { Sending } from './send.js'

/** The sender for the answers of a route. The choice at boot keeps the other routes without a check. */
export function createSending(parts: RouteParts): Sending {
  const types = readOnlyTypes(parts.serializers)
  return types === null ? new Sending(parts) : new TypedSending(parts, types)
}

/** Sends a value without a content type as the only media type that its response declares. */
class TypedSending extends Sending {
  /** The media types, by the key of the response. */
  readonly #types: ReadonlyMap<string, string>

  constructor(parts: RouteParts, types: ReadonlyMap<string, string>) {
    super(parts)
    this.#types = types
  }

  protected override sendValue(request: ServerRequest, reply: ServerReply, payload: unknown): void {
    if (this.#setType(reply)) this.transform(request, reply, payload)
    else super.sendValue(request, reply, payload)
  }

  protected override sendNull(request: ServerRequest, reply: ServerReply): void {
    if (this.#setType(reply)) this.serializeAndDeliver(request, reply, null)
    else super.sendNull(request, reply)
  }

  /** Sets the type as it is declared: some media types, such as that of JSON:API, have no parameter `charset`. */
  #setType(reply: ServerReply): boolean {
    const headers = reply[slots.headers]
    if ((headers['content-type'] ?? reply.raw.getHeader('content-type')) !== undefined) return false
    const type = this.#types.get(this.parts.serializers?.keyOf(reply.raw.statusCode) ?? '')
    if (type === undefined) return false
    headers['content-type'] = type
    return true
  }
}
