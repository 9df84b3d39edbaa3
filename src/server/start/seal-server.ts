import type { Context } from '../../context/context.js'
import type { ContextBuilder } from '../../context/context-builder.js'
import type { RouteDeclaration } from '../../context/registration.js'
import { type ContractOptions, contract } from '../../context/route-contract.js'
import { sealContexts } from '../../context/seal-context.js'
import type { Precompiled } from '../../contracts/precompiled.js'
import type { Handler } from '../../contracts/route.js'
import { registrationCodes } from '../../errors/registration-codes.js'
import { routeCodes } from '../../errors/route-codes.js'
import { serverCodes } from '../../errors/server-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { METHODS } from '../../packages/node.cjs'
import { ServerReply } from '../../request/message/reply.js'
import { createRequestClass } from '../../request/message/trusting-request.js'
import { compileNotFound, compileRoute, shareAll } from '../../request/stages/compile-route.js'
import type { CompiledRoute } from '../../request/stages/compiled-route.js'
import { SchemaCompiler } from '../../schema/compiler/schema-compiler.js'
import { openAhead } from '../../schema/precompiled/ahead-of-time.js'
import { asFastify } from '../../support/as-fastify.js'
import { downwards, groupBy, lineTo } from '../../support/lists.js'
import { attempt, type Report } from '../../support/report.js'
import { shownPath } from '../../support/values.js'
import type { RouteSlot } from '../instance/route-slot.js'
import type { ServerCore } from './server-core.js'
import { readEngine } from './server-settings.js'
import { alcoveVersion } from './versions.js'

/**
 * Turns builders into contexts, and declared routes into compiled routes. Contexts and routes do not change after it.
 * Every mistake in a schema is reported here.
 */
export function sealServer(core: ServerCore): void {
  core.status = 'sealed'
  const { options, requestIds } = core
  const { report } = core.findings
  const { precompiled } = options
  const serializerOptions = options.serializerOpts ?? {}
  const compiler = new SchemaCompiler(readEngine(options))
  const schemaOptions = { compiler, serializerOptions, alcoveVersion }
  const ahead = precompiled === undefined ? null : openAhead(artefactOf(precompiled), schemaOptions)
  const root = sealContexts(core.rootBuilder, {
    Request: createRequestClass(options.trustProxy),
    Reply: ServerReply,
    compiler,
    serializerOptions,
    ahead,
    compile: options.compile ?? 'boot',
    genReqId: requestIds,
    report,
  })
  core.rootContext = root
  const notFounds = compileNotFounds(core, root)
  core.notFoundRoutes = notFounds
  core.rootNotFound = () => nearestNotFound(notFounds, root)
  settleHeads(core, root, groupSlots(core))
  compileRoutes(core, root, { notFounds, slots: groupSlots(core), failed: new Set() })
  compiler.endBoot()
  placeNotFounds(core, root, notFounds)
  checkProbes(core)
  core.declarations.end()
  core.functions.warnOfHidden()
}

/** Places the HEAD routes beside GETs. Removes a HEAD route if the application's own routes have all its places. */
function settleHeads(core: ServerCore, root: Context, groups: Places['slots']): void {
  const { routes, slots } = core
  const follows = (slot: RouteSlot, context: Context) => !slot.route.implicit || followsGet(slot, core, context)
  const runAlike = downwards(root).every((context) => {
    return (groups.get(context.builder) ?? []).every((slot) => follows(slot, context))
  })
  for (const slot of routes.settle({ runAlike })) {
    const { route, owner } = slot
    slots.splice(slots.indexOf(slot), 1)
    owner.removeRoute(route)
  }
}

/** Reports routes at paths of probes: the probe would answer instead of the route. */
function checkProbes({ probes, routes, rootBuilder, findings }: ServerCore): void {
  for (const url of probes?.paths ?? []) {
    if (routes.get({ method: 'GET', url, constraints: {} }) === null) continue
    const other = `a plugin of ${rootBuilder.name}`
    findings.report(new routeCodes.FST_ERR_DUPLICATED_ROUTE(`GET ${url}`, 'the option health', other))
  }
}

/** Accepts a module with a default export, or the export itself. */
function artefactOf(given: Precompiled | { default: Precompiled }): Precompiled {
  return 'default' in given ? given.default : given
}

type NotFounds = Map<Context, CompiledRoute>

/** Compiles the not-found route of each context that has its own handler. The root always has one. */
function compileNotFounds(core: ServerCore, root: Context): NotFounds {
  const compiled: NotFounds = new Map()
  for (const context of downwards(root)) {
    const own = context.builder.notFound ?? (context === root ? { handler: answerNotFound(core), options: {} } : null)
    if (own !== null) compiled.set(context, compileNotFound(context, own, core.pipeline))
  }
  return compiled
}

interface Places {
  notFounds: NotFounds
  slots: ReadonlyMap<ContextBuilder, readonly RouteSlot[]>
  /** Handlers and contracts of routes with a reported problem. Other methods and spellings would report it again. */
  failed: Set<unknown>
}

/** Groups the routes by the context that declared them. */
function groupSlots({ slots }: ServerCore): Places['slots'] {
  return groupBy(slots, ({ owner }) => owner)
}

function compileRoutes(core: ServerCore, context: Context, places: Places): void {
  const own = places.slots.get(context.builder)
  if (own !== undefined) fillSlots(core, own, context, places)
  attempt(
    (problem) => core.declarations.report(problem, { doubt: doubtIn(context) }),
    () => context.checkSharedSchemas(),
  )
  for (const child of context.children) compileRoutes(core, child, places)
}

function fillSlots(core: ServerCore, slots: readonly RouteSlot[], context: Context, places: Places): void {
  const { notFounds, failed } = places
  const settings = core.pipeline
  const shared = shareAll(context, settings)
  const notFound = asFastify ? notFoundOfPrefix(notFounds, context) : nearestNotFound(notFounds, context)
  const doubt = doubtIn(context)
  const gets = new Map<RouteDeclaration, CompiledRoute>()
  for (const slot of slots) {
    const { route, method } = slot
    const get = followsGet(slot, core, context) ? gets.get(slot.route.follows) : undefined
    const report = reportOnce({ core, slot, failed, doubt })
    const compiled =
      get ?? attempt(report, () => compileRoute(route, method, { context, shared, notFound, settings, report }))
    if (compiled === undefined) continue
    slot.fill(compiled)
    if (method === 'GET') gets.set(route, compiled)
  }
}

type HeadSlot = RouteSlot & { readonly route: { readonly follows: RouteDeclaration } }

/** Whether a HEAD route can use the compiled route of its GET. Compilers of the application run for each method. */
function followsGet(slot: RouteSlot, { pipeline }: ServerCore, context: Context): slot is HeadSlot {
  const { follows } = slot.route
  if (follows === null || pipeline.measured) return false
  if (pipeline.hasBody('GET') || pipeline.hasBody('HEAD')) return false
  const { validatorCompiler, serializerCompiler } = follows.options
  if (validatorCompiler !== undefined || serializerCompiler !== undefined) return false
  const { isDefaultValidator, isDefaultSerializer } = context.view
  const isReplaced = context.builder.nearest((each) => each.schemaController) !== null
  return isDefaultValidator && isDefaultSerializer && !isReplaced
}

/** The first failure in a context or above it, which may be the reason why a part is missing here. */
function doubtIn({ builder }: Context): string | null {
  return builder.failedAbove()[0] ?? null
}

interface RouteReport {
  core: ServerCore
  slot: RouteSlot
  failed: Set<unknown>
  doubt: string | null
}

function reportOnce({ core, slot: { route, method }, failed, doubt }: RouteReport): Report {
  const options: RouteDeclaration['options'] & ContractOptions = route.options
  const { handler, url } = options
  // A plugin may replace the handler of each method. The contract of a controller's method stays.
  const marks = [handler, options[contract] ?? handler]
  if (marks.some((mark) => failed.has(mark))) return () => {}
  return (problem) => {
    for (const mark of marks) failed.add(mark)
    locate(problem, route.place, options[contract]?.member ?? `${method} ${url}`)
    core.declarations.report(problem, { doubt })
  }
}

/**
 * Adds the not-found handlers. If several contexts share a prefix, the handler of the outermost context answers. Two
 * handlers with the same prefix and rank are a mistake.
 */
function placeNotFounds(core: ServerCore, root: Context, notFounds: NotFounds): void {
  const rankOf = (context: Context) => {
    return context === root && root.builder.notFound === null ? Number.POSITIVE_INFINITY : lineTo(context).length
  }
  const ordered = [...notFounds].sort(([one], [other]) => rankOf(one) - rankOf(other))
  for (const [context, route] of ordered) {
    const taken = core.notFounds.add(context.prefix, route)
    const [first] = ordered.find(([, other]) => other === taken) ?? []
    if (first === undefined || rankOf(first) !== rankOf(context)) continue
    const { ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET } = registrationCodes
    const { prefix } = context
    core.findings.report(
      new ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET(prefix || '/', first.builder.path, context.builder.path),
    )
  }
  const rootRoute = notFounds.get(root)
  if (root.prefix !== '' && rootRoute !== undefined) core.notFounds.add('', rootRoute) // for paths beside the prefix
}

function nearestNotFound(notFounds: NotFounds, context: Context): CompiledRoute {
  const own = notFounds.get(context)
  if (own !== undefined || context.parent === null) return own as CompiledRoute // the root always has one
  return nearestNotFound(notFounds, context.parent)
}

/** In Fastify all contexts with one prefix share the not-found handler of any of them. */
function notFoundOfPrefix(notFounds: NotFounds, context: Context): CompiledRoute {
  let outermost = context
  while (outermost.parent !== null && outermost.parent.prefix === outermost.prefix) outermost = outermost.parent
  for (const [owner, route] of notFounds) {
    const { builder, prefix } = owner
    if (builder.notFound !== null && prefix === outermost.prefix && lineTo(owner).includes(outermost)) return route
  }
  return outermost.parent === null
    ? nearestNotFound(notFounds, outermost)
    : notFoundOfPrefix(notFounds, outermost.parent)
}

function answerNotFound({ logs }: ServerCore): Handler {
  return function notFound(request, reply) {
    const { method, url } = request.raw
    if (asFastify && !METHODS.includes(method ?? '')) return reply.send(new serverCodes.FST_ERR_NOT_FOUND())
    logs.routeNotFound(request, reply)
    const declared = String(reply.getHeader('content-type'))
    const type = declared.includes('/') ? declared : 'application/json'
    if (/json/i.test(type)) {
      // A reply serializer of the application expects payloads of routes. Without JSON, `send` refuses the object.
      reply.type(/charset=/i.test(type) ? type : `${type}; charset=utf-8`).serializer(JSON.stringify)
    }
    reply
      .code(404)
      .send({ message: `Route ${method}:${shownPath(url ?? '')} not found`, error: 'Not Found', statusCode: 404 })
  }
}
