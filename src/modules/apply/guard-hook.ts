// Hot path: runs for every request of a guarded route.
import type { Done, DoneWith } from '../../contracts/hooks.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { compileAnswer } from '../../lifecycle/answer-call.js'
import { recordValues } from '../../lifecycle/guard-values.js'
import { adaptHook } from '../../lifecycle/hook-adapter.js'
import { isChosenAnswer } from '../../request/message/answer.js'
import type { AnyHook } from '../../server/instance/context-writer.js'
import { isError, readProperty } from '../../support/values.js'
import type { Builder } from '../container/builder.js'
import { Unresolved } from '../container/unresolved.js'
import type { CanActivate, GuardPoint } from '../decorators/facts.js'
import { describeGuard } from '../plan/check-guarded.js'
import type { GuardPlan } from '../plan/context-plan.js'
import { named } from './compile-handler.js'

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

/** Lets the request pass or denies it. The first `undefined` of a guard is logged: most often, a return is missing. */
function settler(name: string): Settle {
  let isLogged = false
  return (done, reply, _given, verdict) => {
    if (reply.sent || verdict === reply) return // the guard has answered, or it will
    if (verdict) {
      if (verdict === true || !refuses(done, reply, verdict)) done()
      return
    }
    if (verdict === undefined && !isLogged) {
      isLogged = true
      reply.log.warn(`${name} returned undefined, which denies the request. Return false to deny it, or true`)
    }
    done(new treeCodes.ALC_ERR_FORBIDDEN())
  }
}
