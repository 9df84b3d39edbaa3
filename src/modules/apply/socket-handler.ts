// Handlers of routes with `websocket: true`. @fastify/websocket calls them with the socket and the request.
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { Handler } from '../../contracts/route.js'
import { ServerRequest } from '../../request/message/request.js'
import * as slots from '../../request/message/slots.js'
import { readProperty } from '../../support/values.js'
import { type Reader, waitingListReader } from '../container/request-scope.js'
import { hasUnresolved, whenAll } from '../container/unresolved.js'
import { type Method, named, type Receiver } from './compile-handler.js'

/** A method that takes sockets, on its object. */
export interface SocketMethod {
  readonly name: string
  readonly method: Method
  readonly receiver: Receiver
}

/** Values of the parameters. */
export interface SocketParameters {
  readonly readers: readonly Reader[]
  /** Whether the socket is the first value. The reader of that parameter reads nothing. */
  readonly beginsWithSocket: boolean
}

/** The state of a WebSocket that has emitted `close`. */
const closed = 3

/**
 * A method as a handler of sockets. Without `parameters` it has the plain form `(socket, request)`. The socket is
 * paused while values are awaited. The method has not added its listeners yet, so messages would be lost. A method whose
 * socket closes meanwhile does not run.
 */
export function compileSockets({ name, method, receiver }: SocketMethod, parameters: SocketParameters | null): Handler {
  const findObject = 'object' in receiver ? () => receiver.object : receiver.read
  const read = waitingListReader([findObject, ...(parameters?.readers ?? [])])
  return named(name, (socket: unknown, request: unknown) => {
    const call = ([object, ...values]: unknown[]) => {
      if (parameters === null) return method.call(object, socket, request)
      if (parameters.beginsWithSocket) values[0] = socket
      return method.apply(object, values)
    }
    const values = read(...upgraded(request))
    if (!hasUnresolved(values)) return call(values)
    callOn(socket, 'pause')
    return whenAll(values, (all) => {
      if (readProperty(socket, 'readyState') === closed) return // the method would add its listeners after `close`
      const result = call(all)
      callOn(socket, 'resume')
      return result
    })
  })
}

/** A handler of sockets. If it gets a request in place of a socket, no plugin has taken its route, and it throws. */
export function takingSockets(handler: Handler, untaken: (request: Request) => Error): Handler {
  const taking: Handler = function (first, second) {
    if (first instanceof ServerRequest) throw untaken(first)
    return handler.call(this, first, second)
  }
  return named(handler.name, taking)
}

/** The request that the plugin passes, which is that of the server, and its reply. */
function upgraded(given: unknown): [Request, Reply] {
  const request = given as ServerRequest // the plugin passes the request of the server
  return [request, request[slots.reply] as unknown as Reply] // the slots and the contract are one object
}

/** Sockets of other plugins may not have the method. */
function callOn(socket: unknown, name: 'pause' | 'resume'): void {
  const method = readProperty(socket, name)
  if (typeof method === 'function') method.call(socket)
}
