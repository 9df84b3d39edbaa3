import {
  type CanActivate,
  Controller,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  provide,
  type Reply,
  type Request,
  requestValue,
  routeValue,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'

import { ADA, CurrentUser, Me, type User, UserGuard } from './user-guard.js'

describe('a guard that provides a request value', () => {
  it('gives it to handlers, where the guard is on the method', async () => {
    @Controller()
    class OnMethod {
      @Get('/me')
      @Guard(UserGuard)
      read(@Inject(CurrentUser) user: User) {
        return user.name
      }
    }
    @Module({ controllers: [OnMethod] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /me', ADA)).text).to.equal('ada')
      expect((await ask(app, 'GET /me')).status).to.equal(403)
    })
  })

  it('gives it where the guard is on the controller', async () => {
    @Guard(UserGuard)
    @Controller()
    class OnController extends Me {
      @Get('/me')
      override read(@Inject(CurrentUser) user: User) {
        return { name: user.name }
      }
    }
    @Module({ controllers: [OnController] })
    class Root {}
    expect((await askOnce(Root, 'GET /me', ADA)).body).to.deep.equal({ name: 'ada' })
  })

  it('gives it to routes below where the guard is on a module above', async () => {
    @Module({ controllers: [Me] })
    class Inner {}
    @Guard(UserGuard)
    @Module({ imports: [Inner] })
    class Root {}
    expect((await askOnce(Root, 'GET /me', ADA)).body).to.deep.equal({ name: 'ada' })
  })

  it('gives it to the module that imports a wrapped module with the guard', async () => {
    @Guard(UserGuard)
    @PluginWrapped()
    @Module({})
    class Access {}
    @Module({ imports: [Access], controllers: [Me] })
    class Root {}
    expect((await askOnce(Root, 'GET /me', ADA)).body).to.deep.equal({ name: 'ada' })
  })

  it('gives it from a guard at another point, and awaits a guard', async () => {
    class Late implements CanActivate {
      static provides = [CurrentUser]
      async canActivate(request: Request) {
        await Promise.resolve()
        CurrentUser.set(request, { name: 'late', roles: [] })
        return true
      }
    }
    @Guard(Late, { on: 'preHandler' })
    @Module({ controllers: [Me] })
    class Root {}
    expect((await askOnce(Root, 'GET /me')).body).to.deep.equal({ name: 'late' })
  })

  it('gives it to providers of scope request at any depth, and to request-scoped controllers', async () => {
    @Injectable({ scope: 'request' })
    class Audit {
      constructor(@Inject(CurrentUser) readonly user: User) {}
    }
    @Injectable({ scope: 'request' })
    class Orders {
      constructor(readonly audit: Audit) {}
    }
    @Guard(UserGuard)
    @Injectable({ scope: 'request' })
    @Controller()
    class Reads {
      constructor(private readonly orders: Orders) {}
      @Get('/orders')
      read() {
        return this.orders.audit.user.name
      }
    }
    @Module({ providers: [Audit, Orders], controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /orders', ADA)).text).to.equal('ada')
  })

  it('is read as a property of the request and by the token, in hooks and elsewhere', async () => {
    @Controller()
    class Reads {
      @Get('/read')
      read(request: Request & { user?: User }) {
        return [request.user?.name, CurrentUser.of(request).name]
      }
    }
    @Guard(UserGuard)
    @Module({ controllers: [Reads] })
    class Root {
      @Hook('onSend')
      note(request: Request, reply: Reply) {
        reply.header('x-name', CurrentUser.of(request)?.name ?? 'nobody')
      }
    }
    await withApp(Root, async (app) => {
      const answer = await ask(app, 'GET /read', ADA)
      expect([answer.body, answer.headers['x-name']]).to.deep.equal([['ada', 'ada'], 'ada'])
      expect((await ask(app, 'GET /read')).headers['x-name']).to.equal('nobody')
    })
  })

  it('sets a value of its own where a module declares one for all requests', async () => {
    const Maybe = requestValue<User | null>('user')
    @Controller()
    class Both {
      @Get('/both')
      read(@Inject(Maybe) user: User | null) {
        return { user }
      }
      @Get('/guarded')
      @Guard(UserGuard)
      guarded(@Inject(CurrentUser) user: User) {
        return { user: user.name }
      }
    }
    @Module({ decorateRequest: [Maybe.is({ name: 'shared', roles: [] })], controllers: [Both] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /guarded', ADA)).body).to.deep.equal({ user: 'ada' })
      expect((await ask(app, 'GET /both')).body).to.deep.equal({ user: { name: 'shared', roles: [] } })
    })
  })

  it('gives undefined to an optional injection where it was not set, and on routes without the guard', async () => {
    @Controller()
    class Optional {
      @Get('/guarded')
      @Guard(UserGuard)
      guarded(@Inject(CurrentUser.optional) user?: User) {
        return { name: user?.name ?? 'nobody' }
      }
      @Get('/open')
      open(@Inject(CurrentUser.optional) user?: User) {
        return { name: user?.name ?? 'nobody' }
      }
    }
    @Module({ controllers: [Optional] })
    class Root {}
    await withApp(Root, async (app) => {
      const forgotten = { headers: { 'x-user': 'forgotten' } }
      expect((await ask(app, 'GET /guarded', forgotten)).body).to.deep.equal({ name: 'nobody' })
      expect((await ask(app, 'GET /guarded', ADA)).body).to.deep.equal({ name: 'ada' })
      expect((await ask(app, 'GET /open')).body).to.deep.equal({ name: 'nobody' })
    })
  })

  it('lets routes in without a value that they do not take: @Roles and @Public are read by one guard above', async () => {
    const Roles = routeValue<readonly string[]>('roles')
    const Public = routeValue<true | undefined>('public')
    @Injectable()
    class RoleGuard implements CanActivate {
      static provides = [CurrentUser]
      canActivate(request: Request) {
        const name = request.headers['x-user']
        if (typeof name !== 'string') return 'public' in request.routeOptions.config
        const user = { name, roles: name === 'ada' ? ['admin'] : [] }
        CurrentUser.set(request, user)
        return Roles.of(request)?.every((role) => user.roles.includes(role)) ?? true
      }
    }
    @Controller()
    class Articles {
      @Public()
      @Get('/articles')
      list() {
        return 'all'
      }
      @Roles(['admin'])
      @Get('/drafts')
      drafts(@Inject(CurrentUser) user: User) {
        return user.name
      }
    }
    @Module({ controllers: [Articles] })
    class Content {}
    @Guard(RoleGuard)
    @Module({ imports: [Content] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /articles')).text).to.equal('all')
      expect((await ask(app, 'GET /drafts')).status).to.equal(403)
      expect((await ask(app, 'GET /drafts', { headers: { 'x-user': 'eve' } })).status).to.equal(403)
      expect((await ask(app, 'GET /drafts', ADA)).text).to.equal('ada')
    })
  })

  it('is set by what a test puts in the place of the guard', async () => {
    class Fake implements CanActivate {
      canActivate(request: Request) {
        CurrentUser.set(request, { name: 'fake', roles: [] })
        return true
      }
    }
    @Guard(UserGuard)
    @Module({ controllers: [Me] })
    class Root {}
    await withApp(Root, async (app) => expect((await ask(app, 'GET /me')).body).to.deep.equal({ name: 'fake' }), {
      override: [provide(UserGuard, { useClass: Fake })],
    })
  })

  it('is in the inspection: in the entry of the guard, in the guards and the injections of the route', async () => {
    @Guard(UserGuard)
    @Module({ controllers: [Me] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      const { contexts, routes } = inspect(app.instance)
      const route = routes.find(({ id }) => id === 'GET /me')
      expect(route?.guards).to.deep.equal([{ name: 'UserGuard', openapi: null, provides: ['user'] }])
      expect(route?.injections).to.deep.equal([
        { into: 'parameter 1 of Me.read', kind: 'request value', name: 'user', entry: null, givenBy: ['UserGuard'] },
      ])
      expect(contexts[0]?.entries.find(({ kind }) => kind === 'guard')?.provides).to.deep.equal(['user'])
      expect(app.printTree()).to.include('guard UserGuard (provides user)')
    })
  })
})
