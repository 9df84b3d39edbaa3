import { Controller, Get, Post, Rep, type Reply, Req, type Request, Schema } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { serving } from './seen.js'

describe('a handler without parameter decorators', () => {
  it('gets the request and the reply', async () => {
    @Controller()
    class Plain {
      @Get('/plain/:id')
      read(request: Request, reply: Reply) {
        reply.header('x-plain', 'yes')
        return request.params
      }
    }
    const answer = await askOnce(serving(Plain), 'GET /plain/7')
    expect([answer.body, answer.headers['x-plain']]).to.deep.equal([{ id: '7' }, 'yes'])
  })

  it('may answer through the reply', async () => {
    @Controller()
    class Plain {
      @Get('/plain')
      read(_request: Request, reply: Reply) {
        reply.code(202).send({ sent: true })
      }
    }
    const answer = await askOnce(serving(Plain), 'GET /plain')
    expect([answer.status, answer.body]).to.deep.equal([202, { sent: true }])
  })

  it('may answer through the reply later', async () => {
    @Controller()
    class Plain {
      @Get('/plain')
      read(_request: Request, reply: Reply) {
        setImmediate(() => reply.send({ sent: 'later' }))
      }
    }
    expect((await askOnce(serving(Plain), 'GET /plain')).body).to.deep.equal({ sent: 'later' })
  })

  it('may return the reply that it has sent', async () => {
    @Controller()
    class Plain {
      @Get('/plain')
      async read(_request: Request, reply: Reply) {
        return reply.send({ sent: true })
      }
    }
    expect((await askOnce(serving(Plain), 'GET /plain')).body).to.deep.equal({ sent: true })
  })

  it('is called on its controller', async () => {
    @Controller()
    class Plain {
      private readonly word = 'this'
      @Get('/plain')
      read() {
        return this.word
      }
    }
    expect((await askOnce(serving(Plain), 'GET /plain')).text).to.equal('this')
  })
})

describe('the return value of a handler', () => {
  @Controller()
  class Returns {
    @Get('/object')
    object() {
      return { a: 1 }
    }
    @Get('/promise')
    async promise() {
      await new Promise((resolve) => setImmediate(resolve))
      return { a: 2 }
    }
    @Get('/string')
    string() {
      return 'text'
    }
    @Get('/nothing')
    nothing() {
      return undefined
    }
    @Get('/nothing-later')
    async nothingLater() {
      await new Promise((resolve) => setImmediate(resolve))
    }
    @Get('/nothing-of-request')
    nothingOfRequest(@Req() _request: Request) {
      return undefined
    }
    @Get('/null')
    null() {
      return null
    }
    @Get('/buffer')
    buffer() {
      return Buffer.from('bytes')
    }
    @Get('/falsy')
    falsy() {
      return 0
    }
  }

  it('is the reply', async () => {
    const answer = await askOnce(serving(Returns), 'GET /object')
    expect([answer.status, answer.body]).to.deep.equal([200, { a: 1 }])
    expect(answer.headers['content-type']).to.match(/^application\/json/)
  })

  it('is awaited', async () => {
    expect((await askOnce(serving(Returns), 'GET /promise')).body).to.deep.equal({ a: 2 })
  })

  it('is plain text when it is a string', async () => {
    const answer = await askOnce(serving(Returns), 'GET /string')
    expect(answer.text).to.equal('text')
    expect(answer.headers['content-type']).to.match(/^text\/plain/)
  })

  it('sends an empty reply when it is undefined', async () => {
    const answer = await askOnce(serving(Returns), 'GET /nothing')
    expect([answer.status, answer.text]).to.deep.equal([200, ''])
  })

  it('sends an empty reply when a promise gives undefined', async () => {
    const answer = await askOnce(serving(Returns), 'GET /nothing-later')
    expect([answer.status, answer.text]).to.deep.equal([200, ''])
  })

  it('sends an empty reply when it is undefined and the handler took the request only', async () => {
    const answer = await askOnce(serving(Returns), 'GET /nothing-of-request')
    expect([answer.status, answer.text]).to.deep.equal([200, ''])
  })

  it('is sent whole when it is a buffer', async () => {
    expect((await askOnce(serving(Returns), 'GET /buffer')).text).to.equal('bytes')
  })

  it('is sent if it is falsy', async () => {
    expect((await askOnce(serving(Returns), 'GET /falsy')).body).to.equal(0)
  })

  it('goes through the response schema', async () => {
    @Controller()
    class Shown {
      @Get('/shown')
      @Schema({ response: { '2xx': { shown: { type: 'string' } } } })
      read() {
        return { shown: 'yes', hidden: 'no' }
      }
    }
    expect((await askOnce(serving(Shown), 'GET /shown')).body).to.deep.equal({ shown: 'yes' })
  })
})

describe('a handler that took @Rep()', () => {
  it('answers itself when it returns undefined', async () => {
    @Controller()
    class Answers {
      @Get('/later')
      later(@Rep() reply: Reply) {
        setImmediate(() => reply.code(202).send('later'))
      }
    }
    const answer = await askOnce(serving(Answers), 'GET /later')
    expect([answer.status, answer.text]).to.deep.equal([202, 'later'])
  })

  it('answers with what it returns, under the status that it set', async () => {
    @Controller()
    class Answers {
      @Post('/made')
      make(@Rep() reply: Reply) {
        reply.code(201)
        return { made: true }
      }
    }
    const answer = await askOnce(serving(Answers), 'POST /made')
    expect([answer.status, answer.body]).to.deep.equal([201, { made: true }])
  })
})

describe('a handler that fails', () => {
  @Controller()
  class Fails {
    @Get('/throws')
    throws(): never {
      throw new Error('thrown')
    }
    @Get('/rejects')
    async rejects() {
      throw Object.assign(new Error('rejected'), { statusCode: 409 })
    }
    @Get('/throws-with-source')
    throwsWithSource(@Req() _request: Request): never {
      throw new Error('thrown')
    }
    @Get('/rejects-with-reply')
    async rejectsWithReply(@Rep() _reply: Reply) {
      throw new Error('rejected')
    }
  }

  it('answers 500 when it throws', async () => {
    const answer = await askOnce(serving(Fails), 'GET /throws')
    expect(answer.status).to.equal(500)
    expect(answer.body).to.deep.equal({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Internal Server Error',
    })
  })

  it('answers with the status of the error that it rejects with', async () => {
    const answer = await askOnce(serving(Fails), 'GET /rejects')
    expect(answer.body).to.deep.equal({ statusCode: 409, error: 'Conflict', message: 'rejected' })
  })

  it('answers 500 when it has parameter decorators and throws', async () => {
    expect((await askOnce(serving(Fails), 'GET /throws-with-source')).status).to.equal(500)
  })

  it('answers 500 when it took the reply and rejects', async () => {
    expect((await askOnce(serving(Fails), 'GET /rejects-with-reply')).status).to.equal(500)
  })

  it('leaves the next request alone', async () => {
    @Controller()
    class Works {
      @Get('/works')
      read() {
        return 'works'
      }
    }
    await withApp(serving(Fails, Works), async (app) => {
      await ask(app, 'GET /throws')
      expect((await ask(app, 'GET /works')).text).to.equal('works')
    })
  })
})
