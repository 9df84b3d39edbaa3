// Hot path: runs for each object that a factory returns to a request.
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { coreOf } from '../../server/instance/open-context.js'
import type { BuildPlan } from '../plan/context-plan.js'
import { titleOf } from './build-stack.js'
import { isDisposable } from './disposal.js'
import { scopeOf } from './request-scope.js'

/** The use of an object by a request. */
class Use {
  /** Null when the request has ended. */
  request: Request | null = null
  /** Whether two requests had the object at a time. No request disposes it then. */
  isShared = false
}

/**
 * The objects that a factory returned to requests. A factory may return an object that another provider built, or one
 * that it keeps. Only a new object belongs to the request, and is disposed after it.
 */
export class FactoryObjects {
  readonly #uses = new WeakMap<object, Use>()
  #isReported = false

  /** @param built the objects of contexts, which their contexts dispose */
  constructor(
    private readonly plan: BuildPlan,
    private readonly built: () => WeakSet<object>,
  ) {}

  readonly track = (request: Request, reply: Reply, value: unknown): void => {
    if (!isDisposable(value) || this.built().has(value)) return
    const earlier = this.#uses.get(value)
    if (earlier === undefined) this.#lend(value, new Use(), { request, reply })
    else if (earlier.request !== request && !earlier.isShared) this.#lendAgain(value, earlier, { request, reply })
  }

  #lend(value: object, use: Use, { request, reply }: { request: Request; reply: Reply }): void {
    this.#uses.set(value, use)
    use.request = request
    scopeOf(request, reply).add(value, () => {
      use.request = null
      return !use.isShared
    })
  }

  #lendAgain(value: object, use: Use, by: { request: Request; reply: Reply }): void {
    use.isShared = use.request !== null
    this.#report(by.request, use)
    if (!use.isShared) this.#lend(value, use, by)
  }

  /** Once for each provider: each further request would repeat it. */
  #report(request: Request, { isShared }: Use): void {
    if (this.#isReported) return
    this.#isReported = true
    const problem = isShared
      ? 'one object to two requests at a time. So no request disposes it'
      : 'an object that was disposed after an earlier request'
    const error = new injectionCodes.ALC_ERR_REQUEST_OBJECT_SHARED(titleOf(this.plan), this.plan.scope, problem)
    coreOf(request.server).logs.write(request.log, 'warn', { req: request, err: error }, error.message)
  }
}
