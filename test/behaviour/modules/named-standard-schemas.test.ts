import {
  Body,
  Controller,
  ErrorHandler,
  Get,
  Headers,
  Module,
  Param,
  Post,
  Query,
  type Reply,
  type Request,
  Schema,
  ValidationError,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import { type App, ask, type BootstrapOptions, withApp } from './app.js'
import { bootFailure, expectRefusal } from './boot-failure.js'
import { answersOf, serving } from './seen.js'

const Id = z.coerce.number().int()
const Role = z.enum(['reader', 'writer']).meta({ id: 'Role' })
const Words = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
  ),
)

@Controller('/books')
class Books {
  @Get('/:id')
  @Schema({ querystring: { size: { type: 'integer', default: 10 } } })
  read(
    @Param('id', Id) id: number,
    @Query('since', z.coerce.date().optional()) since: Date | undefined,
    @Query('page', z.coerce.number().min(1).default(1)) page: number,
    @Query('words', Words) words: string[] | undefined,
    @Query('least', type('string.numeric.parse').or('undefined')) least: number | undefined,
    @Query('order', { type: 'string', enum: ['up', 'down'] }) order: 'up' | 'down' | undefined,
    @Query('roles', z.array(Role).optional()) roles: ('reader' | 'writer')[] | undefined,
    @Query() all: { size: number },
    @Headers(
      'X-Tenant',
      z.string().refine(async (name) => name !== 'taken', 'is taken'),
    )
    tenant: string,
    @Headers('host') host: string,
  ) {
    return { id, since, page, words, least, order, roles, size: all.size, tenant, host }
  }
}

const headers = { 'x-tenant': 'acme', host: 'a.test' }
const booksOf = <T>(run: (app: App) => Promise<T>, options?: BootstrapOptions) => withApp(serving(Books), run, options)

describe('@Param(name), @Query(name) and @Headers(name) with a schema of zod, valibot or arktype', () => {
  for (const [mode, options] of [
    ['at boot', {}],
    ['lazily', { compile: 'lazy' }],
  ] as const) {
    it(`give what the library makes of the value, beside JSON Schemas of the same part that are compiled ${mode}`, async () => {
      const line =
        'GET /books/7?since=2020-01-01&page=2&words=a,b&least=3&order=up&roles=reader&roles=writer&size=5&x=1'
      const { body } = await booksOf((app) => ask(app, line, { headers }), options)
      expect(body).to.deep.equal({
        ...{ id: 7, since: '2020-01-01T00:00:00.000Z', page: 2, words: ['a', 'b'], least: 3, order: 'up' },
        ...{ roles: ['reader', 'writer'], size: 5, tenant: 'acme', host: 'a.test' },
      })
    })
  }

  it('hand a missing value to the library, which may have a default for it', async () => {
    const { body } = await booksOf((app) => ask(app, 'GET /books/7', { headers }))
    expect(body).to.deep.equal({ id: 7, page: 1, size: 10, tenant: 'acme', host: 'a.test' })
  })

  const refused: readonly (readonly [what: string, url: string, headers: Record<string, string>, message: string])[] = [
    ['a path parameter', '/books/x', headers, 'params/id Invalid input: expected number, received NaN'],
    [
      'two values of the query, together',
      '/books/7?page=0&since=never',
      headers,
      'querystring/since Invalid input: expected date, received Date, querystring/page Too small: expected number to be >=1',
    ],
    ['a missing header', '/books/7', {}, 'headers/x-tenant Invalid input: expected string, received undefined'],
    ['what an asynchronous check finds', '/books/7', { 'x-tenant': 'taken' }, 'headers/x-tenant is taken'],
    [
      'a value inside of one value',
      '/books/7?roles=reader&roles=king',
      headers,
      'querystring/roles/1 Invalid option: expected one of "reader"|"writer"',
    ],
    [
      'a value with a JSON Schema first',
      '/books/7?order=left&page=0',
      headers,
      'querystring/order should be equal to one of the allowed values',
    ],
  ]
  for (const [what, url, sent, message] of refused) {
    it(`answer 400 with part, name and the text of the library for ${what}`, async () => {
      const answer = await booksOf((app) => ask(app, `GET ${url}`, { headers: sent }))
      expect(answer.body).to.deep.equal({ statusCode: 400, error: 'Bad Request', message })
    })
  }

  it('reach an error handler as failures of the part, each with the name of its value', async () => {
    @Module({ controllers: [Books] })
    class Handled {
      @ErrorHandler(ValidationError) invalid(error: ValidationError, _request: Request, reply: Reply) {
        reply.code(422).send([error.validationContext, error.validation.map(({ instancePath }) => instancePath)])
      }
    }
    const { body } = await withApp(Handled, (app) => ask(app, 'GET /books/7?page=0&since=x', { headers }))
    expect(body).to.deep.equal(['query', ['/since', '/page']])
  })

  it('may end with a transform or a pipe of zod, as may the schema of a whole part', async () => {
    const Length = z.string().transform((text) => text.length)
    @Controller()
    class Changed {
      @Post('/:id')
      read(
        @Param('id', z.string().pipe(z.coerce.number())) id: number,
        @Query('word', Length) word: number,
        @Headers(z.object({ 'x-tenant': Length }).transform((all) => ({ tenant: all['x-tenant'] })))
        { tenant }: { tenant: number },
        @Body(z.object({ a: z.string() }).transform(({ a }) => [a])) body: string[],
      ) {
        return { id, word, tenant, body }
      }
    }
    const answer = await withApp(serving(Changed), (app) =>
      ask(app, 'POST /7?word=abc', { headers, payload: { a: 'b' } }),
    )
    expect(answer.body).to.deep.equal({ id: 7, word: 3, tenant: 4, body: ['b'] })
  })

  it('answer 500 where the library throws or rejects, with any result for the other values', async () => {
    const failing = (reason: string) => ({
      '~standard': {
        version: 1 as const,
        vendor: 'own',
        validate: async (): Promise<{ value: string }> => Promise.reject(new Error(reason)),
      },
    })
    const throwing = v.pipe(
      v.string(),
      v.check(() => {
        throw new Error('broken')
      }),
    )
    @Controller()
    class Broken {
      @Get()
      read(@Query('a', failing('late')) a: string, @Query('b', throwing) b: string) {
        return a + b
      }
    }
    expect(await answersOf(serving(Broken), ['GET /?a=1&b=2', 'GET /?a=1'])).to.deep.equal(
      Array(2).fill('500 {"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}'),
    )
  })

  it('take own properties of the part only, and write the value where a name is that of every object', async () => {
    @Controller()
    class Odd {
      @Get()
      read(@Query('toString', z.string().optional()) text: string | undefined, @Query() all: object) {
        return [text ?? null, Object.keys(all)]
      }
    }
    const answers = await answersOf(serving(Odd), ['GET /', 'GET /?toString=x'])
    expect(answers).to.deep.equal(['200 [null,[]]', '200 ["x",["toString"]]'])
  })

  it('keep the value beside a part that would remove it', async () => {
    @Controller()
    class Closed {
      @Get('/closed')
      @Schema({ querystring: { type: 'object', properties: {}, additionalProperties: false } })
      closed(@Query('page', Id) page: number) {
        return page
      }
      @Get('/combined')
      @Schema({ querystring: { allOf: [{ type: 'object', properties: { a: { type: 'integer' } } }] } })
      combined(@Query('page', Id) page: number, @Query('a') a: number) {
        return [page, a]
      }
      @Get('/twice')
      twice(@Query('page', Id) page: number, @Query('page', Id) again: number, @Query('page') bare: unknown) {
        return [page, again, bare]
      }
    }
    const lines = ['/closed?page=3', '/combined?page=3&a=4', '/twice?page=3'].map((url) => `GET ${url}`)
    expect(await answersOf(serving(Closed), lines)).to.deep.equal(['200 3', '200 [3,4]', '200 [3,3,3]'])
  })

  it('are parameters of the OpenAPI document, as the library describes them', async () => {
    const document = await booksOf(async (app) => {
      await app.ready()
      return createOpenApiDocument(inspect(app.instance), { title: 'Books', version: '1' })
    })
    const { parameters } = Object(document.paths['/books/{id}']).get as { parameters: Parameter[] }
    const shown = parameters.map(({ name, in: where, required, schema }) => [where, name, required, schema])
    expect(shown.filter(([, name]) => name !== 'roles' && name !== 'least')).to.deep.equal([
      ['path', 'id', true, { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }],
      ['query', 'size', false, { type: 'integer', default: 10 }],
      ['query', 'since', false, {}],
      ['query', 'page', false, { type: 'number', minimum: 1, default: 1 }],
      ['query', 'words', false, {}],
      ['query', 'order', false, { type: 'string', enum: ['up', 'down'] }],
      ['header', 'x-tenant', true, { type: 'string' }],
    ])
    const roles = parameters.find(({ name }) => name === 'roles')
    const pointer = String(roles?.schema.items?.$ref)
    const target = pointer
      .split('/')
      .slice(1)
      .reduce((at: unknown, step) => Object(at)[step], document)
    expect(target).to.deep.equal({ type: 'string', enum: ['reader', 'writer'] })
  })

  it('fail the boot where something else declares a schema for the value', async () => {
    @Controller()
    class Twice {
      @Get() read(@Query('page', Id) _a: number, @Query('page', z.string()) _b: string) {}
    }
    @Controller()
    class Json {
      @Get() read(@Query('page', { type: 'integer' }) _a: number | undefined, @Query('page', Id) _b: number) {}
    }
    for (const Class of [Twice, Json]) {
      const { code, message } = await bootFailure(serving(Class))
      expect([code, message]).to.deep.equal([
        'ALC_ERR_SCHEMA_CONFLICT',
        `${Class.name}.read has two different querystring "page" schemas: one from another parameter and one from @Query("page"). Remove one`,
      ])
    }
  })

  it('fail the boot beside the same name in @Schema, and beside a library for the whole part', async () => {
    @Controller()
    class Named {
      @Get() @Schema({ querystring: { page: { type: 'integer' } } }) read(@Query('page', Id) _page: number) {}
    }
    await expectRefusal(serving(Named), ['"page"', 'the schema of the whole part and one from @Query("page")'])
    @Controller()
    class Whole {
      @Get() @Schema({ querystring: z.object({}) }) read(@Query('page', Id) _page: number) {}
    }
    await expectRefusal(serving(Whole), ['a schema of another library for the whole part'])
  })

  it('fail the boot inside of a JSON Schema, in requests and responses, and the error advises one library schema', async () => {
    const parts = [
      { querystring: { page: z.number() } },
      { querystring: { type: 'object', properties: { page: z.number() } } },
      { querystring: { page: v.number() } },
      { body: { page: type('number') } },
      { response: { 200: { page: z.number() } } },
      { response: { 200: { type: 'array', items: z.object({}) } } },
    ] as const
    for (const part of parts) {
      @Controller()
      class Inside {
        @Post() @Schema(part as never) read() {}
      }
      await expectRefusal(serving(Inside), [
        /"\/(properties\/)?(page|items)", a schema of (zod|valibot|arktype) is inside/,
        'Write the whole part with',
      ])
    }
  })
})

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: { items?: { $ref?: string } }
}
