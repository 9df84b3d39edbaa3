import { createServer, type Instance, type RouteSchema, type ServerOptions } from 'alcove/core'
import { fastify as dropIn } from 'alcove/fastify'
import Fastify from 'fastify'

/** One row of docs/reference/fastify-differences.md: what a program gives on Fastify, and here. */
export interface Difference {
  readonly what: string
  readonly run: (make: Make) => Promise<unknown>
  readonly fastify: unknown
  readonly here: unknown
  /** The result on `alcove/fastify`, where it differs from that of Fastify. */
  readonly dropIn?: unknown
}

export type Make = (options?: ServerOptions) => Instance

export const makers: Record<'fastify' | 'here' | 'dropIn', Make> = {
  dropIn: (options) => dropIn(options),
  here: (options) => createServer(options),
  // It has what these programs use, under the same names: that is what is compared.
  fastify: (options) => Fastify((options ?? {}) as object) as unknown as Instance,
}

export async function get(server: Instance, url = '/'): Promise<string> {
  const { statusCode, body } = await server.inject(url)
  return `${statusCode} ${body}`
}

export async function post(
  server: Instance,
  payload: object | string,
  contentType = 'application/json',
): Promise<string> {
  const request = { method: 'POST', url: '/', payload, headers: { 'content-type': contentType } } as const
  const { statusCode, body } = await server.inject(request)
  return `${statusCode} ${body}`
}

/** The code of the thrown error, or else the outcome. */
export async function codeOf(run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    return Object(error).code ?? 'an error without a code'
  }
}

export const echoQuery = (make: Make, querystring: unknown): Instance =>
  make().get('/', { schema: { querystring } }, async (request) => request.query)
export const echoBody = (make: Make, schema: RouteSchema): Instance =>
  make().post('/', { schema }, async (request) => request.body ?? null)
export const statusOnly = (answer: string): string => answer.slice(0, 3)
