import type { ContextBuilder } from '../../context/context-builder.js'
import type { Registration, RouteDeclaration } from '../../context/registration.js'
import type { Hooks, OnRouteHook, RegisteredRouteOptions } from '../../contracts/hooks.js'
import type { Instance } from '../../contracts/instance.js'
import { lifecycleHookNames } from '../../lifecycle/hook-names.js'
import type { RegistrantLink } from '../../lifecycle/provenance.js'
import { normalizeRouteSchema, withoutAlias } from '../../schema/model/route-schema.js'
import { asFastify } from '../../support/as-fastify.js'
import { lineTo } from '../../support/lists.js'
import { pendingOf } from '../../support/values.js'
import type { ServerCore } from '../start/server-core.js'

/** Where a route is being declared. */
export interface RoutePlace {
  core: ServerCore
  builder: ContextBuilder
  instance: Instance
}

/** Calls the `onRoute` hooks, which may change the options. Returns hooks that they added, with their registrants. */
export function notifyRoute(
  { core, builder, instance }: RoutePlace,
  options: RegisteredRouteOptions,
): RouteDeclaration['added'] {
  const listening = listeners(builder)
  if (listening.length === 0) return nothingAdded
  if (!asFastify) ownHookLists(options)
  const added = new Map<unknown, RegistrantLink | null>()
  let known = routeHooks(options)
  for (const { subject, by } of listening) {
    const listen = subject as OnRouteHook // registered as an `onRoute` hook
    const result: unknown = listen.call(instance, options)
    keepStarted(core, { name: 'onRoute', hook: listen, result })
    const now = routeHooks(options)
    for (const hook of now) if (!known.has(hook)) added.set(hook, by)
    known = now
  }
  if (options.schema !== undefined) {
    const route = { method: String(options.method), url: options.url }
    options.schema = normalizeRouteSchema(withoutAlias(options.schema), route)
  }
  return added
}

/**
 * A plugin may push a hook, such as one that limits rates, into a list of the route. Other routes, or the HEAD beside a
 * GET, may have the same list. They must not get the hook of this route: the first limit of a request counts.
 */
function ownHookLists(options: RegisteredRouteOptions): void {
  for (const name of lifecycleHookNames) {
    const hooks: unknown = options[name]
    if (Array.isArray(hooks)) Object.assign(options, { [name]: [...hooks] })
  }
}

const nothingAdded: RouteDeclaration['added'] = new Map()

/** The `onRoute` hooks of the contexts above and of a context itself, with their registrants. */
function listeners(builder: ContextBuilder): Registration[] {
  const observed = lineTo(builder).filter(({ hooks }) => hooks.onRoute.length > 0)
  return observed.flatMap(({ registrations }) => registrations.filter(({ point }) => point === 'onRoute'))
}

function routeHooks(options: RegisteredRouteOptions): Set<unknown> {
  return new Set(lifecycleHookNames.flatMap((name) => options[name] ?? []))
}

interface CalledHook<N extends 'onRoute' | 'onRegister'> {
  readonly name: N
  readonly hook: Hooks[N]
  /** The result of the hook. Its type is void, but an async function returns a promise. */
  readonly result: unknown
}

/** Registration does not wait for these hooks, but the boot does. A rejection fails the boot, as a throw does. */
export function keepStarted<N extends 'onRoute' | 'onRegister'>(
  core: ServerCore,
  { name, hook, result }: CalledHook<N>,
): void {
  const ended = pendingOf(result)
  if (ended === null) return
  ended.catch(() => {}) // the boot handles the rejection later
  core.startedHooks.push({ hook: core.functions.prepare(name, hook), ended })
}
