import type { Server } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { ContextBuilder } from '../context/context-builder.js'
import { defineDecorations } from '../context/decorations.js'
import type { Instance } from '../contracts/instance.js'
import type { ServerOptions } from '../contracts/server-options.js'
import { ServerReply } from '../request/message/reply.js'
import { ServerRequest } from '../request/message/request.js'
import { builderOf, coreOf } from '../server/instance/open-context.js'
import { isEnding } from '../server/start/server-core.js'
import { ContentTypeParsers } from './content-type-parsers.js'
import { symbols } from './symbols.js'

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
