import type { Class } from '../../contracts/token.js'
import { quoted } from '../../errors/coded-error.js'
import type { Warn } from '../../support/report.js'
import { readProperty } from '../../support/values.js'
import { guardStatics } from '../decorators/guard.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, lineage, readMembers } from '../decorators/read-facts.js'
import type { ClassPlan, ContextPlan } from './context-plan.js'
import { allGuards } from './guards.js'

/** Warns of members of modules, controllers and classes for `@Use` that alcove reads of other classes only. */
export function warnOfIdleClassMembers(contexts: readonly ContextPlan[], warn: Warn): void {
  const guards = new Set<Class>(allGuards(contexts).flatMap(({ fact }) => (fact.how === 'class' ? [fact.Class] : [])))
  const controllers = contexts.flatMap((context) => context.controllers)
  const others = contexts.flatMap(({ members, used }) => [...members, ...used.values()])
  const classes = new Set([...others, ...controllers].map(({ Class }) => Class))
  const around = new Set([...others, ...controllers].flatMap(aroundsOf))
  for (const each of new Set([...classes, ...around])) if (!guards.has(each)) warnOfStatics(each, warn)
  for (const each of classes) if (!guards.has(each)) warnOfMethod(each, 'canActivate', warn)
  for (const each of new Set(others.map(({ Class }) => Class)))
    if (!around.has(each)) warnOfMethod(each, 'around', warn)
}

/** `static openapi` and `static provides` are of guards. */
function warnOfStatics(target: Class, warn: Warn): void {
  for (const [name, isMeant] of Object.entries(guardStatics)) {
    if (!Object.hasOwn(target, name) || !isMeant(readProperty(target, name))) continue
    const message = `its static ${name} has no effect, because alcove reads it of classes for @Guard only. Move it to a guard, or give it another name.`
    warn({ subject: className(target), message, place: ownFacts(target).place })
  }
}

const calls = {
  canActivate: 'alcove calls canActivate of classes for @Guard only. Write @Guard(TheClass), or give it another name.',
  around: 'alcove calls it by its decorator, and it has none. Write @Around() on it, or give it another name.',
} as const

/** Warns of a method without a decorator. Its name alone does not make it a guard, or a function around handlers. */
function warnOfMethod(target: Class, name: keyof typeof calls, warn: Warn): void {
  if (typeof readProperty(target.prototype, name) !== 'function') return
  if (readMembers(target).some(({ key }) => key === name)) return
  warn({ subject: `${className(target)}.${name}`, message: calls[name], place: ownFacts(target).place })
}

/** The classes of `@Around` on a class and on its methods. */
function aroundsOf(plan: ClassPlan): Class[] {
  const arounds = [plan, ...plan.members].flatMap((each) => each.arounds)
  return arounds.flatMap(({ fact }) => (fact.how === 'class' ? [fact.Class] : []))
}

/**
 * Warns of options of `@Controller` and `@Module` on base classes. A subclass has its own options, so a `preHandler` or
 * a plugin of the base would not protect its routes.
 */
export function warnOfBaseOptions(contexts: readonly ContextPlan[], warn: Warn): void {
  const plans = contexts.flatMap(({ members, controllers }) => [...members, ...controllers])
  const classes = new Set(plans.map(({ Class }) => Class))
  for (const target of classes) {
    for (const base of lineage(target).slice(0, -1)) {
      const kind = (['controller', 'module'] as const).find((each) => ownFacts(base)[each] && ownFacts(target)[each])
      if (kind === undefined) continue
      const own = optionsOf(target, kind)
      const lost = optionsOf(base, kind).filter((name) => !own.includes(name))
      if (lost.length === 0) continue
      const [decorator, name] = [kind === 'controller' ? '@Controller' : '@Module', className(base)]
      const message = `it does not inherit the options of ${decorator} of ${name}: ${quoted(lost)}. Write them in ${decorator} of ${className(target)}, too. A subclass inherits decorators such as @Guard and @Use.`
      warn({ subject: className(target), message, place: ownFacts(target).place })
    }
  }
}

/** The names of the options that a class sets. A subclass has its own prefix. */
function optionsOf(target: Class, kind: 'controller' | 'module'): string[] {
  const { controller, module } = ownFacts(target)
  const options: object = (kind === 'controller' ? controller?.options : module) ?? {}
  const given = Object.entries(options).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : Boolean(value),
  )
  return given.map(([name]) => name).filter((name) => name !== 'prefix')
}
