import { ChosenAnswer } from './answer.js'
import { isResponse } from './write-reply.js'
import { isNodeStream, isWebStream } from './write-stream.js'

/** Closes a payload that will not be read. A stream that is not sent would keep its file or connection open. */
export function dropPayload(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null) return
  if (payload instanceof ChosenAnswer) dropPayload(payload.body)
  else if (isNodeStream(payload)) payload.destroy?.()
  else if (isResponse(payload)) cancel(payload.body)
  else if (isWebStream(payload)) cancel(payload)
}

function cancel(stream: ReadableStream | null): void {
  if (stream !== null && !stream.locked) void stream.cancel().catch(() => {}) // its maker already has the failure
}
