import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Around, type AroundFunction, answer, Controller, ErrorHandler, Get, type Reply, type Request } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { serving, warningsOf } from './seen.js'

describe('a function around a handler', () => {
  it('throws what the handler threw, and its own errors reach the error handlers', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => next().catch((error: Error) => `saved ${error.message}`))
      @Get('/saved')
      saved() {
        throw new Error('handler')
      }
      @Around(async (_request, _reply, next) => {
        await next()
        throw new Error('after')
      })
      @Get('/failed')
      failed(_request: Request, reply: Reply) {
        reply.code(404).send('not sent')
      }
      @ErrorHandler() sorry(error: Error, _request: Request, reply: Reply) {
        reply.send({ sorry: error.message })
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /saved')).text).to.equal('saved handler')
      expect((await ask(app, 'GET /failed')).body).to.deep.equal({ sorry: 'after' })
    })
  })

  it('is a 500 for a stream of the handler that fails while the function waits', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => {
        const stream = await next()
        await sleep(20)
        return stream
      })
      @Get('/file')
      file() {
        return Readable.from([]).destroy(new Error('no such file'))
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /file')).status).to.equal(500)
    })
  })

  it('is a 500 for a stream that fails after the handler has sent it, while the handler goes on', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => next())
      @Get('/file')
      async file(_request: Request, reply: Reply) {
        reply.send(createReadStream('/no/such/file'))
        await sleep(20)
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /file')).status).to.equal(500)
    })
  })

  it('gets a stream that the handler sends and returns, and the client gets it too', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => next())
      @Get('/text')
      async text(_request: Request, reply: Reply) {
        const stream = Readable.from(['text'])
        reply.send(stream)
        return stream
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /text')).text).to.equal('text')
    })
  })

  it('does not answer an error with the status of an answer that was not sent', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => {
        await next()
        throw new Error('commit failed')
      })
      @Get('/')
      read() {
        return answer(404, 'none')
      }
    }
    expect((await askOnce(serving(Things), 'GET /')).status).to.equal(500)
  })

  it('refuses a second next, and nothing that is returned while the handler runs', async () => {
    @Controller()
    class Things {
      @Around(async function twice(_request, _reply, next) {
        await next()
        return next()
      })
      @Get('/twice')
      twice() {
        return 1
      }
      @Around(function forgot(_request, _reply, next) {
        void next()
      })
      @Get('/forgot')
      async forgot() {
        await sleep(5)
        throw new Error('nobody waits')
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /twice')).body).to.include({ statusCode: 500, code: 'ALC_ERR_NEXT_TWICE' })
      expect((await ask(app, 'GET /forgot')).body).to.include({ statusCode: 500, code: 'ALC_ERR_NEXT_NOT_AWAITED' })
      await sleep(10)
    })
  })

  it('is warned of where it neither calls next nor answers, unless it chooses a status or answers by the reply', async () => {
    @Controller()
    class Things {
      @Around(() => undefined)
      @Get('/forgot')
      forgot() {
        return 'never'
      }
      @Around((_request, reply) => {
        reply.code(304)
      })
      @Get('/chosen')
      chosen() {
        return 'never'
      }
      @Around((_request, reply) => void reply.send('sent'))
      @Get('/sent')
      sent() {
        return 'never'
      }
      @Around((_request, _reply, next) => next())
      @Get('/empty')
      empty() {}
    }
    const lines = await warningsOf(serving(Things), ['GET /forgot', 'GET /chosen', 'GET /sent', 'GET /empty'])
    expect(lines.map((line) => JSON.parse(line).err)).to.have.length(1)
    expect(lines[0])
      .to.contain('ALC_ERR_NEXT_NOT_CALLED')
      .and.to.contain('The function around GET /forgot neither called')
  })

  it('may decide a race before the handler has ended', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => Promise.race([next(), sleep(5, 'too late')]))
      @Get('/')
      async read() {
        await sleep(30)
        return 'slow'
      }
    }
    await withApp(serving(Things), async (app) => {
      expect((await ask(app, 'GET /')).text).to.equal('too late')
      await sleep(40)
    })
  })

  it('refuses a second answer of the handler', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => next())
      @Get('/')
      read(_request: Request, reply: Reply) {
        reply.send('first')
        reply.send('second')
      }
    }
    expect((await askOnce(serving(Things), 'GET /')).text).to.equal('first')
  })

  it('closes a stream that it does not send', async () => {
    const stream = Readable.from(['never read'])
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => {
        await next()
        throw new Error('no')
      })
      @Get('/')
      read() {
        return stream
      }
    }
    expect((await askOnce(serving(Things), 'GET /')).status).to.equal(500)
    if (!stream.closed) await once(stream, 'close')
    expect(stream.destroyed).to.equal(true)
  })

  it('ends for a client that has left, whether its handler answers or not', async () => {
    const ended: string[] = []
    const noting: AroundFunction = async (request, _reply, next) => {
      await next().then(
        () => ended.push(`${request.url} answered`),
        (error: { code?: string }) => ended.push(`${request.url} ${error.code}`),
      )
    }
    let begun = (): void => {}
    let answered = (): void => {}
    @Around(noting)
    @Controller()
    class Things {
      @Get('/slow') async slow() {
        begun()
        await new Promise<void>((resolve) => {
          answered = resolve
        })
        return 'late'
      }
      @Get('/never') never(_request: Request, _reply: Reply) {
        begun()
      }
    }
    await withApp(serving(Things), async (app) => {
      const address = await app.listen({ port: 0 })
      for (const path of ['/slow', '/never']) {
        const aborting = new AbortController()
        const running = new Promise<void>((resolve) => {
          begun = resolve
        })
        const left = fetch(address + path, { signal: aborting.signal }).catch(() => undefined)
        await running
        aborting.abort()
        await left
      }
      answered()
      while (ended.length < 2) await sleep(5)
      expect(ended.toSorted()).to.deep.equal(['/never ALC_ERR_AROUND_UNANSWERED', '/slow answered'])
    })
  })
})
