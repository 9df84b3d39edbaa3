import { EventEmitter, finished } from '../../packages/node.cjs'
import { readProperty } from '../../support/values.js'
import { ChosenAnswer } from './answer.js'
import type { ServerReply } from './reply.js'
import { isResponse } from './write-reply.js'
import { failStream, isNodeStream, isWebStream, type NodeStream } from './write-stream.js'

/** Closes a payload that will not be sent. Otherwise a stream would keep its file or connection open. */
export function dropPayload(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null) return
  if (payload instanceof ChosenAnswer) dropPayload(payload.body)
  else if (isNodeStream(payload)) payload.destroy?.()
  else if (isResponse(payload)) cancel(payload.body)
  else if (isWebStream(payload)) cancel(payload)
}

function cancel(stream: ReadableStream | null): void {
  if (stream !== null && !stream.locked) void stream.cancel().catch(() => {}) // its creator already gets the failure
}

/**
 * Watches a stream that waits for functions of the application, such as `onSend` hooks. No other code listens to the
 * stream yet, so its failure would end the process. The stream is closed if the response ends without it.
 */
export function holdPayload(reply: ServerReply, payload: unknown): void {
  if (typeof payload !== 'object' || payload === null) return
  const stream = payload instanceof ChosenAnswer ? payload.body : payload
  if (isNodeStream(stream)) holdStream(reply, stream)
  else if (isResponse(stream) || isWebStream(stream)) finished(reply.raw, () => dropPayload(stream))
}

/** The streams that are already watched. A function around a handler and a later hook may both wait with one stream. */
const held = new WeakSet<NodeStream>()

function holdStream(reply: ServerReply, stream: NodeStream): void {
  if (!(stream instanceof EventEmitter) || held.has(stream)) return
  held.add(stream)
  const isUnread = () => readProperty(stream, 'readableFlowing') === null
  stream.on('error', (error) => {
    if (isUnread())
      stream.destroy?.(error) // the reader of the stream gets the error
    else if (stream.listenerCount('error') === 1 && !reply.raw.writableEnded) failStream(reply, error)
  })
  finished(reply.raw, () => {
    if (isUnread()) stream.destroy?.()
  })
}
