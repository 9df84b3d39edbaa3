import rateLimit from '@fastify/rate-limit'
import { type CanActivate, Controller, Get, Guard, Module, type Request, requestValue, use } from 'alcove'
import { expect } from 'chai'
import { useServed } from './served.js'

@Controller()
class Resource {
  @Get('/resource')
  read() {
    return { read: true }
  }
  @Get('/rare', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } })
  rare() {
    return { rare: true }
  }
  @Get('/free', { config: { rateLimit: false } })
  free() {
    return { free: true }
  }
}

@Module({
  prefix: '/in',
  plugins: [use(rateLimit, { max: 2, timeWindow: 60_000 })],
  controllers: [Resource],
})
class Inside {}

@Module({
  prefix: '/own',
  plugins: [
    use(rateLimit, {
      max: 1,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, context) => ({ statusCode: 429, allowed: context.max }),
    }),
  ],
  controllers: [Resource],
})
class OwnAnswer {}

@Module({ prefix: '/beside', controllers: [Resource] })
class Beside {}

@Module({ imports: [Inside, OwnAnswer, Beside] })
class App {}

describe('@fastify/rate-limit in a module', () => {
  const serve = useServed()

  it('counts requests down and refuses the first one too many', async () => {
    const { ask } = await serve(App)
    for (const remaining of ['1', '0']) {
      const { status, headers } = await ask('GET /in/resource')
      expect([status, headers.get('x-ratelimit-remaining')]).to.deep.equal([200, remaining])
    }
    const { status, headers, json } = await ask('GET /in/resource')
    expect(status).to.equal(429)
    expect(headers.get('retry-after')).to.equal('60')
    expect(json()).to.include({ statusCode: 429, error: 'Too Many Requests' })
  })

  it('takes another limit, or none, from the options of a route', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /in/rare')).status).to.equal(200)
    expect((await ask('GET /in/rare')).status).to.equal(429)
    for (const _ of [1, 2, 3, 4]) expect((await ask('GET /in/free')).status).to.equal(200)
  })

  it('answers with what the application builds', async () => {
    const { ask } = await serve(App)
    await ask('GET /own/resource')
    const { status, json } = await ask('GET /own/resource')
    expect(status).to.equal(429)
    expect(json()).to.deep.equal({ statusCode: 429, allowed: 1 })
  })

  it('counts nothing in a sibling module', async () => {
    const { ask } = await serve(App)
    for (const _ of [1, 2, 3, 4]) {
      const { status, headers } = await ask('GET /beside/rare')
      expect([status, headers.get('x-ratelimit-limit')]).to.deep.equal([200, null])
    }
  })

  it('counts per tenant by a value that a guard in onRequest has set', async () => {
    const Tenant = requestValue<string>('tenant')
    class TenantGuard implements CanActivate {
      static provides = [Tenant]
      canActivate(request: Request) {
        Tenant.set(request, String(request.headers['x-tenant']))
        return true
      }
    }
    @Module({
      plugins: [use(rateLimit, { max: 1, timeWindow: 60_000, keyGenerator: (request) => Tenant.of(request) })],
      controllers: [Resource],
    })
    class Limited {}
    @Guard(TenantGuard, { on: 'onRequest' })
    @Module({ imports: [Limited] })
    class Root {}
    const { ask } = await serve(Root)
    const statusFor = async (tenant: string) => {
      return (await ask('GET /resource', { headers: { 'x-tenant': tenant } })).status
    }
    expect([await statusFor('a'), await statusFor('b'), await statusFor('a')]).to.deep.equal([200, 200, 429])
  })
})
