import { Readable } from 'node:stream'
import {
  Around,
  answer,
  Controller,
  Get,
  type HandlerAround,
  Injectable,
  Module,
  type Next,
  Rep,
  type Reply,
  type Request,
} from 'alcove'
import { expect } from 'chai'
import { askOnce } from './app.js'

/** A connection that notes what is done to it, as a pool would give it. */
const statements: string[] = []

@Injectable()
class Pool {
  run(statement: string) {
    statements.push(statement)
  }
}

@Injectable()
class Transaction implements HandlerAround {
  constructor(private readonly pool: Pool) {}
  async around(_request: Request, reply: Reply, next: Next) {
    this.pool.run('begin')
    try {
      const result = await next()
      this.pool.run(reply.statusCode < 400 ? 'commit' : 'rollback')
      return result
    } catch (error) {
      this.pool.run('rollback')
      throw error
    }
  }
}

describe('@Around with the class of a transaction', () => {
  beforeEach(() => {
    statements.length = 0
  })

  @Around(Transaction)
  @Controller()
  class Orders {
    @Get('/value')
    value() {
      statements.push('insert')
      return { id: 1 }
    }
    @Get('/answer')
    answered() {
      return answer(404, { problem: 'none' })
    }
    @Get('/reply')
    reply(_request: Request, reply: Reply) {
      reply.code(404).send({ problem: 'none' })
    }
    @Get('/later')
    later(@Rep() reply: Reply) {
      setTimeout(() => reply.code(201).send('later'), 5)
    }
    @Get('/returned')
    async returned(_request: Request, reply: Reply) {
      setTimeout(() => reply.code(410).send('gone'), 5)
      return reply
    }
    @Get('/thrown')
    async thrown() {
      throw Object.assign(new Error('broken'), { statusCode: 409 })
    }
    @Get('/sent-error')
    sentError(_request: Request, reply: Reply) {
      reply.send(Object.assign(new Error('sent'), { statusCode: 418 }))
    }
    @Get('/stream')
    stream() {
      return Readable.from(['a', 'b', 'c'])
    }
    @Get('/nothing')
    nothing() {}
    @Get('/missing')
    missing(_request: Request, reply: Reply) {
      reply.callNotFound()
    }
    @Get('/sent-before-not-found')
    async sentBeforeNotFound(_request: Request, reply: Reply) {
      await reply.send('first')
      reply.callNotFound()
    }
    @Get('/sent-before-redirect')
    async sentBeforeRedirect(_request: Request, reply: Reply) {
      await reply.send('first')
      reply.redirect('/elsewhere')
    }
  }

  @Module({ providers: [Pool], controllers: [Orders] })
  class Root {}

  const cases: readonly [string, number, string, string[]][] = [
    ['/value', 200, '{"id":1}', ['begin', 'insert', 'commit']],
    ['/answer', 404, '{"problem":"none"}', ['begin', 'rollback']],
    ['/reply', 404, '{"problem":"none"}', ['begin', 'rollback']],
    ['/later', 201, 'later', ['begin', 'commit']],
    ['/returned', 410, 'gone', ['begin', 'rollback']],
    ['/thrown', 409, '', ['begin', 'rollback']],
    ['/sent-error', 418, '', ['begin', 'rollback']],
    ['/stream', 200, 'abc', ['begin', 'commit']],
    ['/nothing', 200, '', ['begin', 'commit']],
    ['/missing', 404, '', ['begin', 'rollback']],
    ['/sent-before-not-found', 200, 'first', ['begin', 'commit']],
    ['/sent-before-redirect', 200, 'first', ['begin', 'commit']],
  ]
  for (const [path, status, text, done] of cases) {
    it(`ends it before ${path} is answered with ${status}`, async () => {
      const got = await askOnce(Root, `GET ${path}`)
      expect(got.status).to.equal(status)
      if (text !== '') expect(got.text).to.equal(text)
      expect(statements).to.deep.equal(done)
    })
  }
})
