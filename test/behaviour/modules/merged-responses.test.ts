import { Controller, ErrorHandler, Get, Module, type Reply, type Request, Schema } from 'alcove'
import { expect } from 'chai'
import { type RootModule, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'

const Book = { type: 'object', properties: { title: { type: 'string' } } } as const
const Problem = { type: 'object', properties: { title: { type: 'string' }, status: { type: 'integer' } } } as const
const Other = { type: 'object', properties: { other: { type: 'string' } } } as const

function withProblems(controller: RootModule) {
  @Module({ controllers: [controller] })
  class App {
    @ErrorHandler()
    problem(error: { statusCode?: number }, _request: Request, reply: Reply) {
      const status = error.statusCode ?? 500
      return reply.code(status).send({ title: 'A problem', status, stack: 'not for clients' })
    }
  }
  return App
}

describe('response schemas of a controller and of its method', () => {
  it('apply together, each to its own statuses', async () => {
    @Controller({ prefix: '/books', schema: { response: { '4xx': Problem } } })
    class Books {
      @Get('/known')
      @Schema({ response: { 200: Book } })
      known() {
        return { title: 'Emma', secret: 1 }
      }
      @Get('/lost')
      @Schema({ response: { 200: Book } })
      lost(): { title: string } {
        throw Object.assign(new Error('lost'), { statusCode: 404 })
      }
    }
    await withApp(withProblems(Books), async (app) => {
      expect((await app.inject('/books/known')).json()).to.deep.equal({ title: 'Emma' })
      expect((await app.inject('/books/lost')).json()).to.deep.equal({ title: 'A problem', status: 404 })
    })
  })

  it('may repeat the schema of a status, and leave the schemas of the controller unchanged for other methods', async () => {
    const response = { 200: Book, '4xx': Problem }
    @Controller({ prefix: '/books', schema: { response } })
    class Books {
      @Get('/same')
      @Schema({ response: { 200: { ...Book }, 202: Other } })
      same() {
        return { title: 'Emma', secret: 1 }
      }
      @Get('/own')
      own() {
        return { title: 'Persuasion', secret: 1 }
      }
    }
    await withApp(withProblems(Books), async (app) => {
      expect((await app.inject('/books/same')).json()).to.deep.equal({ title: 'Emma' })
      expect((await app.inject('/books/own')).json()).to.deep.equal({ title: 'Persuasion' })
      expect(response).to.have.all.keys('200', '4xx')
    })
  })

  for (const [of, inner] of [
    ['200', { 200: Other }],
    ['4xx', { '4XX': Other }],
  ] as const) {
    it(`that differ for one status, ${Object.keys(inner)[0]}, fail the boot, which names the status`, async () => {
      @Controller({ schema: { response: { 200: Book, '4xx': Problem } } })
      class Books {
        @Get('/books', { schema: { response: inner } })
        list() {
          return {}
        }
      }
      const failure = await bootFailure(withProblems(Books))
      expect(failure.code).to.equal('ALC_ERR_SCHEMA_CONFLICT')
      expect(failure.message).to.include(
        `Books.list has two different response ${of} schemas: one from @Controller of Books and one from the options of the route`,
      )
    })
  }

  it('still need a status each: a method without statuses fails the boot', async () => {
    @Controller({ schema: { response: { '4xx': Problem } } })
    class Books {
      @Get('/books', { schema: { response: 'none' as never } })
      list() {
        return {}
      }
    }
    expect((await bootFailure(withProblems(Books))).code).to.equal('FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX')
  })
})
