import { once } from 'node:events'
import type { Socket as NetSocket } from 'node:net'
import { mock } from 'node:test'
import websocket from '@fastify/websocket'
import {
  type Application,
  bootstrap,
  Controller,
  Events,
  Get,
  Messages,
  Module,
  Req,
  type Request,
  Socket,
} from 'alcove'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { until } from '../support/until.js'
import { useServed } from './served.js'

describe('A client of @Socket that sends more than the server takes', () => {
  const served = useServed()
  let connection: NetSocket | undefined
  let gate: PromiseWithOpener

  interface PromiseWithOpener {
    readonly opened: Promise<boolean>
    open(): void
  }
  function createGate(): PromiseWithOpener {
    let open = () => {}
    const opened = new Promise<boolean>((resolve) => {
      open = () => resolve(true)
    })
    return { opened, open: () => open() }
  }

  const longName = 'x'.repeat(2000)
  const Slow = z.number().refine(() => gate.opened)
  const Never = { type: 'object', required: [longName] } as const

  @Controller()
  class Floods {
    @Socket('/slow', { receive: Slow })
    async *slow(@Req() request: Request, @Messages() numbers: AsyncIterable<number>) {
      connection = request.raw.socket
      for await (const number of numbers) yield number
    }

    @Socket('/refused', { receive: Never })
    async *refused(@Req() request: Request, @Messages() messages: AsyncIterable<object>) {
      connection = request.raw.socket
      for await (const _ of messages) yield 'never'
    }
  }

  @Controller()
  class Pushes {
    @Socket('/push')
    async *push(@Req() request: Request) {
      connection = request.raw.socket
      yield 'open'
      await new Promise(() => {})
    }
  }

  @Controller()
  class Waits {
    @Socket('/waits')
    async *wait(@Req() request: Request, @Messages() messages: AsyncIterable<string>) {
      connection = request.raw.socket
      for await (const _ of messages) yield await gate.opened
    }
  }

  @Module({ plugins: [websocket], controllers: [Floods, Pushes, Waits] })
  class Root {}

  async function open(path: string): Promise<{ app: Application; socket: WebSocket; received: string[] }> {
    const { app, address } = await served(Root)
    const received: string[] = []
    const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`)
    socket.on('message', (data) => received.push(String(data)))
    await new Promise((resolve) => socket.once('open', resolve))
    return { app, socket, received }
  }

  /** Waits until the server does not read the connection for 200 ms. */
  function untilUnread(): Promise<void> {
    let since = Number.POSITIVE_INFINITY
    return until('the server reads no more', () => {
      if (connection?.isPaused() !== true) since = Number.POSITIVE_INFINITY
      else since = Math.min(since, performance.now())
      return performance.now() - since > 200
    })
  }

  beforeEach(() => {
    connection = undefined
    gate = createGate()
  })

  it('is read no further while its messages wait for their validator, and then gets each answer', async () => {
    const { socket, received } = await open('/slow')
    const numbers = Array.from({ length: 200 }, (_, index) => String(index))
    for (const number of numbers) socket.send(number)
    await untilUnread()
    expect(received).to.deep.equal([])
    gate.open()
    await until('each message has its answer', () => received.length === numbers.length)
    expect(received).to.deep.equal(numbers)
    socket.terminate()
  })

  it('is read no further while it takes no refusals, and then gets each of them', async () => {
    const { socket, received } = await open('/refused')
    const count = 20_000 // 40 MB of refusals
    socket.pause()
    for (let index = 0; index < count; index += 1) socket.send('{}')
    await untilUnread()
    socket.resume()
    await until('each message has its refusal', () => received.length === count)
    expect(received[0]).to.have.lengthOf.above(1000)
    socket.terminate()
  })

  it('is noticed when it leaves, if the method reads no messages', async () => {
    const { socket, received } = await open('/push')
    await until('the method has begun', () => received.length === 1)
    const before = connection?.bytesRead ?? 0
    const message = JSON.stringify('x'.repeat(20_000))
    for (let index = 0; index < 100; index += 1) socket.send(message)
    await until('messages have arrived', () => (connection?.bytesRead ?? 0) > before + 20 * message.length)
    socket.terminate()
    await until('the server has closed the connection', () => connection?.destroyed === true)
  })

  it('does not delay close() while the method waits for something else', async () => {
    const { app, socket } = await open('/waits')
    for (let index = 0; index < 100; index += 1) socket.send('1')
    await until('the server reads no more', () => connection?.isPaused() === true)
    const ended = once(socket, 'close')
    const start = performance.now()
    await app.close()
    expect(performance.now() - start).to.be.below(5000) // half of drainTimeout, which would cut the connection
    await ended
  })

  it('is noticed by a ping when it leaves, while the method waits for something else', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const { socket } = await open('/waits')
      const message = JSON.stringify('x'.repeat(20_000))
      for (let index = 0; index < 100; index += 1) socket.send(message)
      await untilUnread()
      socket.terminate()
      await until('the server has closed the connection', () => {
        mock.timers.tick(30_000)
        return connection?.destroyed === true
      })
    } finally {
      mock.timers.reset()
    }
  })
})

describe('A logger that throws', () => {
  const fail = () => {
    throw new Error('the disk is full')
  }
  const logger = { level: 'info', fatal: fail, error: fail, warn: fail, info: fail, debug: fail, trace: fail }

  it('ends neither a socket with a wrong message, nor the process after a generator that fails at its end', async () => {
    let isEnded = false

    @Controller()
    class Streams {
      @Socket('/numbers', { receive: { type: 'integer' } })
      async *numbers(@Messages() numbers: AsyncIterable<number>) {
        for await (const number of numbers) yield number
      }

      @Get('/events')
      @Events()
      async *events() {
        try {
          for (;;) yield 'x'.repeat(100_000)
        } finally {
          isEnded = true
          fail()
        }
      }
    }
    @Module({ plugins: [websocket], controllers: [Streams] })
    class Root {}

    const loggerInstance = { ...logger, child: () => loggerInstance, silent: () => {} }
    const app = bootstrap(Root, { loggerInstance })
    try {
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      const received: string[] = []
      const socket = new WebSocket(`${address.replace('http', 'ws')}/numbers`)
      socket.on('message', (data) => received.push(String(data)))
      await new Promise((resolve) => socket.once('open', resolve))
      for (const message of ['"a"', '1']) socket.send(message)
      await until('both messages have an answer', () => received.length === 2)
      expect(received).to.deep.equal([
        '{"statusCode":400,"error":"Bad Request","message":"body should be integer"}',
        '1',
      ])
      socket.terminate()

      const leaving = new AbortController()
      await fetch(`${address}/events`, { signal: leaving.signal })
      leaving.abort()
      await until('the generator has ended', () => isEnded)
      expect((await fetch(`${address}/events`, { method: 'HEAD' })).status).to.equal(200)
    } finally {
      await app.close()
    }
  })
})
