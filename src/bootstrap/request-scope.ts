// Hot path: runs for requests whose handlers need something that is built for one request, and for no others.
import type { DependencyContainer } from 'tsyringe'

import tsyringe = require('tsyringe')

import type { Reply } from '../contracts/reply.js'
import type { Request } from '../contracts/request.js'
import { DisposalStack } from './disposal.js'

/** Reads an injected value when a request asks for it. */
export type Reader = (request: Request, reply: Reply) => unknown

// Children of an empty container cost a tenth of those of a full one: nothing has to be copied.
const empty = tsyringe.container.createChildContainer()
const scopes = new WeakMap<Request, RequestScope>()

/** What was built for one request; made at the first need. */
class RequestScope {
  readonly #container: DependencyContainer = empty.createChildContainer()
  readonly #disposals = new DisposalStack()

  constructor(
    readonly request: Request,
    readonly reply: Reply,
  ) {}

  once(id: symbol, create: Reader): unknown {
    if (this.#container.isRegistered(id)) return this.#container.resolve(id)
    const value = this.track(create(this.request, this.reply))
    this.#container.registerInstance(id, value)
    return value
  }

  track(value: unknown): unknown {
    const wasEmpty = this.#disposals.isEmpty
    this.#disposals.add(value)
    if (wasEmpty && !this.#disposals.isEmpty) this.#disposeAtEnd()
    return value
  }

  /** 'close' comes after the last byte as well as after an aborted connection. */
  #disposeAtEnd(): void {
    const { raw } = this.reply
    const dispose = () => {
      void this.#disposals.disposeAll(({ target, cause }) => {
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

/** A reader that builds at every call, and disposes with the request. */
export function atEachUse(create: Reader): Reader {
  return (request, reply) => scopeOf(request, reply).track(create(request, reply))
}
