import { createRequire } from 'node:module'
import { Controller, Get, Hook, Module, Use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

// Loaded by hand: its types name those of Fastify.
const require = createRequire(import.meta.url)
const { FastifyOtelInstrumentation }: Loose = require('@fastify/otel')
const { trace }: Loose = require('@opentelemetry/api')

/** Names of the spans that end. */
function recordSpans(): string[] {
  const ended: string[] = []
  const span = (name: string) => ({
    spanContext: () => ({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 }),
    setAttributes: () => {},
    setStatus: () => {},
    recordException: () => {},
    end: () => ended.push(name),
  })
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: span }) })
  return ended
}

describe('@fastify/otel in a module', () => {
  const serve = useServed()
  afterEach(() => trace.disable())

  it('traces synchronous and async hooks of modules, controllers and methods, and requests are answered', async () => {
    const ended = recordSpans()
    @Controller('/things')
    class Things {
      @Hook('preHandler')
      ofController() {}

      @Use('preHandler', function ofMethod(_request, _reply) {})
      @Get()
      read() {
        return { read: true }
      }
    }
    const instrumentation = new FastifyOtelInstrumentation()
    @Module({ plugins: [instrumentation.plugin()], controllers: [Things] })
    class App {
      @Hook('onRequest')
      ofModule() {}

      @Hook('onRequest')
      async later() {
        await null
      }
    }
    const { ask } = await serve(App)
    const answer = await ask('GET /things')
    expect(answer.status).to.equal(200)
    expect(answer.json()).to.deep.equal({ read: true })
    expect(ended).to.include.members([
      'onRequest - App.ofModule',
      'onRequest - App.later',
      'preHandler - Things.ofController',
      'preHandler - ofMethod',
      'handler - Things.read',
      'request',
    ])
  })
})
