import {
  applicationNames,
  bootNames,
  coldWorkload,
  decoratedNames,
  handleWorkload,
  importWorkload,
  injectWorkload,
  memoryWorkload,
  plainNames,
  schemaNames,
  servedNames,
  usualNames,
} from '../workloads/all.js'
import type { StartServer } from './server.js'

/** One of the servers that are compared. */
export interface Kind {
  readonly name: string
  readonly title: string
  /** Where it does a workload in another way than the others, by the workload's name. */
  readonly differs: Readonly<Record<string, string>>
  /** The names of those that it takes part in. */
  readonly workloads: readonly string[]
  /** Imports of an application of this kind; empty if it differs from another kind by its options only. */
  readonly packages: readonly string[]
  /** Runs once before it is started for a workload; it is not measured. */
  prepare?(workload: string): Promise<void>
  /** Loads what this server needs for a workload and nothing else. */
  load(workload: string): Promise<StartServer>
}

/** The base of all ratios. */
export const baseKind = 'fastify'

const otherStatus = 'answers 422 as text: an error handler makes it 400 and JSON'

/** It has no schemas that belong to a module, which B1 is about. */
const nestStarts = bootNames.filter((name) => name !== 'B1')

const noContexts = 'no contexts: each value is set, and each hook called, by the listener'
const noNestContexts = 'no contexts: 20 modules with a middleware each, which set values on the raw request'
const noResponseSchema = 'no response schemas: the handler names the fields that go out'
const wholeReply = 'no response schemas: the reply is written as it is'

/** Usual work of a peer without some of it. */
function usualWithout(...missing: readonly string[]): readonly string[] {
  return usualNames.filter((name) => !missing.includes(name))
}

const calledNames = [handleWorkload.name, injectWorkload.name]

function isUsual(workload: string): boolean {
  return usualNames.includes(workload)
}

function isApplication(workload: string): boolean {
  return applicationNames.includes(workload)
}

export const kinds: readonly Kind[] = [
  {
    name: 'node',
    title: 'node:http by hand, no library',
    workloads: [...plainNames, ...usualWithout('plugins', 'sockets'), importWorkload.name],
    packages: ['node:http'],
    differs: {
      W5: noContexts,
      recursive: wholeReply,
      strings: wholeReply,
      files: 'neither ranges nor conditional requests',
      hooks: 'six awaited functions',
    },
    load: async (workload) =>
      (isUsual(workload) ? await import('../peers/usual/node.js') : await import('../peers/node.js')).start,
  },
  {
    name: 'hand-wired',
    title: 'node:http, find-my-way, ajv, fast-json-stringify by hand',
    workloads: [...plainNames, importWorkload.name],
    packages: ['find-my-way', 'ajv', 'fast-json-stringify'],
    differs: { W5: noContexts },
    load: async () => (await import('../peers/hand-wired.js')).start,
  },
  {
    name: 'fastify',
    title: 'Fastify 5',
    workloads: [...servedNames, ...calledNames, importWorkload.name, coldWorkload.name, memoryWorkload.name],
    packages: ['fastify'],
    differs: { H: 'by inject: it has no method for WHATWG requests' },
    load: async () => (await import('./fastify.js')).start,
  },
  {
    name: 'fastify-tick',
    title: "Fastify 5, one of node's tick objects kept alive",
    workloads: schemaNames,
    packages: [],
    differs: {},
    load: async () => (await import('./fastify-tick.js')).start,
  },
  {
    name: 'nest',
    title: 'Nest on Fastify, route schemas',
    workloads: [...schemaNames, ...usualNames, ...applicationNames, ...nestStarts, importWorkload.name],
    packages: ['@nestjs/core', '@nestjs/common', '@nestjs/platform-fastify'],
    differs: { W5: noNestContexts, hooks: 'two middlewares, two guards and two interceptors' },
    load: async (workload) => {
      if (isApplication(workload)) return (await import('../conduit/nest.js')).start
      return (isUsual(workload) ? await import('../peers/usual/nest.js') : await import('../peers/nest.js')).start
    },
  },
  {
    name: 'nest-validator',
    title: 'Nest on Fastify, class-validator and class-transformer',
    workloads: [...plainNames, importWorkload.name],
    packages: ['@nestjs/core', '@nestjs/common', '@nestjs/platform-fastify', 'class-validator', 'class-transformer'],
    differs: { W5: noNestContexts },
    load: async () => (await import('../peers/nest-validator.js')).start,
  },
  {
    name: 'hono',
    title: 'Hono on node, zod validator',
    workloads: [...plainNames, ...usualNames, handleWorkload.name, importWorkload.name, coldWorkload.name],
    packages: ['hono', '@hono/node-server', '@hono/zod-validator'],
    differs: {
      ...Object.fromEntries(['W2', 'W3', 'W6', 'F', 'formats'].map((name) => [name, noResponseSchema])),
      unions: wholeReply,
      recursive: wholeReply,
      strings: wholeReply,
      log: 'hono/logger writes two lines of text, not of JSON',
      hooks: 'six middlewares',
    },
    load: async (workload) =>
      (isUsual(workload) ? await import('../peers/usual/hono.js') : await import('../peers/hono.js')).start,
  },
  {
    name: 'elysia',
    title: 'Elysia with its adapter for node',
    workloads: [...plainNames, importWorkload.name],
    packages: ['elysia', '@elysiajs/node'],
    differs: {
      W3: 'defaults below the first level of a body are not filled in: the handler does it',
      W4: otherStatus,
      W4a: otherStatus,
    },
    load: async () => (await import('../peers/elysia.js')).start,
  },
  {
    name: 'core',
    title: 'alcove/core, plugins as functions',
    workloads: [...servedNames, ...calledNames, importWorkload.name, memoryWorkload.name],
    packages: ['alcove/core'],
    differs: { W9: 'calls zod in its handler, as Fastify does' },
    load: async () => (await import('./core.js')).start,
  },
  {
    name: 'drop-in',
    title: 'alcove/fastify, an application on Fastify after a change of one line',
    workloads: [...servedNames, injectWorkload.name, importWorkload.name],
    packages: ['alcove/fastify'],
    differs: { W9: 'calls zod in its handler, as Fastify does' },
    load: async () => (await import('./drop-in.js')).start,
  },
  {
    name: 'core-lazy',
    title: 'alcove/core, schemas compiled at first use',
    workloads: bootNames,
    packages: [],
    differs: {},
    load: async () => (await import('./core.js')).startLazy,
  },
  {
    name: 'decorated',
    title: 'alcove, classes with decorators',
    workloads: [...decoratedNames, ...applicationNames, importWorkload.name, coldWorkload.name, memoryWorkload.name],
    packages: ['alcove'],
    differs: { F: 'built by alcove build' },
    load: async (workload) =>
      (isApplication(workload) ? await import('../conduit/alcove.js') : await import('./decorated.js')).start,
  },
  {
    name: 'decorated-lazy',
    title: 'alcove, classes with decorators, schemas compiled at first use',
    workloads: bootNames,
    packages: [],
    differs: {},
    load: async () => (await import('./decorated.js')).startLazy,
  },
  {
    name: 'decorated-precompiled',
    title: 'alcove, classes with decorators, schemas compiled ahead of time',
    workloads: bootNames,
    packages: [],
    differs: {},
    prepare: async (workload) => (await import('./artefact.js')).writeArtefact(workload),
    load: async () => (await import('./decorated.js')).startPrecompiled,
  },
  {
    name: 'decorated-8',
    title: 'alcove, classes with decorators, version 8 validators',
    workloads: decoratedNames,
    packages: [],
    differs: {},
    load: async () => (await import('./decorated.js')).startVersion8,
  },
]

export function findKind(name: string): Kind {
  const found = kinds.find((kind) => kind.name === name)
  if (found === undefined) throw new Error(`there is no server ${name}`)
  return found
}
