import { type CanActivate, Controller, Get, Guard, Hook, Inject, Injectable, Module, requestValue } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { bootFailure, expectRefusal } from './boot-failure.js'

import { ADA, CurrentUser, Me, type User, UserGuard } from './user-guard.js'

describe('a value that a guard provides, and a route without that guard', () => {
  it('is a boot error that names route, value, guard, and where the guard would have to be', async () => {
    @Controller()
    class Guarded {
      @Get('/guarded')
      @Guard(UserGuard)
      read(@Inject(CurrentUser) user: User) {
        return user.name
      }
    }
    @Module({ controllers: [Me] })
    class Inner {}
    @Module({ imports: [Inner], controllers: [Guarded] })
    class Root {}
    const failure = await expectRefusal(Root, [
      'Me.read (GET /me)',
      'request value "user"',
      'UserGuard provides',
      'Add @Guard(UserGuard) to one of Me.read, Me, Inner, Root',
      "requestValue('user')",
    ])
    expect(failure.code).to.equal('ALC_ERR_GUARD_MISSING')
  })

  it('is a boot error through a provider of scope request, and names the provider', async () => {
    @Injectable({ scope: 'request' })
    class Audit {
      constructor(@Inject(CurrentUser) readonly user: User) {}
    }
    @Controller()
    class Reads {
      @Get('/guarded')
      @Guard(UserGuard)
      guarded(@Inject(Audit) audit: Audit) {
        return audit.user.name
      }
      @Get('/open')
      open(@Inject(Audit) audit: Audit) {
        return audit.user.name
      }
    }
    @Module({ providers: [Audit], controllers: [Reads] })
    class Root {}
    const failure = await expectRefusal(Root, ['Reads.open (GET /open)', '(by Audit)', 'Reads.open, Reads, Root'])
    expect(failure.message).not.to.include('/guarded')
  })

  it('boots where a module declares the value instead', async () => {
    @Controller()
    class Open {
      @Get('/open')
      read(@Inject(CurrentUser) user: User) {
        return user.name
      }
      @Get('/guarded')
      @Guard(UserGuard)
      guarded(@Inject(CurrentUser) user: User) {
        return user.name
      }
    }
    @Module({ decorateRequest: [CurrentUser.from(() => ({ name: 'guest', roles: [] }))], controllers: [Open] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /open')).text).to.equal('guest')
      expect((await ask(app, 'GET /guarded', ADA)).text).to.equal('ada')
    })
  })

  it('boots where a plugin declares the value, and not where the plugin declares another', async () => {
    const declares = (name: string) => {
      const plugin = async (instance: { decorateRequest(name: string, value: unknown): unknown }) => {
        instance.decorateRequest(name, 'of the plugin')
      }
      return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
    }
    @Controller()
    class Open {
      @Get('/open')
      read(@Inject(CurrentUser) user: User) {
        return { user }
      }
      @Get('/guarded')
      @Guard(UserGuard)
      guarded(@Inject(CurrentUser) user: User) {
        return user.name
      }
    }
    @Module({ plugins: [declares('user')], controllers: [Open] })
    class Right {}
    expect((await askOnce(Right, 'GET /open')).body).to.deep.equal({ user: 'of the plugin' })
    @Module({ plugins: [declares('session')], controllers: [Open] })
    class Wrong {}
    expect((await bootFailure(Wrong)).code).to.equal('ALC_ERR_GUARD_MISSING')
  })

  it('is a boot error in a hook that runs before the guard', async () => {
    @Guard(UserGuard)
    @Injectable({ scope: 'request' })
    @Controller()
    class Early {
      constructor(@Inject(CurrentUser) readonly user: User) {}
      @Hook('preValidation')
      note() {}
      @Get('/early')
      read() {
        return this.user.name
      }
    }
    @Module({ controllers: [Early] })
    class Root {}
    await expectRefusal(Root, ['Early.read (GET /early)', 'preValidation hook Early.note runs before the guard'])
    @Guard(UserGuard)
    @Module({ controllers: [Early] })
    class Above {}
    expect((await askOnce(Above, 'GET /early', ADA)).text).to.equal('ada')
  })

  it('is a boot error in a guard that is written above the guard with the value, and names both', async () => {
    @Injectable({ scope: 'request' })
    class Owner implements CanActivate {
      constructor(@Inject(CurrentUser) readonly user: User) {}
      canActivate() {
        return this.user.name === 'ada'
      }
    }
    @Controller()
    class Wrong {
      @Get('/owned')
      @Guard(Owner)
      @Guard(UserGuard)
      read() {
        return 'mine'
      }
    }
    @Module({ controllers: [Wrong] })
    class Root {}
    await expectRefusal(Root, [
      'the guard Owner runs before UserGuard. Let it run earlier: write @Guard(UserGuard) above the other guard, or on a',
    ])
    @Controller()
    class Right {
      @Get('/owned')
      @Guard(UserGuard)
      @Guard(Owner)
      read() {
        return 'mine'
      }
    }
    @Module({ controllers: [Right] })
    class Fixed {}
    expect((await askOnce(Fixed, 'GET /owned', ADA)).text).to.equal('mine')
  })

  it('is a boot error in a hook of the answer, which runs for requests that the guard refuses', async () => {
    @Injectable({ scope: 'request' })
    @Controller()
    class Answers {
      constructor(@Inject(CurrentUser) readonly user: User) {}
      @Hook('onSend')
      note() {}
      @Get('/answers')
      read() {
        return this.user.name
      }
    }
    @Guard(UserGuard)
    @Module({ controllers: [Answers] })
    class Root {}
    await expectRefusal(Root, ['onSend hook Answers.note also runs for requests that the guard refuses', 'optional'])
  })

  it('is a boot error in a class that is built once for its context', async () => {
    @Injectable()
    class Once {
      constructor(@Inject(CurrentUser) readonly user: User) {}
    }
    @Guard(UserGuard)
    @Module({ providers: [Once] })
    class Root {}
    const failure = await expectRefusal(Root, ['Once', 'request value "user" (of UserGuard)'])
    expect(failure.code).to.equal('ALC_ERR_PROVIDER_SCOPE')
  })

  it('is a boot error in a guard that needs the value which only a later guard sets', async () => {
    @Injectable({ scope: 'request' })
    class RoleGuard implements CanActivate {
      constructor(@Inject(CurrentUser) private readonly user: User) {}
      canActivate() {
        return this.user.roles.includes('admin')
      }
    }
    @Controller()
    class Admin {
      @Get('/admin')
      @Guard(UserGuard)
      @Guard(RoleGuard)
      read() {
        return 'in'
      }
    }
    @Controller()
    class Wrong {
      @Get('/wrong')
      @Guard(RoleGuard)
      @Guard(UserGuard)
      read() {
        return 'in'
      }
    }
    @Module({ controllers: [Admin] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /admin', ADA)).text).to.equal('in')
      expect((await ask(app, 'GET /admin', { headers: { 'x-user': 'eve' } })).status).to.equal(403)
    })
    @Module({ controllers: [Wrong] })
    class Refused {}
    await expectRefusal(Refused, ['Wrong.read', 'the guard RoleGuard runs before'])
  })

  it('refuses a list that names something else, where the guard is used', () => {
    class Strange {
      static provides = ['user']
      canActivate() {
        return true
      }
    }
    expect(() => Guard(Strange as never)(class Target {})).to.throw(/Strange\.provides\[0\]/)
    class Body {
      static provides = [requestValue<string>('body')]
      canActivate() {
        return true
      }
    }
    expect(() => Guard(Body)(class Target {})).to.throw(/every request has its own "body"/)
  })
})
