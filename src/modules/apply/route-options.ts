import { type ContractOptions, contract } from '../../context/route-contract.js'
import type { AroundFunction } from '../../contracts/around.js'
import type { HookName, LifecycleHookName } from '../../contracts/hooks.js'
import type { ErrorHandler, Handler, RouteShorthandOptions } from '../../contracts/route.js'
import type { StrictResponses } from '../../contracts/schema.js'
import { aroundCodes } from '../../errors/around-codes.js'
import { treeCodes } from '../../errors/tree-codes.js'
import { lifecycleHookNames } from '../../lifecycle/hook-names.js'
import type { AnyHook } from '../../server/instance/context-writer.js'
import { findOrMake } from '../../support/lazy.js'
import { attempt, type Report } from '../../support/report.js'
import type { Builder } from '../container/builder.js'
import type { Reader } from '../container/request-scope.js'
import type { RouteFact, UseFact } from '../decorators/facts.js'
import { mayWait, takesSockets } from '../plan/bind-injections.js'
import type { ClassPlan, ControllerPlan, GuardPlan, MemberPlan } from '../plan/context-plan.js'
import { isPublic } from '../plan/guards.js'
import type { ModuleNode } from '../plan/module-node.js'
import { isProviderHook } from '../plan/provider-hooks.js'
import { reportAtMember } from '../plan/report-at.js'
import { routeValuesOf } from '../plan/route-values.js'
import { functionHook, guardHook, methodHook } from './class-hooks.js'
import {
  aroundsOf,
  compileInjected,
  compilePlain,
  plannedMethod,
  type Receiver,
  receiverOf,
} from './compile-handler.js'
import { chainErrorHandlers, composeErrorHandlers, handleBy, type TypedErrorHandler } from './compose-error-handlers.js'
import { contractOf } from './member-contract.js'
import {
  type Conflict,
  mergeNamed,
  mergeSchemas,
  namedSchemas,
  parameterSchemas,
  type SchemaOrigin,
  unvalidatedValues,
} from './merge-schema.js'
import { compileSockets, takingSockets } from './socket-handler.js'

/** The parts that all routes of one controller share, made once. */
export interface ControllerParts {
  readonly plan: ControllerPlan
  readonly builder: Builder
  readonly receiver: Receiver
  readonly hooks: HookLists
  /** The hooks of the controller that are guards. Methods add their own guards. */
  readonly guards: Set<unknown>
  /** Whether none of the controller's routes needs a guard. */
  readonly isPublic: boolean
  /** The functions around the controller's handlers, the outermost first. Methods add their own functions. */
  readonly arounds: readonly AroundFunction[]
  readonly errorHandler: RouteShorthandOptions['errorHandler']
  readonly schemaErrorFormatter: RouteShorthandOptions['schemaErrorFormatter']
}

type HookLists = ReadonlyMap<LifecycleHookName, readonly AnyHook[]>

/** Makes the parts of a controller's routes from its hooks, guards and handlers. */
export function controllerParts(plan: ControllerPlan, builder: Builder): ControllerParts {
  const receiver = receiverOf(plan.build, builder)
  const lists = new Map<LifecycleHookName, AnyHook[]>()
  addOptionHooks(lists, plan.fact.options)
  addUses(lists, plan)
  addUsed(lists, [...plan.used, plan], builder)
  const guards = new Set<unknown>()
  addGuards(lists, plan.guards, { builder, guards })
  return {
    plan,
    builder,
    receiver,
    hooks: lists,
    guards,
    isPublic: isPublic(plan),
    arounds: aroundsOf(plan, builder),
    errorHandler: errorHandlerOf(plan, receiver, builder),
    schemaErrorFormatter: formatterOf(plan, receiver),
  }
}

/** One route of a method, and the report for its problems. */
export interface RoutePlan {
  readonly plan: MemberPlan
  readonly route: RouteFact
  readonly report: Report
}

/** The options of one route of a controller. The nearest value of an option counts, but hooks of all levels add up. */
export function routeOptions(parts: ControllerParts, routePlan: RoutePlan): RouteShorthandOptions & ContractOptions {
  const { plan } = parts
  const { route, report } = routePlan
  const { member } = routePlan.plan
  const hooks = hooksOf(parts, routePlan)
  const options: RouteShorthandOptions & ContractOptions = { ...plan.fact.options, ...route.options, ...hooks }
  const contested = new Set<string>()
  const refuse: Conflict = (what, first, second) => {
    contested.add(what)
    report(new treeCodes.ALC_ERR_SCHEMA_CONFLICT(member.name, what, first, second))
  }
  const whole = mergeSchemas(schemaOrigins(parts, routePlan), refuse)
  const schema = mergeNamed(whole, member.parameters, refuse)
  if (schema !== undefined) options.schema = schema
  options[contract] = contractOf(member, contested, {
    arounds: [...parts.arounds, ...aroundsOf(routePlan.plan, parts.builder)],
    named: namedSchemas(whole, member.parameters, refuse),
    unvalidated: unvalidatedValues(whole, member.parameters),
    method: plannedMethod(plan, member, parts.receiver),
  })
  addConfig(options, parts, routePlan)
  addHandlers(options, parts, routePlan)
  return options
}

function schemaOrigins({ plan }: ControllerParts, { route, plan: { member } }: RoutePlan): SchemaOrigin[] {
  return [
    { schema: plan.fact.options.schema, from: `@Controller of ${plan.build.name}` },
    { schema: route.options.schema, from: 'the options of the route' },
    { schema: member.schema, from: '@Schema' },
    ...parameterSchemas(member.parameters),
  ]
}

function hooksOf(parts: ControllerParts, { plan: { member, used, guards }, route }: RoutePlan): RouteShorthandOptions {
  const lists = new Map([...parts.hooks].map(([name, list]) => [name, [...list]]))
  addOptionHooks(lists, route.options)
  addUses(lists, member)
  addUsed(lists, used, parts.builder)
  addGuards(lists, guards, parts)
  return Object.fromEntries(lists)
}

/** Merges `config` and `constraints` of a controller and a route, and adds `strictResponses` of the nearest module. */
function addConfig(
  options: RouteShorthandOptions,
  { plan }: ControllerParts,
  { plan: method, route }: RoutePlan,
): void {
  const outer = plan.fact.options
  const inner = route.options
  const values = [...routeValuesOf(plan, method).values()].map(({ name, value }) => [name, value] as const)
  const config = { ...outer.config, ...inner.config, ...Object.fromEntries(values) }
  if (Object.keys(config).length > 0) options.config = config
  if (outer.constraints && inner.constraints) options.constraints = { ...outer.constraints, ...inner.constraints }
  const strict = options.strictResponses ?? strictResponsesOf(plan.build.module)
  if (strict !== null) options.strictResponses = strict
}

function addHandlers(options: RouteShorthandOptions, parts: ControllerParts, { plan, route }: RoutePlan): void {
  const { errorHandler, schemaErrorFormatter } = parts
  const own = withUsedHandlers(route.options.errorHandler, plan.used, parts.builder)
  if (own !== undefined) options.errorHandler = errorHandler ? chainErrorHandlers(own, errorHandler) : own
  else if (errorHandler !== undefined) options.errorHandler = errorHandler
  if (schemaErrorFormatter !== undefined) options.schemaErrorFormatter ??= schemaErrorFormatter
}

/** `strictResponses` of the nearest module in the line of imports. */
function strictResponsesOf({ fact, parent }: ModuleNode): StrictResponses | null {
  return fact.strictResponses ?? (parent === null ? null : strictResponsesOf(parent))
}

/** The method as a handler of the core. */
export function handlerOf(parts: ControllerParts, { member, bindings }: MemberPlan): Handler {
  const { plan, builder, receiver } = parts
  const method = plannedMethod(plan, member, receiver)
  const readers = bindings === null ? null : builder.readers.readersOfHandler(bindings, plan.build.context)
  if (takesSockets(plan, member)) {
    const beginsWithSocket = member.parameters?.[0]?.from === 'unresolved' // it has no decorator
    const own = { name: member.name, method, receiver }
    const handler = compileSockets(own, readers && { readers, beginsWithSocket })
    return takingSockets(handler, ({ routeOptions: { method: verb, url } }) => {
      const route = `${verb} ${url}`
      return new aroundCodes.ALC_ERR_WEBSOCKET_UNSEEN(member.name, route, plan.build.module.name)
    })
  }
  if (bindings === null || readers === null) return compilePlain(member.name, method, receiver)
  const waiting = [...bindings.keys()].filter((place) => mayWait(bindings[place]!)) // each key has a binding
  const takesReply = member.parameters?.some(({ from }) => from === 'reply') ?? false
  return compileInjected(method, receiver, { readers, waiting }, { name: member.name, answersItself: takesReply })
}

function errorHandlerOf(plan: ControllerPlan, receiver: Receiver, builder: Builder): ControllerParts['errorHandler'] {
  const handlers = typedErrorHandlers(plan, receiver)
  const outer = plan.fact.options.errorHandler
  const own = handlers.length === 0 ? undefined : composeErrorHandlers(handlers)
  const composed = withUsedHandlers(own, plan.used, builder)
  if (composed === undefined) return outer
  return outer === undefined ? composed : chainErrorHandlers(composed, outer)
}

/** The `@ErrorHandler` methods of a class. */
export function typedErrorHandlers(plan: ClassPlan, receiver: Receiver): TypedErrorHandler[] {
  const find: Reader = 'object' in receiver ? () => receiver.object : receiver.read
  return plan.members.flatMap(({ member }) =>
    member.errorHandlers.map(({ type }) => {
      const handle = handleBy(plannedMethod(plan, member, receiver), find)
      return { type, name: member.name, handle }
    }),
  )
}

/** The method of a class that makes the errors of validation. */
export function formatterOf(plan: ClassPlan, receiver: Receiver): ControllerParts['schemaErrorFormatter'] {
  const found = plan.members.find(({ member }) => member.schemaErrorFormatter)
  if (found === undefined || !('object' in receiver)) return undefined
  const method = plannedMethod(plan, found.member, receiver)
  return (errors, dataVar) => method.call(receiver.object, errors, dataVar) as Error // checked by the decorator
}

function addOptionHooks(lists: Map<LifecycleHookName, AnyHook[]>, options: RouteShorthandOptions): void {
  for (const name of lifecycleHookNames) {
    const given = options[name]
    if (given !== undefined) for (const hook of [given].flat()) add(lists, name, functionHook(name, hook))
  }
}

/** The hooks of a controller, or of a class for `@Use`. */
export function usedHooks(used: ClassPlan, builder: Builder): { name: HookName; hook: AnyHook }[] {
  const receiver = receiverOf(used.build, builder)
  return used.members.flatMap(({ member }) => {
    const method = plannedMethod(used, member, receiver)
    // Hooks of the server's life cycle run once for the object, wherever the class is used.
    const hooks = member.hooks.filter(({ hook }) => !isProviderHook(hook))
    const report = reportAtMember(builder.findings.report, member)
    return hooks.flatMap(({ hook: name }) => {
      return attempt(report, () => [{ name, hook: methodHook(name, method, member.name, receiver) }]) ?? []
    })
  })
}

function addUsed(lists: Map<LifecycleHookName, AnyHook[]>, used: readonly ClassPlan[], builder: Builder): void {
  for (const each of used) for (const { name, hook } of usedHooks(each, builder)) add(lists, name, hook)
}

/** Adds the error handlers of classes for `@Use` around the own handlers. The upper of two classes is the outer one. */
export function withUsedHandlers(
  own: ErrorHandler | undefined,
  used: readonly ClassPlan[],
  builder: Builder,
): ErrorHandler | undefined {
  const handlers = [...used].reverse().flatMap((each) => {
    const typed = typedErrorHandlers(each, receiverOf(each.build, builder))
    return typed.length === 0 ? [] : [composeErrorHandlers(typed)]
  })
  return handlers.reduce<ErrorHandler | undefined>(
    (inner, outer) => (inner ? chainErrorHandlers(inner, outer) : outer),
    own,
  )
}

function addUses(lists: Map<LifecycleHookName, AnyHook[]>, { uses }: { readonly uses: readonly UseFact[] }): void {
  for (const { hook, run } of uses) add(lists, hook, functionHook(hook, run))
}

function addGuards(
  lists: Map<LifecycleHookName, AnyHook[]>,
  plans: readonly GuardPlan[],
  { builder, guards }: Pick<ControllerParts, 'builder' | 'guards'>,
): void {
  for (const plan of plans) {
    const { on, hook } = guardHook(plan, builder)
    guards.add(hook)
    add(lists, on, hook)
  }
}

function add(lists: Map<LifecycleHookName, AnyHook[]>, name: string, hook: AnyHook): void {
  const lifecycle = name as LifecycleHookName // the plan of the controller refused others
  findOrMake(lists, lifecycle, () => []).push(hook)
}
