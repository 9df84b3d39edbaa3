import {
  All,
  Controller,
  Delete,
  Get,
  Head,
  Options,
  Patch,
  Post,
  Put,
  type Reply,
  type Request,
  Route,
  Schema,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { serving } from './seen.js'

describe('route decorators', () => {
  @Controller('/verbs')
  class Verbs {
    @Get()
    get() {
      return 'get'
    }
    @Post()
    post() {
      return 'post'
    }
    @Put()
    put() {
      return 'put'
    }
    @Patch()
    patch() {
      return 'patch'
    }
    @Delete()
    delete() {
      return 'delete'
    }
    @Options()
    options() {
      return 'options'
    }
  }

  for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    it(`answer ${verb} with the method of that verb`, async () => {
      const answer = await askOnce(serving(Verbs), `${verb} /verbs`)
      expect([answer.status, answer.text]).to.deep.equal([200, verb.toLowerCase()])
    })
  }

  it('answer HEAD with the method of @Head, without a body', async () => {
    @Controller()
    class Heads {
      @Head('/only-head')
      head(request: Request) {
        return request.method
      }
    }
    await withApp(serving(Heads), async (app) => {
      const answer = await ask(app, 'HEAD /only-head')
      expect([answer.status, answer.text]).to.deep.equal([200, ''])
      expect((await ask(app, 'GET /only-head')).status).to.equal(404)
    })
  })

  it('answer HEAD with the method of @Get, and let @Head take its place', async () => {
    @Controller()
    class Heads {
      @Get('/got')
      got() {
        return 'body'
      }
      @Get('/both')
      get() {
        return 'body'
      }
      @Head('/both')
      head(_request: Request, reply: Reply) {
        reply.header('x-head', 'own').send()
      }
    }
    await withApp(serving(Heads), async (app) => {
      const got = await ask(app, 'HEAD /got')
      expect([got.status, got.text, got.headers['content-length']]).to.deep.equal([200, '', '4'])
      expect((await ask(app, 'HEAD /both')).headers).to.have.property('x-head', 'own')
      expect((await ask(app, 'GET /both')).text).to.equal('body')
    })
  })

  it('answer every verb with the method of @All', async () => {
    @Controller()
    class Anything {
      @All('/any')
      any(request: Request) {
        return request.method
      }
    }
    await withApp(serving(Anything), async (app) => {
      const seen: string[] = []
      for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        seen.push((await ask(app, `${verb} /any`)).text)
      }
      expect(seen).to.deep.equal(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    })
  })

  it('answer each of the verbs of @Route and no other', async () => {
    @Controller()
    class Some {
      @Route({ method: ['GET', 'DELETE'], path: '/some' })
      some(request: Request) {
        return request.method
      }
    }
    await withApp(serving(Some), async (app) => {
      expect((await ask(app, 'GET /some')).text).to.equal('GET')
      expect((await ask(app, 'DELETE /some')).text).to.equal('DELETE')
      expect((await ask(app, 'POST /some')).status).to.equal(404)
    })
  })

  it('accept one verb in @Route', async () => {
    @Controller()
    class Some {
      @Route({ method: 'PUT', path: '/some' })
      some() {
        return 'put'
      }
    }
    expect((await askOnce(serving(Some), 'PUT /some')).text).to.equal('put')
  })

  it('make one route each when several decorate one method', async () => {
    @Controller()
    class Many {
      @Get('/old')
      @Get('/new')
      @Post('/new')
      read(request: Request) {
        return `${request.method} ${request.url}`
      }
    }
    await withApp(serving(Many), async (app) => {
      const texts: string[] = []
      for (const line of ['GET /old', 'GET /new', 'POST /new']) texts.push((await ask(app, line)).text)
      expect(texts).to.deep.equal(['GET /old', 'GET /new', 'POST /new'])
    })
  })

  it('keep the options of several routes on one method apart', async () => {
    @Controller()
    class Many {
      @Get('/a', { config: { name: 'a' } })
      @Get('/b', { config: { name: 'b' } })
      read(request: Request) {
        return request.routeOptions.config
      }
    }
    await withApp(serving(Many), async (app) => {
      expect((await ask(app, 'GET /a')).body).to.include({ name: 'a' })
      expect((await ask(app, 'GET /b')).body).to.include({ name: 'b' })
    })
  })

  it('share a @Schema between several routes on one method', async () => {
    @Controller()
    class Many {
      @Get('/a')
      @Get('/b')
      @Schema({ response: { 200: { shown: { type: 'string' } } } })
      read() {
        return { shown: 'yes', hidden: 'no' }
      }
    }
    await withApp(serving(Many), async (app) => {
      expect((await ask(app, 'GET /a')).body).to.deep.equal({ shown: 'yes' })
      expect((await ask(app, 'GET /b')).body).to.deep.equal({ shown: 'yes' })
    })
  })

  it('take a path without a leading slash as one below the prefix', async () => {
    @Controller('/items')
    class Items {
      @Get(':id')
      read(request: Request) {
        return request.params
      }
    }
    const answer = await askOnce(serving(Items), 'GET /items/7')
    expect(answer.body).to.deep.equal({ id: '7' })
  })

  it('serve the prefix itself for an empty path', async () => {
    @Controller('/items')
    class Items {
      @Get()
      read() {
        return 'all'
      }
    }
    expect((await askOnce(serving(Items), 'GET /items')).text).to.equal('all')
  })

  it('serve / for an empty path without any prefix', async () => {
    @Controller()
    class Home {
      @Get()
      read() {
        return 'home'
      }
    }
    expect((await askOnce(serving(Home), 'GET /')).text).to.equal('home')
  })

  it('pass route options to the core: attachValidation', async () => {
    @Controller()
    class Lenient {
      @Get('/lenient', { attachValidation: true })
      @Schema({ querystring: { n: { type: 'integer' } } })
      read(request: Request) {
        return { failed: request.validationError?.validationContext }
      }
    }
    const answer = await askOnce(serving(Lenient), 'GET /lenient?n=x')
    expect(answer.body).to.deep.equal({ failed: 'query' })
  })

  it('pass route options to the core: bodyLimit', async () => {
    @Controller()
    class Small {
      @Post('/small', { bodyLimit: 4 })
      read() {
        return ''
      }
    }
    const answer = await askOnce(serving(Small), 'POST /small', { payload: { far: 'too much' } })
    expect(answer.status).to.equal(413)
  })

  it('pass route options to the core: constraints', async () => {
    @Controller()
    class Versions {
      @Get('/v', { constraints: { version: '1.0.0' } })
      first() {
        return 'first'
      }
      @Get('/v', { constraints: { version: '2.0.0' } })
      second() {
        return 'second'
      }
    }
    const answer = await askOnce(serving(Versions), 'GET /v', { headers: { 'accept-version': '2.x' } })
    expect(answer.text).to.equal('second')
  })

  it('pass route options to the core: preHandler', async () => {
    @Controller()
    class Hooked {
      @Get('/hooked', {
        preHandler: async (_request, reply) => {
          reply.header('x-hook', 'ran')
        },
      })
      read() {
        return ''
      }
    }
    expect((await askOnce(serving(Hooked), 'GET /hooked')).headers).to.have.property('x-hook', 'ran')
  })
})
