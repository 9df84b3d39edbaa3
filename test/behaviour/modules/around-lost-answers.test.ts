import { Around, Controller, Get, Status } from 'alcove'
import { expect } from 'chai'
import { serving, warningsOf } from './seen.js'

describe('a function around a handler, with a log', () => {
  it('warns if it drops the answer of the handler, unless it sets a status', async () => {
    @Controller()
    class Things {
      @Around(async (_request, _reply, next) => {
        await next()
      })
      @Get('/forgot')
      @Status(201)
      forgot() {
        return 'lost'
      }
      @Around(async (_request, reply, next) => {
        await next()
        reply.code(204)
      })
      @Get('/chosen')
      chosen() {
        return 'dropped'
      }
      @Around(async (_request, reply, next) => {
        await next()
        reply.send('sent')
      })
      @Get('/sent')
      sent() {
        return 'replaced'
      }
      @Around(async (_request, _reply, next) => {
        await next()
      })
      @Get('/empty')
      empty() {}
    }
    const lines = await warningsOf(serving(Things), ['GET /forgot', 'GET /chosen', 'GET /sent', 'GET /empty'])
    expect(lines).to.have.length(1)
    expect(lines[0])
      .to.contain('ALC_ERR_NEXT_DROPPED')
      .and.to.contain('The function around GET /forgot called next() and returned nothing')
  })
})
