import { Controller, Get, Hook, Post, Put, Rep, type Reply, type Request, Schema, Status } from 'alcove'
import { expect } from 'chai'
import { askOnce } from './app.js'
import { answersOf, seen, serving } from './seen.js'

const Named = { type: 'object', properties: { name: { type: 'string' } } } as const
const Other = { type: 'object', properties: { other: { type: 'string' } } } as const
const ada = { name: 'Ada', password: 'secret' }

describe('the status of what a handler returns', () => {
  it('is the only 2xx status that the schema declares, and its schema filters the answer', async () => {
    @Controller('/users')
    class Users {
      @Post()
      @Schema({ response: { 201: Named, 404: Other } })
      add() {
        return ada
      }
      @Put()
      @Schema({ response: { 202: Named } })
      async change() {
        return ada
      }
    }
    expect(await answersOf(serving(Users), ['POST /users', 'PUT /users'])).to.deep.equal([
      '201 {"name":"Ada"}',
      '202 {"name":"Ada"}',
    ])
  })

  it('is 200 where several are declared and 200 is one of them, where a class is, and where none is', async () => {
    @Controller()
    class Things {
      @Get('/several')
      @Schema({ response: { 200: Named, 201: Other } })
      several() {
        return ada
      }
      @Get('/class')
      @Schema({ response: { '2xx': Named } })
      byClass() {
        return ada
      }
      @Get('/beside-class')
      @Schema({ response: { '2xx': Named, 201: Named } })
      beside() {
        return ada
      }
      @Get('/failures')
      @Schema({ response: { 404: Other } })
      failures() {
        return { name: 'Ada' }
      }
      @Get('/none')
      none() {
        return { name: 'Ada' }
      }
    }
    const lines = ['GET /several', 'GET /class', 'GET /beside-class', 'GET /failures', 'GET /none']
    expect(await answersOf(serving(Things), lines)).to.deep.equal(lines.map(() => '200 {"name":"Ada"}'))
  })

  it('is that of @Status, with a schema or without', async () => {
    @Controller()
    class Things {
      @Status(202)
      @Post('/plain')
      plain() {
        return { name: 'Ada' }
      }
      @Post('/chosen')
      @Status(202)
      @Schema({ response: { 200: Other, 202: Named } })
      chosen() {
        return ada
      }
      @Post('/class')
      @Schema({ response: { '2xx': Named } })
      @Status(201)
      byClass() {
        return ada
      }
    }
    expect(await answersOf(serving(Things), ['POST /plain', 'POST /chosen', 'POST /class'])).to.deep.equal([
      '202 {"name":"Ada"}',
      '202 {"name":"Ada"}',
      '201 {"name":"Ada"}',
    ])
  })

  it('holds for undefined, for a promise of it, and for reply.send without a code', async () => {
    @Controller()
    class Things {
      @Post('/nothing')
      @Status(202)
      nothing() {}
      @Post('/later')
      @Status(202)
      async later() {}
      @Post('/sent')
      @Schema({ response: { 201: Named } })
      sent(@Rep() reply: Reply) {
        reply.send(ada)
      }
      @Post('/plain')
      @Schema({ response: { 201: Named } })
      async plain(_: Request, reply: Reply) {
        return reply.send(ada)
      }
    }
    const lines = ['POST /nothing', 'POST /later', 'POST /sent', 'POST /plain']
    expect(await answersOf(serving(Things), lines)).to.deep.equal([
      '202',
      '202',
      '201 {"name":"Ada"}',
      '201 {"name":"Ada"}',
    ])
  })

  it('gives way to reply.code and to a redirect', async () => {
    @Controller()
    class Things {
      @Post('/code')
      @Status(201)
      code(@Rep() reply: Reply) {
        reply.code(202)
        return { name: 'Ada' }
      }
      @Post('/ok')
      @Schema({ response: { 201: Other, 200: Named } })
      @Status(201)
      ok(@Rep() reply: Reply) {
        return reply.code(200).send(ada)
      }
      @Post('/away')
      @Status(201)
      away(@Rep() reply: Reply) {
        return reply.redirect('/there')
      }
    }
    expect(await answersOf(serving(Things), ['POST /code', 'POST /ok', 'POST /away'])).to.deep.equal([
      '202 {"name":"Ada"}',
      '200 {"name":"Ada"}',
      '302',
    ])
  })

  it('is what the handler and the hooks read in reply.statusCode', async () => {
    const read: number[] = []
    @Controller()
    class Things {
      @Hook('preHandler') before(_: Request, reply: Reply) {
        read.push(reply.statusCode)
      }
      @Post('/')
      @Status(201)
      add(@Rep() reply: Reply) {
        read.push(reply.statusCode)
        return { text: reply.serialize({ name: 'Ada' }) }
      }
    }
    await askOnce(serving(Things), 'POST /')
    expect(read).to.deep.equal([201, 201])
  })

  it('chooses the schema by which reply.serialize writes', async () => {
    @Controller()
    class Things {
      @Post('/')
      @Schema({ response: { 201: Named } })
      add(@Rep() reply: Reply) {
        return reply.type('application/json').send(reply.serialize(ada))
      }
    }
    expect(seen(await askOnce(serving(Things), 'POST /'))).to.equal('201 {"name":"Ada"}')
  })

  it('holds for hooks that answer before the handler', async () => {
    @Controller()
    class Things {
      @Hook('preHandler') cached(_: Request, reply: Reply) {
        reply.send(ada)
      }
      @Post('/')
      @Schema({ response: { 201: Named } })
      add() {
        return ada
      }
    }
    expect(seen(await askOnce(serving(Things), 'POST /'))).to.equal('201 {"name":"Ada"}')
  })
})
