// Every hook, in the order in which it runs, in its three forms: synchronous, async, and with a callback.
// Start it: npm run build:all && node build/samples/hooks/main.js

import { setTimeout as wait } from 'node:timers/promises'
import { httpErrors } from '@fastify/sensible'
import {
  bootstrap,
  Controller,
  type Done,
  type DoneWith,
  Get,
  Hook,
  Injectable,
  Module,
  type RegisteredRouteOptions,
  type Reply,
  type Request,
  Use,
} from 'alcove'
import { startWhenMain } from '../start.js'

/** The hooks that have run: for the last request, and since the start of the application. */
@Injectable()
class Trail {
  request: string[] = []
  readonly life: string[] = []
}

@Controller()
class WorkController {
  constructor(private readonly trail: Trail) {}

  // Hooks of a route run after those of its controller, and these after those of the modules.
  @Get('/work')
  @Use('preHandler', async (_request, reply) => void reply.header('x-route', 'was here'))
  work() {
    this.trail.request.push('handler')
    return { worked: true }
  }

  @Get('/fail')
  fail() {
    this.trail.request.push('handler')
    throw httpErrors.internalServerError('this went wrong')
  }

  // It takes longer than `connectionTimeout`: the server closes the connection, and the client gets no answer.
  @Get('/slow')
  async slow(request: Request) {
    this.trail.request.push('handler')
    await wait(60_000, undefined, { signal: request.signal })
  }
}

@Module({ controllers: [WorkController] })
class Watched {
  constructor(private readonly trail: Trail) {}

  // Synchronous: it returns, and the request goes on.
  @Hook('onRequest') begin() {
    this.trail.request = ['onRequest']
  }

  // With a callback: the request goes on when the hook calls it. A method that declares `done` must call it.
  @Hook('preParsing') beforeParsing(_request: Request, _reply: Reply, payload: unknown, done: DoneWith) {
    this.trail.request.push('preParsing')
    done(null, payload)
  }

  // Async: the request goes on when the promise is fulfilled.
  @Hook('preValidation') async beforeValidation() {
    this.trail.request.push('preValidation')
  }

  // It runs after validation: do work here that needs other services, for example a database.
  @Hook('preHandler') async beforeHandler() {
    await wait(1)
    this.trail.request.push('preHandler')
  }

  // The three hooks that get a payload may return another one.
  @Hook('preSerialization') async beforeSerialization(_request: Request, _reply: Reply, payload: unknown) {
    this.trail.request.push('preSerialization')
    return { ...Object(payload), by: 'preSerialization' }
  }

  @Hook('onSend') beforeSending(_request: Request, _reply: Reply, payload: unknown, done: DoneWith) {
    this.trail.request.push('onSend')
    done(null, payload)
  }

  @Hook('onResponse') afterResponse(_request: Request, _reply: Reply, done: Done) {
    this.trail.request.push('onResponse')
    done()
  }

  // It gets the error. The error handlers answer it.
  @Hook('onError') onError(_request: Request, _reply: Reply, error: Error) {
    this.trail.request.push(`onError (${error.message})`)
  }

  @Hook('onTimeout') async onTimeout() {
    this.trail.request.push('onTimeout')
  }

  @Hook('onRequestAbort') async onAbort() {
    this.trail.request.push('onRequestAbort')
  }
}

@Controller()
class TrailController {
  constructor(private readonly trail: Trail) {}

  @Get('/trail') request() {
    return this.trail.request
  }

  @Get('/life') life() {
    return this.trail.life
  }
}

@Module({ providers: [Trail], imports: [Watched], controllers: [TrailController] })
class AppModule {
  constructor(private readonly trail: Trail) {}

  // Always synchronous: it runs while a route or a context below is registered.
  @Hook('onRoute') onRoute({ method, url }: RegisteredRouteOptions) {
    if (method !== 'HEAD') this.trail.life.push(`onRoute ${url}`)
  }

  @Hook('onRegister') onRegister() {
    this.trail.life.push('onRegister')
  }

  @Hook('onReady') async onReady() {
    this.trail.life.push('onReady')
  }

  @Hook('onListen') onListen(done: Done) {
    this.trail.life.push('onListen')
    done()
  }

  // The server still answers requests that have begun.
  @Hook('preClose') async beforeClosing() {
    console.log('preClose')
  }

  @Hook('onClose') async onClose() {
    console.log('onClose')
  }
}

export const app = bootstrap(AppModule, { connectionTimeout: 1000 })

await startWhenMain(import.meta, app, [
  ['/work', '200 {"worked":true,"by":"preSerialization"}'],
  [
    '/trail',
    '200 ["onRequest","preParsing","preValidation","preHandler","handler","preSerialization","onSend","onResponse"]',
  ],
  ['/fail', '500 …this went wrong…'],
  [
    '/trail',
    '200 ["onRequest","preParsing","preValidation","preHandler","handler","onError (this went wrong)","onSend","onResponse"]',
  ],
  ['/slow', 'no answer'],
  ['/trail', '200 ["onRequest","preParsing","preValidation","preHandler","handler","onTimeout","onRequestAbort"]'],
  [
    '/life',
    '200 ["onRegister","onRoute /work","onRoute /fail","onRoute /slow","onRoute /trail","onRoute /life","onReady","onListen"]',
  ],
])
