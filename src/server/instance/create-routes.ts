import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouterOptions, ServerOptions } from '../../contracts/server-options.js'
import { serverCodes } from '../../errors/server-codes.js'
import { canAnswer } from '../../request/message/connection.js'
import type { CompiledRoute } from '../../request/stages/compiled-route.js'
import { NotFoundTable } from '../../router/not-found-table.js'
import { type RouterFallbacks, RouteTable } from '../../router/route-table.js'
import { containRejection, shownPath } from '../../support/values.js'
import { failBeforeRoute } from '../network/http-entry.js'
import type { ServerCore } from '../start/server-core.js'
import type { ServerSettings } from '../start/server-settings.js'
import type { RouteSlot } from './route-slot.js'

export function createRoutes(
  options: ServerOptions,
  settings: ServerSettings,
  core: () => ServerCore,
): RouteTable<RouteSlot> {
  const { onMaxParamLength, buildPrettyMeta, defaultRoute, constraints } = { ...options, ...options.routerOptions }
  const compile = options.routerOptions?.compile
  return new RouteTable<RouteSlot>(
    { ...readPathOptions(options, settings), ...dropUndefined({ constraints, compile }) },
    {
      notFound: defaultRoute ? answering(defaultRoute, core) : (req, res) => core().notFounds.lookup(req, res),
      badUrl: readBadUrl(options, core),
      tooLongParameter: onMaxParamLength
        ? answering(onMaxParamLength, core)
        : (path, req, res) =>
            failBeforeRoute(core(), new serverCodes.FST_ERR_MAX_PARAM_LENGTH(shownPath(path)), { req, res }),
      buildPrettyMeta: buildPrettyMeta ?? (({ store }) => store),
    },
  )
}

/** Reads paths without a route by the same options as paths with a route. */
export function createNotFounds(
  options: ServerOptions,
  settings: ServerSettings,
  core: () => ServerCore,
): NotFoundTable<CompiledRoute> {
  return new NotFoundTable(readPathOptions(options, settings), {
    badUrl: readBadUrl(options, core),
    notFound: (req, res) => core().rootNotFound().run(req, res, {}, {}),
  })
}

function readBadUrl(options: ServerOptions, core: () => ServerCore): RouterFallbacks['badUrl'] {
  const { onBadUrl } = { ...options, ...options.routerOptions }
  if (onBadUrl) return answering(onBadUrl, core)
  return (path, req, res) => failBeforeRoute(core(), new serverCodes.FST_ERR_BAD_URL(shownPath(path)), { req, res })
}

/** Wraps a function of the application that answers. Without a second answer, a client would wait for ever. */
function answering<Rest extends unknown[]>(
  run: (...args: [...Rest, req: IncomingMessage, res: ServerResponse]) => unknown,
  core: () => ServerCore,
) {
  return (...args: [...Rest, req: IncomingMessage, res: ServerResponse]): void => {
    const [req, res] = args.slice(-2) as [IncomingMessage, ServerResponse] // the last two arguments
    containRejection(run(...args), (error) => {
      if (canAnswer(res)) failBeforeRoute(core(), error, { req, res })
    })
  }
}

/** Wraps a function of the application. The router does not await it, so the wrapper handles a rejection. */
function containing<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  return (...args) => {
    const result = run(...args)
    containRejection(result)
    return result
  }
}

/** The options of the router that decide how a path is read. Each is also an option of the server itself. */
function readPathOptions(options: ServerOptions, { maxParamLength: atTop }: ServerSettings): RouterOptions {
  const given = {
    useSemicolonDelimiter: false,
    ...dropUndefined(options),
    maxParamLength: atTop,
    ...options.routerOptions,
  }
  const { ignoreTrailingSlash, ignoreDuplicateSlashes, caseSensitive, maxParamLength } = given
  const { allowUnsafeRegex, useSemicolonDelimiter, querystringParser } = given
  return dropUndefined({
    ignoreTrailingSlash,
    ignoreDuplicateSlashes,
    caseSensitive,
    maxParamLength,
    allowUnsafeRegex,
    useSemicolonDelimiter,
    querystringParser: querystringParser && containing(querystringParser),
  }) as RouterOptions // some entries of it
}

function dropUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T> // some entries of T
}
