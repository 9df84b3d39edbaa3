import { bootstrap, Controller, Get, Injectable, Module, provide, token } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { withApp } from './app.js'

const Word = token<string>('word')

@Injectable()
class Pool {
  open = true
  async dispose() {
    await new Promise((resolve) => setImmediate(resolve))
    this.open = false
  }
}

@Controller()
class Hello {
  constructor(private readonly pool: Pool) {}
  @Get('/hello')
  hello() {
    return { open: this.pool.open }
  }
}

@Module({ providers: [Pool, provide(Word, { useValue: 'real' })], controllers: [Hello] })
class Root {}

const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('inject', () => {
  it('takes a url', () =>
    withApp(Root, async (app) => {
      expect((await app.inject('/hello')).json()).to.deep.equal({ open: true })
    }))

  it('takes options', () =>
    withApp(Root, async (app) => {
      expect((await app.inject({ method: 'GET', url: '/hello' })).statusCode).to.equal(200)
    }))

  it('calls a callback', () =>
    withApp(Root, async (app) => {
      const status = await new Promise((resolve) => {
        app.inject('/hello', (_error, response) => resolve(response?.statusCode))
      })
      expect(status).to.equal(200)
    }))

  it('gives a chain without arguments', () =>
    withApp(Root, async (app) => {
      expect((await app.inject().get('/hello').end()).statusCode).to.equal(200)
    }))

  it('after close rejects', async () => {
    const app = bootstrap(Root)
    await app.ready()
    await app.close()
    expect(await rejection(app.inject('/hello'))).to.be.instanceOf(Error)
  })
})

describe('listen', () => {
  it('can be tried on another port when the first one is taken', () =>
    withApp(Root, async (first) => {
      const taken = Number(new URL(await first.listen({ port: 0, host: '127.0.0.1' })).port)
      await withApp(Root, async (second) => {
        expect(await rejection(second.listen({ port: taken, host: '127.0.0.1' }))).to.have.property(
          'code',
          'EADDRINUSE',
        )
        const address = await second.listen({ port: 0, host: '127.0.0.1' })
        expect(await (await fetch(`${address}/hello`)).json()).to.deep.equal({ open: true })
      })
    }))

  it('with options and a callback calls it with the address', () =>
    withApp(Root, async (app) => {
      const address = await new Promise<string>((resolve) => {
        app.listen({ port: 0, host: '127.0.0.1' }, (_error, at) => resolve(at))
      })
      expect(address).to.match(/^http:\/\/127\.0\.0\.1:\d+$/)
    }))

  it('runs two applications of one module beside each other', () =>
    withApp(Root, (first) =>
      withApp(Root, async (second) => {
        const addresses = [await first.listen(0), await second.listen(0)]
        expect(new Set(addresses).size).to.equal(2)
        await first.close()
        expect(await (await fetch(`${addresses[1]}/hello`)).json()).to.deep.equal({ open: true })
      }),
    ))
})

describe('before the application has booted', () => {
  for (const member of ['describe', 'printTree'] as const) {
    it(`${member}() throws an error that names ready`, async () => {
      const app = bootstrap(Root)
      expect(() => app[member]()).to.throw(/ready/)
      await app.close()
    })
  }
})

describe('an application', () => {
  it('closes and disposes at the end of a block that uses it', async () => {
    let pool: Pool | undefined
    {
      await using app = bootstrap(Root)
      await app.ready()
      pool = app.get(Pool)
      expect(pool.open).to.equal(true)
    }
    expect(pool.open).to.equal(false)
  })

  it('for tests is booted when it is handed out, with providers replaced', async () => {
    await using app = await createTestApp(Root, { override: [provide(Word, { useValue: 'fake' })] })
    expect(app.get(Word)).to.equal('fake')
    expect((await app.inject('/hello')).json()).to.deep.equal({ open: true })
  })

  it('for tests rejects with the boot error', async () => {
    @Module({ controllers: [Hello] })
    class WithoutPool {}
    expect(await rejection(createTestApp(WithoutPool)))
      .to.have.property('message')
      .that.includes('Pool')
  })

  it('returns no provider of scope request, and the error names the place to ask for it', async () => {
    @Injectable({ scope: 'request' })
    class PerRequest {}
    @Module({ providers: [PerRequest] })
    class Scoped {}
    await using app = bootstrap(Scoped)
    await app.ready()
    expect(() => app.get(PerRequest)).to.throw(/PerRequest/)
  })

  it('gives a new instance of a transient provider each time', async () => {
    @Injectable({ scope: 'transient' })
    class Fresh {}
    @Module({ providers: [Fresh] })
    class Transient {}
    await using app = bootstrap(Transient)
    await app.ready()
    const [first, second] = [app.get(Fresh), app.get(Fresh)]
    expect(first).to.be.instanceOf(Fresh)
    expect(first).not.to.equal(second)
  })
})

describe('the arguments of an application', () => {
  it('handle() names the expected type for a value that is not a Request', async () => {
    const app = bootstrap(Root)
    for (const given of [undefined, null, 'http://localhost/hello', {}]) {
      const error = await rejection(app.handle(given as never))
      expect(error).to.include({ code: 'ALC_ERR_NOT_A_REQUEST' })
    }
    await app.close()
  })

  it('the options may be null, as those of createServer', async () => {
    const app = bootstrap(Root, null as never)
    expect((await app.inject('/hello')).statusCode).to.equal(200)
    await app.close()
  })
})
