import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Around, Controller, Get, type Reply, type Request } from 'alcove'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { withApp } from './app.js'
import { serving } from './seen.js'

/** Notes the end of `next`, as a transaction would roll back. */
async function transaction(notes: string[], next: () => unknown): Promise<unknown> {
  try {
    const value = await next()
    notes.push('committed')
    return value
  } catch (error) {
    notes.push(`rolled back: ${Object(error).code}`)
    throw error
  }
}

/** A handler that answers later by its reply. */
const answersLater: Record<string, (reply: Reply) => unknown> = {
  'returns nothing': () => undefined,
  'returns the reply': (reply) => reply,
  'resolves to the reply': async (reply) => reply,
}

describe('a function around a handler that calls next after the end of its request', () => {
  it('or before the client leaves, gets the end of a handler that resolves to the reply and never answers', async () => {
    const notes: string[] = []
    @Controller()
    class Things {
      @Around((_request, _reply, next) => transaction(notes, next))
      @Get('/')
      async read(_request: Request, reply: Reply) {
        notes.push('handler')
        return reply
      }
    }
    await withApp(serving(Things), async (app) => {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const stop = new AbortController()
      const asked = fetch(`http://127.0.0.1:${Object(app.server.address()).port}/`, { signal: stop.signal })
      const failed = asked.catch(() => 'left')
      await until('the handler runs', () => notes.length === 1)
      stop.abort()
      expect(await failed).to.equal('left')
      await until('next has ended', () => notes.length === 2)
      expect(notes).to.deep.equal(['handler', 'rolled back: ALC_ERR_AROUND_UNANSWERED'])
    })
  })

  for (const [form, handler] of Object.entries(answersLater)) {
    it(`gets the end of a handler that ${form}, after the time limit`, async () => {
      const notes: string[] = []
      @Controller()
      class Things {
        @Around(async (_request, reply, next) => {
          await once(reply.raw, 'close')
          return transaction(notes, next)
        })
        @Get('/', { handlerTimeout: 20 })
        read(_request: Request, reply: Reply) {
          notes.push('handler')
          setTimeout(() => reply.send('late'), 20)
          return handler(reply)
        }
      }
      await withApp(serving(Things), async (app) => {
        await app.listen({ port: 0, host: '127.0.0.1' })
        const { status } = await fetch(`http://127.0.0.1:${Object(app.server.address()).port}/`)
        expect(status).to.equal(503)
        await until('next has ended', () => notes.length === 2)
        expect(notes).to.deep.equal(['handler', 'rolled back: ALC_ERR_AROUND_UNANSWERED'])
      })
    })

    it(`gets the end of a handler that ${form}, after its client has left`, async () => {
      const notes: string[] = []
      @Controller()
      class Things {
        @Around(async (request, reply, next) => {
          notes.push('begun')
          await once(reply.raw, 'close')
          await wait(1)
          expect(request.raw.socket.destroyed).to.equal(true)
          return transaction(notes, next)
        })
        @Get('/')
        read(_request: Request, reply: Reply) {
          return handler(reply)
        }
      }
      await withApp(serving(Things), async (app) => {
        await app.listen({ port: 0, host: '127.0.0.1' })
        const stop = new AbortController()
        const asked = fetch(`http://127.0.0.1:${Object(app.server.address()).port}/`, { signal: stop.signal })
        const failed = asked.catch(() => 'left')
        await until('the function runs', () => notes.length === 1)
        stop.abort()
        expect(await failed).to.equal('left')
        await until('next has ended', () => notes.length === 2)
        expect(notes).to.deep.equal(['begun', 'rolled back: ALC_ERR_AROUND_UNANSWERED'])
      })
    })
  }
})
