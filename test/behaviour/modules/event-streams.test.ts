import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, get as open } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Controller, Events, Get, Hook, type Request } from 'alcove'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { type App, withApp } from './app.js'
import { serving } from './seen.js'

const unref = { ref: false }
const local = { port: 0, host: '127.0.0.1' }

/** Opens a stream, reads until the text contains the mark, and passes the response. */
async function reading(app: App, path: string, mark: string): Promise<{ text: string; response: IncomingMessage }> {
  const address = await app.listen(local)
  return new Promise((resolve, reject) => {
    open(`${address}${path}`, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (text.includes(mark)) resolve({ text, response })
      })
      response.on('error', () => {})
    }).on('error', reject)
  })
}

describe('a stream of @Events', () => {
  it('ends the generator when the client leaves, also while an iterator waits', async () => {
    const ended: string[] = []
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events({ heartbeat: 5 })
      async *ticks(request: Request) {
        try {
          yield request.headers['last-event-id'] ?? 'new'
          await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
        } finally {
          ended.push('generator')
        }
      }
      @Get('/waiting')
      @Events({ heartbeat: 5 })
      waiting(): AsyncIterable<number> {
        const iterator: AsyncIterator<number> = {
          next: () => new Promise(() => {}),
          return: async () => {
            ended.push('iterator')
            return { done: true, value: undefined }
          },
        }
        return { [Symbol.asyncIterator]: () => iterator }
      }
    }
    await withApp(serving(Feed), async (app) => {
      const { text, response } = await reading(app, '/ticks', ':\n\n')
      expect(text).to.equal('data: "new"\n\n:\n\n')
      response.destroy()
      await until('the generator has ended', () => ended.includes('generator'))
    })
    await withApp(serving(Feed), async (app) => {
      const { response } = await reading(app, '/waiting', ':\n\n')
      response.destroy()
      await until('the iterator has ended', () => ended.includes('iterator'))
    })
  })

  it('asks an iterator for one value at a time, however many comments keep the connection open', async () => {
    let asked = 0
    @Controller()
    class Feed {
      @Get('/waiting')
      @Events({ heartbeat: 1 })
      waiting(): AsyncIterable<number> {
        const next = () => {
          asked += 1
          return new Promise<never>(() => {})
        }
        return { [Symbol.asyncIterator]: () => ({ next }) }
      }
    }
    await withApp(serving(Feed), async (app) => {
      const { response } = await reading(app, '/waiting', ':\n\n'.repeat(5))
      response.destroy()
    })
    expect(asked).to.equal(1)
  })

  it('ends open streams when the server closes', async () => {
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events()
      async *ticks() {
        yield 1
        await new Promise(() => {})
      }
    }
    await withApp(serving(Feed), async (app) => {
      const { response } = await reading(app, '/ticks', 'data: 1')
      const end = new Promise((resolve) => response.on('end', resolve))
      await Promise.all([app.close(), end])
      expect(response.complete).to.equal(true)
    })
  })

  it('aborts request.signal when the server closes, so that a generator that waits for it ends', async () => {
    const ended: unknown[] = []
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events()
      async *ticks({ signal }: Request) {
        try {
          yield 1
          await once(new EventEmitter(), 'never', { signal })
        } finally {
          ended.push(signal.aborted)
        }
      }
    }
    await withApp(serving(Feed), async (app) => {
      const { response } = await reading(app, '/ticks', 'data: 1')
      const end = once(response, 'end')
      await Promise.all([app.close(), end])
      expect([response.complete, ended]).to.deep.equal([true, [true]])
    })
  })

  it('asks an iterator for one value at a time, also between comments', async () => {
    const prices = new EventEmitter()
    let asked = 0
    @Controller()
    class Feed {
      @Get('/prices')
      @Events({ heartbeat: 2 })
      prices(): AsyncIterable<number> {
        const next = async (): Promise<IteratorResult<number>> => {
          asked += 1
          const [value] = await once(prices, 'price')
          return { done: false, value }
        }
        return { [Symbol.asyncIterator]: () => ({ next }) }
      }
    }
    await withApp(serving(Feed), async (app) => {
      const { response } = await reading(app, '/prices', ':\n\n'.repeat(5))
      expect(asked).to.equal(1)
      let text = ''
      response.on('data', (chunk: string) => {
        text += chunk
      })
      prices.emit('price', 7)
      await until('the event has come, and a comment', () => text.includes('7\n\n:\n\n'))
      expect(text.match(/data/g)).to.have.length(1)
      response.destroy()
    })
  })

  it('sends the objects of a stream of node, and destroys it when the client leaves, and for HEAD', async () => {
    const opened: Readable[] = []
    @Controller()
    class Rows {
      @Get('/rows')
      @Events({ data: { type: 'object', properties: { id: { type: 'integer' } } } })
      rows(): AsyncIterable<{ id: number }> {
        const rows = new Readable({ objectMode: true, read: () => {} })
        rows.push({ id: 1, secret: true })
        opened.push(rows)
        return rows
      }
      @Get('/bytes')
      @Events()
      bytes(): AsyncIterable<string> {
        return Readable.from(['as', 'they are'], { objectMode: false })
      }
    }
    await withApp(serving(Rows), async (app) => {
      const { text, response } = await reading(app, '/rows', '\n\n')
      expect(text).to.equal('data: {"id":1}\n\n')
      response.destroy()
      await until('the stream is destroyed', () => opened[0]?.destroyed === true)
      await app.inject({ method: 'HEAD', url: '/rows' })
      await until('the stream of HEAD is destroyed', () => opened[1]?.destroyed === true)
      expect((await app.inject('/bytes')).body).to.equal('asthey are')
    })
  })

  it('ends at once if its handler begins after the server has begun to close', async () => {
    const closing = new EventEmitter()
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events()
      async *ticks() {
        yield 1
        await new Promise(() => {})
      }
      @Hook('preHandler')
      async wait() {
        closing.emit('handled')
        await once(closing, 'begun')
      }
    }
    await withApp(serving(Feed), async (app) => {
      const address = await app.listen(local)
      const handled = once(closing, 'handled')
      const answer = fetch(`${address}/ticks`)
      await handled
      const closed = app.close()
      // The hooks of `preClose` have run when the server accepts no connection any more.
      await until('the server accepts no connection', () => app.server.listening === false)
      closing.emit('begun')
      const text = await Promise.race([answer.then((response) => response.text()), sleep(3000, 'still open', unref)])
      expect(text).to.equal('')
      await closed
    })
  })

  it('logs a generator that fails while it ends', async () => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    @Controller()
    class Feed {
      @Get('/ticks')
      @Events()
      ticks() {
        const values = ['one', 'x'.repeat(100_000)]
        const next = async () => ({
          done: false as const,
          value: values.shift() ?? (await new Promise<string>(() => {})),
        })
        const fail = () => Promise.reject(new Error('no release'))
        return { [Symbol.asyncIterator]: () => ({ next, return: fail }) }
      }
    }
    await withApp(
      serving(Feed),
      async (app) => {
        const { response } = await reading(app, '/ticks', 'one')
        response.destroy()
        await until('the log has the failure', () => lines.some((line) => line.includes('no release')))
      },
      { logger: { level: 'error', stream } },
    )
  })
})
