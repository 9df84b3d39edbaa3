import type { RouteDeclaration } from '../../context/registration.js'
import type { RegisteredRouteOptions } from '../../contracts/hooks.js'
import type { Handler, RouteOptions, RouteShorthandOptions } from '../../contracts/route.js'
import { routeCodes } from '../../errors/route-codes.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import type { DeclaredValue } from '../../lifecycle/provenance.js'
import { normalizeRouteSchema } from '../../schema/model/route-schema.js'
import { asFastify } from '../../support/as-fastify.js'
import { slashSpellings } from '../../support/paths.js'
import { capturePlace } from '../../support/place.js'
import { attempt } from '../../support/report.js'
import { describeValue, isRecord, readProperty } from '../../support/values.js'
import { checkLoading, type ServerCore } from '../start/server-core.js'
import {
  checkBodySchema,
  checkRoute,
  warnOfRefsToNames,
  warnOfUndefinedHooks,
  warnOfUndefinedSchemas,
} from './check-route.js'
import { notifyRoute, type RoutePlace } from './notify-route.js'
import { declaredOf, locateRoute, refuseDuplicate, refuseSecondHead } from './route-refusals.js'
import { RouteSlot } from './route-slot.js'

/** Joins the arguments of `get(path, options, handler)` into one object. Throws if they are invalid. */
export function joinShorthand(
  method: string | string[],
  path: unknown,
  options: unknown,
  handler: unknown,
): RouteOptions {
  const methods = [method].flat().join(',')
  if (typeof path !== 'string') throw new routeCodes.FST_ERR_INVALID_URL(methods, describeValue(path))
  const route = `${methods} ${path}`
  if (handler === undefined && typeof options === 'function')
    return { method, url: path, path, handler: options as Handler } // checked to be a function
  if (options !== undefined && options !== null ? !isRecord(options) : asFastify && handler !== undefined)
    throw new routeCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(route, describeValue(options))
  const given = (options ?? {}) as RouteShorthandOptions // its members are checked one by one
  if (handler !== undefined && given.handler !== undefined) throw new routeCodes.FST_ERR_ROUTE_DUPLICATED_HANDLER(route)
  return { ...given, method, url: path, path, handler: (handler ?? given.handler) as Handler } // checked by registerRoute
}

/**
 * Declares a route in a context (docs/reference/instance.md and docs/guide/controllers.md). An invalid route ends the
 * boot, or is reported and left out.
 */
export function registerRoute(place: RoutePlace, given: RouteOptions): void {
  const { core, builder } = place
  checkLoading(core, 'route', builder)
  attempt(
    (problem) => {
      locateRoute(core, problem, Object(given)) // `given` may be any value
      if (asFastify && isOfSchema(problem)) place.instance.after(() => Promise.reject(problem))
      else core.findings.report(problem)
    },
    () => declareRoute(place, given),
  )
}

/** Fastify reports problems of schemas only after all plugins have loaded. */
function isOfSchema(problem: unknown): boolean {
  return Object.hasOwn(schemaCodes, String(readProperty(problem, 'code')))
}

function declareRoute(place: RoutePlace, given: RouteOptions): void {
  const { core, builder } = place
  if (!isRecord(given)) throw new routeCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ('given to route()', describeValue(given))
  const path = given.url ?? given.path ?? ''
  if (typeof path !== 'string') throw new routeCodes.FST_ERR_INVALID_URL(String(given.method), describeValue(path))
  const methods = readMethods(core, given.method)
  const route = `${methods.join(',')} ${appendPath(builder.prefix, path)}`
  warnOfUndefinedSchemas(core, given, route)
  warnOfUndefinedHooks(core, given, route)
  warnOfRefsToNames(core, given, route)
  const spellings = readPaths(place, path, given)
  const gets = addRoute(place, { given, methods, spellings, gets: null })
  if (!exposesHead(core, given, methods)) return
  const isObserved = builder.nearest((each) => each.hooks.onRoute.length > 0 || null) !== null
  if (isObserved) addRoute(place, { given: { ...given, method: 'HEAD' }, methods: ['HEAD'], spellings, gets })
  else for (const get of gets) enterHead(place, get)
}

interface RouteEntry {
  given: RouteOptions
  methods: string[]
  /** Paths below the prefix, all of the same route. */
  spellings: readonly string[]
  /** For a HEAD beside a GET: the GET for each spelling. Null for other routes. */
  gets: readonly RouteSlot[] | null
}

type Spelling = Pick<RegisteredRouteOptions, 'url' | 'path' | 'routePath'>

/** A route while its spellings are added. */
interface Adding extends Omit<Origin, 'canonicalUrl'> {
  canonicalUrl: string | null
  last: Notified | null
  /** The slots of GET. */
  entered: RouteSlot[]
}

/** Calls `onRoute` hooks once. Their changes apply to each spelling of the path. Returns the slots of GET. */
function addRoute(place: RoutePlace, entry: RouteEntry): readonly RouteSlot[] {
  const { current: by } = place.core.registrants
  const declared = declaredOf(place.core.registrants, entry.given.handler)
  const origin = { by, declared, place: declared?.place ?? capturePlace() }
  const adding: Adding = { ...origin, canonicalUrl: null, last: null, entered: [] }
  for (let index = 0; index < entry.spellings.length; index++) addSpelling(place, entry, adding, index)
  return adding.entered
}

// Must stay separate: V8 optimizes a longer function during a start of 1000 routes (see `compileRoute`).
function addSpelling(place: RoutePlace, entry: RouteEntry, adding: Adding, index: number): void {
  const { core, builder } = place
  const { given, spellings, gets } = entry
  const path = spellings[index]! // an index of the list
  const url = appendPath(builder.prefix, path)
  if (gets !== null && isTaken(core, url, given)) return
  const routePath = url.slice(builder.prefix.length)
  const notified = notify(place, entry, { url, path: url, routePath }, adding.last)
  if (gets !== null && notified.methods.join() !== 'HEAD') return // a hook that changes the methods of GET changes this one, too
  adding.last = notified
  adding.canonicalUrl ??= notified.options.url
  const { by, declared, place: declaredAt } = adding
  const origin = { by, declared, place: declaredAt, canonicalUrl: adding.canonicalUrl }
  const route = declarationOf(entry, origin, notified, index === spellings.length - 1)
  checkRoute(core, notified.options, notified.methods)
  for (const method of notified.methods) {
    const slot = takeSlot(place, { route, method, get: gets?.[index] ?? null })
    if (method === 'GET') adding.entered.push(slot)
  }
  builder.addRoute(route)
}

/** The options and methods of a route after its `onRoute` hooks, and the hooks that these have added. */
interface Notified {
  options: RegisteredRouteOptions
  methods: string[]
  added: RouteDeclaration['added']
}

function notify(
  place: RoutePlace,
  { given, methods, gets }: RouteEntry,
  at: Spelling,
  last: Notified | null,
): Notified {
  const notifiesEach = asFastify && gets !== null // Fastify calls the hooks for each spelling of a HEAD beside a GET
  if (last !== null && !notifiesEach) return { ...last, options: respell(last.options, at) }
  const options = completeOptions(place, { given, methods, url: at.url, path: at.routePath })
  return { options, added: notifyRoute(place, options), methods: readMethods(place.core, options.method) }
}

type Origin = Pick<RouteDeclaration, 'by' | 'declared' | 'place' | 'canonicalUrl'>

function declarationOf(
  { given, gets }: RouteEntry,
  { by, declared, place, canonicalUrl }: Origin,
  { options: own, methods, added }: Notified,
  isLast: boolean,
): RouteDeclaration {
  const options = asFastify && !isLast ? { ...own } : own // the next spelling changes the object
  const handlerName = nameOf(given.handler) || nameOf(own.handler)
  const implicit = gets !== null
  return { options, canonicalUrl, methods, handlerName, implicit, follows: null, by, place, declared, added }
}

/** Fastify changes one object. @fastify/swagger keeps it from its `onRoute` hook, and documents the last spelling. */
function respell(notified: RegisteredRouteOptions, spelling: Spelling): RegisteredRouteOptions {
  return asFastify ? Object.assign(notified, spelling) : { ...notified, ...spelling }
}

const headOnly = ['HEAD'] as const

/**
 * Adds a HEAD with the options of its GET. Checks the body schema of a GET again, because methods differ in their bodies.
 * That of several methods is for the others.
 */
function enterHead(place: RoutePlace, get: RouteSlot): void {
  const { core, builder } = place
  const { options: given } = get.route
  if (isTaken(core, given.url, given)) return
  const options: RegisteredRouteOptions = { ...given, method: 'HEAD' }
  const route: RouteDeclaration = { ...get.route, options, methods: headOnly, implicit: true, follows: get.route }
  if (get.route.methods.length === 1) checkBodySchema(core, `HEAD ${given.url}`, route)
  takeSlot(place, { route, method: 'HEAD', get })
  builder.addRoute(route)
}

/** Adds no slash between prefix and path, as Fastify: `/a` and `b` become `/ab`. */
function appendPath(prefix: string, path: string): string {
  return prefix.endsWith('/') && path.startsWith('/') ? prefix + path.slice(1) : prefix + path
}

function isTaken({ routes }: ServerCore, url: string, { constraints }: RouteOptions): boolean {
  return routes.isTaken({ method: 'HEAD', url, constraints: constraints || {} })
}

function completeOptions(
  { builder }: RoutePlace,
  { given, methods, url, path }: { given: RouteOptions; methods: string[]; url: string; path: string },
): RegisteredRouteOptions {
  const [only = ''] = methods
  const method = methods.length === 1 && !Array.isArray(given.method) ? only : methods
  const { schema } = given
  const values = builder.nearest((each) => each.routeValues)
  const options: RegisteredRouteOptions = {
    ...given,
    method,
    url,
    path: url,
    routePath: path,
    prefix: builder.prefix,
    logLevel: given.logLevel ?? builder.nearest((each) => each.logLevel || null) ?? '',
    attachValidation: given.attachValidation ?? false,
  }
  if (values !== null) options.config = { ...configOf(values), ...given.config }
  if (schema !== undefined) options.schema = normalizeRouteSchema(schema, { method: String(method), url })
  return options
}

function configOf(values: readonly DeclaredValue[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]))
}

interface SlotEntry {
  route: RouteDeclaration
  method: string
  /** For a HEAD beside a GET: the GET. */
  get: RouteSlot | null
}

function takeSlot({ core, builder }: RoutePlace, { route, method, get }: SlotEntry): RouteSlot {
  const slot = new RouteSlot(method, route, builder)
  const { url } = route.options
  const constraints = route.options.constraints || {} // null means none, as in Fastify
  if (asFastify && get === null && method === 'HEAD') refuseSecondHead(core, slot)
  const taken = get === null ? core.routes.add({ method, url, constraints }, slot) : null
  if (get !== null) core.routes.addHead(get, slot)
  if (taken !== null) refuseDuplicate(core, taken, slot)
  core.slots.push(slot) // a duplicate, too, so that its other problems are found
  return slot
}

function nameOf(handler: unknown): string {
  return typeof handler === 'function' ? handler.name : ''
}

function exposesHead(core: ServerCore, given: RouteOptions, methods: readonly string[]): boolean {
  const exposed = given.exposeHeadRoute ?? core.settings.exposeHeadRoutes
  return exposed && methods.includes('GET') && !methods.includes('HEAD')
}

function readMethods(core: ServerCore, given: unknown): string[] {
  const { bodyless, bodied } = core.methods
  return [given].flat().map((method) => {
    if (typeof method !== 'string') throw new routeCodes.FST_ERR_ROUTE_METHOD_INVALID(describeValue(method))
    const name = method.toUpperCase()
    if (!bodyless.has(name) && !bodied.has(name)) throw new routeCodes.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED(name)
    return name
  })
}

/** The paths of a route below the prefix of its context. */
function readPaths({ core, builder }: RoutePlace, path: string, given: RouteOptions): readonly string[] {
  const { prefix } = builder
  if (path !== '/' || prefix === '') return [path]
  const { ignoreTrailingSlash } = { ...core.options, ...core.options.routerOptions }
  return slashSpellings(prefix, { prefixTrailingSlash: given.prefixTrailingSlash, ignoreTrailingSlash })
}
