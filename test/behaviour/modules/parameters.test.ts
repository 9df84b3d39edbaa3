import {
  Body,
  Controller,
  Get,
  Headers,
  Inject,
  Injectable,
  Module,
  Param,
  Params,
  Post,
  paramOf,
  Query,
  Rep,
  type Reply,
  Req,
  type Request,
  requestValue,
  Schema,
  use,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { serving } from './seen.js'

const PERSON = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
} as const

describe('a parameter of a handler', () => {
  it('is the body with @Body()', async () => {
    @Controller()
    class Sources {
      @Post('/echo')
      echo(@Body() body: unknown) {
        return { body }
      }
    }
    const answer = await askOnce(serving(Sources), 'POST /echo', { payload: { a: 1 } })
    expect(answer.body).to.deep.equal({ body: { a: 1 } })
  })

  it('is the validated and coerced body with @Body(schema)', async () => {
    @Controller()
    class Sources {
      @Post('/people')
      add(@Body(PERSON) person: { name: string; age?: number }) {
        return person
      }
    }
    const payload = { name: 'Ada', age: '36', extra: true }
    const answer = await askOnce(serving(Sources), 'POST /people', { payload })
    expect(answer.body).to.deep.equal({ name: 'Ada', age: 36 })
  })

  it('refuses what the schema of @Body(schema) refuses', async () => {
    @Controller()
    class Sources {
      @Post('/people')
      add(@Body(PERSON) person: { name: string; age?: number }) {
        return person
      }
    }
    const answer = await askOnce(serving(Sources), 'POST /people', { payload: { age: 3 } })
    expect(answer.body).to.deep.equal({
      statusCode: 400,
      error: 'Bad Request',
      message: "body should have required property 'name'",
    })
  })

  it('is the query with @Query()', async () => {
    @Controller()
    class Sources {
      @Get('/query')
      read(@Query() query: unknown) {
        return query
      }
    }
    expect((await askOnce(serving(Sources), 'GET /query?a=1')).body).to.deep.equal({ a: '1' })
  })

  it('is the coerced query with @Query(schema)', async () => {
    @Controller()
    class Sources {
      @Get('/query')
      read(@Query({ type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }) query: { n: number }) {
        return query
      }
    }
    await withApp(serving(Sources), async (app) => {
      expect((await ask(app, 'GET /query?n=1')).body).to.deep.equal({ n: 1 })
      expect((await ask(app, 'GET /query?n=x')).body).to.include({ message: 'querystring/n should be integer' })
    })
  })

  it('is the path parameters with @Params(), coerced with @Params(schema)', async () => {
    @Controller()
    class Sources {
      @Get('/raw/:id')
      raw(@Params() params: unknown) {
        return params
      }
      @Get('/coerced/:id')
      coerced(
        @Params({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }) params: { id: number },
      ) {
        return params
      }
    }
    await withApp(serving(Sources), async (app) => {
      expect((await ask(app, 'GET /raw/7')).body).to.deep.equal({ id: '7' })
      expect((await ask(app, 'GET /coerced/7')).body).to.deep.equal({ id: 7 })
    })
  })

  it('is one path parameter with @Param(name)', async () => {
    @Controller()
    class Sources {
      @Get('/of/:user/:item')
      read(@Param('item') item: string, @Param('user') user: string) {
        return { item, user }
      }
    }
    expect((await askOnce(serving(Sources), 'GET /of/ada/7')).body).to.deep.equal({ item: '7', user: 'ada' })
  })

  it('is the headers with @Headers()', async () => {
    @Controller()
    class Sources {
      @Get('/headers')
      read(@Headers() headers: Record<string, unknown>) {
        return { word: headers['x-word'] }
      }
    }
    const answer = await askOnce(serving(Sources), 'GET /headers', { headers: { 'x-word': 'hi' } })
    expect(answer.body).to.deep.equal({ word: 'hi' })
  })

  it('is the coerced headers with @Headers(schema), for any case of the name in the schema', async () => {
    @Controller()
    class Sources {
      @Get('/headers')
      read(@Headers({ type: 'object', properties: { 'X-Count': { type: 'integer' } } }) headers: object) {
        return { count: (headers as Record<string, unknown>)['x-count'] }
      }
    }
    const answer = await askOnce(serving(Sources), 'GET /headers', { headers: { 'x-count': '3' } })
    expect(answer.body).to.deep.equal({ count: 3 })
  })

  it('is the request with @Req() and the reply with @Rep()', async () => {
    @Controller()
    class Sources {
      @Get('/both')
      read(@Rep() reply: Reply, @Req() request: Request) {
        reply.header('x-url', request.url)
        return { same: reply.request === request }
      }
    }
    const answer = await askOnce(serving(Sources), 'GET /both')
    expect([answer.body, answer.headers['x-url']]).to.deep.equal([{ same: true }, '/both'])
  })

  it('is a provider with @Inject(Class)', async () => {
    @Injectable()
    class Greeter {
      greet() {
        return 'hello'
      }
    }
    @Controller()
    class Sources {
      @Get('/greeting')
      read(@Inject(Greeter) greeter: Greeter) {
        return greeter.greet()
      }
    }
    @Module({ providers: [Greeter], controllers: [Sources] })
    class Root {}
    expect((await askOnce(Root, 'GET /greeting')).text).to.equal('hello')
  })

  it('comes from a source of your own with paramOf', async () => {
    @Controller()
    class Sources {
      @Get('/own/:id')
      read(@paramOf((request) => request.url.length) length: number) {
        return { length }
      }
    }
    expect((await askOnce(serving(Sources), 'GET /own/1')).body).to.deep.equal({ length: 6 })
  })

  it('comes from the reply with paramOf', async () => {
    const StatusCode = paramOf((_request, reply) => reply.statusCode)
    @Controller()
    class Sources {
      @Get('/status')
      read(@StatusCode status: number) {
        return { status }
      }
    }
    expect((await askOnce(serving(Sources), 'GET /status')).body).to.deep.equal({ status: 200 })
  })

  it('comes from an own source that is written with parentheses like the others', async () => {
    const Method = paramOf((request) => request.method)
    @Controller()
    class Sources {
      @Get('/method')
      read(@Method() method: string) {
        return method
      }
    }
    expect((await askOnce(serving(Sources), 'GET /method')).text).to.equal('GET')
  })

  it('combines with parameters of other sources, each in its position', async () => {
    const Word = requestValue<string>('word')
    @Controller()
    class Sources {
      @Post('/all/:id')
      read(
        @Inject(Word) word: string,
        @Body() body: unknown,
        @Param('id') id: string,
        @Query() query: unknown,
        @Req() request: Request,
      ) {
        return { word, body, id, query, method: request.method }
      }
    }
    @Module({ decorateRequest: [Word.is('w')], controllers: [Sources] })
    class Root {}
    const answer = await askOnce(Root, 'POST /all/7?q=1', { payload: { b: 1 } })
    expect(answer.body).to.deep.equal({ word: 'w', body: { b: 1 }, id: '7', query: { q: '1' }, method: 'POST' })
  })

  it('adds its schema to those of @Schema', async () => {
    @Controller()
    class Sources {
      @Post('/people')
      @Schema({ response: { 200: { name: { type: 'string' } } } })
      add(@Body(PERSON) person: { name: string; age?: number }) {
        return { name: person.name, secret: 1 }
      }
    }
    await withApp(serving(Sources), async (app) => {
      expect((await ask(app, 'POST /people', { payload: { name: 'Ada' } })).body).to.deep.equal({ name: 'Ada' })
      expect((await ask(app, 'POST /people', { payload: {} })).status).to.equal(400)
    })
  })

  it('may be of a prefix that a function of the module options gives', async () => {
    @Controller()
    class Notes {
      @Get('/notes')
      list(@Param('user') user: string) {
        return { user }
      }
    }
    @Module({ controllers: [Notes] })
    class Child {
      configure(_instance: unknown, _options: { page?: number }) {}
    }
    @Module({ imports: [use(Child, () => ({ prefix: '/:user' }))] })
    class Root {}
    expect((await askOnce(Root, 'GET /ada/notes')).body).to.deep.equal({ user: 'ada' })
  })

  it('is inherited with its route, together with its source', async () => {
    class Base {
      @Get('/of/:id')
      read(@Param('id') id: string) {
        return { id }
      }
    }
    @Controller('/sub')
    class Sub extends Base {}
    expect((await askOnce(serving(Sub), 'GET /sub/of/9')).body).to.deep.equal({ id: '9' })
  })
})
