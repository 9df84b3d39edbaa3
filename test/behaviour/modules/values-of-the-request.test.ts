import { Controller, Get, Inject, Injectable, lazy, Module, provide, requestValue, token } from 'alcove'
import { expect } from 'chai'
import { ask, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'

const Tenant = requestValue<string>('tenant')

@Injectable({ scope: 'request' })
class Session {
  constructor(@Inject(Tenant) readonly tenant: string) {}
}

@Controller('/inner')
class Inner {
  @Get()
  read(@Inject(Session) session: Session) {
    return { tenant: session.tenant }
  }
}

@Controller('/outer')
class Outer {
  @Get()
  read(@Inject(Session) session: Session) {
    return { tenant: session.tenant }
  }
}

describe('a request value that an inner module declares again', () => {
  const declared = { 'a value': () => Tenant.is('inner'), 'a function': () => Tenant.from(() => 'inner') }

  for (const [how, inner] of Object.entries(declared)) {
    it(`as ${how} is what an outer provider of scope request gets in requests of the inner module`, async () => {
      @Module({ decorateRequest: [inner()], controllers: [Inner] })
      class Below {}
      @Module({
        decorateRequest: [Tenant.is('outer')],
        providers: [Session],
        imports: [Below],
        controllers: [Outer],
      })
      class Root {}
      await withApp(Root, async (app) => {
        expect((await ask(app, 'GET /inner')).body).to.deep.equal({ tenant: 'inner' })
        expect((await ask(app, 'GET /outer')).body).to.deep.equal({ tenant: 'outer' })
      })
    })
  }

  it('is awaited for an outer provider, even if the outer value needs no wait', async () => {
    @Module({ decorateRequest: [Tenant.from(async () => 'awaited')], controllers: [Inner] })
    class Below {}
    @Module({ decorateRequest: [Tenant.is('outer')], providers: [Session], imports: [Below], controllers: [Outer] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /inner')).body).to.deep.equal({ tenant: 'awaited' })
      expect((await ask(app, 'GET /outer')).body).to.deep.equal({ tenant: 'outer' })
    })
  })

  it('cannot be computed from an outer provider that injects it: a boot error shows the circle', async () => {
    @Module({
      decorateRequest: [Tenant.from((_, session) => `${session.tenant}!`, { inject: [Session] })],
      controllers: [Inner],
    })
    class Below {}
    @Module({ decorateRequest: [Tenant.is('outer')], providers: [Session], imports: [Below] })
    class Root {}
    const error = await bootFailure(Root)
    expect(error.code).to.equal('ALC_ERR_PROVIDER_CYCLE')
    expect(error.message).to.contain('request value "tenant" (in Below)').and.contain('Session (in Root)')
  })
})

describe('an offered provider of scope request', () => {
  it('cannot inject a value that the request lacks: a boot error names the route, the value and its module', async () => {
    @Module({ decorateRequest: [Tenant.is('low')], providers: [Session], offers: [Session] })
    class Low {}
    @Module({ imports: [Low], controllers: [Outer] })
    class Root {}
    const error = await bootFailure(Root)
    expect(error.code).to.equal('ALC_ERR_VALUE_INVISIBLE')
    expect(error.message).to.contain('Session, which Outer.read (GET /outer) needs, injects request value "tenant"')
    expect(error.message).to.contain('Low declares it, below Root')
  })

  it('that needs it through another provider fails the boot too', async () => {
    const Name = token<string>('name of the tenant')
    @Controller('/name')
    class NameController {
      @Get()
      read(@Inject(Name) name: string) {
        return { name }
      }
    }
    const name = provide(Name, { useFactory: (session) => session.tenant, inject: [Session], scope: 'request' })
    @Module({ decorateRequest: [Tenant.is('low')], providers: [Session, name], offers: [Name] })
    class Low {}
    @Module({ imports: [Low], controllers: [NameController] })
    class Root {}
    expect((await bootFailure(Root)).code).to.equal('ALC_ERR_VALUE_INVISIBLE')
  })

  it('that a route looks up later by lazy() fails the boot too', async () => {
    @Controller('/later')
    class Later {
      @Get()
      read(@Inject(lazy(() => Session)) session: Session) {
        return { tenant: session.tenant }
      }
    }
    @Module({ decorateRequest: [Tenant.is('low')], providers: [Session], offers: [Session] })
    class Low {}
    @Module({ imports: [Low], controllers: [Later] })
    class Root {}
    const error = await bootFailure(Root)
    expect(error.code).to.equal('ALC_ERR_VALUE_INVISIBLE')
    expect(error.message).to.contain('Session, which Later.read (GET /later) needs')
  })

  it('gets the value of the module whose route uses it', async () => {
    @Module({ decorateRequest: [Tenant.is('low')], providers: [Session], offers: [Session] })
    class Low {}
    @Module({ decorateRequest: [Tenant.from(async () => 'beside')], controllers: [Inner] })
    class Beside {}
    @Module({ imports: [Low, Beside] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /inner')).body).to.deep.equal({ tenant: 'beside' })
    })
  })

  it('gets undefined for an optional value that the request does not have', async () => {
    @Injectable({ scope: 'request' })
    class Guest {
      constructor(@Inject(Tenant.optional) readonly tenant?: string) {}
    }
    @Controller('/guest')
    class GuestController {
      @Get()
      read(@Inject(Guest) guest: Guest) {
        return { tenant: guest.tenant ?? 'none' }
      }
    }
    @Module({ decorateRequest: [Tenant.is('low')], providers: [Guest], offers: [Guest] })
    class Low {}
    @Module({ imports: [Low], controllers: [GuestController] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /guest')).body).to.deep.equal({ tenant: 'none' })
    })
  })
})
