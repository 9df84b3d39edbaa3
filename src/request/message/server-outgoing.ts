// Hot path: node makes one for every request over HTTP/1.
import { ServerResponse } from 'node:http'
import { guardEvents, keeper, type ListenerKeeper } from './event-guard.js'
import { guardFraming, isFramed } from './raw-framing.js'

/** A response whose listeners cannot end the process, and whose body has the length that its head declares. */
export class ServerOutgoing extends ServerResponse {
  [keeper]: ListenerKeeper | null = null;
  [isFramed] = false
}

guardEvents(ServerOutgoing)
guardFraming(ServerOutgoing)
