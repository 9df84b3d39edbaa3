import { bootstrap, Controller, Get, Hook, Inject, Module, replyValue, requestValue } from 'alcove'
import { expect } from 'chai'
import { bootError } from './boot.js'

describe('bootstrap: values of requests and replies', () => {
  const Id = requestValue<number>('serial')

  it('computes a value at its first use in each request, once', async () => {
    let computed = 0
    @Controller()
    class Reader {
      @Get('/twice') twice(@Inject(Id) first: number, @Inject(Id) second: number) {
        return [first, second]
      }
      @Get('/never') never() {
        return []
      }
    }
    @Module({ decorateRequest: [Id.from(() => ++computed)], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/twice')).json()).to.deep.equal([1, 1])
    await app.inject('/never')
    expect((await app.inject('/twice')).json()).to.deep.equal([2, 2])
  })

  it('computes it from the request, and a reply’s from the reply', async () => {
    const Path = requestValue<string>('fullPath')
    const Method = replyValue<string>('method')
    @Controller()
    class Reader {
      @Get('/where') where(@Inject(Path) path: string, @Inject(Method) method: string) {
        return [path, method]
      }
    }
    @Module({
      decorateRequest: [Path.from((request) => request.url)],
      decorateReply: [Method.from((reply) => reply.request.method)],
      controllers: [Reader],
    })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/where?x=1')).json()).to.deep.equal(['/where?x=1', 'GET'])
  })

  it('lets a hook set a value for its own request only, fixed, shared and computed ones', async () => {
    const Shared = requestValue<object>('shared')
    @Controller()
    class Reader {
      @Get('/read') read(@Inject(Id) id: number, @Inject(Shared) shared: object, @Inject('plain') plain: string) {
        return [id, shared, plain]
      }
    }
    @Module({
      decorateRequest: [Id.from(() => 1), Shared.is({ by: 'module' })],
      imports: [() => Child],
    })
    class App {
      @Hook('onRequest') set(request: object) {
        if (!('query' in request) || !Object.hasOwn(Object(request.query), 'set')) return
        Object.assign(request, { serial: 2, shared: { by: 'hook' }, plain: 'hook' })
      }
    }
    @Module({ decorateRequest: { plain: 'module' }, controllers: [Reader] })
    class Child {}
    await using app = bootstrap(App)
    expect((await app.inject('/read?set')).json()).to.deep.equal([2, { by: 'hook' }, 'hook'])
    expect((await app.inject('/read')).json()).to.deep.equal([1, { by: 'module' }, 'module'])
  })

  it('shares the object of Token.is among requests, and makes one for each with Token.from', async () => {
    const One = requestValue<number[]>('one')
    const Each = requestValue<number[]>('each')
    @Controller()
    class Reader {
      @Get('/x') read(@Inject(One) one: number[], @Inject(Each) each: number[]) {
        one.push(1)
        each.push(1)
        return [one.length, each.length]
      }
    }
    @Module({ decorateRequest: [One.is([]), Each.from(() => [])], controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal([1, 1])
    expect((await app.inject('/x')).json()).to.deep.equal([2, 1])
  })

  for (const option of ['decorateRequest', 'decorateReply'] as const) {
    for (const basket of [[], {}, new Map()]) {
      it(`refuses a record with an object of class ${basket.constructor.name}, which all would share (${option})`, async () => {
        @Module({ [option]: { basket } })
        class App {}
        const error = await bootError(App)
        expect(error.code).to.equal('FST_ERR_DEC_REFERENCE_TYPE')
        expect(error.message)
          .to.contain('basket')
          .and.contain('getter')
          .and.contain('onRequest')
          .and.contain('Token.from')
      })
    }
  }

  it('makes a value for each request by a record with a getter', async () => {
    @Controller()
    class Reader {
      @Get('/x') read(@Inject('basket') basket: number[]) {
        basket.push(1)
        return basket
      }
    }
    @Module({ decorateRequest: { basket: { getter: () => [] } }, controllers: [Reader] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal([1])
    expect((await app.inject('/x')).json()).to.deep.equal([1])
  })

  it('puts an object of a record on the instance, where there is one', async () => {
    const settings = { region: 'eu' }
    @Module({ decorate: { settings } })
    class App {}
    await using app = bootstrap(App)
    await app.ready()
    expect(app.instance.getDecorator('settings')).to.equal(settings)
  })

  it('takes functions as methods of request and reply', async () => {
    @Controller()
    class Reader {
      @Get('/x') read(request: object) {
        return { path: 'path' in request && typeof request.path === 'function' ? request.path() : null }
      }
    }
    @Module({
      decorateRequest: {
        path(this: { url: string }) {
          return this.url
        },
      },
      controllers: [Reader],
    })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/x')).json()).to.deep.equal({ path: '/x' })
  })
})
