import {
  Around,
  answer,
  Controller,
  Events,
  event,
  Get,
  Module,
  Query,
  type Reply,
  type Request,
  Schema,
  Status,
  shared,
} from 'alcove'
import { OpenApi } from 'alcove/openapi'
import { expect } from 'chai'
import { askOnce } from './app.js'
import { bootFailure } from './boot-failure.js'
import { answersOf, serving, warningsOf } from './seen.js'

const Tick = shared('tick', { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } })

describe('@Events', () => {
  it('sends each value of a generator as an event, with its data as JSON by the schema', async () => {
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events({ data: Tick.ref })
      async *ticks(@Query('to', { type: 'integer', default: 2 }) to: number) {
        for (let count = 1; count <= to; count += 1) yield { count, secret: 'x' }
      }
      @Get('/any')
      @Events()
      async *any() {
        yield 'two\nlines'
        yield null
      }
    }
    @Module({ schemas: [Tick], controllers: [Feed] })
    class Root {}
    const { headers, text } = await askOnce(Root, 'GET /ticks')
    expect(headers).to.include({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    expect(text).to.equal('data: {"count":1}\n\ndata: {"count":2}\n\n')
    expect(await answersOf(Root, ['GET /any', 'GET /ticks?to=no'])).to.deep.equal([
      '200 data: "two\\nlines"\n\ndata: null',
      '400 {"statusCode":400,"error":"Bad Request","message":"querystring/to should be integer"}',
    ])
  })

  it('sends the fields of event(), and refuses line breaks in them', async () => {
    @Controller()
    class Feed {
      @Get('/named')
      @Events({ data: { type: 'integer' } })
      async *named() {
        yield event(1, { id: 7, event: 'tick', retry: 500 })
      }
      @Get('/forged')
      @Events()
      async *forged(@Query('id') id: string) {
        yield event(1, { id })
      }
    }
    const [named, forged = ''] = await answersOf(serving(Feed), ['GET /named', 'GET /forged?id=a%0Adata:x'])
    expect(named).to.equal('200 id: 7\nevent: tick\nretry: 500\ndata: 1')
    expect(forged).to.include('500').and.include('ALC_ERR_EVENT_FIELD')
    expect(() => event(1, { event: 'a\rb' })).to.throw('event(…) got a text with a line break as event')
    expect(() => event(1, { retry: 0.5 })).to.throw('a whole number of milliseconds')
    expect(() => event(1, null as never)).to.throw('event(…) got null as the second argument')
    const misspelt: object = { evnt: 'tick' }
    expect(() => event(1, misspelt)).to.throw('event(…) got the string "tick" as "evnt". Give id, event or retry')
  })

  it('answers an error before the first event as any other error', async () => {
    const missing = true as boolean // a decision at run time
    @Controller()
    class Feed {
      @Get('/none')
      @Events()
      async *none() {
        if (missing) throw Object.assign(new Error('There is none'), { statusCode: 404 })
        yield 1
      }
      @Get('/thrown')
      @Events()
      async *thrown() {
        if (missing) throw answer(404, { why: 'thrown' })
        yield 1
      }
      @Get('/chosen')
      @Events()
      chosen() {
        return answer(404, { why: 'none' })
      }
    }
    expect(await answersOf(serving(Feed), ['GET /none', 'GET /thrown', 'GET /chosen'])).to.deep.equal([
      '404 {"statusCode":404,"error":"Not Found","message":"There is none"}',
      '404 {"why":"thrown"}',
      '404 {"why":"none"}',
    ])
  })

  it('sends the answer of a handler, or of a function around it, that answers through the reply', async () => {
    @Controller()
    class Feed {
      @Get('/sent')
      @Events()
      sent(_request: Request, reply: Reply) {
        return reply.code(404).send({ why: 'sent' })
      }
      @Get('/refused')
      @Around((_request, reply) => reply.code(403).send({ why: 'refused' }))
      @Events()
      async *refused() {
        yield 1
      }
    }
    expect(await answersOf(serving(Feed), ['GET /sent', 'GET /refused'])).to.deep.equal([
      '404 {"why":"sent"}',
      '403 {"why":"refused"}',
    ])
  })

  it('does not start the generator for HEAD', async () => {
    let starts = 0
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events()
      async *ticks() {
        starts += 1
        yield 1
      }
    }
    const { status, headers } = await askOnce(serving(Feed), 'HEAD /ticks')
    expect([status, headers['content-type'], starts]).to.deep.equal([200, 'text/event-stream', 0])
  })

  it('passes the iterable to functions around the handler, which may replace it', async () => {
    async function* doubled(values: AsyncIterable<number>) {
      for await (const value of values) yield value * 2
    }
    @Around(async (_request, _reply, next) => doubled((await next()) as AsyncIterable<number>))
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events()
      async *ticks() {
        yield 1
      }
    }
    @Around(async (_request, _reply, next) => doubled((await next()) as AsyncIterable<number>))
    @Module({ controllers: [Feed] })
    class Root {}
    expect(await answersOf(Root, ['GET /ticks'])).to.deep.equal(['200 data: 4'])
  })

  it('refuses what is not an async iterable, and names the fix', async () => {
    @Controller()
    class Feed {
      @Get('/list')
      @Events()
      list() {
        return [1] as unknown as AsyncIterable<number>
      }
      @Get('/bare')
      async *bare() {
        yield 1
      }
    }
    const [list = '', bare = ''] = await warningsOf(serving(Feed), ['GET /list', 'GET /bare'])
    expect(list).to.include('write async * before the name of the method')
    expect(bare).to.include('write @Events() above the method')
  })

  it('fails the boot beside another response with status 200, and on a method without a route', async () => {
    @Controller()
    class Two {
      @Get('/ticks')
      @Events()
      @Schema({ response: { 200: { type: 'string' } } })
      ticks(): never {
        throw new Error('never called')
      }
    }
    const { message } = await bootFailure(serving(Two))
    expect(message).to.include('response 200')
    @Controller()
    class Bare {
      @Events()
      async *ticks() {
        yield 1
      }
    }
    expect((await bootFailure(serving(Bare))).message).to.include('@Events')
  })

  it('refuses options without a meaning', () => {
    const decorate = (options: object) => () => {
      class Feed {
        async *ticks() {
          yield 1
        }
      }
      Events(options)(Feed.prototype, 'ticks', Object.getOwnPropertyDescriptor(Feed.prototype, 'ticks')!)
    }
    expect(decorate({ heartbeat: 0 })).to.throw('milliseconds above 0 as heartbeat')
    expect(decorate({ data: 'x' })).to.throw('a schema as data')
    expect(decorate({ heartbeats: 1 })).to.throw('option heartbeats')
  })

  it('keeps the status of @Status out: a stream of events has status 200', async () => {
    @Controller()
    class Feed {
      @Get('/ticks')
      @Status(201)
      @Events()
      async *ticks() {
        yield 1
      }
    }
    expect((await bootFailure(serving(Feed))).message).to.include('201')
  })

  it('are described in OpenAPI with their media type and the schema of their data', async () => {
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events({ data: { type: 'integer' } })
      async *ticks() {
        yield 1
      }
    }
    @Module({ imports: [OpenApi], controllers: [Feed] })
    class Root {}
    const { text } = await askOnce(Root, 'GET /openapi.json')
    expect(text).to.include('"200":{"description":"OK","content":{"text/event-stream":{"schema":{"type":"integer"}}}}')
  })
})
