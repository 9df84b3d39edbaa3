// Hot path: runs only for requests whose handlers need an object that is built for one request.
import type { DependencyContainer } from 'tsyringe'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { hasClosed } from '../../request/message/connection.js'
import * as slots from '../../request/message/slots.js'
import { coreOf } from '../../server/instance/open-context.js'
import type { OwnedContainer } from './context-container.js'
import { DisposalStack, isDisposable } from './disposal.js'
import { leaveUnresolved, Unresolved } from './unresolved.js'

/** Reads an injected value in a request. */
export type Reader = (request: Request, reply: Reply) => unknown

/** Reads the values of several readers, in order. */
export type ListReader = (request: Request, reply: Reply) => unknown[]

/**
 * Reads values that are available. Its array has a fixed length: one that grows by `push` would allocate 16 slots more.
 */
export function listReader(readers: readonly Reader[]): ListReader {
  const [a, b, c] = readers
  if (a === undefined) return () => []
  if (b === undefined) return (request, reply) => [a(request, reply)]
  if (c === undefined) return (request, reply) => [a(request, reply), b(request, reply)]
  if (readers.length === 3) return (request, reply) => [a(request, reply), b(request, reply), c(request, reply)]
  return (request, reply) => readInto(new Array(readers.length), readers, request, reply)
}

/**
 * Reads values that may have to be awaited. If a reader throws, the promises that were read before have no consumer, so
 * their rejections are handled.
 */
export function waitingListReader(readers: readonly Reader[]): ListReader {
  if (readers.length < 2) return listReader(readers)
  return (request, reply) => {
    const values: unknown[] = new Array(readers.length)
    try {
      return readInto(values, readers, request, reply)
    } catch (error) {
      leaveUnresolved(values)
      throw error
    }
  }
}

function readInto(values: unknown[], readers: readonly Reader[], request: Request, reply: Reply): unknown[] {
  for (let place = 0; place < readers.length; place += 1) values[place] = readers[place]!(request, reply) // in range
  return values
}

/** A request with the objects that were built for it, the latest first. It has few, so a linear search finds each. */
type Scoped = Request & { [slots.built]?: Kept | null; [slots.scope]?: RequestScope }

/** The name of the request's scope in its container. */
const scopeKey = Symbol('alcove.request scope')

/** One value of a request. */
class Kept {
  constructor(
    readonly id: object | symbol,
    public value: unknown,
    readonly older: Kept | null,
  ) {}
}

/** Handles a value when it is available. */
export type Keep = (request: Request, reply: Reply, value: unknown) => void

/** The disposals of a request, and its containers. Most requests that build objects need neither. */
class RequestScope {
  #disposals: DisposalStack | null = null
  #containers: Map<OwnedContainer, DependencyContainer> | null = null

  constructor(
    readonly request: Request,
    readonly reply: Reply,
  ) {}

  /** Adds an object. With `mayDispose`, it is disposed only if that function returns true at that time. */
  add(value: object, mayDispose: (() => boolean) | null = null): void {
    this.#disposals ??= new DisposalStack()
    const disposals = this.#disposals
    const { isEmpty } = disposals
    if (mayDispose === null) disposals.add(value)
    else disposals.addLent(value, mayDispose)
    if (isEmpty) this.#disposeAtEnd(disposals)
  }

  /**
   * A container below that of a context, with the request's objects. Only factories that resolve from a container need
   * one.
   */
  containerBelow(context: OwnedContainer): DependencyContainer {
    this.#containers ??= new Map()
    const known = this.#containers.get(context)
    if (known !== undefined) return known
    const made = context.forRequest().registerInstance<RequestScope>(scopeKey, this)
    this.#containers.set(context, made)
    return made
  }

  /** 'close' is emitted after the last byte, and after an aborted connection too. */
  #disposeAtEnd(disposals: DisposalStack): void {
    const { raw } = this.reply
    const dispose = () => {
      const { log, server } = this.request
      const { logs, requestDisposals } = coreOf(server)
      const disposal = disposals.disposeAll(({ name, cause }) =>
        logs.write(log, 'error', { err: cause }, `${name} could not be disposed after its request`),
      )
      requestDisposals.add(disposal)
    }
    if (hasClosed(raw)) dispose()
    else raw.once('close', dispose)
  }
}

/**
 * The scope is a field of the request. A WeakMap costs the garbage collector 8 µs for each request of W8. With the
 * field, that request takes 5 µs besides node's http.
 */
export function scopeOf(request: Scoped, reply: Reply): RequestScope {
  const known = request[slots.scope]
  if (known !== undefined) return known
  const scope = new RequestScope(request, reply)
  request[slots.scope] = scope
  return scope
}

/** A reader that reads a value once for each request, although the value was not built for it. */
export function keptInRequest(id: object | symbol, read: Reader): Reader {
  return oncePerRequest(id, read, leave)
}

/** A reader that builds once for each request. */
export function oncePerRequest(id: object | symbol, create: Reader, keep: Keep = track): Reader {
  return (request: Scoped, reply) => {
    for (let each = request[slots.built] ?? null; each !== null; each = each.older)
      if (each.id === id) return each.value
    const made = create(request, reply)
    const kept = new Kept(id, made, request[slots.built] ?? null) // `create` may have added other values
    if (Unresolved.is(made)) kept.value = keepWhenResolved(made, { keep, request, reply, kept })
    else keep(request, reply, made)
    request[slots.built] = kept
    return kept.value
  }
}

/**
 * Handles a value that is awaited once.
 *
 * @param by `kept` stores the value. Earlier reads of it get the promise, and so its failure too.
 */
function keepWhenResolved(
  { promise }: Unresolved,
  { keep, request, reply, kept }: { keep: Keep; request: Request; reply: Reply; kept: Kept | null },
): Unresolved {
  const resolved = promise.then((value) => {
    keep(request, reply, value)
    if (kept !== null) kept.value = value
    return value
  })
  return Unresolved.of(resolved)
}

function track(request: Request, reply: Reply, value: unknown): void {
  if (isDisposable(value)) scopeOf(request, reply).add(value)
}

/** Does not dispose the value, because it was not built here. */
function leave(): void {}

/** A reader that builds at every call, and disposes with the request. */
export function atEachUse(create: Reader, keep: Keep = track): Reader {
  return (request, reply) => {
    const made = create(request, reply)
    if (Unresolved.is(made)) return keepWhenResolved(made, { keep, request, reply, kept: null })
    keep(request, reply, made)
    return made
  }
}

export function requestOf(container: DependencyContainer): Pick<RequestScope, 'request' | 'reply'> | null {
  return container.isRegistered(scopeKey, true) ? container.resolve<RequestScope>(scopeKey) : null
}
