// Hot path: one of these functions reads each parameter of each handler. Boot selects the function.
import type { Instance } from '../../contracts/instance.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { aroundCodes } from '../../errors/around-codes.js'
import { boundMethod } from '../../request/message/read-decorator.js'
import type { OwnSource } from '../decorators/facts.js'
import { type Bag, bagOf, hasRequestValue } from '../decorators/tokens.js'
import type { RequestSource, ValueBinding } from '../plan/context-plan.js'
import { type Reader, waitingListReader } from './request-scope.js'
import { afterAll, awaited, Unresolved } from './unresolved.js'

/** A reader of a part of the request. */
export function readRequestSource(source: Exclude<RequestSource, OwnSource>): Reader {
  if (source.from === 'request') return (request) => request
  if (source.from === 'reply') return (_, reply) => reply
  const { part, name } = source
  switch (part) {
    case 'body':
      return (request) => request.body
    case 'querystring':
      return name === null ? (request) => request.query : (request) => (request.query as Bag)[name] // set by the parser
    case 'params':
      return name === null ? (request) => request.params : (request) => (request.params as Bag)[name] // set by the router
    case 'headers':
      return name === null ? (request) => request.headers : (request) => request.headers[name]
  }
}

/** A reader of `paramOf`: the result of its function, or a promise of it. */
export function readOwnSource({ read: own, takesReply }: OwnSource, inject: readonly Reader[]): Reader {
  const call = own as (...given: unknown[]) => unknown // the decorator checked its parameters
  // A reply can be awaited too, until it is sent.
  const end = (value: unknown, reply: Reply) => (value === reply ? value : awaited(value))
  if (inject.length === 0) return (request, reply) => end(call(request, reply), reply)
  const readRequest: Reader = (request) => request
  const readReply: Reader = (_, reply) => reply
  const read = waitingListReader([readRequest, ...(takesReply ? [readReply] : []), ...inject])
  return (request, reply) => afterAll(read(request, reply), (values) => end(call(...values), reply))
}

/** A reader of a value that a context declares. It reads at each request, because hooks may set a new value. */
export function readValue({ kind, name, givenBy, mayWait }: ValueBinding, instance: Instance): Reader {
  if (givenBy !== null) return readGiven(name, givenBy)
  if (mayWait) return readComputed(kind, name)
  if (kind === 'request') return (request) => memberOf(request, name)
  if (kind === 'reply') return (_, reply) => memberOf(reply, name)
  const bag = bagOf(instance)
  return () => bag[name]
}

/** A value of `Token.from`. Until it is available, its property is a promise, which the caller awaits or drops. */
function readComputed(kind: ValueBinding['kind'], name: string): Reader {
  return (request, reply) => {
    const value = memberOf(kind === 'reply' ? reply : request, name)
    return value instanceof Promise ? new Unresolved(value) : value
  }
}

/** A value that a guard sets. If the guard let the request in without the value, the read fails. */
function readGiven(name: string, givenBy: readonly string[]): Reader {
  return (request) => {
    const value = bagOf(request)[name]
    if (value === undefined && !hasRequestValue(request, name)) {
      throw new aroundCodes.ALC_ERR_GUARD_VALUE_UNSET(givenBy, name)
    }
    return value
  }
}

function memberOf(subject: Request | Reply, name: string): unknown {
  const value = bagOf(subject)[name]
  return typeof value === 'function' ? boundMethod(value, subject) : value
}
