import type { Warning } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import type { Member } from '../decorators/read-facts.js'
import type { AroundPlan, ClassPlan, GuardPlan } from './context-plan.js'
import { nameOfPlaced } from './guards.js'

/** The parameters that functions of each kind get. */
export const parameters = {
  around: ['request', 'reply', 'next'],
  guard: ['request', 'reply'],
  'error handler': ['error', 'request', 'reply'],
  handler: ['request', 'reply'],
} as const

export type FunctionKind = keyof typeof parameters

/** A function of the application that alcove calls for requests. */
export interface ClassFunction extends Pick<Warning, 'subject' | 'place'> {
  readonly kind: FunctionKind
  readonly run: unknown
}

/** The methods of a class, and the functions of `@Guard` and `@Around` on it and on its methods. */
export function* functionsOf({ Class, guards, arounds, used, members }: ClassPlan): Generator<ClassFunction> {
  yield* placedFunctions(guards, arounds, { subject: Class.name, place: ownFacts(Class).place })
  for (const { member, ...placed } of members) {
    yield* placedFunctions(placed.guards, placed.arounds, { subject: member.name, place: member.place })
    for (const each of placed.used) yield* functionsOf(each)
    const kind = kindOf(member)
    if (kind === null) continue
    yield { kind, run: Reflect.get(Class.prototype, member.key), subject: member.name, place: member.place }
  }
  for (const each of used) yield* functionsOf(each)
}

function* placedFunctions(
  guards: readonly GuardPlan[],
  arounds: readonly AroundPlan[],
  { subject, place }: Pick<Warning, 'subject' | 'place'>,
): Generator<ClassFunction> {
  for (const guard of guards) {
    const { fact } = guard
    const run: unknown = fact.how === 'function' ? fact.run : fact.Class.prototype.canActivate
    yield { kind: 'guard', run, subject: `${subject} (${nameIn('guard', guard)})`, place }
  }
  for (const around of arounds) {
    const { fact } = around
    const run: unknown = fact.how === 'function' ? fact.run : fact.Class.prototype.around
    yield { kind: 'around', run, subject: `${subject} (${nameIn('around', around)})`, place }
  }
}

/** A function without a name is shown by its kind alone. */
function nameIn(kind: FunctionKind, placed: GuardPlan | AroundPlan): string {
  return `${kind} ${nameOfPlaced(placed)}`.trimEnd()
}

function kindOf({ isAround, errorHandlers, routes, parameters: decorated }: Member): FunctionKind | null {
  if (isAround) return 'around'
  if (errorHandlers.length > 0) return 'error handler'
  return routes.length > 0 && decorated === null ? 'handler' : null
}
