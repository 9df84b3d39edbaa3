// Hot path: node makes one for every request over HTTP/1.
import { ServerResponse } from 'node:http'
import { guardEvents, keeper, type ListenerKeeper } from './event-guard.js'

/** A response whose listeners cannot end the process. */
export class ServerOutgoing extends ServerResponse {
  [keeper]: ListenerKeeper | null = null
}

guardEvents(ServerOutgoing)
