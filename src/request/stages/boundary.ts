// Hot path: node or the application calls the framework back through these functions.
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import * as slots from '../message/slots.js'
import type { PayloadStage, Stage } from './route-parts.js'

/**
 * Runs a stage in a callback: of a promise, of `done`, of a timer or of a stream. No caller above it catches an error.
 * An object of the application that throws when it is read would end the process.
 */
export function enterStage(stage: Stage, request: ServerRequest, reply: ServerReply): void {
  try {
    stage(request, reply)
  } catch (error) {
    request[slots.route].fail(request, reply, error)
  }
}

/** Runs a step of a reply in a callback, as `enterStage` does. */
export function enterPayloadStage(stage: PayloadStage, reply: ServerReply, payload: unknown): void {
  const { request } = reply
  try {
    stage(request, reply, payload)
  } catch (error) {
    request[slots.route].fail(request, reply, error)
  }
}
