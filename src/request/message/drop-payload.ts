import { EventEmitter } from '../../packages/node.cjs'
import { readProperty } from '../../support/values.js'
import { isChosenAnswer } from './answer.js'
import { afterClose } from './connection.js'
import type { ServerReply } from './reply.js'
import { isResponse } from './write-reply.js'
import { closeUnread, failStream, isNodeStream, isWebStream, type NodeStream } from './write-stream.js'

type Source = NodeStream | ReadableStream

/** Closes a payload that will not be sent. Otherwise a stream would keep its file or connection open. */
export function dropPayload(reply: ServerReply, payload: unknown): void {
  try {
    const source = sourceOf(payload)
    if (source === null || isOfRequest(reply, source)) return
    if (isNodeStream(source) || !source.locked) closeUnread(reply, source)
  } catch {} // a payload that throws when it is read
}

/** Drops a payload of a request that has an answer already. The answer may be the same payload. */
export function dropSecondPayload(reply: ServerReply, payload: unknown): void {
  try {
    const source = sourceOf(payload)
    if (source !== null && !held.has(source) && isUnread(source)) dropPayload(reply, source)
  } catch {} // a payload that throws when it is read
}

/** The stream of a payload; null if the payload has no stream. */
function sourceOf(payload: unknown): Source | null {
  if (typeof payload !== 'object' || payload === null) return null
  if (isChosenAnswer(payload)) return sourceOf(payload.body)
  if (isResponse(payload)) return sourceOf(payload.body)
  return isNodeStream(payload) || isWebStream(payload) ? payload : null
}

/** Whether a stream is the connection itself: its answer will be written to it. */
function isOfRequest({ raw, request }: ServerReply, source: Source): boolean {
  const ofRequest: readonly unknown[] = [raw, request.raw, readProperty(raw, 'stream'), readProperty(raw, 'socket')]
  return ofRequest.includes(source)
}

/** Whether no code reads a stream. Streams of old libraries do not report this. */
function isUnread(source: Source): boolean {
  return isNodeStream(source) ? readProperty(source, 'readableFlowing') === null : !source.locked
}

/** The streams that are already watched. A function around a handler and a later hook may both wait with one stream. */
const held = new WeakSet<Source>()

/**
 * Watches a stream that waits for functions of the application, such as `onSend` hooks. No other code listens to the
 * stream yet, so its failure would end the process. The stream is closed if the response ends without it.
 *
 * This takes one listener for the close of the response. `finished` takes two. With more than ten, node warns of a leak.
 */
export function holdPayload(reply: ServerReply, payload: unknown): void {
  const source = sourceOf(payload)
  if (source === null || held.has(source)) return
  if (isNodeStream(source)) holdStream(reply, source)
  else {
    held.add(source)
    afterClose(reply.raw, () => dropPayload(reply, source))
  }
}

function holdStream(reply: ServerReply, stream: NodeStream): void {
  if (!(stream instanceof EventEmitter)) return
  held.add(stream)
  stream.on('error', (error) => {
    if (isUnread(stream))
      stream.destroy?.(error) // the reader of the stream gets the error
    else if (stream.listenerCount('error') === 1 && !reply.raw.writableEnded) failStream(reply, error)
  })
  afterClose(reply.raw, () => {
    if (isUnread(stream)) stream.destroy?.()
  })
}
