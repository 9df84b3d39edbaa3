import type { Figures, RefusalFigures, UnmatchedFigures } from '../../contracts/figures.js'
import type { Instance } from '../../contracts/instance.js'
import { builderOf, coreOf } from '../instance/open-context.js'
import { checkLoading, type ServerCore } from '../start/server-core.js'
import { inspectContexts } from './inspect-contexts.js'
import { inspect, readRefusals } from './inspect-server.js'

/** What reads the figures of a server; after boot. */
export interface ServerFigures {
  /** By the ids of `inspect`. */
  readonly routes: () => Figures
  readonly unmatched: () => UnmatchedFigures
  readonly refused: () => RefusalFigures
}

/**
 * Makes a server measure its requests, those of all contexts. To be called while plugins load: routes are compiled
 * with what measures them, or without it.
 */
export function measureServer(instance: Instance): ServerFigures {
  const core = coreOf(instance)
  checkLoading(core, 'measureServer', builderOf(instance))
  core.pipeline.measured = true
  let ids: readonly (readonly [route: string, stages: readonly string[]])[] | null = null
  return {
    routes: () => {
      ids ??= inspect(instance).routes.map(({ id, stages }) => [id, stages.map((stage) => stage.id)])
      const figures = ids.flatMap(([route, stages], index) => {
        const read = core.slots[index]?.compiled?.readFigures(stages) ?? null // inspected in this order
        return read === null || read.requests === 0 ? [] : [[route, read] as const]
      })
      return Object.fromEntries(figures)
    },
    unmatched: () => ({ notFound: readNotFound(core), malformed: readMalformed(core) }),
    refused: () => readRefusals(instance),
  }
}

function readMalformed({ refused }: ServerCore): number {
  const { timeouts, malformed, largeHeads, manyHeaders, heads, paths } = refused
  return timeouts + malformed + largeHeads + manyHeaders + heads + paths
}

function readNotFound(core: ServerCore): UnmatchedFigures['notFound'] {
  const { rootContext, notFoundRoutes } = core
  if (rootContext === null) return {}
  const figures = inspectContexts(rootContext).flatMap(({ context, inspected }) => {
    const read = notFoundRoutes.get(context)?.readAllFigures() ?? null
    return read === null || read.requests === 0 ? [] : [[inspected.id, read] as const]
  })
  return Object.fromEntries(figures)
}
