import type { InspectedContext, InspectedRoute, Inspection } from '../contracts/inspection.js'
import { cliCodes } from '../errors/cli-codes.js'
import { moduleCodes } from '../errors/module-codes.js'
import { didYouMean, nearMisses } from '../support/near-miss.js'
import { pathParameters } from '../support/paths.js'
import { pathPieces, routerPaths } from '../support/router-path.js'
import { describeValue, isRecord } from '../support/values.js'

/** @throws ALC_ERR_DECLARATION_ARGUMENT, for example if it is the application itself */
export function checkInspection(given: unknown, call: string): void {
  if (isRecord(given) && Array.isArray(given.contexts)) return
  const wanted = 'the result of inspect(app)'
  throw new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT(`${call}(…)`, describeValue(given), wanted)
}

/**
 * The route of a method and a path. The path is the declared one (`/users/:id`) or that of a request (`/users/7`).
 *
 * @throws ALC_ERR_ROUTE_UNKNOWN with routes that may have been meant; ALC_ERR_DECLARATION_ARGUMENT
 */
export function findRoute(inspection: Inspection, method: string, path: string): InspectedRoute {
  checkInspection(inspection, 'findRoute')
  const { routes } = inspection
  const upper = method.toUpperCase()
  const [url = ''] = path.split('?', 1)
  const sameMethod = routes.filter((route) => route.method === upper)
  const found =
    sameMethod.find((route) => route.id === `${upper} ${path}`) ??
    sameMethod.find((route) => route.url === url) ??
    chosen(sameMethod, url)
  if (found !== undefined) return found
  throw new cliCodes.ALC_ERR_ROUTE_UNKNOWN(`${upper} ${path}`, hintForRoute(routes, upper, url))
}

function hintForRoute(routes: readonly InspectedRoute[], method: string, url: string): string {
  const others = routes.filter((route) => !route.implicit && (route.url === url || fitsPath(route.url, url)))
  const named = others.filter(isNamed)
  if (named.length > 0) return `, but ${list(named.map(({ id }) => id))}`
  const declared = routes.filter(({ implicit }) => !implicit)
  const byUrl = new Map(
    declared.filter(isNamed).map((route) => [route.method === method ? route.url : route.id, route.id]),
  )
  const near = nearMisses(url, byUrl.keys()).map((key) => byUrl.get(key) ?? key)
  if (near.length > 0) return `: is ${list(near)} meant?`
  if (others.length > 0) return `, but ${list(others.map(({ id }) => id))}`
  return declared.length === 0
    ? ': the application has none'
    : `: alcove routes lists the ${declared.length} that there are`
}

/** Plugins declare routes such as `OPTIONS *`, which fit every path. */
function isNamed({ url }: InspectedRoute): boolean {
  return !pathParameters(url).includes('*')
}

function list(names: readonly string[]): string {
  return [...new Set(names)].join(' or ')
}

/** The route that the router chooses for a path. At the first difference it prefers a text, and then a pattern. */
function chosen(routes: readonly InspectedRoute[], path: string): InspectedRoute | undefined {
  const fitting = routes.flatMap((route) => {
    const patterns = routerPaths(route.url).filter((each) => fitsRouterPath(each, path))
    return patterns.map((pattern) => ({ route, rank: rankOf(pattern) }))
  })
  const [first] = fitting.sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)))
  return first?.route
}

/** The kinds of the parts of a path in order: the characters of its texts, patterns, whole segments, the rest. */
function rankOf(path: string): string {
  const pieces = pathPieces(path)
  const kinds = pieces.map(({ text, parameter, expression }, index) => {
    if (parameter === null) return '0'.repeat(text.length)
    if (parameter === '*') return '3'
    const isSegment = expression === null && (pieces[index + 1]?.text.startsWith('/') ?? true)
    return isSegment ? '2' : '1'
  })
  return kinds.join('')
}

/** Whether the path of a request matches a declared path. */
function fitsPath(pattern: string, path: string): boolean {
  return routerPaths(pattern).some((each) => fitsRouterPath(each, path))
}

function fitsRouterPath(pattern: string, path: string): boolean {
  const source = pathPieces(pattern)
    .map(({ text, parameter, expression }) => {
      if (parameter === null) return escaped(text)
      if (parameter === '*') return '.*'
      return `(?:${expression?.replace(/^\^|\$$/g, '') ?? '[^/]+?'})`
    })
    .join('')
  try {
    return new RegExp(`^${source}$`).test(path)
  } catch {
    return false // only the router can read this pattern
  }
}

/** A text as a regular expression that matches it. */
function escaped(text: string): string {
  return text.replace(/[.*+^${}()|[\]\\?]/g, '\\$&')
}

/**
 * Whether a declared path matches a glob. `*` matches any characters, slashes among them. A glob without `*` may also
 * be the path of a request.
 */
export function isPathOf(glob: string, pattern: string): boolean {
  const parts = glob.split('*')
  if (parts.length === 1) return pattern === glob || fitsPath(pattern, glob)
  const source = parts.map(escaped).join('.*')
  return new RegExp(`^${source}$`).test(pattern)
}

/**
 * The contexts of a name (`StockModule`), of an id (`AppModule > StockModule`) or of the end of an id. A module that
 * several others import has several contexts.
 *
 * @throws ALC_ERR_CONTEXT_UNKNOWN with names that may have been meant
 */
export function findContexts(inspection: Inspection, given: string): InspectedContext[] {
  const { contexts } = inspection
  const wanted = given.trim().replace(/\s*>\s*/g, ' > ')
  const named = contexts.filter(({ id, name }) => id === wanted || name === wanted || id.endsWith(` > ${wanted}`))
  if (named.length > 0) return named
  throw new cliCodes.ALC_ERR_CONTEXT_UNKNOWN(given, hintForContext(inspection, wanted))
}

function hintForContext({ contexts }: Inspection, wanted: string): string {
  const entries = contexts.flatMap((context) => context.entries)
  const wrapped = entries.find(({ kind, name }) => kind === 'wrapped module' && name === wanted)
  if (wrapped !== undefined) return `. It is wrapped into ${wrapped.context}. Give that context`
  const near = nearMisses(wanted, new Set(contexts.map(({ id, name }) => (wanted.includes('>') ? id : name))))
  return near.length > 0 ? `: ${didYouMean(near)}` : '. Find its name with alcove tree'
}
