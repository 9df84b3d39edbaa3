import type { HookName } from '../contracts/hooks.js'
import { findOrMake } from '../support/lazy.js'
import { groupBy } from '../support/lists.js'
import { type Place, spotOf } from '../support/place.js'
import { type CallSteps, type CompiledCall, compileCall } from './call.js'
import { type FunctionForm, formOf, type UserFunction } from './function-form.js'
import { readDirect } from './hook-adapter.js'
import { arityOf, hookParameters } from './hook-names.js'
import { OverdueCalls } from './overdue-calls.js'

/**
 * Hooks for which only declared parameters count, as in Fastify: one that hides its parameters ends when it returns.
 * No request can pass a guard early there, and plugins give bound functions.
 */
const countsParameters: ReadonlySet<HookName> = new Set(['onReady', 'onListen', 'preClose', 'onClose'])

/** Writes a line to the log of the server. It does not throw. */
export type WriteLine = (level: 'warn' | 'error', fields: object, message: string) => void

/** A hook that is ready to be called, with its form. Each problem with it is logged once. */
export class HookFunction {
  readonly run: UserFunction
  readonly form: FunctionForm
  private readonly reported = new Set<string>()

  constructor(
    readonly name: HookName,
    readonly fn: UserFunction,
    private readonly owner: { readonly write: WriteLine; readonly overdue: OverdueCalls },
  ) {
    const direct = readDirect(fn)
    this.run = direct?.run ?? fn
    const form = direct?.form ?? formOf(fn, arityOf(name))
    this.form = form === 'hidden' && countsParameters.has(name) ? 'returns' : form
  }

  get title(): string {
    return `${this.name} hook${this.fn.name === '' ? '' : ` "${this.fn.name}"`}`
  }

  /** `(request, reply) or (request, reply, done)`. */
  get signatures(): string {
    const names = hookParameters[this.name]
    return `(${names.join(', ')}) or (${[...names, 'done'].join(', ')})`
  }

  /** `own`: the steps of this hook. `isOpen`: whether its end is still awaited. */
  compile<A, B>(own: CallSteps<A, B>, isOpen: (a: A, b: B) => boolean = () => true): CompiledCall<A, B> {
    const steps: CallSteps<A, B> = {
      endedAgain: () =>
        this.#warn('ended twice', 'ended twice. The first end counts. Call done once, or return a promise'),
      undeclaredDone: (reason) =>
        this.#warn(
          'undeclared done',
          `called done after it had ended. It does not declare done, so it ends when it returns. Declare ${this.signatures}`,
          reason,
        ),
      ...own,
    }
    const ends = {
      returns: 'answers the reply that it returned. Send an answer, or do not return the reply',
      callback: 'calls done or when its promise settles. Call done on each path through it',
      hidden: `calls done or when its promise settles. Declare ${this.signatures}`,
    }
    const report = () => this.#warn('overdue', `has not ended after 5 seconds. It ends when it ${ends[this.form]}`)
    return compileCall(this.form, steps, { overdue: this.owner.overdue, isOpen, report })
  }

  /** Logs the failure of an application hook that comes after its end. */
  reportLate(reason: unknown): void {
    this.owner.write('error', { err: reason }, `The ${this.title} failed after it had ended`)
  }

  #warn(kind: string, text: string, reason?: unknown): void {
    if (this.reported.has(kind)) return
    this.reported.add(kind)
    this.owner.write('warn', reason ? { err: reason } : {}, `The ${this.title} ${text}`)
  }
}

/** The hooks of one server. Each function is checked once, at its first registration. */
export class HookFunctions {
  readonly overdue = new OverdueCalls()
  readonly #known = new Map<HookName, WeakMap<UserFunction, HookFunction>>()
  readonly #hidden: { readonly hook: HookFunction; readonly place: Place }[] = []
  readonly #write: WriteLine

  constructor(write: WriteLine) {
    this.#write = write
  }

  /** `place`: the place of the registration. It is called only for a hook that hides its parameters. */
  prepare(name: HookName, fn: UserFunction, place?: () => Place): HookFunction {
    const known = findOrMake(this.#known, name, () => new WeakMap<UserFunction, HookFunction>())
    return findOrMake(known, fn, () => {
      const hook = new HookFunction(name, fn, { write: this.#write, overdue: this.overdue })
      if (hook.form === 'hidden' && place !== undefined) this.#hidden.push({ hook, place: place() })
      return hook
    })
  }

  /**
   * Logs one line for each function that hides its parameters, at the end of the boot. A wrapper of this form around a
   * synchronous hook never ends.
   */
  warnOfHidden(): void {
    const groups = groupBy(this.#hidden.splice(0), ({ hook, place }) => {
      const spot = spotOf(place)
      const called = hook.fn.name === '' ? 'A function without a name' : `The function "${hook.fn.name}"`
      return `${called}${spot === null ? '' : ` (${spot})`}`
    })
    for (const [who, hidden] of groups) {
      const names = [...new Set(hidden.map(({ hook }) => hook.name))].join(', ')
      const [first] = hidden
      this.#write(
        'warn',
        {},
        `${who} hides its parameters and is a hook of ${names}. It ends when it calls done or when its promise settles, not when it returns. Declare ${first?.hook.signatures}`,
      )
    }
  }
}
