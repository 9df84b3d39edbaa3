import type { Class } from '../../contracts/token.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { isLifecycleHook } from '../../lifecycle/hook-names.js'
import { attempt, type Report } from '../../support/report.js'
import { describeValue, isAsyncFunction, isCallable, isGeneratorFunction } from '../../support/values.js'
import type { PlacedFacts } from '../decorators/facts.js'
import { ownEngineParameters, ownFacts } from '../decorators/metadata.js'
import { className, isClass, lineage, type Member, readMembers } from '../decorators/read-facts.js'
import { takesSockets } from './bind-injections.js'
import { checkRouteOptions, reportModuleOptions } from './check-route-options.js'
import { refuseTwinsOfController, refuseTwinsOfUsed } from './check-singles.js'
import type { BuildPlan, ClassPlan, ContextPlan, ControllerPlan, MemberPlan } from './context-plan.js'
import { isProviderHook, providerHooks } from './provider-hooks.js'
import { reportAtClass, reportAtMember } from './report-at.js'
import { refuseTwinConfigs } from './route-values.js'

// Refuses decorators without an effect at their place. A guard that runs for no route would only seem to protect.

/** Refuses decorators that have no effect on a module class. */
export function checkModuleMembers({ Class, members }: ClassPlan, report: Report): void {
  refuseEngineParameters(Class, report)
  const { injectable } = ownFacts(Class)
  if (injectable !== null && injectable.scope !== 'context') {
    const place = 'on a provider or controller. A module is built once for its context'
    const found = `@Injectable({ scope: '${injectable.scope}' })`
    reportAtClass(report, Class)(new treeCodes.ALC_ERR_MEMBER_MISPLACED(className(Class), found, place))
  }
  for (const { member } of members) {
    attempt(reportAtMember(report, member), () => {
      refuseAsyncFormatter(Class, member)
      if (member.routes.length > 0) throw misplaced(member, 'a route', placeOfRoutes(Class))
      const [mark] = member.marks
      if (mark !== undefined) throw misplaced(member, `@${mark.decorator}`, 'on a method of a provider or controller')
      checkRouteOnly(member)
    })
  }
}

function placeOfRoutes(module: Class): string {
  const isBoth = ownFacts(module).controller !== null
  return `on a class with @Controller${isBoth ? ' that is not a module. Give the controller a class of its own, and list it in "controllers"' : ''}`
}

/** Refuses decorators that have no effect on a class for `@Use`. */
export function checkUsedMembers(plan: ClassPlan, report: Report): void {
  const { Class, build, members } = plan
  refuseTwinsOfUsed(plan, report)
  refusePlaced(Class, reportAtClass(report, Class))
  refuseEngineParameters(Class, report)
  for (const { member } of members) {
    attempt(reportAtMember(report, member), () => {
      if (member.routes.length > 0) throw misplaced(member, 'a route', 'on a class with @Controller')
      if (member.notFoundHandler) throw misplaced(member, '@NotFoundHandler', 'on a class with @Module')
      if (member.schemaErrorFormatter) throw misplaced(member, '@SchemaErrorFormatter', 'on a class with @Module')
      if (build.scope !== 'context') {
        checkWithoutReply(member)
        refuseLife(member, build.name)
      }
      checkRouteOnly(member)
    })
  }
}

/**
 * Refuses routes and request hooks of a class that is only a provider, because they would never run. Hooks of the
 * server's life cycle run.
 */
export function checkProviderMembers(
  { providers, guards }: ContextPlan,
  used: ReadonlySet<Class>,
  report: Report,
): void {
  for (const [token, { recipe, name, scope }] of [...providers, ...guards]) {
    if (recipe.how !== 'class' || used.has(recipe.Class)) continue
    refusePlaced(recipe.Class, reportAtClass(report, recipe.Class))
    const standsFor = isClass(token) && used.has(token) ? token : null
    for (const member of readMembers(recipe.Class)) {
      attempt(reportAtMember(report, member), () => {
        if (standsFor === null) checkProviderMember(member, name, scope)
        else checkStandIn(member, standsFor)
      })
    }
  }
}

/**
 * The decorators of a class for `@Use` decide which methods run. This also holds for an object of another class in its
 * place. That class may repeat them, as a subclass does. Others have no effect.
 */
function checkStandIn(member: Member, Used: Class): void {
  const declared = readMembers(Used).find(({ key }) => key === member.key)
  const stray = member.hooks.find(({ hook }) => declared?.hooks.every((known) => known.hook !== hook) ?? true)
  const place = `on ${Used.name}, which this class replaces: the decorators there apply`
  if (stray !== undefined) throw misplaced(member, `the hook ${stray.hook}`, place)
  if (declared === undefined && isMoreThanHook(member)) throw misplaced(member, 'a decorator of routes or hooks', place)
}

function checkProviderMember(member: Member, name: string, scope: BuildPlan['scope']): void {
  const place = `on a class with @Module or @Controller, or on one for @Use. A provider such as ${name} has no requests`
  const stray = member.hooks.find(({ hook }) => !isProviderHook(hook))
  if (stray !== undefined) {
    const own = `${place}. It may have the hooks ${providerHooks.join(', ')}`
    throw misplaced(member, `the hook ${stray.hook}`, own)
  }
  refuseParameters(member)
  if (isMoreThanHook(member)) throw misplaced(member, 'a decorator of routes or hooks', place)
  if (scope !== 'context') refuseLife(member, name)
}

/**
 * Refuses hooks of the server's life cycle on a class of request scope. Its objects do not exist when the server starts
 * or ends.
 */
function refuseLife({ name: method, hooks }: Member, name: string): void {
  const [first] = hooks.filter(({ hook }) => isProviderHook(hook))
  if (first === undefined) return
  const place = `on a provider that is built once for its context. ${name} is built for requests or injections`
  throw new treeCodes.ALC_ERR_MEMBER_MISPLACED(method, `the hook ${first.hook}`, place)
}

/** Whether the method has decorators besides those of `memberDecorator` and `@Hook`. */
function isMoreThanHook({ key, name, place, types, marks, hooks, ...facts }: Member): boolean {
  return Object.values(facts).some((fact) => (Array.isArray(fact) ? fact.length > 0 : fact !== null && fact !== false))
}

/** Refuses decorators that have no effect on a controller, and misspelt options of its routes. */
export function checkControllerMembers(plan: ControllerPlan, report: Report): void {
  const { build, Class, members, uses, fact } = plan
  refuseTwinsOfController(plan, report)
  const reportHere = reportAtClass(report, Class)
  attempt(reportHere, () => refuseApplicationHooks(build.name, uses))
  checkRouteOptions(fact.options, `@Controller of ${build.name}`, reportHere)
  reportModuleOptions(fact.options, build.name, reportHere)
  refuseTwinConfigs(Class, report)
  refuseWrapped(Class, reportHere)
  attempt(reportHere, () => refuseForModules(build.name, plan))
  refuseEngineParameters(Class, report)
  for (const each of members) {
    const { member } = each
    attempt(reportAtMember(report, member), () => refuseForModules(member.name, each))
    const reportMember = reportAtMember(report, member)
    attempt(reportMember, () => checkControllerMember(plan, member))
    for (const { options } of member.routes) checkRouteOptions(options, `the route ${member.name}`, reportMember)
  }
}

/** tsyringe injects parameters of constructors only. It does not record the name of a method. */
function refuseEngineParameters(Class: Class, report: Report): void {
  for (const each of lineage(Class)) {
    const [index] = ownEngineParameters(each.prototype).keys()
    if (index === undefined) continue
    const decorator = `a decorator of tsyringe before parameter ${index + 1} of a method`
    const place = 'in a constructor. Parameters of methods have @Inject of alcove'
    reportAtClass(report, each)(new treeCodes.ALC_ERR_MEMBER_MISPLACED(className(each), decorator, place))
  }
}

function refuseWrapped(Class: Class, report: Report): void {
  const { module, wrapped } = ownFacts(Class)
  if (module !== null || !wrapped) return
  const place = 'on a class with @Module. Only a module has a context'
  report(new treeCodes.ALC_ERR_MEMBER_MISPLACED(className(Class), '@PluginWrapped', place))
}

function checkControllerMember(plan: ControllerPlan, member: Member): void {
  const { Class, build } = plan
  refuseAsyncFormatter(Class, member)
  refuseApplicationHooks(member.name, [...member.hooks, ...member.uses])
  if (member.notFoundHandler) {
    throw misplaced(member, '@NotFoundHandler', 'on a class with @Module. A path without a route has no controller')
  }
  if (member.isAround)
    throw misplaced(member, '@Around()', 'on a method of a class with @Module, or of a class for @Use')
  if (build.scope !== 'context') checkWithoutReply(member)
  refuseGenerator(plan, member)
  if (member.routes.length === 0) checkRouteOnly(member)
  else if (member.socket !== null && member.routes.length > 1)
    throw misplaced(member, 'a second route', 'on a method of its own. This one takes sockets, by @Socket')
  else if (member.errorHandlers.length > 0) throw misplaced(member, '@ErrorHandler', 'on a method without a route')
}

/** Refuses a generator that a plugin calls with a socket: nothing reads it, so its body would not run. */
function refuseGenerator(plan: ControllerPlan, member: Member): void {
  if (member.socket !== null || !takesSockets(plan, member)) return
  if (!isGeneratorFunction(Reflect.get(plan.Class.prototype, member.key))) return
  const place =
    'on a method with @Socket(). With the option websocket, the method gets the socket, and nothing reads it'
  throw misplaced(member, 'the form of a generator', place)
}

/** Refuses guards and classes of `@Use` that have parts without an effect on routes. Only a module has these parts. */
function refuseForModules(name: string, { guards, used }: Pick<ClassPlan | MemberPlan, 'guards' | 'used'>): void {
  const isForUnknown = guards.some(({ fact }) => fact.unknownPaths)
  const place = 'on a class with @Module. A path without a route has no controller'
  if (isForUnknown) throw new treeCodes.ALC_ERR_MEMBER_MISPLACED(name, 'a guard with unknownPaths', place)
  for (const { member } of used.flatMap(({ members }) => members)) {
    const hooks = member.hooks.filter(({ hook }) => !isProviderHook(hook)) // these run once, wherever the class is used
    refuseApplicationHooks(`${member.name} (by @Use on ${name})`, hooks)
  }
}

/** Refuses hooks without the reply on a class of request scope: they cannot find the object of the request. */
function checkWithoutReply(member: Member): void {
  const place = 'on a class that is built once for its context'
  const aborts = member.hooks.some(({ hook }) => hook === 'onRequestAbort')
  if (aborts) throw misplaced(member, 'the hook onRequestAbort', place)
  if (member.schemaErrorFormatter) throw misplaced(member, '@SchemaErrorFormatter', place)
}

/** Refuses decorators of controllers and modules on another class, where they would guard no route. */
function refusePlaced(Class: Class, report: Report): void {
  refuseWrapped(Class, report)
  if (hasRoutes(Class)) return
  const bases = lineage(Class).filter((each) => !hasRoutes(each))
  const [found] = bases.map(ownFacts).flatMap(placedNames)
  if (found === undefined) return
  const place = 'on a class with @Module or @Controller, or on a method with a route. This class has no routes'
  report(new treeCodes.ALC_ERR_MEMBER_MISPLACED(className(Class), found, place))
}

/** Whether the class is a module or a controller. */
function hasRoutes(Class: Class): boolean {
  const { module, controller } = ownFacts(Class)
  return module !== null || controller !== null
}

/** The decorators that a class, or a method with a route, may have. */
function placedNames({ guards, uses, useClasses, arounds, values, isPublic }: PlacedFacts): string[] {
  return [
    ...(guards.length > 0 ? ['@Guard'] : []),
    ...(uses.length + useClasses.length > 0 ? ['@Use'] : []),
    ...(arounds.length > 0 ? ['@Around with an argument'] : []),
    ...values.map(({ name }) => `@${name}`),
    ...(isPublic ? ['@Public'] : []),
  ]
}

/** Refuses an async formatter: its promise would be the error. */
function refuseAsyncFormatter(Class: Class, { key, schemaErrorFormatter }: Member): void {
  const method: unknown = Reflect.get(Class.prototype, key)
  if (!schemaErrorFormatter || !isCallable(method) || !isAsyncFunction(method)) return
  throw new schemaCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(describeValue(method))
}

function refuseApplicationHooks(name: string, hooks: readonly { readonly hook: string }[]): void {
  const found = hooks.find(({ hook }) => !isLifecycleHook(hook))
  if (found === undefined) return
  const owner = isProviderHook(found.hook) ? 'a class with @Module, or on a provider' : 'a class with @Module'
  const place = `on ${owner}. It does not run for one route`
  throw new treeCodes.ALC_ERR_MEMBER_MISPLACED(name, `the hook ${found.hook}`, place)
}

function checkRouteOnly(member: Member): void {
  const besideRoute = 'on a method with a route, such as @Get()'
  const [placed] = placedNames(member)
  if (placed !== undefined) throw misplaced(member, placed, besideRoute)
  if (member.schema !== null) throw misplaced(member, '@Schema', besideRoute)
  if (member.status !== null) throw misplaced(member, '@Status', besideRoute)
  if (member.events !== null) throw misplaced(member, '@Events', besideRoute)
  refuseParameters(member)
}

/** Refuses decorated parameters of a method that is not a handler: the container does not call it. */
function refuseParameters(member: Member): void {
  if (member.parameters === null) return
  const instead = 'Inject what other methods need into the constructor of the class'
  throw misplaced(member, 'a decorated parameter', `on a method with a route, such as @Get(). ${instead}`)
}

function misplaced(member: Member, what: string, where: string): Error {
  return new treeCodes.ALC_ERR_MEMBER_MISPLACED(member.name, what, where)
}
