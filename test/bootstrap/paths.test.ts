import { All, bootstrap, Controller, Get, Module, Param, Req, type Request } from 'alcove'
import { expect } from 'chai'
import { answerOf, bootError } from './boot.js'

describe('bootstrap: paths of controllers', () => {
  it('joins prefix and path with one slash, with any slashes in either', async () => {
    @Controller('things/')
    class Things {
      @Get('/list') list() {
        return ['a']
      }
      @Get('last') last() {
        return ['z']
      }
    }
    @Module({ controllers: [Things] })
    class App {}
    expect(await answerOf(App, '/things/list')).to.deep.equal(['a'])
    expect(await answerOf(App, '/things/last')).to.deep.equal(['z'])
  })

  it('answers a path of / after a prefix with and without the slash', async () => {
    @Controller('/things')
    class Things {
      @Get('/') list() {
        return ['a']
      }
    }
    @Module({ controllers: [Things] })
    class App {}
    expect(await answerOf(App, '/things')).to.deep.equal(['a'])
    expect(await answerOf(App, '/things/')).to.deep.equal(['a'])
  })

  it('answers only the spelling that prefixTrailingSlash names', async () => {
    @Controller('/things')
    class Things {
      @Get('/', { prefixTrailingSlash: 'no-slash' }) list() {
        return ['a']
      }
    }
    @Module({ controllers: [Things] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject('/things')).statusCode).to.equal(200)
    expect((await app.inject('/things/')).statusCode).to.equal(404)
  })

  it('answers / for an empty path at the root', async () => {
    @Controller()
    class Home {
      @Get() home() {
        return ['home']
      }
    }
    @Module({ controllers: [Home] })
    class App {}
    expect(await answerOf(App, '/')).to.deep.equal(['home'])
  })

  it('takes a catch-all path', async () => {
    @Controller()
    class Catcher {
      @All('*') any(@Req() request: Request) {
        return { method: request.method }
      }
    }
    @Module({ controllers: [Catcher] })
    class App {}
    await using app = bootstrap(App)
    expect((await app.inject({ method: 'PUT', url: '/some/where' })).json()).to.deep.equal({ method: 'PUT' })
  })

  it('refuses a @Param that the path does not have, and names those it has', async () => {
    @Controller('/users/:user')
    class Users {
      @Get('/posts/:post') read(@Param('pots') post: string) {
        return { post }
      }
    }
    @Module({ controllers: [Users] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_PATH_PARAMETER')
    expect(error.message).to.include('Users.read (GET /users/:user/posts/:post) reads the path parameter "pots"')
    expect(error.message).to.include('only "user", "post"')
  })

  it('knows the path parameters of a module’s prefix and of patterns', async () => {
    @Controller()
    class Files {
      @Get('/:name(^\\d+).:ext/:from-:to/*')
      read(
        @Param('tenant') tenant: string,
        @Param('name') name: string,
        @Param('ext') ext: string,
        @Param('from') from: string,
        @Param('to') to: string,
        @Param('*') rest: string,
      ) {
        return [tenant, name, ext, from, to, rest]
      }
    }
    @Module({ prefix: '/:tenant', controllers: [Files] })
    class Child {}
    @Module({ imports: [Child] })
    class App {}
    expect(await answerOf(App, '/acme/12.png/a-b/c/d')).to.deep.equal(['acme', '12', 'png', 'a', 'b', 'c/d'])
  })
})
