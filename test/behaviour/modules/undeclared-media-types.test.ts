import { Controller, Get, Rep, type Reply, Schema } from 'alcove'
import { expect } from 'chai'
import { answersOf, serving } from './seen.js'
import { ada, Named, refused } from './undeclared.js'

describe('a media type that a response does not name', () => {
  const Listed = {
    200: { content: { 'application/json': { schema: Named }, 'text/csv': { schema: { type: 'string' } } } },
  }
  @Controller()
  class Users {
    @Get('/named')
    @Schema({ response: Listed })
    named() {
      return ada
    }
    @Get('/csv')
    @Schema({ response: Listed })
    csv(@Rep() reply: Reply) {
      return reply.type('text/csv').send('a,b')
    }
    @Get('/vendor')
    @Schema({ response: Listed })
    vendor(@Rep() reply: Reply) {
      return reply.type('application/vnd.users+json').send(ada)
    }
    @Get('/text')
    @Schema({ response: Listed })
    text() {
      return 'secret'
    }
  }

  it('may be named by a range: image/*', async () => {
    @Controller()
    class Files {
      @Get()
      @Schema({ response: { 200: { content: { 'application/*': { schema: Named } } } } })
      file(@Rep() reply: Reply) {
        return reply.type('application/vnd.users+json').send(ada)
      }
      @Get('/text')
      @Schema({ response: { 200: { content: { 'application/*': { schema: Named } } } } })
      text() {
        return 'secret'
      }
    }
    expect(await answersOf(serving(Files), ['GET /', 'GET /text'])).to.deep.equal(['200 {"name":"Ada"}', refused])
  })

  it('is refused under a declared status', async () => {
    expect(await answersOf(serving(Users), ['GET /named', 'GET /csv', 'GET /vendor', 'GET /text'])).to.deep.equal([
      '200 {"name":"Ada"}',
      '200 a,b',
      refused,
      refused,
    ])
  })
})
