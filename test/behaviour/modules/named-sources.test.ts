import { Body, Controller, Get, Headers, Param, Post, Query, Req, type Request, Schema } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'
import { answersOf, serving } from './seen.js'

const integer = { type: 'integer' } as const

describe('@Query(name), @Headers(name) and @Param(name, schema)', () => {
  it('give one value, converted and defaulted by a schema of their own', async () => {
    @Controller()
    class Books {
      @Get('/books/:shelf')
      list(
        @Param('shelf', integer) shelf: number,
        @Query('page', { type: 'integer', default: 1 }) page: number,
        @Query('q', { type: 'string' }) q?: string,
        @Headers('X-Depth', integer) depth?: number,
      ) {
        return { shelf, page, q, depth }
      }
    }
    const answers = await withApp(serving(Books), async (app) => [
      (await ask(app, 'GET /books/7?page=2&q=x', { headers: { 'x-depth': '3' } })).body,
      (await ask(app, 'GET /books/7')).body,
      (await ask(app, 'GET /books/seven')).body,
      (await ask(app, 'GET /books/7?page=two')).body,
    ])
    expect(answers).to.deep.equal([
      { shelf: 7, page: 2, q: 'x', depth: 3 },
      { shelf: 7, page: 1 },
      { statusCode: 400, error: 'Bad Request', message: 'params/shelf should be integer' },
      { statusCode: 400, error: 'Bad Request', message: 'querystring/page should be integer' },
    ])
  })

  it('give the value as it was sent where nothing has a schema', async () => {
    @Controller()
    class Books {
      @Get('/:id')
      read(@Param('id') id: string, @Query('q') q: string, @Headers('Accept-Language') language: string) {
        return [id, q, language]
      }
    }
    const { body } = await askOnce(serving(Books), 'GET /1?q=2', { headers: { 'accept-language': 'de' } })
    expect(body).to.deep.equal(['1', '2', 'de'])
  })

  it('combine with the schema of the part in any form', async () => {
    @Controller()
    class Books {
      @Get('/short')
      @Schema({ querystring: { size: integer, required: ['page'] } })
      short(@Query('page', integer) page: number, @Query('size') size: number, @Query('q') q: string) {
        return { page, size, q }
      }
      @Get('/full')
      @Schema({ querystring: { type: 'object', properties: { page: integer } } })
      full(@Query('page', integer) page: number, @Query('size', integer) size: number) {
        return { page, size }
      }
    }
    const lines = ['GET /short?page=1&size=2&q=3', 'GET /short?size=2', 'GET /full?page=1&size=2']
    expect(await answersOf(serving(Books), lines)).to.deep.equal([
      '200 {"page":1,"size":2,"q":"3"}',
      '400 {"statusCode":400,"error":"Bad Request","message":"querystring should have required property \'page\'"}',
      '200 {"page":1,"size":2}',
    ])
  })

  it('leave what they do not name to others, where the part has no other schema', async () => {
    @Controller()
    class Books {
      @Get('/:shelf/:id')
      read(@Param('id', integer) id: number, @Query('page', integer) page: number, @Req() request: Request) {
        return { id, page, params: request.params, query: request.query }
      }
    }
    expect((await askOnce(serving(Books), 'GET /a/2?page=1&q=x')).body).to.deep.equal({
      id: 2,
      page: 1,
      params: { shelf: 'a', id: 2 },
      query: { page: 1, q: 'x' },
    })
  })

  it('fail the boot where one name has two schemas', async () => {
    @Controller()
    class Books {
      @Get()
      @Schema({ querystring: { page: { type: 'string' } } })
      read(@Query('page', integer) page: number) {
        return page
      }
    }
    const error = await bootFailure(serving(Books))
    expect(error.code).to.equal('ALC_ERR_SCHEMA_CONFLICT')
    expect(error.message).to.include('Books.read').and.to.include('querystring "page"').and.to.include('@Query("page")')
  })

  it('fail the boot where two parameters, or both names of the query, have different schemas for one part', async () => {
    const one = { type: 'object', properties: { a: integer } } as const
    const other = { type: 'object', properties: { b: integer } } as const
    @Controller()
    class Twice {
      @Post()
      create(@Body(one) a: object, @Body(other) b: object) {
        return [a, b]
      }
    }
    @Controller()
    class Both {
      @Get()
      @Schema({ querystring: one, query: other })
      list() {
        return []
      }
    }
    @Controller()
    class Equal {
      @Post()
      create(@Body(one) a: { a?: number }, @Body(one) b: { a?: number }) {
        return [a, b]
      }
    }
    const messages = [await bootFailure(serving(Twice)), await bootFailure(serving(Both))].map(({ message }) => message)
    expect(messages).to.deep.equal([
      'Twice.create has two different body schemas: one from the decorator of parameter 1 and one from the decorator of parameter 2. Remove one',
      'Both.list has two different querystring schemas: one from @Schema and one from query of @Schema. Remove one',
    ])
    expect((await askOnce(serving(Equal), 'POST /', { payload: { a: 1 } })).body).to.deep.equal([{ a: 1 }, { a: 1 }])
  })

  it('of the body does not exist, and the error names the code to write', () => {
    expect(() => Body('user' as unknown as object)({}, 'read', 0)).to.throw(
      '@Body on Object.read got the string "user"',
    )
    expect(() => Body('user' as unknown as object)({}, 'read', 0)).to.throw("required: ['user']")
  })

  it('need a name, and the error of @Param names the decorator for all of them', () => {
    const bare = Param as unknown as () => ParameterDecorator
    expect(() => bare()({}, 'read', 0)).to.throw('@Params() gives all of them')
  })

  it('refuse what is not a schema', () => {
    expect(() => Query('page', 'integer' as unknown as object)({}, 'read', 0)).to.throw(
      "the schema of one value, such as { type: 'integer' }",
    )
  })
})

describe('a parameter that no schema makes what it is declared as', () => {
  class Dto {
    name = ''
  }
  const refusal = async (Class: new () => object) => {
    const error = await bootFailure(serving(Class))
    expect(error.code).to.equal('ALC_ERR_PARAMETER_TYPE')
    return error.message
  }

  it('fails the boot: a number of the path', async () => {
    @Controller('/books')
    class Books {
      @Get('/:id')
      read(@Param('id') id: number) {
        return id
      }
    }
    expect(await refusal(Books)).to.equal(
      "Parameter 1 of Books.read (GET /books/:id) is declared as number, but no schema converts the path parameter \"id\" to it. Write @Param('id', { type: 'number' }), or declare it as string",
    )
  })

  it('fails the boot: a boolean of the query, a number of a header, a class as body or query', async () => {
    @Controller()
    class Flag {
      @Get()
      read(@Query('all') all: boolean) {
        return all
      }
    }
    @Controller()
    class Depth {
      @Get()
      @Schema({ headers: { 'x-depth': { type: 'string' } } })
      read(@Headers('x-depth') depth: number) {
        return depth
      }
    }
    @Controller()
    class Added {
      @Post()
      add(@Body() dto: Dto) {
        return dto
      }
    }
    @Controller()
    class Listed {
      @Get()
      list(@Query() dto: Dto) {
        return dto
      }
    }
    expect(await refusal(Flag)).to.include('declared as boolean')
    expect(await refusal(Depth)).to.include('the header "x-depth"')
    expect(await refusal(Added))
      .to.include('declared as Dto')
      .and.to.include('@Body({ type:')
    expect(await refusal(Listed)).to.include('the query')
  })

  it('fails the boot: a Date or a Map, which no JSON Schema makes', async () => {
    @Controller()
    class Since {
      @Get()
      list(@Query('since') since: Date) {
        return since
      }
    }
    @Controller()
    class Grouped {
      @Get()
      @Schema({ querystring: { groups: { type: 'object' } } })
      list(@Query('groups') groups: Map<string, string>) {
        return [...groups]
      }
    }
    expect(await refusal(Since)).to.equal(
      'Parameter 1 of Since.list (GET /) is declared as Date, but no schema converts the query value "since" to it. Declare the query value as it is sent, or give the query a schema that converts it, such as one of zod',
    )
    expect(await refusal(Grouped)).to.include('declared as Map')
  })

  it('reports all of a method', async () => {
    @Controller()
    class Books {
      @Get('/:id')
      read(@Param('id') id: number, @Query('page') page: number) {
        return [id, page]
      }
    }
    const failure = await bootFailure(serving(Books))
    expect(failure).to.have.property('code', 'ALC_ERR_PARAMETER_TYPE')
  })

  it('boots where a schema makes it so, or may, and for buffers, lists, schemas of their own and own compilers', async () => {
    class Own {
      static readonly '~standard' = {}
    }
    const free = { validatorCompiler: () => () => true }
    @Controller()
    class Books {
      @Post('/:id/a')
      @Schema({ params: { id: integer }, body: { type: 'object', properties: { name: { type: 'string' } } } })
      typed(@Param('id') id: number, @Body() dto: Dto) {
        return [id, dto]
      }
      @Get('/b')
      @Schema({ querystring: { anyOf: [{ type: 'object', properties: { page: integer } }] } })
      maybe(@Query('page') page: number, @Query() dto: Dto) {
        return [page, dto]
      }
      @Post('/c')
      bytes(@Body() body: Buffer) {
        return body
      }
      @Post('/d')
      list(@Body() body: string[]) {
        return body
      }
      @Post('/e')
      own(@Body() body: Own) {
        return body
      }
      @Get('/f/:id', free)
      free(@Param('id') id: number) {
        return id
      }
      @Get('/g')
      one(@Query('kind', { enum: [1, 2] }) kind: number) {
        return kind
      }
    }
    await withApp(serving(Books), (app) => app.ready())
  })
})
