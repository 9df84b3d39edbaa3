import type { HookName } from '../../contracts/hooks.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { replyCodes } from '../../errors/message-codes.js'
import type { EndCall } from '../../lifecycle/call.js'
import type { FunctionForm } from '../../lifecycle/function-form.js'
import { adaptHook } from '../../lifecycle/hook-adapter.js'
import { arityOf, checkHook, formOfHook } from '../../lifecycle/hook-names.js'
import { isChosenAnswer } from '../../request/message/answer.js'
import type { AnyHook } from '../../server/instance/context-writer.js'
import { pendingOf } from '../../support/values.js'
import type { Reader } from '../container/request-scope.js'
import { Unresolved } from '../container/unresolved.js'
import { type Method, named, type Receiver } from './compile-handler.js'

/** A method as a hook that ends by `done`. So it also ends if a plugin wraps it before `addHook`. */
export function methodHook(name: HookName, method: Method, title: string, receiver: Receiver): AnyHook {
  checkHook(name, method, title)
  const form = formOfHook(name, method)
  const count = form === 'returns' ? arityOf(name) - 1 : arityOf(name)
  const run =
    'object' in receiver
      ? forward(method, receiver.object, count)
      : forwardWhenBuilt(method, receiver.read, { form, count })
  return named(title, isCalledAtOnce(name) ? run : adaptHook(name, { run, form, refuses: isChosenAnswer }))
}

/** A function of `@Use`, or of the options of a controller or route, as a hook. `this` is the instance. */
export function functionHook(name: HookName, run: AnyHook): AnyHook {
  if (typeof run !== 'function' || isCalledAtOnce(name)) return run // a disposable object, for example
  checkHook(name, run)
  return named(run.name, adaptHook(name, { run, form: formOfHook(name, run), refuses: isChosenAnswer }))
}

/** Whether hooks of the name end when they return, whatever they return. */
function isCalledAtOnce(name: HookName): boolean {
  return name === 'onRoute' || name === 'onRegister'
}

function forward(method: Method, object: object, count: number): AnyHook {
  switch (count) {
    case 0:
      return () => method.call(object)
    case 1:
      return (a: unknown) => method.call(object, a)
    case 2:
      return (a: unknown, b: unknown) => method.call(object, a, b)
    case 3:
      return (a: unknown, b: unknown, c: unknown) => method.call(object, a, b, c)
    default:
      return (a: unknown, b: unknown, c: unknown, d: unknown) => method.call(object, a, b, c, d)
  }
}

/**
 * The object is built for each request, from the request and the reply: hooks of requests get both first. A promise of
 * the object may have to be awaited.
 */
function forwardWhenBuilt(
  method: Method,
  read: Reader,
  { form, count }: { readonly form: FunctionForm; readonly count: number },
): AnyHook {
  return (request: Request, reply: Reply, ...rest: unknown[]) => {
    const object = read(request, reply)
    const given = [request, reply, ...rest].slice(0, count)
    if (!Unresolved.is(object)) return method.apply(object, given)
    const run = (resolved: unknown) => method.apply(resolved, given)
    if (form === 'returns') return object.promise.then(run)
    const done = given.at(-1) as EndCall // hooks of the other forms get `done` last
    const fail = (reason: unknown) => done(reason || new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
    object.promise
      .then((resolved) => {
        pendingOf(run(resolved))?.then((value) => done(null, value), fail)
      })
      .then(undefined, fail)
    return undefined
  }
}
