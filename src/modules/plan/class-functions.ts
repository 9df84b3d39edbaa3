import type { Warning } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import type { Member } from '../decorators/read-facts.js'
import type { ClassPlan, Placed } from './context-plan.js'
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
export function* functionsOf(plan: ClassPlan): Generator<ClassFunction> {
  const { Class, used, members } = plan
  yield* placedFunctions(plan, { subject: Class.name, place: ownFacts(Class).place })
  for (const method of members) {
    const { member } = method
    const at = { subject: member.name, place: member.place }
    yield* placedFunctions(method, at)
    for (const each of method.used) yield* functionsOf(each)
    const kind = kindOf(member)
    if (kind !== null) yield { kind, run: Reflect.get(Class.prototype, member.key), ...at }
  }
  for (const each of used) yield* functionsOf(each)
}

/** The methods of classes for `@Guard` and `@Around`. */
const classMethods = { guard: 'canActivate', around: 'around' } as const

function* placedFunctions(
  placed: Placed,
  { subject, place }: Pick<Warning, 'subject' | 'place'>,
): Generator<ClassFunction> {
  for (const kind of ['guard', 'around'] as const) {
    for (const each of placed[`${kind}s`]) {
      const { fact } = each
      const run: unknown = fact.how === 'function' ? fact.run : Reflect.get(fact.Class.prototype, classMethods[kind])
      const name = `${kind} ${nameOfPlaced(each)}`.trimEnd() // a function without a name is shown by its kind alone
      yield { kind, run, subject: `${subject} (${name})`, place }
    }
  }
}

function kindOf({ isAround, errorHandlers, routes, parameters: decorated }: Member): FunctionKind | null {
  if (isAround) return 'around'
  if (errorHandlers.length > 0) return 'error handler'
  return routes.length > 0 && decorated === null ? 'handler' : null
}
