import type { Instance } from '../../contracts/instance.js'
import type { Reply } from '../../contracts/reply.js'
import type { ErrorHandler } from '../../contracts/route.js'
import { markChain, markPartial } from '../../request/errors/handled-errors.js'
import { pendingOf } from '../../support/values.js'
import type { Reader } from '../container/request-scope.js'
import { Unresolved } from '../container/unresolved.js'
import type { ErrorType } from '../decorators/facts.js'
import { titleOf } from '../plan/check-singles.js'
import { type Method, named, orReply } from './compile-handler.js'

/** One `@ErrorHandler(Type?)` method. */
export interface TypedErrorHandler {
  /** `null` if the method handles every error. */
  readonly type: ErrorType | null
  /** `Class.method`, for messages. */
  readonly name: string
  readonly handle: ErrorHandler
}

/** A method as an error handler. `find` returns the object of the method. */
export function handleBy(method: Method, find: Reader): ErrorHandler {
  const answersItself = method.length >= 3
  return (error, request, reply) => {
    const object = find(request, reply)
    const run = (resolved: unknown) => method.call(resolved, error, request, reply)
    const end = (result: unknown) =>
      answersItself ? orReply(result, reply, { answersItself }) : orPassOn(result, error, reply)
    if (Unresolved.is(object)) return object.promise.then((resolved) => end(run(resolved)))
    return answersItself ? run(object) : orPassOn(run(object), error, reply)
  }
}

/**
 * A method without the reply cannot answer later. If it returns nothing and has not answered, it only observes the
 * error. The error then goes on outwards, as if the method had thrown it again.
 */
function orPassOn(result: unknown, error: unknown, reply: Reply): unknown {
  if (result === reply) return result // a reply can be awaited, too
  const pending = pendingOf(result)
  if (pending !== null) return pending.then((value) => orPassOn(value, error, reply))
  if (result === undefined && !reply.sent) throw error
  return result
}

/**
 * Makes one handler of several. The handler of the most specific class of the error runs, the untyped one last. An
 * error without a handler is thrown again, which passes it outwards. Undefined if there are none.
 */
export function composeErrorHandlers(handlers: readonly TypedErrorHandler[]): ErrorHandler | undefined {
  if (handlers.length === 0) return undefined
  const ordered = [...handlers].sort((a, b) => depthOf(b.type) - depthOf(a.type))
  const title = ordered.map(({ type, name }) => (type === null ? name : `${name} (${titleOf(type)})`)).join(', ')
  const find = (error: unknown) => ordered.find(({ type }) => type === null || isInstance(error, type))
  const composed = named(title, function handleError(this: Instance, error, request, reply) {
    const found = find(error)
    if (found === undefined) throw error
    return found.handle.call(this, error, request, reply)
  } satisfies ErrorHandler)
  const handlesAll = ordered.some(({ type }) => type === null)
  return handlesAll ? composed : markPartial(composed, (error) => find(error) !== undefined)
}

/**
 * Runs the inner handler before the outer one, which gets the error that the inner one throws. A route calls each
 * handler itself, because the outer one also gets an error that the inner one sends.
 */
export function chainErrorHandlers(inner: ErrorHandler, outer: ErrorHandler): ErrorHandler {
  const chained = named(`${inner.name}, ${outer.name}`, function handleError(this: Instance, error, request, reply) {
    try {
      const result = inner.call(this, error, request, reply)
      const pending = result === reply ? null : pendingOf(result) // a reply can be awaited, too
      return pending === null ? result : pending.catch((next: Error) => outer.call(this, next, request, reply))
    } catch (next) {
      return outer.call(this, next as Error, request, reply) // handlers accept any thrown value
    }
  } satisfies ErrorHandler)
  return markChain(chained, inner, outer)
}

/** The number of classes that a class extends; a subclass has more than its base. */
function depthOf(type: ErrorType | null): number {
  let depth = type === null ? -1 : 0
  for (let current: unknown = type?.prototype; current; current = Object.getPrototypeOf(current)) depth++
  return depth
}

function isInstance(error: unknown, type: ErrorType): boolean {
  return error instanceof (type as unknown as new () => unknown) // checked by the decorator
}
