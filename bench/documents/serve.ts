/** A process that starts one document on one server: `node serve.js fastify|core|core-lazy FILE`. */
import { createServer } from 'alcove/core'
import { fastify } from 'fastify'
import { readDocument } from './read-document.js'

/** The methods of both frameworks that a document needs. */
interface Server {
  addSchema(schema: object): unknown
  route(options: object): unknown
  listen(options: object): Promise<string>
}

const servers: Readonly<Record<string, () => unknown>> = {
  fastify: () => fastify({ ajv: { customOptions: { strict: false } } }),
  core: () => createServer(),
  'core-lazy': () => createServer({ compile: 'lazy' }),
}

export interface DocumentFigures {
  readonly routes: number
  readonly status: number
  /** Milliseconds of the processor until the first answer, and megabytes of heap after collections. */
  readonly cpu: number
  readonly heap: number
}

const [kind = '', file = ''] = process.argv.slice(2)
const { schemas, routes } = await readDocument(file)
globalThis.gc?.()
const before = process.cpuUsage()
const server = servers[kind]?.() as Server | undefined // both have these methods, with more precise types
if (server === undefined) throw new Error(`There is no ${kind}. There are ${Object.keys(servers).join(', ')}.`)
for (const schema of schemas) server.addSchema(schema)
for (const route of routes) server.route({ ...route, handler: () => ({}) })
const address = await server.listen({ port: 0, host: '127.0.0.1' })
const asked = routes.find(({ method, url }) => method === 'GET' && !url.includes(':'))
const response = await fetch(address + (asked?.url ?? '/'))
await response.text()
const { user, system } = process.cpuUsage(before)
globalThis.gc?.()
const heap = process.memoryUsage().heapUsed / 2 ** 20
const figures: DocumentFigures = { routes: routes.length, status: response.status, cpu: (user + system) / 1000, heap }
process.send?.(figures)
process.exit(0)
