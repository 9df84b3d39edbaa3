import type { Server } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { ContextBuilder } from '../context/context-builder.js'
import { defineDecorations } from '../context/decorations.js'
import type { Instance } from '../contracts/instance.js'
import type { ServerOptions } from '../contracts/server-options.js'
import { ServerReply } from '../request/message/reply.js'
import { ServerRequest } from '../request/message/request.js'
import * as slots from '../request/message/slots.js'
import { builderOf, coreOf } from '../server/instance/open-context.js'
import { isEnding } from '../server/start/server-core.js'
import { ContentTypeParsers } from './content-type-parsers.js'

/** The properties of a route that adapters and plugins read from a request or reply. */
export const routeContext: PropertyDescriptor & ThisType<ServerRequest | ServerReply> = {
  get() {
    const { config, schema } = this.routeOptions
    return { config, schema, server: this.server }
  },
}

/**
 * The symbols of `fastify/lib/symbols.js`. Programs look for some by their descriptions, so the descriptions are those
 * of Fastify. The symbols of a reply are those of the core. `defineInnerMembers` has the values of the symbols of
 * an instance. Other symbols of Fastify are missing.
 */
export const symbols = {
  kReplySerializer: slots.serializer,
  kReplyHeaders: slots.headers,
  kRouteContext: Symbol('fastify.context'),
  kErrorHandler: Symbol('fastify.errorHandler'),
  kChildLoggerFactory: Symbol('fastify.childLoggerFactory'),
  kRequest: Symbol('fastify.Request'),
  kReply: Symbol('fastify.Reply'),
  kState: Symbol('fastify.state'),
  kContentTypeParser: Symbol('fastify.contentTypeParser'),
  kOptions: Symbol('fastify.options'),
  kHooks: Symbol('fastify.hooks'),
  kSchemaController: Symbol('fastify.schemaController'),
  kHttp2ServerSessions: Symbol('fastify.http2ServerSessions'),
  kLogController: Symbol('fastify.logController'),
}

/**
 * Members that are values in Fastify and accessors here. `{ ...app }` copies them. It does not copy other accessors, as
 * in Fastify.
 */
const values: ReadonlySet<string> = new Set(['server', 'routing', 'log', 'initialConfig', 'defaultTextParser'])

/**
 * Makes the members of an instance its own properties. Programs copy an instance by `{ ...app }` and list its keys,
 * because Fastify's instance is an object literal. The properties use the accessors of the class. So children, which
 * inherit from the instance, have their own values.
 */
export function ownMembers(instance: Instance): Instance {
  for (const [name, { value, get, set }] of membersOf(Object.getPrototypeOf(instance))) {
    if (Object.hasOwn(instance, name)) continue
    const isMethod = value !== undefined
    const member = isMethod ? { value, writable: true } : { get, set }
    const enumerable = isMethod || values.has(name)
    Object.defineProperty(instance, name, { ...member, configurable: true, enumerable })
  }
  return instance
}

function membersOf(prototype: object): [string, PropertyDescriptor][] {
  if (prototype === Object.prototype) return []
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([name]) => name !== 'constructor')
  return [...own, ...membersOf(Object.getPrototypeOf(prototype))]
}

/**
 * Defines the members that programs and tests read under the symbols of `fastify/lib/symbols.js`. Members that may
 * differ between contexts are accessors, so that child instances have their own values.
 */
export function defineInnerMembers(instance: Instance, given: ServerOptions): void {
  const core = coreOf(instance)
  const options = { ...given, ajv: { customOptions: {}, plugins: [], ...given.ajv } }
  const state = {
    get listening() {
      return core.listening
    },
    get closing() {
      return isEnding(core)
    },
    get started() {
      return core.status !== 'loading'
    },
    get ready() {
      return core.status === 'started'
    },
    get booting() {
      return core.status === 'sealed'
    },
    aborted: false,
    readyResolver: null, // the core keeps promises of `ready` elsewhere
  }
  const parsersOf = new WeakMap<ContextBuilder, ContentTypeParsers>()
  const members: PropertyDescriptorMap & ThisType<Instance> = {
    [symbols.kState]: { value: state },
    [symbols.kOptions]: { value: options },
    [symbols.kRequest]: {
      get() {
        class Decorated extends ServerRequest {}
        const { prototype } = defineDecorations(Decorated, builderOf(this).requestDecorations)
        return { parent: ServerRequest, prototype }
      },
    },
    [symbols.kReply]: {
      get() {
        class Decorated extends ServerReply {}
        const { prototype } = defineDecorations(Decorated, builderOf(this).replyDecorations)
        return { parent: ServerReply, prototype }
      },
    },
    [symbols.kContentTypeParser]: {
      get() {
        const builder = builderOf(this)
        const parsers = parsersOf.get(builder) ?? new ContentTypeParsers(builder)
        parsersOf.set(builder, parsers)
        return parsers
      },
    },
    [symbols.kLogController]: { value: core.logs.controller },
    [symbols.kErrorHandler]: {
      get() {
        return { func: this.errorHandler }
      },
    },
    [symbols.kChildLoggerFactory]: {
      get() {
        return this.childLoggerFactory
      },
    },
    [symbols.kHooks]: {
      get() {
        return builderOf(this).hooks
      },
    },
    [symbols.kSchemaController]: {
      get() {
        return { schemaBucket: { store: builderOf(this).schemas.getSchemas() } }
      },
    },
  }
  Object.defineProperties(instance, members)
  if (given.http2 === true) keepSessions(core.server)
}

/** Keeps the open sessions of an HTTP/2 server in a set, under the symbol of Fastify. */
function keepSessions(server: Server): void {
  const sessions = new Set<Http2Session>()
  // A `serverFactory` may return the server of an earlier application.
  Object.defineProperty(server, symbols.kHttp2ServerSessions, { value: sessions, configurable: true })
  server.on('session', (session: Http2Session) => {
    const forget = () => sessions.delete(session)
    sessions.add(session)
    session.once('close', forget)
    session.once('goaway', forget)
    session.on('frameError', (_type, _code, stream) => {
      if (stream === 0) forget() // an error of stream 0 ends the session
    })
  })
}
