import { toStandardJsonSchema } from '@valibot/to-json-schema'
import {
  Body,
  Controller,
  ErrorHandler,
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
import { createServer } from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { createTestApp } from 'alcove/testing'
import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'

const Name = z.object({
  name: z.string().min(2),
  tag: z
    .string()
    .transform((tag) => tag.toUpperCase())
    .optional(),
})
const Free = Name.refine(async ({ name }) => name !== 'taken', { path: ['name'], error: 'is taken' })
const Saved = z.object({ name: z.string(), at: z.date() })

@Controller('/names')
class Names {
  @Post('/:id')
  @Schema({ params: z.object({ id: z.coerce.number().int() }), response: { 201: Saved } })
  async save(
    @Param('id') id: number,
    @Body(Free) body: { name: string; tag?: string | undefined },
    @Query(z.object({ page: z.coerce.number().default(1) })) query: { page: number },
    @Headers(z.object({ 'x-tenant': z.string() })) headers: { 'x-tenant': string },
  ) {
    const name = [body.name, body.tag, id, query.page, headers['x-tenant']].join(' ')
    return { name, at: new Date(0), password: 'secret' }
  }

  @Post('/json')
  @Schema({ querystring: { type: 'object', properties: { n: { type: 'integer' } } } })
  mixed(@Query() query: object, @Body(v.object({ a: v.number() })) body: { a: number }) {
    return { query, body }
  }
}

@Module({ controllers: [Names] })
class AppModule {}

const valid = { name: 'ada', tag: 'x', more: 1 }
const headers = { 'x-tenant': 'acme' }

describe('schemas of other libraries, by Standard Schema', () => {
  it('validate each part, hand over what the library makes of it, and write answers by their schema', async () => {
    await using app = await createTestApp(AppModule)
    const answer = await app.inject({ method: 'POST', url: '/names/7?page=3', payload: valid, headers })
    expect(answer.statusCode).to.equal(201)
    expect(answer.json()).to.deep.equal({ name: 'ada X 7 3 acme', at: '1970-01-01T00:00:00.000Z' })
  })

  it('fill in defaults, and keep the headers that a schema does not name', async () => {
    const server = createServer()
    const schema = {
      headers: z.object({ 'x-n': z.coerce.number() }),
      querystring: z.object({ page: z.string().default('1') }),
    }
    server.get('/', { schema }, ({ headers: given, query }) => ({ n: given['x-n'], host: given.host, query }))
    const answer = await server.inject({ url: '/', headers: { 'x-n': '4', host: 'a.test' } })
    expect(answer.json()).to.deep.equal({ n: 4, host: 'a.test', query: { page: '1' } })
    await server.close()
  })

  const refused: readonly (readonly [what: string, url: string, payload: object | undefined, message: string])[] = [
    ['a parameter', '/names/x', valid, 'params/id Invalid input: expected number, received NaN'],
    [
      'two properties, told together',
      '/names/1',
      { name: 'a', tag: 5 },
      'body/name Too small: expected string to have >=2 characters, body/tag Invalid input: expected string, received number',
    ],
    ['what an asynchronous refinement finds', '/names/1', { name: 'taken' }, 'body/name is taken'],
    ['a missing body', '/names/1', undefined, 'body Invalid input: expected object, received undefined'],
    [
      'a part whose neighbour has a JSON Schema',
      '/names/json?n=1',
      { a: 'x' },
      'body/a Invalid type: Expected number but received "x"',
    ],
    ['a part with a JSON Schema beside it', '/names/json?n=x', { a: 1 }, 'querystring/n should be integer'],
  ]
  for (const [what, url, payload, message] of refused) {
    it(`answer 400 with the exact body for ${what}`, async () => {
      await using app = await createTestApp(AppModule)
      const answer = await app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
      expect(answer.statusCode).to.equal(400)
      expect(answer.json()).to.deep.equal({ statusCode: 400, error: 'Bad Request', message })
    })
  }

  it('reach an error handler with one failure for each issue', async () => {
    let seen: unknown = null
    @Module({ controllers: [Names] })
    class Handled {
      @ErrorHandler(ValidationError) invalid(error: ValidationError, _request: Request, reply: Reply) {
        seen = [error.validationContext, error.validation.map(({ instancePath, keyword }) => [instancePath, keyword])]
        reply.code(422).send('no')
      }
    }
    await using app = await createTestApp(Handled)
    await app.inject({ method: 'POST', url: '/names/1', payload: { name: 'a', tag: 5 }, headers })
    expect(seen).to.deep.equal([
      'body',
      [
        ['/name', 'too_small'],
        ['/tag', 'invalid_type'],
      ],
    ])
  })

  it('escape a key with a slash in the path of a failure', async () => {
    const server = createServer()
    server.post('/', { schema: { body: z.object({ 'a/b': z.array(z.number()) }) } }, () => 'x')
    const answer = await server.inject({ method: 'POST', url: '/', payload: { 'a/b': [1, 'x'] } })
    expect(answer.json().message).to.match(/^body\/a~1b\/1 Invalid input/)
    await server.close()
  })

  it('go to a validator compiler of the application where there is one', async () => {
    const server = createServer()
    server.setValidatorCompiler(() => () => ({ value: 'mine' }))
    server.post('/', { schema: { body: Name } }, ({ body }) => ({ body }))
    const answer = await server.inject({ method: 'POST', url: '/', payload: {} })
    expect(answer.json()).to.deep.equal({ body: 'mine' })
    await server.close()
  })

  it('refuse a body of another media type with 415, as JSON Schemas do', async () => {
    const server = createServer()
    server.post('/', { schema: { body: Name } }, () => 'x')
    const answer = await server.inject({
      method: 'POST',
      url: '/',
      payload: 'a',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.statusCode).to.equal(415)
    await server.close()
  })

  it('are found by media type in a content map', async () => {
    const server = createServer()
    const schema = {
      body: { content: { 'text/plain': { schema: z.string().max(2) }, 'application/json': { schema: Name } } },
    }
    server.post('/', { schema }, ({ body }) => ({ body }))
    const send = (payload: string, type: string) =>
      server.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } })
    expect((await send('ab', 'text/plain')).json()).to.deep.equal({ body: 'ab' })
    expect((await send('abc', 'text/plain')).statusCode).to.equal(400)
    expect((await send('{"name":"ada"}', 'application/json')).json()).to.deep.equal({ body: { name: 'ada' } })
    await server.close()
  })

  it('run under compile: lazy, and set request.validationError with attachValidation', async () => {
    const server = createServer({ compile: 'lazy' })
    server.post('/', { schema: { body: Name }, attachValidation: true }, ({ validationError }) => ({
      message: validationError?.message,
    }))
    const answer = await server.inject({ method: 'POST', url: '/', payload: { name: 7 } })
    expect(answer.json().message).to.equal('body/name Invalid input: expected string, received number')
    await server.close()
  })

  describe('in answers', () => {
    const libraries = {
      zod: z.object({ name: z.string(), list: z.array(z.object({ id: z.number() })).optional() }),
      valibot: v.object({ name: v.string(), list: v.optional(v.array(v.object({ id: v.number() }))) }),
      // The next two keep undeclared keys themselves: their JSON Schema lists the declared ones.
      'valibot with its companion': toStandardJsonSchema(
        v.looseObject({ name: v.string(), list: v.optional(v.array(v.looseObject({ id: v.number() }))) }),
      ),
      arktype: type({ name: 'string', 'list?': type({ id: 'number' }).array() }),
    }
    for (const [library, schema] of Object.entries(libraries)) {
      it(`of ${library} drop undeclared keys at every depth`, async () => {
        const server = createServer()
        server.get('/', { schema: { response: { 200: schema } } }, () => {
          return { name: 'a', secret: 1, list: [{ id: 1, secret: 2 }] }
        })
        expect((await server.inject('/')).json()).to.deep.equal({ name: 'a', list: [{ id: 1 }] })
        await server.close()
      })

      it(`of ${library} answer 500 for a value that they refuse, and send nothing of it`, async () => {
        const server = createServer()
        server.get('/', { schema: { response: { 200: schema } } }, () => ({ name: 7, secret: 'word' }))
        const answer = await server.inject('/')
        expect(answer.statusCode).to.equal(500)
        expect(answer.json()).to.include({ code: 'ALC_ERR_RESPONSE_INVALID' })
        expect(answer.body).to.not.include('word')
        await server.close()
      })
    }

    const Title = z.object({ title: z.string() })
    for (const [kind, failure] of Object.entries({
      synchronous: Title,
      asynchronous: Title.refine(async () => true),
    })) {
      it(`${kind} ones for failures in general leave the errors of the framework their own body`, async () => {
        const server = createServer()
        server.post('/', { schema: { body: Name, response: { '4xx': failure } } }, (_request, reply) => {
          return reply.code(404).send({ title: 'none', secret: 1 })
        })
        const refused = await server.inject({ method: 'POST', url: '/', payload: {} })
        expect(refused.json()).to.include({ statusCode: 400, error: 'Bad Request' })
        const answered = await server.inject({ method: 'POST', url: '/', payload: { name: 'ada' } })
        expect([answered.statusCode, answered.json()]).to.deep.equal([404, { title: 'none' }])
        await server.close()
      })
    }

    it('await an asynchronous schema, and send what it makes of the value', async () => {
      const server = createServer()
      const schema = z.object({ id: z.number() }).transform(async ({ id }) => ({ id: id + 1 }))
      server.get('/:id', { schema: { response: { 200: schema } } }, ({ params }) => ({
        id: Number((params as { id: string }).id) || 'none',
      }))
      expect((await server.inject('/1')).json()).to.deep.equal({ id: 2 })
      expect((await server.inject('/x')).statusCode).to.equal(500)
      await server.close()
    })

    it('keep the keys of the branch that a value fits', async () => {
      const server = createServer()
      const schema = type({ kind: "'a'", one: 'string' }).or({ kind: "'b'", two: 'string' })
      server.get('/', { schema: { response: { 200: schema } } }, () => ({ kind: 'b', one: 'x', two: 'y' }))
      expect((await server.inject('/')).json()).to.deep.equal({ kind: 'b', two: 'y' })
      await server.close()
    })

    it('follow a schema that refers to itself', async () => {
      interface Tree {
        name: string
        children: Tree[]
      }
      const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree) }))
      const server = createServer()
      const leaf = { name: 'b', children: [], secret: 2 }
      server.get('/', { schema: { response: { 200: Tree } } }, () => ({ name: 'a', children: [leaf], secret: 1 }))
      expect((await server.inject('/')).json()).to.deep.equal({ name: 'a', children: [{ name: 'b', children: [] }] })
      await server.close()
    })
  })

  describe('in the OpenAPI document', () => {
    interface Described {
      readonly content: { readonly 'application/json': { readonly schema: unknown } }
    }

    /** The schemas of the body and of the answer with status 200. */
    async function schemasOf(body: unknown, response: unknown): Promise<unknown[]> {
      const server = createServer()
      server.post('/', { schema: { body, response: { 200: response } } }, () => ({}))
      await server.ready()
      const { paths } = createOpenApiDocument(inspect(server), {})
      await server.close()
      // The document types its operations as any record; the route declares both parts.
      const { requestBody, responses } = paths['/']!.post as { requestBody: Described; responses: { 200: Described } }
      return [requestBody, responses[200]].map(({ content }) => content['application/json'].schema)
    }

    it('are the JSON Schema that the library gives: of what comes in, and of what goes out', async () => {
      const schema = z.object({ n: z.number().default(1) })
      const [body, response] = await schemasOf(schema, schema)
      expect(body).to.deep.include({ type: 'object', properties: { n: { type: 'number', default: 1 } } })
      expect(body).to.not.have.property('required')
      expect(response).to.have.property('required').that.deep.equals(['n'])
    })

    it('are any value where the library gives none', async () => {
      expect(await schemasOf(v.object({ a: v.string() }), type({ a: 'string' }))).to.deep.equal([
        {},
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      ])
    })
  })
})
