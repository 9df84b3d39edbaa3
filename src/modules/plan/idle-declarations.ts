import type { HookName } from '../../contracts/hooks.js'
import type { Class } from '../../contracts/token.js'
import { hookNames, isLifecycleHook } from '../../lifecycle/hook-names.js'
import { downwards } from '../../support/lists.js'
import { nearMisses } from '../../support/near-miss.js'
import type { Warn } from '../../support/report.js'
import { isCallable, readProperty } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import { type Member, readMembers } from '../decorators/read-facts.js'
import { type ClassFunction, type FunctionKind, functionsOf, parameters } from './class-functions.js'
import type { BuildPlan, ClassPlan, ContextPlan, ControllerPlan, MemberPlan } from './context-plan.js'
import { guardsOf, nameOfPlaced } from './guards.js'
import { warnOfBaseOptions, warnOfIdleClassMembers } from './idle-class-members.js'
import { warnOfIdleLists } from './idle-lists.js'
import { hasConfigure, type ModuleNode } from './module-node.js'
import { nestCallOf } from './nest-calls.js'
import { warnOfNestSwagger } from './nest-decorators.js'
import { isProviderHook, providerHooks } from './provider-hooks.js'
import { handlerTitle } from './route-paths.js'

/** Warns of declarations of modules and controllers that have no effect. */
export function warnOfIdleDeclarations(root: ContextPlan, warn: Warn): void {
  const asked = new Set<Class>()
  const parameters = new IdleParameters(warn)
  const contexts = downwards(root)
  const controllers = contexts.flatMap((context) => context.controllers)
  const warnOnce = (plan: ClassPlan, run: (plan: ClassPlan) => void) => {
    if (asked.has(plan.Class)) return
    asked.add(plan.Class)
    run(plan)
  }
  for (const { node } of root.members) if (node.parent === null) warnOfRoot(node, warn)
  for (const plan of contexts.flatMap(({ used }) => [...used.values()])) {
    warnOnce(plan, ({ Class, build }) => warnOfHookNames(Class, warnAt(Class, build.module, warn))) // it is a provider, too
  }
  for (const context of contexts) {
    for (const plan of [...context.members, ...context.controllers]) parameters.examine(plan)
    for (const plan of context.plans) parameters.examineFactory(plan)
    for (const plan of [...context.providers.values(), ...context.guards.values()])
      warnOfProviderHooks(plan, asked, warn)
    for (const module of context.members) warnOnce(module, ({ Class }) => warnOfNames(Class, warn))
    for (const controller of context.controllers) {
      warnOfPublic(controller, warn)
      warnOnce(controller, (plan) => {
        warnOfHookNames(plan.Class, warn)
        if (!hasRoutes(plan)) warnOfMissingRoutes(plan, controllers, warn)
      })
    }
    if (context.parent !== null && !mayHaveRoutes(context)) warnOfIdleMembers(context, warn)
  }
  warnOfUnusedObjects(contexts, warn)
  warnOfIdleLists(contexts, warn)
  warnOfIdleClassMembers(contexts, warn)
  warnOfBaseOptions(contexts, warn)
  warnOfNestSwagger(contexts, warn)
}

/** Warns of a provider whose class `@Use` applies elsewhere, where it has another object. */
function warnOfUnusedObjects(contexts: readonly ContextPlan[], warn: Warn): void {
  const used = contexts.flatMap((context) => [...context.used.values()])
  const [objects, classes] = [new Set(used.map(({ build }) => build)), new Set(used.map(({ Class }) => Class))]
  for (const plan of contexts.flatMap(({ providers }) => [...providers.values()])) {
    const { recipe, module, name } = plan
    if (objects.has(plan) || recipe.how !== 'class' || !classes.has(recipe.Class)) continue
    const hook = readMembers(recipe.Class).find(({ hooks }) => hooks.some((each) => !isProviderHook(each.hook)))
    if (hook === undefined) continue
    const message = `@Use(${name}) has another object elsewhere, so the hooks of this one never run. Write @Use(${name}) on ${module.name} too, or list the provider once, in a module above both.`
    warn({ subject: `${hook.name} (provider of ${module.name})`, message, place: hook.place })
  }
}

/** Warns of declarations for the module above, which the root does not have. */
function warnOfRoot({ Class, fact, name }: ModuleNode, warn: Warn): void {
  const { wrapped, place } = ownFacts(Class)
  const given = [...(wrapped ? ['@PluginWrapped'] : []), ...(fact.offers.length > 0 ? ['the option offers'] : [])]
  for (const each of given) {
    const message = `${each} has no effect, because ${name} is the root module, and no module is above it. Remove it, or import ${name} into another module.`
    warn({ subject: name, message, place })
  }
}

/** Whether a request can reach the context or one below: for a route, or for a path without one. */
function mayHaveRoutes({ isOpen, controllers, members, missing, children }: ContextPlan): boolean {
  if (isOpen || missing.length > 0 || controllers.some(hasRoutes)) return true
  if (members.some((module) => module.members.some(({ member }) => member.notFoundHandler))) return true
  return children.some(mayHaveRoutes)
}

function hasRoutes({ members }: ClassPlan): boolean {
  return members.some(({ member }) => member.routes.length > 0)
}

function warnOfIdleMembers({ name, members }: ContextPlan, warn: Warn): void {
  for (const { member, kind } of members.flatMap((module) => module.members).flatMap(requestMember)) {
    const message = `neither ${name} nor a context below it has a route, so the ${kind} never runs. Put it on the module that has the routes, or import them there.`
    warn({ subject: member.name, message, place: member.place })
  }
}

/** The member, if it is a hook or an error handler of requests. */
function requestMember({ member }: MemberPlan): { member: Member; kind: string }[] {
  if (member.hooks.some(({ hook }) => isLifecycleHook(hook))) return [{ member, kind: 'hook' }]
  return member.errorHandlers.length > 0 ? [{ member, kind: 'error handler' }] : []
}

/**
 * Warns of a controller without routes: of its hooks and error handlers, or of the class if it has neither. It does not
 * warn of a class whose methods other modules collect. A controller that extends the class may have routes for its
 * hooks.
 */
function warnOfMissingRoutes({ Class, members }: ClassPlan, controllers: readonly ClassPlan[], warn: Warn): void {
  const isBase = controllers.some((other) => other.Class.prototype instanceof Class)
  const idle = isBase ? [] : members.flatMap(requestMember)
  for (const { member, kind } of idle) {
    const message = `its controller has no route, so the ${kind} never runs. Write @Get() or another route decorator on a method. Or put the ${kind} on the module or controller that has the routes.`
    warn({ subject: member.name, message, place: member.place })
  }
  if (idle.length > 0 || members.some(({ member }) => member.marks.length > 0)) return
  const message =
    'the controller has no route. Write @Get() or another route decorator on a method, or remove it from controllers.'
  warn({ subject: Class.name, message, place: ownFacts(Class).place })
}

/** Warns of methods of a module with the name of a hook, or almost the name of `configure`. */
function warnOfNames(Class: Class, warn: Warn): void {
  warnOfHookNames(Class, warn)
  if (hasConfigure(Class)) return
  const place = ownFacts(Class).place
  const configure = readProperty(Class, 'configure')
  if (isCallable(configure) && !makesModule(configure)) {
    const message = 'alcove does not call a static method. If it is the body of a plugin, remove the word static.'
    warn({ subject: `${Class.name}.configure`, message, place })
  }
  const declared = new Set(readMembers(Class).map(({ key }) => key))
  const methods = Object.entries(Object.getOwnPropertyDescriptors(Class.prototype))
  for (const [name, { value }] of methods) {
    if (typeof value !== 'function' || declared.has(name) || nearMisses(name, ['configure']).length === 0) continue
    const message = 'alcove does not call it. If it is the body of a plugin, its name is configure(instance, options).'
    warn({ subject: `${Class.name}.${name}`, message, place })
  }
}

/**
 * Warns of methods of a provider with the name of a hook that it may have. A method with parameters can be a listener
 * that the application calls.
 */
function warnOfProviderHooks({ recipe, module }: BuildPlan, asked: Set<Class>, warn: Warn): void {
  if (recipe.how !== 'class' || asked.has(recipe.Class)) return
  const { Class } = recipe
  asked.add(Class)
  const names = providerHooks.filter((name) => readProperty(readProperty(Class.prototype, name), 'length') === 0)
  warnOfHookNames(Class, warnAt(Class, module, warn), names)
}

/** Warns at the place of a class. One without a decorator has that of its module. */
function warnAt(Class: Class, module: ModuleNode, warn: Warn): Warn {
  const place = ownFacts(Class).place ?? ownFacts(module.Class).place
  return (warning) => warn({ ...warning, place })
}

/** Warns of `@Public()` on a controller or method whose guards run all the same. */
function warnOfPublic(controller: ControllerPlan, warn: Warn): void {
  const isOfClass = ownFacts(controller.Class).isPublic
  for (const method of controller.members) {
    const { member } = method
    const [guard] = guardsOf(controller, method)
    if (guard === undefined || member.routes.length === 0 || !(isOfClass || member.isPublic)) continue
    const message = `@Public() removes no guard: ${nameOfPlaced(guard) || 'a guard function'} runs for this route. Remove @Public(), or write a routeValue that the guard reads.`
    warn({ subject: handlerTitle(controller, method), message, place: member.place })
  }
}

/** Whether the source of a function calls `use` or `@Module`, as `forRoot` of Nest returns a module. */
function makesModule(method: unknown): boolean {
  return /\b(?:use|Module)\)?\(/.test(String(method))
}

/** Warns of methods with the name of a hook. Only a decorator makes them run. */
function warnOfHookNames(Class: Class, warn: Warn, names: readonly HookName[] = hookNames): void {
  const declared = new Set(readMembers(Class).map(({ key }) => key))
  const found = names.filter((name) => !declared.has(name) && typeof Reflect.get(Class.prototype, name) === 'function')
  for (const name of found) {
    const message = `alcove calls methods by their decorators, and this one has none. Write @Hook('${name}') on it, or give it another name.`
    warn({ subject: `${Class.name}.${name}`, message, place: ownFacts(Class).place })
  }
}

/**
 * Warns of functions that expect other parameters than they get. Examples are the `next` of Express and the context of
 * Nest. Their number shows it, or a call of Nest's methods. It is not an error: a function may ignore parameters, or
 * answer without `next`.
 */
class IdleParameters {
  readonly #asked = new Set<unknown>()

  constructor(private readonly warn: Warn) {}

  /** Examines the methods of a class, and the functions of `@Guard` and `@Around` on it and on its methods. */
  examine(plan: ClassPlan): void {
    for (const each of functionsOf(plan)) this.#check(each)
  }

  /** Examines the factory of a provider with `inject`, whose values it gets. `provide` checks those without `inject`. */
  examineFactory({ name, module, recipe, sources }: BuildPlan): void {
    if (recipe.how !== 'factory' && recipe.how !== 'async') return
    const { length } = recipe.create
    if (sources.length === 0 || length <= sources.length || this.#asked.has(recipe.create)) return
    this.#asked.add(recipe.create)
    this.warn({
      subject: `The factory of ${name} (${module.name})`,
      message: `it declares ${length} parameters, but inject has ${tokens(sources.length)}. Further ones are always undefined. Write a token for each parameter into inject.`,
      place: ownFacts(module.Class).place,
    })
  }

  #check({ kind, run, subject, place }: ClassFunction): void {
    if (!isCallable(run) || this.#asked.has(run)) return
    this.#asked.add(run)
    const got = `${kind === 'around' ? 'functions around handlers' : `${kind}s`} get (${parameters[kind].join(', ')})`
    const called = nestCallOf(kind, run)
    if (called !== null) {
      const message = `it calls ${called}(…) of an object of Nest, but ${got}. Each request fails there.`
      this.warn({ subject, place, message })
    }
    const problem = problemOf(kind, run.length)
    if (problem === null) return
    this.warn({ subject, place, message: `it declares ${run.length} parameters, but ${got}. ${problem}` })
  }
}

/** A function without declared parameters may read them from `arguments` or a rest parameter. */
function problemOf(kind: FunctionKind, declared: number): string | null {
  if (declared > parameters[kind].length) return 'Further ones are always undefined. Remove them.'
  if (kind !== 'around' || declared === 0 || declared === parameters.around.length) return null
  return 'Without next, the handler never runs. Declare all three.'
}

function tokens(count: number): string {
  return count === 1 ? '1 token' : `${count} tokens`
}
