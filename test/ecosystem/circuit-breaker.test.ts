import circuitBreaker from '@fastify/circuit-breaker'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

function failing(): never {
  throw new Error('the service is down')
}

@Module({
  prefix: '/in',
  // The plugin's timer outlives its server: short enough to be over when the tests are.
  plugins: [use(circuitBreaker, { threshold: 2, timeout: 10_000, resetTimeout: 5000 })],
})
class Inside {
  configure(instance: Loose) {
    instance.get('/service', { preHandler: instance.circuitBreaker(), handler: failing })
    instance.get('/unguarded', failing)
  }
}

@Controller()
class Service {
  @Get('/service')
  call(request: Loose) {
    return { breaker: typeof request.server.circuitBreaker }
  }
}

@Module({ prefix: '/beside', controllers: [Service] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/circuit-breaker in a module', () => {
  const serve = useServed()

  it('opens after as many failures as its threshold', async () => {
    const { ask } = await serve(App)
    const statuses: number[] = []
    for (const _ of [1, 2, 3]) statuses.push((await ask('GET /in/service')).status)
    expect(statuses).to.deep.equal([500, 503, 503])
  })

  it('answers an open circuit with its code', async () => {
    const { ask } = await serve(App)
    for (const _ of [1, 2]) await ask('GET /in/service')
    expect((await ask('GET /in/service')).json()).to.include({ code: 'FST_ERR_CIRCUIT_BREAKER_OPEN' })
  })

  it('leaves routes alone that do not use it', async () => {
    const { ask } = await serve(App)
    for (const _ of [1, 2, 3]) expect((await ask('GET /in/unguarded')).status).to.equal(500)
  })

  it('is not there in a sibling module', async () => {
    expect((await (await serve(App)).ask('GET /beside/service')).json()).to.deep.equal({ breaker: 'undefined' })
  })
})
