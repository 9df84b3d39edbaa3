import { EventEmitter, once } from 'node:events'
import websocket from '@fastify/websocket'
import { bootstrap, Controller, Module, type Request, Socket } from 'alcove'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { until } from '../support/until.js'

interface Line {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string }
}

describe('The iterator of a method with @Socket', () => {
  let calls: string[]
  let lines: Line[]
  let steps: EventEmitter

  /** An iterable of one value, and of what `then` does. */
  function values(then: () => Promise<IteratorResult<string>>): AsyncIterable<string> {
    const waiting = ['begun']
    const next = async (): Promise<IteratorResult<string>> => {
      calls.push('next')
      const value = waiting.shift()
      return value === undefined ? await then() : { done: false, value }
    }
    const end = async (): Promise<IteratorResult<string>> => {
      calls.push('return')
      return { done: true, value: undefined }
    }
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
  }

  @Controller()
  class Talk {
    @Socket('/complete')
    complete() {
      return values(async () => ({ done: true, value: undefined }))
    }
    @Socket('/failing')
    failing() {
      return values(async () => {
        throw new Error('no more')
      })
    }
    @Socket('/left')
    left() {
      return values(async () => {
        await once(steps, 'left')
        return { done: false, value: 'late' }
      })
    }
    @Socket('/unsent')
    unsent() {
      return values(async () => ({ done: false, value: (() => {}) as never }))
    }
    @Socket('/waiting')
    async *waiting(request: Request) {
      yield 'begun'
      await once(steps, 'never', { signal: request.signal })
    }
    @Socket('/busy')
    async *busy(request: Request) {
      yield 'begun'
      await once(request.signal, 'abort')
      throw new Error('no database')
    }
  }

  @Module({ plugins: [websocket], controllers: [Talk] })
  class Root {}

  beforeEach(() => {
    calls = []
    lines = []
    steps = new EventEmitter()
  })

  /** Runs a test with a socket that has its first message. */
  async function withSocket(path: string, run: (socket: WebSocket) => Promise<void>): Promise<void> {
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
    await using app = bootstrap(Root, { logger: { level: 'info', stream } })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`)
    await once(socket, 'message')
    await run(socket)
    await app.close()
  }

  for (const [path, code] of Object.entries({ '/complete': 1000, '/failing': 1011 })) {
    it(`is not ended after its end, as in a loop: ${path}`, async () => {
      await withSocket(path, async (socket) => {
        const [ended] = await once(socket, 'close')
        expect(ended).to.equal(code)
      })
      expect(calls).to.deep.equal(['next', 'next'])
    })
  }

  it('is ended once when the client leaves', async () => {
    await withSocket('/left', async (socket) => {
      socket.terminate()
      await until('the iterator is ended', () => calls.includes('return'))
      steps.emit('left')
    })
    expect(calls).to.deep.equal(['next', 'next', 'return'])
  })

  it('is ended once when a value cannot be sent', async () => {
    await withSocket('/unsent', async (socket) => {
      const [ended] = await once(socket, 'close')
      expect(ended).to.equal(1011)
    })
    expect(calls).to.deep.equal(['next', 'next', 'return'])
  })

  const failures = () =>
    lines.filter(({ err }) => err !== undefined).map(({ level, err }) => [level, err?.message.split(':')[0]])

  it('may wait for the signal of the request: the log has at the level info that the client left', async () => {
    await withSocket('/waiting', async (socket) => {
      socket.terminate()
      await until('the log has the error', () => failures().length > 0)
    })
    expect(failures()).to.deep.equal([[30, 'The operation was aborted']])
  })

  it('fails with a line at the level error, also after the client has left', async () => {
    await withSocket('/busy', async (socket) => {
      socket.terminate()
      await until('the log has the error', () => failures().length > 0)
    })
    expect(failures()).to.deep.equal([[50, 'no database']])
  })
})
