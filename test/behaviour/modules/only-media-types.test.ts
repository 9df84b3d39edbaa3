import { answer, Controller, Get, Hook, Module, Param, Rep, type Reply, Schema } from 'alcove'
import { createServer } from 'alcove/core'
import { fastify } from 'alcove/fastify'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { serving } from './seen.js'
import { ada, Named, Problem } from './undeclared.js'

const response = {
  200: { content: { 'application/vnd.api+json': { schema: Named } } },
  '4xx': { content: { 'application/problem+json': { schema: Problem } } },
}

async function typesOf(Root: Parameters<typeof createTestApp>[0], urls: readonly string[]): Promise<unknown[]> {
  await using app = await createTestApp(Root, { logger: false })
  const seen: unknown[] = []
  for (const url of urls) {
    const { statusCode, headers, payload } = await app.inject(url)
    seen.push([statusCode, headers['content-type'], statusCode === 500 ? '' : payload])
  }
  return seen
}

const refused = [500, 'application/json; charset=utf-8', '']

describe('a response that declares one media type', () => {
  it('gives it to a returned value and to answer(…), if it is a JSON type', async () => {
    @Controller()
    class Users {
      @Get('/users/:id')
      @Schema({ response })
      read(@Param('id') id: string) {
        return id === '1' ? ada : answer(404, { title: 'No user', id })
      }
    }
    expect(await typesOf(serving(Users), ['/users/1', '/users/2'])).to.deep.equal([
      [200, 'application/vnd.api+json', '{"name":"Ada"}'],
      [404, 'application/problem+json', '{"title":"No user"}'],
    ])
  })

  it('does not replace the type that a handler or a hook sets', async () => {
    const both = { 200: { content: { 'application/vnd.api+json': { schema: Named } } } }
    @Controller()
    class Users {
      @Get('/handler')
      @Schema({ response: both })
      handler(@Rep() reply: Reply) {
        return reply.type('application/vnd.api+json; profile="x"').send(ada)
      }
      @Get('/json')
      @Schema({ response: both })
      json(@Rep() reply: Reply) {
        return reply.type('application/json').send(ada)
      }
      @Get('/hook')
      @Schema({ response: both })
      hook() {
        return ada
      }
    }
    @Module({ controllers: [Users] })
    class Root {
      @Hook('onRequest') async mark(request: { url: string }, reply: Reply) {
        if (request.url === '/hook') reply.type('application/vnd.api+json; profile="y"')
      }
    }
    expect(await typesOf(Root, ['/handler', '/json', '/hook'])).to.deep.equal([
      [200, 'application/vnd.api+json; profile="x"; charset=utf-8', '{"name":"Ada"}'],
      refused,
      [200, 'application/vnd.api+json; profile="y"; charset=utf-8', '{"name":"Ada"}'],
    ])
  })

  it('is not given to a value unless it is a JSON type, alone, and without wildcards', async () => {
    @Controller()
    class Users {
      @Get('/csv')
      @Schema({ response: { 200: { content: { 'text/csv': { schema: Named } } } } })
      csv() {
        return ada
      }
      @Get('/range')
      @Schema({ response: { 200: { content: { 'application/*+json': { schema: Named } } } } })
      range() {
        return ada
      }
      @Get('/two')
      @Schema({ response: { 200: { content: { 'a/b+json': { schema: Named }, 'a/c+json': { schema: Named } } } } })
      two() {
        return ada
      }
    }
    expect(await typesOf(serving(Users), ['/csv', '/range', '/two'])).to.deep.equal([refused, refused, refused])
  })

  it('gives it to a value in the core, and in the drop-in does what Fastify does', async () => {
    const seen: unknown[] = []
    for (const create of [createServer, fastify]) {
      const server = create()
      server.get('/', { schema: { response } }, async () => ada)
      const { statusCode, headers } = await server.inject('/')
      seen.push([statusCode, headers['content-type']])
      await server.close()
    }
    expect(seen).to.deep.equal([
      [200, 'application/vnd.api+json'],
      [200, 'application/json; charset=utf-8'],
    ])
  })
})
