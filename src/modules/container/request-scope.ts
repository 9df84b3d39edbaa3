// Hot path: runs for requests whose handlers need something that is built for one request, and for no others.
import type { DependencyContainer } from 'tsyringe'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import * as slots from '../../request/message/slots.js'
import type { OwnedContainer } from './context-container.js'
import { DisposalStack, isDisposable } from './disposal.js'
import { leaveUnresolved, Unresolved } from './unresolved.js'

/** Reads an injected value when a request asks for it. */
export type Reader = (request: Request, reply: Reply) => unknown

/** What several readers give, in order. */
export type ListReader = (request: Request, reply: Reply) => unknown[]

/** Reads values that are there: an array that grows by `push` would take room for 16 more. */
export function listReader(readers: readonly Reader[]): ListReader {
  const [a, b, c] = readers
  if (a === undefined) return () => []
  if (b === undefined) return (request, reply) => [a(request, reply)]
  if (c === undefined) return (request, reply) => [a(request, reply), b(request, reply)]
  if (readers.length === 3) return (request, reply) => [a(request, reply), b(request, reply), c(request, reply)]
  return (request, reply) => readInto(new Array(readers.length), readers, request, reply)
}

/** Reads values that may have to be awaited. Where one fails, nobody waits for those before it. */
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
  for (let place = 0; place < readers.length; place += 1) values[place] = readers[place]!(request, reply) // it has one
  return values
}

/** A request, with what was built for it, the latest first: it has few, and each is looked for among them. */
type Scoped = Request & { [slots.built]?: Kept | null; [slots.scope]?: RequestScope }

/** The name of its scope in a container of a request. */
const scopeKey = Symbol('alcove.request scope')

/** One value of a request. */
class Kept {
  constructor(
    readonly id: symbol,
    public value: unknown,
    readonly older: Kept | null,
  ) {}
}

/** What is done with a value when it is there. */
type Keep = (request: Request, reply: Reply, value: unknown) => void

/** What has to end with a request, and containers that know it. Most requests with objects of their own need neither. */
class RequestScope {
  #disposals: DisposalStack | null = null
  #containers: Map<OwnedContainer, DependencyContainer> | null = null

  constructor(
    readonly request: Request,
    readonly reply: Reply,
  ) {}

  add(value: unknown): void {
    if (this.#disposals === null || this.#disposals.isEmpty) {
      this.#disposals ??= new DisposalStack()
      this.#disposals.add(value)
      this.#disposeAtEnd(this.#disposals)
    } else this.#disposals.add(value)
  }

  /** A container below that of a context, which knows the request. Only factories that ask a container need one. */
  containerBelow(context: OwnedContainer): DependencyContainer {
    this.#containers ??= new Map()
    const known = this.#containers.get(context)
    if (known !== undefined) return known
    const made = context.forRequest().registerInstance<RequestScope>(scopeKey, this)
    this.#containers.set(context, made)
    return made
  }

  /** 'close' comes after the last byte as well as after an aborted connection. */
  #disposeAtEnd(disposals: DisposalStack): void {
    const { raw } = this.reply
    const dispose = () => {
      void disposals.disposeAll(({ target, cause }) => {
        this.request.log.error({ err: cause }, `${target.constructor.name} could not be disposed after its request`)
      })
    }
    if (hasClosed(raw)) dispose()
    else raw.once('close', dispose)
  }
}

/** The responses of HTTP/2 do not tell; their streams do. */
function hasClosed(raw: Reply['raw'] & { stream?: { closed: boolean } }): boolean {
  return raw.closed || raw.stream?.closed === true
}

/** A field of the request. In a WeakMap it costs the collector 8 µs of a request of W8, which takes 5 besides node's http. */
function scopeOf(request: Scoped, reply: Reply): RequestScope {
  const known = request[slots.scope]
  if (known !== undefined) return known
  const scope = new RequestScope(request, reply)
  request[slots.scope] = scope
  return scope
}

/** A reader that builds once for each request. */
export function oncePerRequest(id: symbol, create: Reader): Reader {
  return onceKept(id, create, track)
}

/** A reader that reads once for each request what was not built for it. */
export function keptInRequest(id: symbol, read: Reader): Reader {
  return onceKept(id, read, leave)
}

function onceKept(id: symbol, create: Reader, keep: Keep): Reader {
  return (request: Scoped, reply) => {
    for (let each = request[slots.built] ?? null; each !== null; each = each.older)
      if (each.id === id) return each.value
    const made = create(request, reply)
    const kept = new Kept(id, made, request[slots.built] ?? null) // to create it may have built others
    if (Unresolved.is(made)) kept.value = keepWhenResolved(kept, made, { keep, request, reply })
    else keep(request, reply, made)
    request[slots.built] = kept
    return kept.value
  }
}

/** Awaited once: whoever asks meanwhile waits for the same promise, and gets the same failure. */
function keepWhenResolved(
  kept: Kept,
  { promise }: Unresolved,
  { keep, request, reply }: { keep: Keep; request: Request; reply: Reply },
): Unresolved {
  const resolved = promise.then((value) => {
    keep(request, reply, value)
    kept.value = value
    return value
  })
  return Unresolved.of(resolved)
}

function track(request: Request, reply: Reply, value: unknown): void {
  if (isDisposable(value)) scopeOf(request, reply).add(value)
}

/** It is not disposed: it was not built here. */
function leave(): void {}

/** A reader that builds at every call, and disposes with the request. */
export function atEachUse(create: Reader): Reader {
  return (request, reply) => {
    const made = create(request, reply)
    if (Unresolved.is(made)) return trackWhenResolved(made, request, reply)
    track(request, reply, made)
    return made
  }
}

function trackWhenResolved({ promise }: Unresolved, request: Request, reply: Reply): Unresolved {
  const tracked = promise.then((value) => {
    track(request, reply, value)
    return value
  })
  return Unresolved.of(tracked)
}

/** The container of a request below that of a context. */
export function containerOf(request: Request, reply: Reply, context: OwnedContainer): DependencyContainer {
  return scopeOf(request, reply).containerBelow(context)
}

/** The request that a container is of, or null. */
export function requestOf(container: DependencyContainer): Pick<RequestScope, 'request' | 'reply'> | null {
  return container.isRegistered(scopeKey, true) ? container.resolve<RequestScope>(scopeKey) : null
}
