import { Controller, ErrorHandler, Get, Module, Param, Post, type Reply, type Request } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { serving } from './seen.js'

describe('@Controller', () => {
  it('puts its prefix between that of the module and the path of the route', async () => {
    @Controller('/users')
    class Users {
      @Get('/:id')
      read(request: Request) {
        return request.params
      }
    }
    @Module({ prefix: '/api', controllers: [Users] })
    class Root {}
    expect((await askOnce(Root, 'GET /api/users/5')).body).to.deep.equal({ id: '5' })
  })

  it('may have parameters in its prefix, and so may the module', async () => {
    @Controller('/users/:user')
    class Items {
      @Get('/items/:item')
      read(@Param('tenant') tenant: string, @Param('user') user: string, @Param('item') item: string) {
        return { tenant, user, item }
      }
    }
    @Module({ prefix: '/of/:tenant', controllers: [Items] })
    class Tenants {}
    @Module({ imports: [Tenants] })
    class Root {}
    const answer = await askOnce(Root, 'GET /of/acme/users/ada/items/7')
    expect(answer.body).to.deep.equal({ tenant: 'acme', user: 'ada', item: '7' })
  })

  for (const prefix of ['/', '/items/']) {
    it(`serves the path '/' once below the prefix ${prefix}`, async () => {
      @Controller(prefix)
      class Items {
        @Get('/')
        read(request: Request) {
          return request.url
        }
      }
      expect((await askOnce(serving(Items), `GET ${prefix}`)).body).to.equal(prefix)
    })
  }

  for (const options of [{ ignoreTrailingSlash: true }, { routerOptions: { ignoreTrailingSlash: true } }]) {
    it(`serves the path '/' below a prefix once under ${JSON.stringify(options)}`, async () => {
      @Controller('/items')
      class Items {
        @Get('/')
        read(request: Request) {
          return request.url
        }
      }
      await withApp(
        serving(Items),
        async (app) => {
          expect((await ask(app, 'GET /items')).body).to.equal('/items')
          expect((await ask(app, 'GET /items/')).body).to.equal('/items/')
        },
        options,
      )
    })
  }

  it('takes its prefix from an options object', async () => {
    @Controller({ prefix: '/users' })
    class Users {
      @Get()
      read() {
        return 'users'
      }
    }
    expect((await askOnce(serving(Users), 'GET /users')).text).to.equal('users')
  })

  it('gives its route options to all its routes', async () => {
    @Controller({ prefix: '/small', bodyLimit: 4 })
    class Small {
      @Post('/a')
      a() {
        return ''
      }
      @Post('/b')
      b() {
        return ''
      }
    }
    await withApp(serving(Small), async (app) => {
      const payload = { far: 'too much' }
      expect((await ask(app, 'POST /small/a', { payload })).status).to.equal(413)
      expect((await ask(app, 'POST /small/b', { payload })).status).to.equal(413)
    })
  })

  it('lets the options of a route win over its own', async () => {
    @Controller({ prefix: '/mixed', bodyLimit: 4 })
    class Mixed {
      @Post('/large', { bodyLimit: 400 })
      large() {
        return 'taken'
      }
    }
    const answer = await askOnce(serving(Mixed), 'POST /mixed/large', { payload: { far: 'not too much' } })
    expect(answer.text).to.equal('taken')
  })

  it('gives its options to no route of another controller', async () => {
    @Controller({ bodyLimit: 4 })
    class Small {
      @Post('/small')
      a() {
        return ''
      }
    }
    @Controller()
    class Large {
      @Post('/large')
      a() {
        return 'taken'
      }
    }
    const answer = await askOnce(serving(Small, Large), 'POST /large', { payload: { far: 'not too much' } })
    expect(answer.text).to.equal('taken')
  })

  it('has one instance for all its routes and requests', async () => {
    @Controller()
    class Counts {
      private count = 0
      @Get('/a')
      a() {
        this.count += 1
        return { count: this.count }
      }
      @Get('/b')
      b() {
        return this.a()
      }
    }
    await withApp(serving(Counts), async (app) => {
      await ask(app, 'GET /a')
      expect((await ask(app, 'GET /b')).body).to.deep.equal({ count: 2 })
    })
  })

  it('handles errors of its own routes with @ErrorHandler', async () => {
    @Controller('/own')
    class Own {
      @Get()
      fail(): never {
        throw new Error('on purpose')
      }
      @ErrorHandler()
      handle(error: Error, _request: Request, reply: Reply) {
        reply.code(418).send({ handled: error.message })
      }
    }
    @Controller('/other')
    class Other {
      @Get()
      fail(): never {
        throw new Error('on purpose')
      }
    }
    await withApp(serving(Own, Other), async (app) => {
      const own = await ask(app, 'GET /own')
      expect([own.status, own.body]).to.deep.equal([418, { handled: 'on purpose' }])
      expect((await ask(app, 'GET /other')).status).to.equal(500)
    })
  })

  it('passes an error that its handler throws to the handler of its module', async () => {
    @Controller('/own')
    class Own {
      @Get()
      fail(): never {
        throw new Error('first')
      }
      @ErrorHandler()
      handle(): never {
        throw new Error('second')
      }
    }
    @Module({ controllers: [Own] })
    class Root {
      @ErrorHandler()
      handle(error: Error, _request: Request, reply: Reply) {
        reply.code(418).send(error.message)
      }
    }
    expect((await askOnce(Root, 'GET /own')).text).to.equal('second')
  })
})
