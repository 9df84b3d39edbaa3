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
import type { RouteFact } from '../decorators/facts.js'
import type { Member } from '../decorators/read-facts.js'
import { mayWait, takesSockets } from '../plan/bind-injections.js'
import type { ClassPlan, ControllerPlan, MemberPlan, Placed } from '../plan/context-plan.js'
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
import { eventsAround, eventsSchema } from './event-stream.js'
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
import type { OpenStreams } from './open-streams.js'
import { compileSockets, type SocketMethod, takingSockets } from './socket-handler.js'
import { compileSocketStream } from './socket-stream.js'

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
  /** The event streams of the controller's routes that are open. */
  readonly openStreams: OpenStreams
  readonly errorHandler: RouteShorthandOptions['errorHandler']
  readonly schemaErrorFormatter: RouteShorthandOptions['schemaErrorFormatter']
}

type HookLists = ReadonlyMap<LifecycleHookName, readonly AnyHook[]>

/** Makes the parts of a controller's routes from its hooks, guards and handlers. */
export function controllerParts(plan: ControllerPlan, builder: Builder): ControllerParts {
  const receiver = receiverOf(plan.build, builder)
  const lists = new Map<LifecycleHookName, AnyHook[]>()
  const guards = new Set<unknown>()
  addHooks(lists, { ...plan, used: [...plan.used, plan] }, plan.fact.options, { builder, guards })
  return {
    plan,
    builder,
    receiver,
    hooks: lists,
    guards,
    isPublic: isPublic(plan),
    arounds: aroundsOf(plan, builder),
    openStreams: new Set(),
    errorHandler: errorHandlerOf(plan, builder),
    schemaErrorFormatter: formatterOf(plan, builder),
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
    socket: member.socket,
    outermost: member.events && eventsAround(member.events, parts.openStreams),
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
    { schema: member.events && eventsSchema(member.events), from: '@Events' },
    { schema: member.socket && { response: { 200: member.socket.send } }, from: '@Socket' },
    ...parameterSchemas(member.parameters),
  ]
}

function hooksOf(parts: ControllerParts, { plan, route: { options } }: RoutePlan): RouteShorthandOptions {
  const lists = new Map([...parts.hooks].map(([name, list]) => [name, [...list]]))
  addHooks(lists, plan, options, parts)
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
  const values = [...routeValuesOf(plan, method, route).values()].map(({ name, value }) => [name, value] as const)
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
    const handler = socketHandler({ name: member.name, method, receiver }, parts.openStreams, { member, readers })
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

function socketHandler(
  own: SocketMethod,
  open: OpenStreams,
  { member: { socket, parameters }, readers }: { readonly member: Member; readonly readers: readonly Reader[] | null },
): Handler {
  if (socket !== null) {
    const messages = parameters?.findIndex(({ from }) => from === 'messages') ?? -1
    return compileSocketStream(own, readers && { readers, messages }, { fact: socket, open })
  }
  const beginsWithSocket = parameters?.[0]?.from === 'unresolved' // it has no decorator
  return compileSockets(own, readers && { readers, beginsWithSocket })
}

function errorHandlerOf(plan: ControllerPlan, builder: Builder): ErrorHandler | undefined {
  const outer = plan.fact.options.errorHandler
  const own = ownErrorHandler([plan], builder)
  return own && outer ? chainErrorHandlers(own, outer) : (own ?? outer)
}

/** The `@ErrorHandler` methods of controllers or modules as one handler, with those of their classes for `@Use`. */
export function ownErrorHandler(plans: readonly ClassPlan[], builder: Builder): ErrorHandler | undefined {
  const own = composeErrorHandlers(plans.flatMap((plan) => typedErrorHandlers(plan, builder)))
  return withUsedHandlers(
    own,
    plans.flatMap(({ used }) => used),
    builder,
  )
}

/** Adds the error handlers of classes for `@Use` around the own handlers. The upper of two classes is the outer one. */
function withUsedHandlers(
  own: ErrorHandler | undefined,
  used: readonly ClassPlan[],
  builder: Builder,
): ErrorHandler | undefined {
  const handlers = [...used].reverse().flatMap((each) => composeErrorHandlers(typedErrorHandlers(each, builder)) ?? [])
  return handlers.reduce((inner, outer) => (inner ? chainErrorHandlers(inner, outer) : outer), own)
}

/** The `@ErrorHandler` methods of a class. */
function typedErrorHandlers(plan: ClassPlan, builder: Builder): TypedErrorHandler[] {
  const receiver = receiverOf(plan.build, builder)
  const find: Reader = 'object' in receiver ? () => receiver.object : receiver.read
  return plan.members.flatMap(({ member }) =>
    member.errorHandlers.map(({ type }) => {
      const handle = handleBy(plannedMethod(plan, member, receiver), find)
      return { type, name: member.name, handle }
    }),
  )
}

/** The method of a class that makes the errors of validation. */
export function formatterOf(plan: ClassPlan, builder: Builder): ControllerParts['schemaErrorFormatter'] {
  const found = plan.members.find(({ member }) => member.schemaErrorFormatter)
  const receiver = receiverOf(plan.build, builder)
  if (found === undefined || !('object' in receiver)) return undefined
  const method = plannedMethod(plan, found.member, receiver)
  return (errors, dataVar) => method.call(receiver.object, errors, dataVar) as Error // checked by the decorator
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

/** Adds the hooks of a controller or of a route: of its options, of `@Use`, and its guards. */
function addHooks(
  lists: Map<LifecycleHookName, AnyHook[]>,
  { uses, used, guards }: Pick<Placed, 'uses' | 'used' | 'guards'>,
  options: RouteShorthandOptions,
  parts: Pick<ControllerParts, 'builder' | 'guards'>,
): void {
  const add = (name: HookName, hook: AnyHook) => {
    const lifecycle = name as LifecycleHookName // the plan of the controller refused others
    findOrMake(lists, lifecycle, () => []).push(hook)
  }
  for (const name of lifecycleHookNames) {
    const given = options[name]
    if (given !== undefined) for (const hook of [given].flat()) add(name, functionHook(name, hook))
  }
  for (const { hook, run } of uses) add(hook, functionHook(hook, run))
  for (const each of used) for (const { name, hook } of usedHooks(each, parts.builder)) add(name, hook)
  for (const guard of guards) {
    const { on, hook } = guardHook(guard, parts.builder)
    parts.guards.add(hook)
    add(on, hook)
  }
}
