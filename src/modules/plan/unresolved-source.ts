import type { Class } from '../../contracts/token.js'
import type { CodedError } from '../../errors/coded-error.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { downwards } from '../../support/lists.js'
import { spotOf } from '../../support/place.js'
import { type Report, throwTogether } from '../../support/report.js'
import type { UnresolvedReason, UnresolvedSource } from '../decorators/facts.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, isClass, isDecorated, type Member } from '../decorators/read-facts.js'
import type { BuildPlan, ContextPlan } from './context-plan.js'
import type { Asker } from './explain-invisible.js'
import { reportAtClass } from './report-at.js'

/** The problem of a parameter without a source, and the fix. */
const explanations: Record<
  UnresolvedReason,
  (unresolved: UnresolvedSource, asker: Asker) => readonly [problem: string, way: string]
> = {
  undefined: () => [
    'has a type that was undefined when the class was declared',
    'Its file is part of a circular import, or the type is imported with "import type". Import the class itself, or write @Inject(lazy(() => TheClass)) before the parameter',
  ],
  'no-token': () => [
    'has an undefined token',
    'The name is not exported, or its file is part of a circular import. Correct the name, or write lazy(() => TheClass) in @Inject or inject',
  ],
  'not-a-class': ({ declared }) => [
    `has a type that is not a class at run time (${declared})`,
    declared === 'Object' || declared === 'Function' // compilers differ
      ? 'If the type is a class, the usual cause is "import type", which leaves nothing at run time. Another cause is a circular import. Import the class without the word type, or write @Inject(lazy(() => TheClass)) before the parameter. For an interface or alias, write @Inject(token) there, with a class, token<T>(name) or contextValue<T>(name)'
      : 'Interfaces, aliases and primitives do not exist at run time. Write @Inject(token) before the parameter, with a class, token<T>(name) or contextValue<T>(name)',
  ],
  'no-metadata': (_unresolved, { above }) => [
    'has a type that the compiler did not record',
    `Add @Injectable() to ${above}, and set "emitDecoratorMetadata" and "experimentalDecorators" in tsconfig.json. Or write @Inject(token) before the parameter`,
  ],
  undecorated: ({ declared }, { above }) => [
    `belongs to the constructor of ${declared}. The compiler did not record its type, because ${declared} has no decorator on the class`,
    `Add @Injectable() to ${declared}. Or list the dependencies under "inject" of ${above}, as in @Injectable({ inject: [Users] })`,
  ],
  'not-listed': (_unresolved, { above }) => [
    'is not in the list "inject"',
    `Add its token to "inject" of ${above}, in the order of the parameters`,
  ],
  several: () => [
    "takes all providers of one token (tsyringe's @injectAll), but a context has one of each",
    'Provide the list under its own token, provide(token, { useFactory }), and inject that token',
  ],
  transformed: () => [
    "takes a transformed value (tsyringe's @injectWithTransform)",
    'Provide the transformed value under its own token, provide(token, { useFactory }), and inject that token',
  ],
  'no-source': (_unresolved, { takesSockets = false, takesMessages = false }) => [
    'has no decorator for its value, but other parameters have one',
    `Write ${takesMessages ? '@Messages()' : '@Body()'}, @Query(), @Param(name), @Req(), @Rep() or @Inject(token) before it${takesSockets ? '. The socket is the first parameter' : ''}`,
  ],
}

/** The error of a parameter without a source. */
export function unresolvedError(unresolved: UnresolvedSource, index: number, asker: Asker): CodedError {
  const [problem, way] = explanations[unresolved.reason](unresolved, asker)
  return new injectionCodes.ALC_ERR_INJECTION_UNKNOWN(`Parameter ${index + 1} of ${subject(asker)}`, problem, way)
}

function subject({ title }: Asker): string {
  return title.startsWith('The ') ? `the ${title.slice(4)}` : title
}

/**
 * Reports all constructors at once whose types the compiler did not emit. Otherwise each start would show only one of
 * them. For a class without a decorator the compiler is not the cause. If there are only such classes, each parameter
 * reports the problem.
 */
export function reportMissingTypes(root: ContextPlan, report: Report): void {
  const found = new Map<Class, BuildPlan[]>()
  for (const context of downwards(root)) {
    for (const plan of context.plans) {
      if (plan.recipe.how !== 'class' || missingIn(plan).length === 0) continue
      const { Class } = plan.recipe
      found.set(Class, [...(found.get(Class) ?? []), plan])
    }
  }
  const [first] = [...found.keys()].filter(isDecorated)
  if (first === undefined) return
  const places = [...found].map(([Class, [plan]]) => (plan === undefined ? '' : placeOf(Class, plan)))
  for (const plan of [...found.values()].flat()) plan.isBroken = true
  reportAtClass(report, first)(new injectionCodes.ALC_ERR_TYPES_MISSING(places))
}

/** Parameters without known types, counted from 1. */
function missingIn({ sources }: BuildPlan): number[] {
  return sources.flatMap((source, index) =>
    source.from === 'unresolved' && source.reason === 'no-metadata' ? index + 1 : [],
  )
}

function placeOf(Class: Class, plan: BuildPlan): string {
  const missing = missingIn(plan)
  const which = `parameter${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`
  const spot = spotOf(ownFacts(Class).place)
  const at = spot === null ? '' : ` (${spot})`
  const decorator = isDecorated(Class) ? '' : '. It has no decorator, so add @Injectable() to it'
  return `${plan.name}: ${which}${at}${decorator}`
}

/** The compiler emits these for interfaces, so also for the request and the reply. */
const open: ReadonlySet<unknown> = new Set([Object, Function, Promise])

const parts = ['request', 'reply'] as const

/**
 * Checks the parameters of a handler without parameter decorators, which gets the request and the reply. A parameter
 * with another declared type lacks its decorator.
 *
 * @throws ALC_ERR_INJECTION_UNKNOWN
 */
export function checkBareParameters({ types }: Member, title: string): void {
  const problems = parts.flatMap((part, index) => {
    const declared = valueType(types[index])
    if (declared === null) return []
    const problem = `is declared as ${declared} and has no decorator, so it gets the ${part}`
    const way = `Write @Body(), @Query(name), @Param(name) or @Inject(token) before it. For the ${part}, declare it as ${part === 'request' ? 'Request' : 'Reply'} of alcove`
    return new injectionCodes.ALC_ERR_INJECTION_UNKNOWN(`Parameter ${index + 1} of ${title}`, problem, way)
  })
  throwTogether(problems)
}

/** The name of a primitive, a list or a class. Compilers emit global classes for interfaces of the same name. */
function valueType(type: unknown): string | null {
  if (!isClass(type) || open.has(type)) return null
  if (primitives.has(type)) return className(type).toLowerCase()
  const isGlobal = Reflect.get(globalThis, type.name) === type
  return isGlobal && type !== Array && type !== Date ? null : className(type)
}

const primitives: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt, Symbol])
