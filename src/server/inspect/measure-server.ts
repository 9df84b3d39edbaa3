import type { Figures, RefusalFigures, RequestTrace, UnmatchedFigures } from '../../contracts/figures.js'
import type { Instance } from '../../contracts/instance.js'
import { idsByKey, type RouteMeter } from '../../request/stages/route-meter.js'
import { builderOf, coreOf } from '../instance/open-context.js'
import { checkLoading, type ServerCore } from '../start/server-core.js'
import { inspectContexts } from './inspect-contexts.js'
import { inspect, readRefusals } from './inspect-server.js'

/** Functions that read the figures of a server. Call them only after the boot. */
export interface ServerFigures {
  /** Figures by the ids of routes that `inspect` returns. */
  readonly routes: () => Figures
  readonly unmatched: () => UnmatchedFigures
  readonly refused: () => RefusalFigures
  /**
   * The latest requests of a route, by its id. The first call starts the recording. The recording ends if no further
   * call follows within 3 seconds. Null for an unknown route.
   */
  readonly requests: (route: string) => RequestTrace[] | null
}

/** Milliseconds for which the requests of a route are recorded after a call of `requests`. */
const patience = 3000

/**
 * Makes a server measure the requests of all contexts. Call it while plugins load, because the boot compiles routes
 * with or without the measuring code.
 */
export function measureServer(instance: Instance): ServerFigures {
  const core = coreOf(instance)
  checkLoading(core, 'measureServer', builderOf(instance))
  core.pipeline.measured = true
  let known: ReadonlyMap<string, KnownRoute> | null = null
  const watched = new Map<RouteMeter, number>()
  const routes = () => {
    known ??= new Map(
      inspect(instance).routes.map(({ id, stages }, index) => {
        const meter = core.slots[index]?.compiled?.meter ?? null // `inspect` keeps the order of the slots
        return [id, { meter, ids: idsByKey(stages) }]
      }),
    )
    return known
  }
  return {
    routes: () => {
      const figures = [...routes()].flatMap(([route, { meter, ids }]) => {
        const read = meter?.read(ids)
        return read === undefined || read.requests === 0 ? [] : [[route, read] as const]
      })
      return Object.fromEntries(figures)
    },
    unmatched: () => ({ notFound: readNotFound(core), malformed: readMalformed(core) }),
    refused: () => readRefusals(instance),
    requests: (id) => {
      const now = performance.now()
      for (const [meter, until] of watched) {
        if (until > now) continue
        meter.unwatch()
        watched.delete(meter)
      }
      const { meter = null, ids = new Map() } = routes().get(id) ?? {}
      if (meter === null) return null
      watched.set(meter, now + patience)
      return meter.watch(ids, patience)
    },
  }
}

interface KnownRoute {
  /** Null for a route that failed. */
  readonly meter: RouteMeter | null
  /** The ids of the stages, by their keys. */
  readonly ids: ReadonlyMap<string, string>
}

function readMalformed({ refused }: ServerCore): number {
  const { timeouts, malformed, largeHeads, manyHeaders, heads, paths } = refused
  return timeouts + malformed + largeHeads + manyHeaders + heads + paths
}

function readNotFound(core: ServerCore): UnmatchedFigures['notFound'] {
  const { rootContext, notFoundRoutes } = core
  if (rootContext === null) return {}
  const figures = inspectContexts(rootContext).flatMap(({ context, inspected }) => {
    const read = notFoundRoutes.get(context)?.meter?.readAll()
    return read === undefined || read.requests === 0 ? [] : [[inspected.id, read] as const]
  })
  return Object.fromEntries(figures)
}
