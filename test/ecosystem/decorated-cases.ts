import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import basicAuth from '@fastify/basic-auth'
import bearerAuth from '@fastify/bearer-auth'
import circuitBreaker from '@fastify/circuit-breaker'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import etag from '@fastify/etag'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import middie from '@fastify/middie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { fastifyRequestContext } from '@fastify/request-context'
import sensible from '@fastify/sensible'
import session from '@fastify/session'
import sse from '@fastify/sse'
import files from '@fastify/static'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import view from '@fastify/view'
import { use } from 'alcove'
import type { Extras, Loose } from './served.js'

const require = createRequire(import.meta.url)
const ejs: Loose = require('ejs')
const { FastifyOtelInstrumentation }: Loose = require('@fastify/otel')

/** The expected effect of a plugin within a decorated module, and the behaviour of a sibling without it. */
export interface Case {
  plugins: (views: string) => Loose[]
  /** The handler of the path, `/` by default, in both modules. */
  handle?: (request: Loose, reply: Loose) => unknown
  method?: 'GET' | 'POST'
  path?: string
  options?: Record<string, unknown>
  configure?: (instance: Loose) => void
  extras?: () => Extras
  /** The plugin writes the head past the reply: `onSend` hooks do not run. */
  isRaw?: boolean
  /** The bytes of the answer of the module, with headers that the plugin adds; then those of the sibling. */
  inside: string
  headers?: Record<string, string>
  status?: number
  beside: string
  besideStatus?: number
}

const form = () => {
  const data = new FormData()
  data.append('file', new Blob(['the bytes']), 'file.txt')
  return { body: data }
}

/** By plugin. `views` is a folder with `page.ejs` in it. */
export const cases: Record<string, Case> = {
  '@fastify/cookie': {
    plugins: () => [cookie],
    handle: (request, reply) => {
      reply.setCookie?.('seen', 'yes')
      return { cookies: request.cookies ?? null }
    },
    extras: () => ({ headers: { cookie: 'a=b' } }),
    inside: '{"cookies":{"a":"b"}}',
    headers: { 'set-cookie': 'seen=yes; SameSite=Lax' },
    beside: '{"cookies":null}',
  },
  '@fastify/session': {
    plugins: () => [cookie, use(session, { secret: 'x'.repeat(32), cookie: { secure: false } })],
    handle: ({ session }) => {
      if (session === undefined) return 'no session'
      session.visits = 1
      return { visits: session.visits }
    },
    inside: '{"visits":1}',
    beside: 'no session',
  },
  '@fastify/jwt': {
    plugins: () => [
      use(jwt, {
        secret: 'secret',
        verify: { extractToken: ({ server }: Loose) => server.jwt.sign({ id: 1, iat: 2 }) },
      } as Loose),
    ],
    handle: async (request) => (request.jwtVerify === undefined ? 'no jwt' : await request.jwtVerify()),
    inside: '{"id":1,"iat":2}',
    beside: 'no jwt',
  },
  '@fastify/multipart': {
    plugins: () => [multipart],
    method: 'POST',
    handle: async (request) => (await (await request.file()).toBuffer()).toString(),
    extras: form,
    inside: 'the bytes',
    beside:
      '{"statusCode":415,"code":"FST_ERR_CTP_INVALID_MEDIA_TYPE","error":"Unsupported Media Type","message":"Unsupported Media Type: multipart/form-data"}',
    besideStatus: 415,
  },
  '@fastify/compress': {
    plugins: () => [use(compress, { threshold: 0, encodings: ['gzip'] })],
    handle: () => ({ text: 'long '.repeat(4) }),
    inside: '{"text":"long long long long "}',
    headers: { 'content-encoding': 'gzip' },
    beside: '{"text":"long long long long "}',
  },
  '@fastify/static, by a method of the controller': {
    plugins: (views) => [use(files, { root: views })],
    handle: (_request, reply) => reply.sendFile?.('page.ejs') ?? 'no files',
    inside: '<p><%= name %></p>',
    beside: 'no files',
  },
  '@fastify/static, by the route of the plugin': {
    plugins: (views) => [use(files, { root: views })],
    path: '/page.ejs',
    inside: '<p><%= name %></p>',
    beside: '{"message":"Route GET:/beside/page.ejs not found","error":"Not Found","statusCode":404}',
    besideStatus: 404,
  },
  '@fastify/view': {
    plugins: (views) => [use(view, { engine: { ejs }, root: views })],
    handle: (_request, reply) => reply.view?.('page.ejs', { name: '<b>' }) ?? 'no view',
    inside: '<p>&lt;b&gt;</p>',
    beside: 'no view',
  },
  '@fastify/circuit-breaker': {
    plugins: () => [use(circuitBreaker, { threshold: 1, timeout: 5000, resetTimeout: 5000 })],
    configure: (instance) => instance.addHook('preHandler', instance.circuitBreaker()),
    handle: ({ server }) => `breaker: ${typeof server.circuitBreaker}`,
    inside: 'breaker: function',
    beside: 'breaker: undefined',
  },
  '@fastify/etag': {
    plugins: () => [etag],
    handle: () => 'tagged',
    extras: () => ({ headers: { 'if-none-match': '"other"' } }),
    inside: 'tagged',
    headers: { etag: `"${createHash('sha1').update('tagged').digest('base64')}"` },
    beside: 'tagged',
  },
  '@fastify/under-pressure': {
    plugins: () => [use(underPressure, { maxEventLoopDelay: 60_000 })],
    handle: ({ server }) => typeof server.memoryUsage,
    inside: 'function',
    beside: 'undefined',
  },
  '@fastify/swagger': {
    plugins: () => [use(swagger, { openapi: { info: { title: 'x', version: '1' } } })],
    handle: ({ server }) => Object.keys(server.swagger?.().paths ?? {}),
    inside: '["/in"]',
    beside: '[]',
  },
  '@fastify/otel': {
    plugins: () => [new FastifyOtelInstrumentation().plugin()],
    handle: (request) => typeof request.opentelemetry,
    inside: 'function',
    beside: 'undefined',
  },
  '@fastify/rate-limit': {
    plugins: () => [use(rateLimit, { max: 7, timeWindow: 60_000 })],
    handle: () => [1],
    inside: '[1]',
    headers: { 'x-ratelimit-limit': '7', 'x-ratelimit-remaining': '6' },
    beside: '[1]',
  },
  '@fastify/formbody': {
    plugins: () => [formbody],
    method: 'POST',
    handle: ({ body }) => body,
    extras: () => ({ body: 'a=1&b=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    inside: '{"a":"1","b":"2"}',
    beside:
      '{"statusCode":415,"code":"FST_ERR_CTP_INVALID_MEDIA_TYPE","error":"Unsupported Media Type","message":"Unsupported Media Type: application/x-www-form-urlencoded"}',
    besideStatus: 415,
  },
  '@fastify/cors': {
    plugins: () => [use(cors, { origin: 'http://a.example' })],
    handle: () => 'shared',
    extras: () => ({ headers: { origin: 'http://a.example' } }),
    inside: 'shared',
    headers: { 'access-control-allow-origin': 'http://a.example' },
    beside: 'shared',
  },
  '@fastify/helmet': {
    plugins: () => [helmet],
    handle: () => 'safe',
    inside: 'safe',
    headers: { 'x-frame-options': 'SAMEORIGIN' },
    beside: 'safe',
  },
  '@fastify/sensible': {
    plugins: () => [sensible],
    handle: (_request, reply) => reply.notFound?.('no such thing') ?? 'no helpers',
    status: 404,
    inside: '{"statusCode":404,"error":"Not Found","message":"no such thing"}',
    beside: 'no helpers',
  },
  '@fastify/request-context': {
    plugins: () => [use(fastifyRequestContext, { defaultStoreValues: { user: 'ada' } } as Loose)],
    handle: async (request) => {
      await null
      return `user: ${request.requestContext?.get('user')}`
    },
    inside: 'user: ada',
    beside: 'user: undefined',
  },
  '@fastify/middie': {
    plugins: () => [middie],
    configure: (instance) =>
      instance.use((req: Loose, _res: Loose, next: () => void) => {
        req.touched = true
        next()
      }),
    handle: ({ raw }) => ({ touched: raw.touched ?? false }),
    inside: '{"touched":true}',
    beside: '{"touched":false}',
  },
  '@fastify/basic-auth': {
    plugins: () => [use(basicAuth, { validate: async (name) => void (name === 'ada' || Promise.reject(new Error())) })],
    configure: (instance) => instance.addHook('onRequest', instance.basicAuth),
    handle: () => 'entered',
    extras: () => ({ headers: { authorization: `Basic ${Buffer.from('ada:x').toString('base64')}` } }),
    inside: 'entered',
    beside: 'entered',
  },
  '@fastify/bearer-auth': {
    plugins: () => [use(bearerAuth, { keys: new Set(['key']) })],
    handle: () => 'entered',
    extras: () => ({ headers: { authorization: 'Bearer key' } }),
    inside: 'entered',
    beside: 'entered',
  },
  '@fastify/sse': {
    plugins: () => [sse],
    options: { sse: true },
    isRaw: true,
    handle: async (_request, reply) => {
      if (!reply.sse) return 'no events'
      await reply.sse.send({ id: '7', data: { text: 'hello' } })
      return undefined
    },
    extras: () => ({ headers: { accept: 'text/event-stream' } }),
    inside: 'id: 7\ndata: {"text":"hello"}\n\n',
    beside: 'no events',
  },
}
