import type { Warning } from '../../support/report.js'
import { isCallable } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import type { Member } from '../decorators/read-facts.js'
import { nameOfPlaced } from './check-guarded.js'
import type { AroundPlan, ClassPlan, GuardPlan } from './context-plan.js'

/** The parameters that functions of each kind get. */
const parameters = {
  around: ['request', 'reply', 'next'],
  guard: ['request', 'reply'],
  'error handler': ['error', 'request', 'reply'],
  handler: ['request', 'reply'],
} as const

type Kind = keyof typeof parameters
type Described = Pick<Warning, 'subject' | 'place'>

/**
 * Warns of functions that declare other parameters than they get, such as the `next` of Express. The number of
 * parameters shows it. It is not an error: a function may ignore parameters, or answer without `next`.
 */
export class IdleParameters {
  readonly #asked = new Set<unknown>()

  constructor(private readonly warn: (warning: Warning) => void) {}

  /** Examines the methods of a class, and the functions of `@Guard` and `@Around` on it and on its methods. */
  examine({ Class, guards, arounds, used, members }: ClassPlan): void {
    this.#examinePlaced(guards, arounds, { subject: Class.name, place: ownFacts(Class).place })
    for (const { member, ...placed } of members) {
      this.#examinePlaced(placed.guards, placed.arounds, { subject: member.name, place: member.place })
      for (const each of placed.used) this.examine(each)
      const kind = kindOf(member)
      if (kind === null) continue
      this.#check(kind, Reflect.get(Class.prototype, member.key), { subject: member.name, place: member.place })
    }
    for (const each of used) this.examine(each)
  }

  #examinePlaced(guards: readonly GuardPlan[], arounds: readonly AroundPlan[], { subject, place }: Described): void {
    for (const guard of guards) {
      const { fact } = guard
      const run: unknown = fact.how === 'function' ? fact.run : fact.Class.prototype.canActivate
      this.#check('guard', run, { subject: `${subject} (guard ${nameOfPlaced(guard)})`, place })
    }
    for (const around of arounds) {
      const { fact } = around
      const run: unknown = fact.how === 'function' ? fact.run : fact.Class.prototype.around
      this.#check('around', run, { subject: `${subject} (around ${nameOfPlaced(around)})`, place })
    }
  }

  #check(kind: Kind, run: unknown, described: Described): void {
    if (!isCallable(run) || this.#asked.has(run)) return
    this.#asked.add(run)
    const problem = problemOf(kind, run.length)
    if (problem === null) return
    const got = `${kind === 'around' ? 'functions around handlers' : `${kind}s`} get (${parameters[kind].join(', ')})`
    this.warn({ ...described, message: `it declares ${run.length} parameters, but ${got}. ${problem}` })
  }
}

/** A function without declared parameters may read them from `arguments` or a rest parameter. */
function problemOf(kind: Kind, declared: number): string | null {
  if (declared > parameters[kind].length) return 'Further ones are always undefined. Remove them.'
  if (kind !== 'around' || declared === 0 || declared === parameters.around.length) return null
  return 'Without next, the handler never runs. Declare all three.'
}

function kindOf({ isAround, errorHandlers, routes, parameters: decorated }: Member): Kind | null {
  if (isAround) return 'around'
  if (errorHandlers.length > 0) return 'error handler'
  return routes.length > 0 && decorated === null ? 'handler' : null
}
