// Hot path: runs for requests whose handlers need something that is built for one request, and for no others.
import type { DependencyContainer } from 'tsyringe'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { OwnedContainer } from './context-container.js'
import { DisposalStack, isDisposable } from './disposal.js'
import { Unresolved } from './unresolved.js'

/** Reads an injected value when a request asks for it. */
export type Reader = (request: Request, reply: Reply) => unknown

/** What several readers give, in order. */
export function readAll(readers: readonly Reader[], request: Request, reply: Reply): unknown[] {
  const values: unknown[] = []
  for (const read of readers) values.push(read(request, reply))
  return values
}

const scopes = new WeakMap<Request, RequestScope>()

/** The name of its scope in a container of a request. */
const scopeKey = Symbol('alcove.request scope')

/** What was built for one request; made at the first need. */
class RequestScope {
  readonly #built = new Map<symbol, unknown>()
  #disposals: DisposalStack | null = null
  #containers: Map<OwnedContainer, DependencyContainer> | null = null

  constructor(
    readonly request: Request,
    readonly reply: Reply,
  ) {}

  /** `keep`: what is done with the value, which is not disposed unless it was built. */
  once(id: symbol, create: Reader, keep = (value: unknown) => this.track(value)): unknown {
    const known = this.#built.get(id)
    if (known !== undefined || this.#built.has(id)) return known
    const made = create(this.request, this.reply)
    const value = Unresolved.is(made) ? this.#keepWhenResolved(id, made, keep) : keep(made)
    this.#built.set(id, value)
    return value
  }

  /** Awaited once: whoever asks meanwhile waits for the same promise, and gets the same failure. */
  #keepWhenResolved(id: symbol, { promise }: Unresolved, keep: (value: unknown) => unknown): Unresolved {
    const kept = promise.then((value) => {
      this.#built.set(id, keep(value))
      return value
    })
    return new Unresolved(kept)
  }

  /** An object of its own for each that asks. */
  each(made: unknown): unknown {
    return Unresolved.is(made) ? new Unresolved(made.promise.then((value) => this.track(value))) : this.track(made)
  }

  track(value: unknown): unknown {
    if (!isDisposable(value)) return value
    if (this.#disposals === null || this.#disposals.isEmpty) {
      this.#disposals ??= new DisposalStack()
      this.#disposals.add(value)
      this.#disposeAtEnd(this.#disposals)
    } else this.#disposals.add(value)
    return value
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

function scopeOf(request: Request, reply: Reply): RequestScope {
  const known = scopes.get(request)
  if (known !== undefined) return known
  const scope = new RequestScope(request, reply)
  scopes.set(request, scope)
  return scope
}

/** A reader that builds once for each request. */
export function oncePerRequest(id: symbol, create: Reader): Reader {
  return (request, reply) => scopeOf(request, reply).once(id, create)
}

/** A reader that reads once for each request what was not built for it. */
export function keptInRequest(id: symbol, read: Reader): Reader {
  return (request, reply) => scopeOf(request, reply).once(id, read, asItIs)
}

function asItIs(value: unknown): unknown {
  return value
}

/** A reader that builds at every call, and disposes with the request. */
export function atEachUse(create: Reader): Reader {
  return (request, reply) => scopeOf(request, reply).each(create(request, reply))
}

/** The container of a request below that of a context. */
export function containerOf(request: Request, reply: Reply, context: OwnedContainer): DependencyContainer {
  return scopeOf(request, reply).containerBelow(context)
}

/** The request that a container is of, or null. */
export function requestOf(container: DependencyContainer): Pick<RequestScope, 'request' | 'reply'> | null {
  return container.isRegistered(scopeKey, true) ? container.resolve<RequestScope>(scopeKey) : null
}
