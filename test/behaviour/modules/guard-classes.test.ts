import {
  Controller,
  contextValue,
  Get,
  Guard,
  Inject,
  Injectable,
  Module,
  provide,
  type Request,
  token,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'

const RIGHT = { headers: { key: 'right' } }
const WRONG = { headers: { key: 'wrong' } }

describe('@Guard with a class', () => {
  const Key = token<string>('key')

  @Injectable()
  class KeyGuard {
    constructor(@Inject(Key) private readonly key: string) {}
    canActivate(request: Request) {
      return request.headers.key === this.key
    }
  }

  @Guard(KeyGuard)
  @Controller()
  class Guarded {
    @Get('/guarded')
    read() {
      return 'in'
    }
  }

  it('builds the guard with what it injects', async () => {
    @Module({ controllers: [Guarded], providers: [KeyGuard, provide(Key, { useValue: 'right' })] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /guarded', RIGHT)).status).to.equal(200)
      expect((await ask(app, 'GET /guarded', WRONG)).status).to.equal(403)
    })
  })

  it('injects the values of the context that provides the guard', async () => {
    const Secret = contextValue<string>('secret')
    @Injectable()
    class SecretGuard {
      constructor(@Inject(Secret) private readonly secret: string) {}
      canActivate(request: Request) {
        return request.headers.key === this.secret
      }
    }
    @Guard(SecretGuard)
    @Controller()
    class Behind {
      @Get('/behind')
      read() {
        return 'in'
      }
    }
    @Module({ decorate: [Secret.is('right')], providers: [SecretGuard], controllers: [Behind] })
    class Root {}
    expect((await askOnce(Root, 'GET /behind', RIGHT)).status).to.equal(200)
  })

  it('uses the guard of the context that lists it, built from the values there', async () => {
    @Module({ providers: [provide(Key, { useValue: 'wrong' })], controllers: [Guarded] })
    class Inner {}
    @Module({ providers: [KeyGuard, provide(Key, { useValue: 'right' })], imports: [Inner] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /guarded', RIGHT)).status).to.equal(200)
      expect((await ask(app, 'GET /guarded', WRONG)).status).to.equal(403)
    })
  })

  it('builds a guard that no module lists for the context that uses it', async () => {
    @Module({ providers: [provide(Key, { useValue: 'right' })], controllers: [Guarded] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /guarded', RIGHT)).status).to.equal(200)
      expect((await ask(app, 'GET /guarded', WRONG)).status).to.equal(403)
    })
  })

  it('runs for hooks of the same controller too: a refusal comes before the handler', async () => {
    let handled = false
    @Guard(KeyGuard)
    @Use('onResponse', async () => undefined)
    @Controller()
    class Never {
      @Get('/never')
      read() {
        handled = true
        return ''
      }
    }
    @Module({ controllers: [Never], providers: [KeyGuard, provide(Key, { useValue: 'right' })] })
    class Root {}
    await askOnce(Root, 'GET /never', WRONG)
    expect(handled).to.equal(false)
  })
})

describe('preValidation hooks and guards of one place', () => {
  it('run in this order: route options, @Use, guards', async () => {
    const seen: string[] = []
    const noting = (name: string) => async () => void seen.push(name)
    const guarding = (name: string) => () => seen.push(name) > 0
    @Guard(guarding('controller: guard'))
    @Use('preValidation', noting('controller: @Use'))
    @Controller({ prefix: '/', preValidation: noting('controller: options') })
    class Routes {
      @Guard(guarding('method: guard'))
      @Use('preValidation', noting('method: @Use'))
      @Get('/', { preValidation: noting('method: options') })
      read() {
        return seen
      }
    }
    @Guard(guarding('module: guard'))
    @Use('preValidation', noting('module: @Use'))
    @Module({ controllers: [Routes] })
    class Root {}
    expect((await askOnce(Root, 'GET /')).body).to.deep.equal([
      'module: @Use',
      'module: guard',
      'controller: options',
      'controller: @Use',
      'controller: guard',
      'method: options',
      'method: @Use',
      'method: guard',
    ])
  })
})
