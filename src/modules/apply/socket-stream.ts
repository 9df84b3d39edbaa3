// Sockets of methods with `@Socket`. @fastify/websocket calls the handler with the socket and the request.
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { Handler } from '../../contracts/route.js'
import type { ValidatedRequest } from '../../contracts/schema.js'
import type { ServerRequest } from '../../request/message/request.js'
import * as slots from '../../request/message/slots.js'
import { isOfLeaving } from '../../request/stages/fail.js'
import { messageOf, readProperty } from '../../support/values.js'
import { type Reader, waitingListReader } from '../container/request-scope.js'
import { hasUnresolved, whenAll } from '../container/unresolved.js'
import type { SocketFact } from '../decorators/stream-facts.js'
import { named } from './compile-handler.js'
import type { OpenStreams } from './open-streams.js'
import type { SocketMethod } from './socket-handler.js'
import { messageParser, SocketMessages, type WebSocketLike } from './socket-messages.js'
import { iteratorOf, valueWriter, type WriteValue, YieldedValues } from './yielded-values.js'

/** Values of the parameters; null for the plain form `(request, reply)`. */
export type StreamParameters = null | {
  readonly readers: readonly Reader[]
  /** The position of the parameter with `@Messages()`, or -1. */
  readonly messages: number
}

/** The codes with which a connection ends (RFC 6455, 7.4.1). */
const codes = { normal: 1000, invalid: 1007, failed: 1011 } as const

/** A method that yields messages as a handler of sockets. */
export function compileSocketStream(
  { name, method, receiver }: SocketMethod,
  parameters: StreamParameters,
  { fact, open }: { readonly fact: SocketFact; readonly open: OpenStreams },
): Handler {
  const findObject = 'object' in receiver ? () => receiver.object : receiver.read
  const read = waitingListReader([findObject, ...(parameters?.readers ?? [])])
  return named(name, (given: unknown, upgraded: unknown) => {
    const socket = given as WebSocketLike // the plugin passes a WebSocket of the package ws
    const request = upgraded as ServerRequest & Request // the plugin passes the request of the server
    const reply = request[slots.reply] as unknown as Reply // the slots and the contract are one object
    const messages = openMessages(socket, request, fact)
    open.add(messages)
    socket.on('close', () => open.delete(messages))
    const place = parameters?.messages ?? -1
    // Nothing reads them. A socket that is paused for a reader would not notice that its client leaves.
    if (place < 0) messages.drop()
    const start = ([object, ...values]: unknown[]) => {
      if (socket.readyState !== openState) return // the client has left while values were awaited
      if (parameters === null) return method.call(object, request, reply)
      if (place >= 0) values[place] = messages
      return method.apply(object, values)
    }
    const failed = (error: unknown) => {
      const isQuiet = socket.readyState !== openState && isOfLeaving(error, request.raw)
      writeLine(request, isQuiet ? 'info' : 'error', error, `${name} failed, and its socket is closed`)
    }
    const run = async () => {
      const values = read(request, reply)
      const result = await (hasUnresolved(values) ? whenAll(values, start) : start(values))
      await sendAll(result, socket, { write: valueWriter(reply), route: name, failed })
    }
    const end = (code: number) => {
      messages.drop()
      if (socket.readyState === openState) socket.close(code)
    }
    void run().then(
      () => end(codes.normal),
      (error) => {
        failed(error)
        end(codes.failed)
      },
    )
  })
}

/** `readyState` of a socket that is open. */
const openState = 1

function openMessages(
  socket: WebSocketLike,
  request: ServerRequest & Request,
  { invalid }: SocketFact,
): SocketMessages {
  const { messages } = request[slots.route]
  const reader = {
    parse: messageParser(request),
    validate: messages && ((given: ValidatedRequest) => messages.validate(given)),
  } as const
  const read = new SocketMessages(socket, reader, async (error) => {
    if (socket.readyState !== openState) return
    const status = readProperty(error, 'statusCode')
    if (typeof status !== 'number' || status >= 500) {
      writeLine(request, 'error', error, 'a message could not be validated')
      read.drop()
      socket.close(codes.failed)
      return
    }
    const message = messageOf(error)
    writeLine(request, 'info', error, message) // as a request that is not valid
    if (invalid === 'close') {
      read.drop()
      socket.close(codes.invalid)
    } else await sendText(socket, JSON.stringify({ statusCode: status, error: 'Bad Request', message }))
  })
  return read
}

/** Resolves when the client has taken the text, or has left. */
function sendText(socket: WebSocketLike, text: string): Promise<void> {
  return new Promise((resolve) => socket.send(text, () => resolve()))
}

/** Writes a line, also if the logger of the application throws. */
function writeLine(request: ServerRequest, level: 'info' | 'error', error: unknown, message: string): void {
  request[slots.route].logs.lostError(level, { log: request.log, request }, error, message)
}

interface Sender {
  readonly write: WriteValue
  readonly route: string
  /** Called if the generator fails while it ends for a client that has left. */
  readonly failed: (error: unknown) => void
}

/** Sends what the method yields, as fast as the client reads. A method that returns nothing only reads. */
async function sendAll(result: unknown, socket: WebSocketLike, { write, route, failed }: Sender): Promise<void> {
  if (result === undefined) return
  const advice = '@Socket sends what an async generator yields: write async * before the name of the method.'
  const values = new YieldedValues(iteratorOf(result, { route, advice }), failed)
  socket.on('close', () => values.end()) // a generator that waits for something else ends when its wait does
  try {
    // The client may have left while an async method chose the iterable.
    while (socket.readyState === openState) {
      const { done, value } = await values.next()
      if (done === true || socket.readyState !== openState) return
      await sendText(socket, await write(value, { route, advice: 'A message must be JSON.' }))
    }
  } finally {
    values.end()
  }
}
