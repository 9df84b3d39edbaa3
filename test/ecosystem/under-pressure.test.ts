import underPressure from '@fastify/under-pressure'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Resource {
  @Get('/resource')
  read(request: Loose) {
    return { measures: typeof request.server.memoryUsage }
  }
}

@Module({
  prefix: '/well',
  plugins: [use(underPressure, { exposeStatusRoute: '/status' })],
  controllers: [Resource],
})
class Well {}

@Module({
  prefix: '/ill',
  plugins: [
    use(underPressure, {
      healthCheck: async () => false,
      healthCheckInterval: 60_000,
      message: 'overloaded',
      retryAfter: 7,
    }),
  ],
  controllers: [Resource],
})
class Ill {}

@Module({ prefix: '/beside', controllers: [Resource] })
class Beside {}

@Module({ imports: [Well, Ill, Beside] })
class App {}

describe('@fastify/under-pressure in a module', () => {
  const serve = useServed()

  it('shows that its module is well', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /well/status')).json()).to.deep.equal({ status: 'ok' })
    expect((await ask('GET /well/resource')).json()).to.deep.equal({ measures: 'function' })
  })

  it('answers 503 for a module that is ill, and when to come again', async () => {
    const { status, headers, json } = await (await serve(App)).ask('GET /ill/resource')
    expect(status).to.equal(503)
    expect(headers.get('retry-after')).to.equal('7')
    expect(json()).to.include({ code: 'FST_UNDER_PRESSURE', message: 'overloaded' })
  })

  it('has no bearing on a sibling module', async () => {
    const { status, json } = await (await serve(App)).ask('GET /beside/resource')
    expect(status).to.equal(200)
    expect(json()).to.deep.equal({ measures: 'undefined' })
  })
})
