import type { HookName } from '../contracts/hooks.js'
import { replyCodes } from '../errors/message-codes.js'
import { type CompiledCall, compileCall, type EndCall } from './call.js'
import type { FunctionForm, UserFunction } from './function-form.js'
import { arityOf } from './hook-names.js'

/** The function behind an adapter. */
export interface DirectHook {
  readonly run: UserFunction
  readonly form: FunctionForm
}

const direct = Symbol('alcove.direct')

/** Hooks that get a payload, which the second argument of `done` replaces. */
const replacing: ReadonlySet<HookName> = new Set(['preParsing', 'preSerialization', 'onSend'])

/**
 * A hook that declares `done` and calls it, for every form of `run`. Plugins such as tracing wrap hooks before
 * `addHook`, and a wrapper hides how the inner function ends. A hook of this form ends within any wrapper. If no plugin
 * has wrapped the hook, the server calls `run` itself.
 */
export function adaptHook(name: HookName, { run, form }: DirectHook): UserFunction {
  const adapter = declareDone(arityOf(name), passOn(name, run, form))
  return Object.defineProperty(adapter, direct, { value: { of: adapter, run, form } })
}

/**
 * The function behind an adapter; null for other functions, and for a wrapper that copied the properties of an adapter.
 */
export function readDirect(fn: UserFunction): DirectHook | null {
  const found: unknown = Reflect.get(fn, direct)
  const { of, run, form } = Object(found) as DirectHook & { of: UserFunction } // set by adaptHook, or empty
  return of === fn ? { run, form } : null
}

interface Invocation {
  readonly self: unknown
  readonly given: readonly unknown[]
}

function passOn(name: HookName, run: UserFunction, form: FunctionForm): CompiledCall<Invocation, EndCall> {
  const fail = (end: EndCall, reason: unknown) => end(reason || new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
  return compileCall<Invocation, EndCall>(form, {
    call: ({ self, given }, _end, _c, done) => run.call(self, ...given, done),
    ended: (_invocation, end, value) => (replacing.has(name) ? end(null, value) : end()),
    failed: (_invocation, end, reason) => fail(end, reason),
    // Calls the caller's `done` again, and the caller reports the second end.
    endedAgain: (end) => end(),
    failedLate: (end, reason) => fail(end, reason),
  })
}

/** `length` counts the parameters, so each number of them needs its own function. */
function declareDone(count: number, call: CompiledCall<Invocation, EndCall>): UserFunction {
  switch (count) {
    case 1:
      return function (this: unknown, done: EndCall) {
        call({ self: this, given: [] }, done)
      }
    case 2:
      return function (this: unknown, a: unknown, done: EndCall) {
        call({ self: this, given: [a] }, done)
      }
    case 3:
      return function (this: unknown, a: unknown, b: unknown, done: EndCall) {
        call({ self: this, given: [a, b] }, done)
      }
    default:
      return function (this: unknown, a: unknown, b: unknown, c: unknown, done: EndCall) {
        call({ self: this, given: [a, b, c] }, done)
      }
  }
}
