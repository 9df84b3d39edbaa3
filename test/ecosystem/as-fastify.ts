/** The server that suites of plugins get under the name `fastify`: suites.test.ts puts it there. */
import { createRequire } from 'node:module'
import {
  Around,
  bootstrap,
  Controller,
  Get,
  Guard,
  type HandlerAround,
  Hook,
  Inject,
  Injectable,
  Module,
  type Next,
  type Reply,
  Req,
  type Request,
} from 'alcove'
import { errorCodes, type ServerOptions } from 'alcove/core'
import type { Loose } from './served.js'

// Loaded by hand: its types name those of Fastify.
const { FastifyOtelInstrumentation }: Loose = createRequire(import.meta.url)('@fastify/otel')

@Injectable({ scope: 'request' })
class Visitor {
  constructor(@Req() private readonly request: Request) {}
  get path(): string {
    return this.request.url
  }
}

/** Built for each request, with what it injects. */
@Injectable({ scope: 'request' })
class Seal implements HandlerAround {
  constructor(private readonly visitor: Visitor) {}
  async around(request: Request, _reply: Reply, next: Next) {
    if (this.visitor.path !== request.url) throw new Error('a visitor of another request')
    return await next()
  }
}

@Controller('/of-the-application')
@Injectable({ scope: 'request' })
class Own {
  constructor(@Inject(Visitor) private readonly visitor: Visitor) {}
  @Get()
  read() {
    return { path: this.visitor.path }
  }
}

/** Hooks of each kind, in each form, none of which changes an answer. */
class Hooks {
  @Hook('onRequest')
  onRequest() {}
  @Hook('preParsing')
  async preParsing(_request: Request, _reply: Reply, payload: Loose) {
    return payload
  }
  @Hook('preValidation')
  preValidation(_request: Request, _reply: Reply, done: () => void) {
    done()
  }
  @Hook('preHandler')
  async preHandler() {
    await null
  }
  @Hook('preSerialization')
  async preSerialization(_request: Request, _reply: Reply, payload: unknown) {
    return payload
  }
  @Hook('onSend')
  async onSend(_request: Request, _reply: Reply, payload: unknown) {
    return payload
  }
  @Hook('onResponse')
  onResponse() {}
  @Hook('onError')
  async onError() {}
}

/**
 * The instance of a decorated application. The plugin that is registered on it is among hooks, a guard and a tracer.
 */
export function decorated(options?: ServerOptions) {
  @Guard((request) => request.headers['x-key'] !== 'wrong')
  @Around(Seal)
  @Module({ plugins: [new FastifyOtelInstrumentation().plugin()], providers: [Visitor], controllers: [Own] })
  class AppModule extends Hooks {}
  // Where an application has another default than Fastify has.
  const asFastify = { exposeServerErrors: true, gracefulShutdown: false, logger: false } as const
  return bootstrap(AppModule, { ...asFastify, ...options }).instance
}

export { errorCodes }
