import { Server } from 'node:http'
import { bootstrap, Controller, contextValue, Get, Injectable, Module, provide, requestValue, token } from 'alcove'
import { expect } from 'chai'
import { type App, ask, withApp } from './app.js'

const Level = contextValue<number>('level')
const Word = token<string>('word')

@Injectable()
class Counter {
  count = 0
}

@Controller()
class Hello {
  @Get('/hello')
  hello() {
    return 'hello'
  }
}

@Module({ providers: [provide(token<string>('below'), { useValue: 'b' })], decorate: { inner: 1 } })
class Below {}

@Module({
  decorate: [Level.is(3)],
  providers: [Counter, provide(Word, { useValue: 'w' })],
  controllers: [Hello],
  imports: [Below],
})
class Root {}

const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )

async function fetchHello(baseUrl: string): Promise<string> {
  return (await fetch(`${baseUrl}/hello`)).text()
}

describe('listen', () => {
  it('with a port gives the address and serves there', () =>
    withApp(Root, async (app) => {
      const address = await app.listen(0)
      expect(address).to.match(/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost):\d+$/)
      expect(await fetchHello(address)).to.equal('hello')
    }))

  it('with options gives the address of their host', () =>
    withApp(Root, async (app) => {
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      expect(address).to.match(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(await fetchHello(address)).to.equal('hello')
    }))

  it('with a port and a callback calls it with the address', () =>
    withApp(Root, async (app) => {
      const [error, address] = await new Promise<[unknown, string]>((resolve) => {
        app.listen(0, (failure: Error | null, at: string) => resolve([failure, at]))
      })
      expect(error).to.equal(null)
      expect(await fetchHello(address)).to.equal('hello')
    }))

  it('listens on localhost only by default', () =>
    withApp(Root, async (app) => {
      await app.listen(0)
      const bound = app.server.address()
      expect(bound).to.be.an('object')
      expect(bound).to.have.property('address').that.is.oneOf(['127.0.0.1', '::1'])
    }))

  it('rejects with the error of the socket when the port is taken', () =>
    withApp(Root, async (first) => {
      const address = await first.listen({ port: 0, host: '127.0.0.1' })
      const port = Number(new URL(address).port)
      await withApp(Root, async (second) => {
        const failure = await rejection(second.listen({ port, host: '127.0.0.1' }))
        expect(failure).to.have.property('code', 'EADDRINUSE')
      })
    }))

  it('called twice rejects the second time and leaves the first one serving', () =>
    withApp(Root, async (app) => {
      const address = await app.listen(0)
      expect(await rejection(app.listen(0))).to.have.property('code', 'FST_ERR_REOPENED_SERVER')
      expect(await fetchHello(address)).to.equal('hello')
    }))

  it('after close rejects', async () => {
    const app = bootstrap(Root)
    await app.close()
    expect(await rejection(app.listen(0))).to.have.property('code', 'FST_ERR_REOPENED_CLOSE_SERVER')
  })
})

describe('the application', () => {
  it('boots at the first inject', () =>
    withApp(Root, async (app) => {
      expect((await ask(app, 'GET /hello')).text).to.equal('hello')
    }))

  it('is returned by bootstrap before anything is built', async () => {
    let built = false
    @Module({})
    class Notes {
      constructor() {
        built = true
      }
    }
    const app = bootstrap(Notes)
    expect(built).to.equal(false)
    await app.ready()
    expect(built).to.equal(true)
    await app.close()
  })

  it('boots once after several calls of ready', async () => {
    let built = 0
    @Module({})
    class Notes {
      constructor() {
        built += 1
      }
    }
    await withApp(Notes, async (app) => {
      await Promise.all([app.ready(), app.ready()])
      await app.ready()
    })
    expect(built).to.equal(1)
  })

  it('gives the options to the core', async () => {
    @Controller()
    class Urls {
      @Get('/Case')
      read() {
        return 'found'
      }
    }
    @Module({ controllers: [Urls] })
    class Insensitive {}
    const answer = await withApp(Insensitive, (app) => ask(app, 'GET /case'), {
      routerOptions: { caseSensitive: false },
    })
    expect(answer.text).to.equal('found')
  })

  it('has the root instance of the core', () =>
    withApp(Root, async (app) => {
      await app.ready()
      expect(app.instance.hasRoute({ method: 'GET', url: '/hello' })).to.equal(true)
      expect(Reflect.get(app.instance, 'level')).to.equal(3)
    }))

  it("has node's server, the one of the instance", () =>
    withApp(Root, async (app) => {
      expect(app.server).to.be.instanceOf(Server)
      expect(app.server).to.equal(app.instance.server)
    }))

  it('takes routes on its instance before it boots', () =>
    withApp(Root, async (app) => {
      app.instance.get('/extra', async () => 'extra')
      expect((await ask(app, 'GET /extra')).text).to.equal('extra')
    }))

  it('may be closed without having booted', async () => {
    await bootstrap(Root).close()
  })

  it('may be closed twice', async () => {
    const app = bootstrap(Root)
    await app.ready()
    await app.close()
    await app.close()
  })

  it('stops listening when it is closed', async () => {
    const app = bootstrap(Root)
    const address = await app.listen(0)
    await app.close()
    expect(await rejection(fetch(`${address}/hello`))).to.be.instanceOf(Error)
  })
})

describe('get', () => {
  const booted = <T>(run: (app: App) => T): Promise<T> =>
    withApp(Root, async (app) => {
      await app.ready()
      return run(app)
    })

  it('gives a provider by its class', async () => {
    expect(await booted((app) => app.get(Counter) instanceof Counter)).to.equal(true)
  })

  it('gives the same instance each time', async () => {
    const [first, second] = await booted((app) => [app.get(Counter), app.get(Counter)])
    expect(first).to.equal(second)
  })

  it('gives a provider by its token', async () => {
    expect(await booted((app) => app.get(Word))).to.equal('w')
  })

  it('gives a context value', async () => {
    expect(await booted((app) => app.get(Level))).to.equal(3)
  })

  it('refuses what only an inner context provides, and names it', async () => {
    await booted((app) => {
      expect(() => app.get(token<string>('below'))).to.throw(/below/)
    })
  })

  it('refuses a request value, and names it', async () => {
    await booted((app) => {
      // Only handlers can have one; the types report it too.
      expect(() => Reflect.apply(app.get, app, [requestValue('word')])).to.throw(/word/)
    })
  })

  it('refuses what is not a token, such as a class of a circular import', async () => {
    await booted((app) => {
      for (const given of [undefined, null, 5, {}]) {
        // JavaScript programs can pass any value.
        const get = () => Reflect.apply(app.get, app, [given])
        expect(get, String(given)).to.throw('Pass a class').with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
      }
    })
  })

  it('refuses to look in a value that is not a module, and takes null for no options', async () => {
    await booted((app) => {
      expect(Reflect.apply(app.get, app, [Word, null])).to.equal('w')
      for (const place of [null, 5, {}]) {
        const get = () => Reflect.apply(app.get, app, [Word, { in: place }])
        expect(get, String(place)).to.throw('Pass a class with @Module')
      }
    })
  })

  it('before the application has booted throws an error that names ready', async () => {
    const app = bootstrap(Root)
    expect(() => app.get(Counter)).to.throw(/ready/)
    await app.close()
  })
})
