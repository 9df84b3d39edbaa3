import {
  bootstrap,
  type CanActivate,
  Controller,
  Get,
  Guard,
  Inject,
  Injectable,
  Module,
  provide,
  type Request,
  requestValue,
} from 'alcove'
import { expect } from 'chai'
import { bootError } from './boot.js'

@Injectable()
class Keys {
  accepts(key: unknown) {
    return key === 'secret'
  }
}

@Injectable()
class KeyGuard implements CanActivate {
  constructor(readonly keys: Keys) {}
  canActivate(request: Request) {
    return this.keys.accepts(request.headers['x-key'])
  }
}

@Controller()
@Guard(KeyGuard)
class Door {
  @Get('/door') open() {
    return 'open'
  }
}

describe('bootstrap: guard classes', () => {
  it('names the guard whose dependency is not visible', async () => {
    @Module({ controllers: [Door] })
    class App {}
    expect((await bootError(App)).message).to.include('The constructor of KeyGuard injects provider Keys')
  })

  it('takes the one that a visible module lists', async () => {
    @Module({ controllers: [Door] })
    class Child {}
    @Module({ providers: [Keys, provide(KeyGuard, { useFactory: () => new KeyGuard(new Keys()) })], imports: [Child] })
    class App {}
    await using app = bootstrap(App)
    await app.ready()
    expect(app.get(KeyGuard)).to.be.instanceOf(KeyGuard)
    expect((await app.inject('/door')).statusCode).to.equal(403)
  })

  it('lets a test put another in the place of one that no module lists', async () => {
    @Module({ providers: [Keys], controllers: [Door] })
    class App {}
    const override = [provide(KeyGuard, { useValue: { keys: new Keys(), canActivate: () => true } })]
    await using app = bootstrap(App, { override })
    expect((await app.inject('/door')).payload).to.equal('open')
  })

  it('builds a guard of request scope for each request', async () => {
    const User = requestValue<string>('user')
    let built = 0
    @Injectable({ scope: 'request' })
    class UserGuard implements CanActivate {
      readonly number = ++built
      constructor(@Inject(User) readonly user: string) {}
      canActivate() {
        return this.user === 'ada'
      }
    }
    @Controller()
    class Room {
      @Get('/room') @Guard(UserGuard) enter() {
        return 'room'
      }
    }
    @Module({ decorateRequest: [User.from((request) => String(request.headers['x-user']))], controllers: [Room] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject({ url: '/room', headers: { 'x-user': 'ada' } })).statusCode).to.equal(200)
    expect((await app.inject({ url: '/room', headers: { 'x-user': 'eve' } })).statusCode).to.equal(403)
    expect(built).to.equal(2)
  })
})
