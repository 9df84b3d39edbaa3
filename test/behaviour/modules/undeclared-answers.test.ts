import { Readable } from 'node:stream'
import { Controller, ErrorHandler, Get, Hook, Module, Post, Rep, type Reply, type Request, Schema } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'
import { answersOf, seen, serving } from './seen.js'
import { ada, Named, Problem, refused, undeclared } from './undeclared.js'

describe('an undeclared 2xx answer of a controller', () => {
  it('is not sent: 500', async () => {
    expect(seen(await askOnce(serving(undeclared()), 'GET /created'))).to.equal(refused)
  })

  it('is logged once, with route and status, with an error handler and without', async () => {
    @Module({ controllers: [undeclared()] })
    class Plain {}
    @Module({ controllers: [undeclared()] })
    class Handling {
      @ErrorHandler() handle(_: Error, __: Request, reply: Reply) {
        return reply.code(500).send({ title: 'broken' })
      }
    }
    for (const Root of [Plain, Handling]) {
      const lines: string[] = []
      const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } }
      await withApp(Root, (app) => ask(app, 'GET /created'), { logger })
      expect(lines).to.have.length(1)
      expect(lines[0]).to.include('Users.created (GET /created) answers with the status 201')
    }
  })

  it('is refused as text, as bytes, by a serializer of its own, and past preSerialization hooks', async () => {
    @Controller()
    class Users {
      @Get('/text')
      @Schema({ response: { 200: Named } })
      text(@Rep() reply: Reply) {
        return reply.code(201).send('secret')
      }
      @Get('/json')
      @Schema({ response: { 200: Named } })
      json(@Rep() reply: Reply) {
        return reply.code(201).type('application/json').send(JSON.stringify(ada))
      }
      @Get('/bytes')
      @Schema({ response: { 200: Named } })
      bytes(@Rep() reply: Reply) {
        return reply.code(201).send(Buffer.from('secret'))
      }
      @Get('/own')
      @Schema({ response: { 200: Named } })
      own(@Rep() reply: Reply) {
        return reply.code(201).serializer(JSON.stringify).send(ada)
      }
      @Get('/xml')
      @Schema({ response: { 200: Named } })
      xml(@Rep() reply: Reply) {
        return reply.code(201).type('text/xml').send(ada)
      }
      @Get('/raw')
      @Schema({ response: { 200: Named } })
      raw(@Rep() reply: Reply) {
        reply.raw.statusCode = 202
        return ada
      }
      @Get('/instance')
      @Schema({ response: { 200: Named } })
      instance(@Rep() reply: Reply) {
        return reply.code(201).send(Object.assign(new Users(), ada))
      }
      @Get('/hooked', {
        preSerialization: async (_: Request, reply: Reply, payload: unknown) => {
          reply.code(202)
          return payload
        },
      })
      @Schema({ response: { 200: Named } })
      hooked() {
        return ada
      }
    }
    const lines = ['text', 'json', 'bytes', 'own', 'xml', 'raw', 'instance', 'hooked'].map((path) => `GET /${path}`)
    expect(await answersOf(serving(Users), lines)).to.deep.equal(lines.map(() => refused))
  })

  it('is refused where the serializer of the context is replaced', async () => {
    @Module({ controllers: [undeclared()] })
    class Root {
      configure(instance: { setReplySerializer(fn: (payload: unknown) => string): unknown }) {
        instance.setReplySerializer((payload) => JSON.stringify(payload))
      }
    }
    expect(seen(await askOnce(Root, 'GET /created'))).to.not.include('secret')
  })

  it('passes when it is empty, a stream, an answer to an error, or of a status that is not 2xx', async () => {
    @Controller()
    class Users {
      @Get('/empty')
      @Schema({ response: { 200: Named } })
      empty(@Rep() reply: Reply) {
        return reply.code(202).send()
      }
      @Get('/null')
      @Schema({ response: { 200: Named } })
      none(@Rep() reply: Reply) {
        return reply.code(202).send(null)
      }
      @Get('/no-text')
      @Schema({ response: { 200: Named } })
      noText(@Rep() reply: Reply) {
        return reply.code(202).send('')
      }
      @Get('/no-content')
      @Schema({ response: { 200: Named } })
      noContent(@Rep() reply: Reply) {
        return reply.code(204).send(ada)
      }
      @Get('/stream')
      @Schema({ response: { 200: Named } })
      stream(@Rep() reply: Reply) {
        return reply.code(206).send(Readable.from(['a', 'b']))
      }
      @Get('/away')
      @Schema({ response: { 200: Named } })
      away(@Rep() reply: Reply) {
        return reply.redirect('/there')
      }
      @Get('/teapot')
      @Schema({ response: { 200: Named } })
      teapot(@Rep() reply: Reply) {
        return reply.code(418).send({ name: 'teapot' })
      }
      @Get('/failing')
      @Schema({ response: { 201: Named } })
      failing() {
        throw new Error('broken')
      }
      @ErrorHandler() handle(error: Error) {
        return { failed: error.message }
      }
    }
    const lines = ['empty', 'null', 'no-text', 'no-content', 'stream', 'away', 'teapot', 'failing']
    expect(
      await answersOf(
        serving(Users),
        lines.map((path) => `GET /${path}`),
      ),
    ).to.deep.equal([
      '202',
      '202 null',
      '202',
      '204',
      '206 ab',
      '302',
      '418 {"name":"teapot"}',
      '200 {"failed":"broken"}',
    ])
  })

  it('is refused as a web Response, by its own status and media type', async () => {
    @Controller()
    class Users {
      @Get('/status')
      @Schema({ response: { 201: Named } })
      status(_: Request, reply: Reply) {
        reply.send(Response.json(ada))
      }
      @Get('/type')
      @Schema({ response: { 200: { content: { 'application/json': { schema: Named } } } } })
      type(_: Request, reply: Reply) {
        reply.send(new Response('secret', { headers: { 'content-type': 'text/csv' } }))
      }
      @Get('/declared')
      @Schema({ response: { 201: Named } })
      declared(_: Request, reply: Reply) {
        reply.send(Response.json({ name: 'Ada' }, { status: 201 }))
      }
      @Get('/empty')
      @Schema({ response: { 201: Named } })
      empty(_: Request, reply: Reply) {
        reply.send(new Response(null, { status: 202 }))
      }
      @Get('/failure')
      @Schema({ response: { 201: Named } })
      failure(_: Request, reply: Reply) {
        reply.send(Response.json({ title: 'no' }, { status: 404 }))
      }
    }
    const lines = ['status', 'type', 'declared', 'empty', 'failure'].map((path) => `GET /${path}`)
    expect(await answersOf(serving(Users), lines)).to.deep.equal([
      refused,
      refused,
      '201 {"name":"Ada"}',
      '202',
      '404 {"title":"no"}',
    ])
  })

  it('passes on a route that declares no 2xx schema, and is shaped by default', async () => {
    @Controller()
    class Users {
      @Get('/failures')
      @Schema({ response: { 404: Problem } })
      failures(@Rep() reply: Reply) {
        return reply.code(201).send({ name: 'Ada' })
      }
      @Get('/default')
      @Schema({ response: { 404: Problem, default: Named } })
      byDefault(@Rep() reply: Reply) {
        return reply.code(201).send(ada)
      }
    }
    expect(await answersOf(serving(Users), ['GET /failures', 'GET /default'])).to.deep.equal([
      '201 {"name":"Ada"}',
      '201 {"name":"Ada"}',
    ])
  })

  it('is refused in what hooks send, too', async () => {
    @Controller()
    class Users {
      @Hook('preHandler') cached(_: Request, reply: Reply) {
        reply.code(203).send(ada)
      }
      @Get('/')
      @Schema({ response: { 200: Named } })
      read() {
        return ada
      }
    }
    expect(seen(await askOnce(serving(Users), 'GET /'))).to.equal(refused)
  })
})

describe('a schema that an import did not bring', () => {
  it('fails the boot of a controller: nothing would filter the answer', async () => {
    @Controller()
    class Users {
      @Get('/')
      @Schema({ response: { 201: undefined } })
      read() {
        return ada
      }
    }
    const error = await bootFailure(serving(Users))
    expect(error.code).to.equal('ALC_ERR_SCHEMA_PART')
    expect(error.message).to.include('Users.read (GET /) has an undefined response 201')
  })
  it('fails the boot for a part of the request, too: nothing would validate it', async () => {
    for (const [part, schema] of [
      ['body', { body: undefined }],
      ['querystring', { query: undefined }],
      ['params', { params: undefined }],
    ] as const) {
      @Controller()
      class Users {
        @Post('/:id')
        @Schema(schema)
        create() {
          return ada
        }
      }
      const error = await bootFailure(serving(Users))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_PART')
      expect(error.message).to.include(`Users.create (POST /:id) has an undefined ${part} schema`)
    }
  })
})
