import type { HookName } from '../contracts/hooks.js'
import { replyCodes } from '../errors/message-codes.js'
import { type CompiledCall, compileCall, type EndCall, isUndeclared } from './call.js'
import type { FunctionForm, UserFunction } from './function-form.js'
import { arityOf } from './hook-names.js'

/** The function behind an adapter. */
export interface DirectHook {
  readonly run: UserFunction
  readonly form: FunctionForm
}

export interface AdaptedHook extends DirectHook {
  /**
   * Whether a returned value counts as thrown. Only the adapter can pass it on: most wrappers give no result to the
   * server.
   */
  readonly refuses: (value: unknown) => boolean
}

const direct = Symbol('alcove.direct')

/** Hooks that get a payload, which the second argument of `done` replaces. */
const replacing: ReadonlySet<HookName> = new Set(['preParsing', 'preSerialization', 'onSend'])

/** Hooks before the handler. Such a hook keeps the handler from running if it fails. */
const preceding: ReadonlySet<HookName> = new Set(['onRequest', 'preParsing', 'preValidation', 'preHandler'])

/**
 * A hook that declares `done` and calls it, for every form of `run`. Plugins such as tracing wrap hooks before
 * `addHook`, and a wrapper hides how the inner function ends. A hook of this form ends within any wrapper. Without
 * `done` it returns a promise: an async wrapper awaits the hook. So it does for a wrapper that declares no `done` and
 * passes it on, such as `(request, ...rest)`. If no plugin has wrapped the hook, the server calls `run` itself.
 */
export function adaptHook(name: HookName, { run, form, refuses }: AdaptedHook): UserFunction {
  const call = passOn(name, { run, form, refuses: preceding.has(name) ? refuses : () => false })
  const adapter = declareDone(arityOf(name), (invocation, done) => {
    if (typeof done === 'function' && !isUndeclared(done)) {
      call(invocation, done)
      return undefined
    }
    return new Promise((resolve, reject) => {
      call(invocation, (failure, value) => (failure ? reject(failure) : resolve(value)))
    })
  })
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

function passOn(name: HookName, { run, form, refuses }: AdaptedHook): CompiledCall<Invocation, EndCall> {
  const fail = (end: EndCall, reason: unknown) => end(reason || new replyCodes.FST_ERR_SEND_UNDEFINED_ERR())
  return compileCall<Invocation, EndCall>(form, {
    call: ({ self, given }, _end, _c, done) => run.call(self, ...given, done),
    ended: (_invocation, end, value) => {
      if (refuses(value)) end(value)
      else if (replacing.has(name)) end(null, value)
      else end()
    },
    failed: (_invocation, end, reason) => fail(end, reason),
    // Calls the caller's `done` again, and the caller reports the second end.
    endedAgain: (end) => end(),
    failedLate: (end, reason) => fail(end, reason),
  })
}

/** A function whose `length` counts `done`, however many arguments a caller passes. */
function declareDone(count: number, call: (invocation: Invocation, done?: EndCall) => unknown): UserFunction {
  const declaring = function (this: unknown, ...all: unknown[]): unknown {
    const given = Array.from({ length: count - 1 }, (_, index) => all[index])
    return call({ self: this, given }, all[count - 1] as EndCall | undefined) // checked to be a function
  }
  return Object.defineProperty(declaring, 'length', { value: count })
}
