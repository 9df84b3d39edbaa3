import type { Figures } from '../contracts/figures.js'
import type { Instance } from '../contracts/instance.js'
import { inspect } from './inspect-server.js'
import { coreOf, draftOf } from './open-context.js'
import { checkLoading } from './server-core.js'

/**
 * Makes a server measure its requests, those of all contexts. To be called while plugins load: routes are compiled
 * with what measures them, or without it.
 *
 * @returns what reads the figures, by the ids of `inspect`; after boot
 */
export function measureServer(instance: Instance): () => Figures {
  const core = coreOf(instance)
  checkLoading(core, 'measureServer', draftOf(instance))
  core.pipeline.measured = true
  let ids: readonly (readonly [route: string, stages: readonly string[]])[] | null = null
  return () => {
    ids ??= inspect(instance).routes.map(({ id, stages }) => [id, stages.map((stage) => stage.id)])
    const figures = ids.flatMap(([route, stages], index) => {
      const read = core.slots[index]?.compiled?.readFigures(stages) ?? null // inspected in this order
      return read === null || read.requests === 0 ? [] : [[route, read] as const]
    })
    return Object.fromEntries(figures)
  }
}
