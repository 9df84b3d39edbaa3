import { pathToFileURL } from 'node:url'
import { ablatedFile, tricks } from '../ablation/tricks.js'
import type { Kind } from './kinds.js'
import { asBenchInstance, loopback, portOf, type StartServer } from './server.js'

type Core = typeof import('alcove/core')

/** The base of the ratios of `--ablate`: everything is on. */
export const wholeKind = 'core'

/** The workloads in which the tricks show. */
export const ablatedWorkloads = ['W1', 'W3', 'W6', 'R1000', 'array', 'strings', 'http2'] as const

/** `alcove/core` without one trick each. */
export const ablatedKinds: readonly Kind[] = tricks.map((trick) => ({
  name: `without-${trick.name}`,
  title: `alcove/core, ${trick.title}`,
  workloads: ablatedWorkloads,
  packages: [],
  differs: {},
  // Not in a server's process: what it has loaded takes part in what is measured.
  prepare: async () => (await import('../ablation/build.js')).buildWithout(trick),
  load: async () => startFrom(await import(pathToFileURL(ablatedFile(trick.name)).href)),
}))

function startFrom({ createServer }: Core): StartServer {
  return async (workload) => {
    const instance = createServer(workload.options)
    await workload.register(asBenchInstance(instance))
    return { port: portOf(await instance.listen(loopback)), close: () => instance.close() }
  }
}
