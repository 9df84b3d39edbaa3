/** Plugins and compilers of the ecosystem, typed for Fastify, compile as they are, with their options. */
import auth from '@fastify/auth'
import autoload from '@fastify/autoload'
import basicAuth from '@fastify/basic-auth'
import bearerAuth from '@fastify/bearer-auth'
import circuitBreaker from '@fastify/circuit-breaker'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import etag from '@fastify/etag'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import httpProxy from '@fastify/http-proxy'
import jwt from '@fastify/jwt'
import middie from '@fastify/middie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { fastifyRequestContext } from '@fastify/request-context'
import sensible from '@fastify/sensible'
import session from '@fastify/session'
import sse from '@fastify/sse'
import serveStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import underPressure from '@fastify/under-pressure'
import view from '@fastify/view'
import websocket from '@fastify/websocket'
import { Controller, createServer, Get, Module, use } from 'alcove'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

@Module({
  plugins: [
    auth,
    cookie,
    use(auth),
    use(autoload, { dir: 'plugins' }),
    use(basicAuth, { validate: async () => {} }),
    use(bearerAuth, { keys: new Set(['key']) }),
    use(circuitBreaker, { threshold: 3 }),
    use(compress, { threshold: 10 }),
    use(cookie, { secret: 'secret' }),
    use(cors, { origin: ['https://a.example'] }),
    use(etag, { weak: true }),
    use(formbody, { bodyLimit: 100 }),
    use(helmet, { contentSecurityPolicy: false }),
    use(httpProxy, { upstream: 'http://localhost:1', websocket: true }),
    use(jwt, { secret: 'secret' }),
    use(middie),
    use(multipart, { attachFieldsToBody: true }),
    use(rateLimit, { max: 5, timeWindow: '1 minute' }),
    use(fastifyRequestContext, { hook: 'preHandler' }),
    use(sensible),
    use(session, { secret: 'a secret of thirty-two characters' }),
    use(sse),
    use(serveStatic, { root: '/srv' }),
    use(swagger, { openapi: { info: { title: 'a', version: '1' } } }),
    use(swaggerUi, { routePrefix: '/docs' }),
    use(underPressure, { maxEventLoopDelay: 1000 }),
    use(view, { engine: { ejs: {} } }),
    use(websocket, { options: { maxPayload: 100 } }),
  ],
})
export class Everything {}

export function registerAll(): void {
  const server = createServer()
  server.register(auth)
  server.register(autoload, { dir: 'plugins' })
  server.register(basicAuth, { validate: async () => {} })
  server.register(bearerAuth, { keys: new Set(['key']) })
  server.register(circuitBreaker, { threshold: 3 })
  server.register(compress, { threshold: 10 })
  server.register(cookie, { secret: 'secret' })
  server.register(cors, { origin: ['https://a.example'] })
  server.register(etag, { weak: true })
  server.register(formbody, { bodyLimit: 100 })
  server.register(helmet, { contentSecurityPolicy: false })
  server.register(httpProxy, { upstream: 'http://localhost:1', websocket: true })
  server.register(jwt, { secret: 'secret' })
  server.register(middie)
  server.register(multipart, { attachFieldsToBody: true })
  server.register(rateLimit, { max: 5, timeWindow: '1 minute' })
  server.register(fastifyRequestContext, { hook: 'preHandler' })
  server.register(sensible)
  server.register(session, { secret: 'a secret of thirty-two characters' })
  server.register(sse)
  server.register(serveStatic, { root: '/srv' })
  server.register(swagger, { openapi: { info: { title: 'a', version: '1' } } })
  server.register(swaggerUi, { routePrefix: '/docs' })
  server.register(underPressure, { maxEventLoopDelay: 1000 })
  server.register(view, { engine: { ejs: {} } })
  server.register(websocket, { options: { maxPayload: 100 } })
  server.register(import('@fastify/cors'), { origin: true })
}

/** A library's own kind of schema, as fastify-type-provider-zod and TypeBox name theirs. */
interface LibrarySchema {
  readonly parse: (data: unknown) => unknown
}
declare const validatorCompiler: FastifySchemaCompiler<LibrarySchema>
declare const serializerCompiler: FastifySerializerCompiler<LibrarySchema>

@Controller({ validatorCompiler, serializerCompiler })
class Validated {
  @Get('/', { validatorCompiler, serializerCompiler })
  read() {}
}

@Module({ validatorCompiler, serializerCompiler, controllers: [Validated] })
export class WithCompilers {}

export function setCompilers(): void {
  const server = createServer()
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.get('/', { validatorCompiler, serializerCompiler }, () => 'ok')
}

// @ts-expect-error an option of a plugin must be what the plugin says
use(rateLimit, { max: 'many' })
// @ts-expect-error a plugin that must have options gets them
use(bearerAuth)
