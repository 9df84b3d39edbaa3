// Hot path: guards and hooks of classes run for every request of their routes.

import type { Done, DoneWith, HookName } from '../../contracts/hooks.js'
import type { Instance } from '../../contracts/instance.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { replyCodes } from '../../errors/message-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { compileAnswer } from '../../lifecycle/answer-call.js'
import type { EndCall } from '../../lifecycle/call.js'
import type { FunctionForm } from '../../lifecycle/function-form.js'
import { adaptHook } from '../../lifecycle/hook-adapter.js'
import { arityOf, checkHook, formOfHook } from '../../lifecycle/hook-names.js'
import { recordValues } from '../../lifecycle/provenance.js'
import { isChosenAnswer } from '../../request/message/answer.js'
import { type AnyHook, ContextWriter } from '../../server/instance/context-writer.js'
import { noItems } from '../../support/lists.js'
import { isObservable } from '../../support/lost-entries.js'
import { isError, pendingOf, readProperty } from '../../support/values.js'
import { isProvider } from '../container/build-stack.js'
import type { Builder } from '../container/builder.js'
import type { BuiltLives, CloseObject } from '../container/disposal.js'
import type { Reader } from '../container/request-scope.js'
import { Unresolved } from '../container/unresolved.js'
import type { CanActivate, GuardPoint } from '../decorators/facts.js'
import { isClass, readMembers } from '../decorators/read-facts.js'
import type { BuildPlan, GuardPlan } from '../plan/context-plan.js'
import { describeGuard } from '../plan/guards.js'
import { isProviderHook } from '../plan/provider-hooks.js'
import { type Method, methodOf, named, type Receiver } from './compile-handler.js'

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

type GuardHook = (request: Request, reply: Reply, done: Done) => void
type ParsingGuardHook = (request: Request, reply: Reply, payload: unknown, done: DoneWith) => void

/** A guard as a hook, with its point. */
export interface PlacedGuard {
  readonly on: GuardPoint
  readonly hook: AnyHook
}

/**
 * Makes a guard a hook. By default it runs before validation, so a denied client learns nothing about the schema. Every
 * falsy result denies: a guard that forgets to return must not let requests pass.
 */
export function guardHook(guard: GuardPlan, builder: Builder): PlacedGuard {
  const check = checkOf(guard, builder)
  const on = guard.fact.on ?? 'preValidation'
  const { unknownPaths } = guard.fact
  const { name: guardName, provides } = describeGuard(guard)
  const name = `guard ${guardName || 'function'}`
  const settle = settler(name)
  const run = compileAnswer<Done, Reply>({
    call: (_done, reply) => check(reply.request, reply),
    returned: settle,
    threw: fail,
    resolved: settle,
    rejected: fail,
  })
  const hook: GuardHook = (request, reply, done) => {
    if (!unknownPaths && request.is404) {
      done() // there is nothing to guard: the answer is 404
      return
    }
    run(done, reply)
  }
  const given = { guard: guardName, names: provides }
  const parsing: ParsingGuardHook = (request, reply, _payload, done) => hook(request, reply, done)
  // The adapter also ends within an async wrapper of a plugin. Otherwise the request would pass a guard that waits.
  const adapted = adaptHook(on, {
    run: on === 'preParsing' ? parsing : hook,
    form: 'callback',
    refuses: isChosenAnswer,
  })
  return { on, hook: recordValues(named(name, adapted), given) }
}

function checkOf({ fact, plan }: GuardPlan, builder: Builder): (request: Request, reply: Reply) => unknown {
  if (fact.how === 'function') return fact.run
  const read = builder.readers.readerOf(plan!) // a class guard has a plan
  if (plan!.scope === 'context') {
    const guard = builder.objectOf(plan!) as CanActivate // checked by the decorator
    return (request, reply) => guard.canActivate(request, reply)
  }
  return (request, reply) => {
    const guard = read(request, reply)
    if (!Unresolved.is(guard)) return (guard as CanActivate).canActivate(request, reply) // checked by the decorator
    return guard.promise.then((built) => (built as CanActivate).canActivate(request, reply)) // checked by the decorator
  }
}

/**
 * Whether a returned object is a refusal, which is sent: an `answer()` or an error counts as thrown. As a mere object,
 * it would let the request pass.
 */
function refuses(done: Done, reply: Reply, verdict: unknown): boolean {
  if (isChosenAnswer(verdict) || isError(verdict)) fail(done, reply, null, verdict)
  else if (readProperty(verdict, Symbol.toStringTag) === 'Response') reply.send(verdict)
  else return false
  return true
}

/** Denies the request for every thrown value. The core would take a falsy error for success. */
function fail(done: Done, _reply: Reply, _given: unknown, error: unknown): void {
  done(error ? (error as Error) : new treeCodes.ALC_ERR_FORBIDDEN()) // the core accepts any thrown value
}

type Settle = (done: Done, reply: Reply, given: unknown, verdict: unknown) => void

/**
 * Lets the request pass or denies it. A function, a generator or an observable denies it as well: the guard has decided
 * nothing yet.
 * The first such result of a guard is logged, because most often a call or a return is missing.
 */
function settler(name: string): Settle {
  let isLogged = false
  return (done, reply, _given, verdict) => {
    if (reply.sent || verdict === reply) return // the guard has answered, or it will
    const advice = verdict === true || verdict === false ? null : adviceOnVerdict(verdict)
    if (verdict && advice === null) {
      if (verdict === true || !refuses(done, reply, verdict)) done()
      return
    }
    if (advice !== null && !isLogged) {
      isLogged = true
      const { method, url, routeOptions } = reply.request
      const at = `${method} ${routeOptions.url ?? url}`
      reply.log.warn(`${name} at ${at} returned ${advice}`)
    }
    done(new treeCodes.ALC_ERR_FORBIDDEN())
  }
}

/** The fix for a result that is not a decision, or null. */
function adviceOnVerdict(verdict: unknown): string | null {
  const denies = 'which denies the request'
  if (verdict === undefined) return `undefined, ${denies}. Return false to deny it, or true`
  if (typeof verdict === 'function') return `a function, ${denies}. Call that function, and pass its result to @Guard`
  if (/Generator$/.test(String(readProperty(verdict, Symbol.toStringTag))))
    return `a generator, ${denies}. Remove the * of the function that makes it`
  if (isObservable(verdict)) return `an observable, ${denies}. Return firstValueFrom(observable) of rxjs`
  return null
}

/** The life cycles of the objects of one application. */
export class ProviderLife implements BuiltLives {
  /** Several providers may have one object. */
  readonly #known = new Set<object>()

  /**
   * Adds the `@Hook` methods of a built object to the life cycle of the server. Returns the functions to call when the
   * object ends. A factory can return an object with methods of its class too.
   */
  enter(plan: BuildPlan, value: unknown, instance: Instance): readonly CloseObject[] {
    if (!isProvider(plan) || typeof value !== 'object' || value === null || this.#known.has(value)) return noItems
    const Class = readProperty(value, 'constructor')
    if (!isClass(Class)) return noItems
    const members = readMembers(Class).filter(({ hooks }) => hooks.some(({ hook }) => isProviderHook(hook)))
    if (members.length === 0) return noItems
    this.#known.add(value)
    const writer = new ContextWriter(instance, plan.module.registrant)
    return members.flatMap(({ hooks, key, name }) =>
      hooks.flatMap(({ hook }) => {
        if (!isProviderHook(hook)) return [] // hooks of a class for `@Use` run where it is used
        const run = methodHook(hook, methodOf(value, key), name, { object: value })
        return writer.addProviderHook(hook, run) ?? []
      }),
    )
  }
}
