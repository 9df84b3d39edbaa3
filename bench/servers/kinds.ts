import type { StartServer } from './server.js'

/** One of the servers that are compared. */
export interface Kind {
  readonly name: string
  readonly title: string
  /** Loads what this server needs and nothing else. */
  load(): Promise<StartServer>
}

/** What all others are divided by. */
export const baseKind = 'fastify'

export const kinds: readonly Kind[] = [
  {
    name: 'fastify',
    title: 'Fastify 5',
    load: async () => (await import('./fastify.js')).start,
  },
  {
    name: 'fastify-tick',
    title: "Fastify 5, one of node's tick objects kept alive",
    load: async () => (await import('./fastify-tick.js')).start,
  },
  {
    name: 'core',
    title: 'alcove/core, plugins as functions',
    load: async () => (await import('./core.js')).start,
  },
  {
    name: 'decorated',
    title: 'alcove, classes with decorators',
    load: async () => (await import('./decorated.js')).start,
  },
  {
    name: 'decorated-8',
    title: 'alcove, classes with decorators, version 8 validators',
    load: async () => (await import('./decorated.js')).startVersion8,
  },
]

export function findKind(name: string): Kind {
  const found = kinds.find((kind) => kind.name === name)
  if (found === undefined) throw new Error(`there is no server ${name}`)
  return found
}
