import { EventEmitter, once } from 'node:events'
import websocket from '@fastify/websocket'
import { Controller, Messages, Module, type Request, Socket } from 'alcove'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { until } from '../support/until.js'
import { type RootModule, useServed } from './served.js'

function talking(Talk: new () => object): RootModule {
  @Module({ plugins: [websocket], controllers: [Talk] })
  class Root {}
  return Root
}

describe('The messages of a socket', () => {
  const served = useServed()
  let steps: EventEmitter

  beforeEach(() => {
    steps = new EventEmitter()
  })

  async function open(Talk: new () => object, path: string): Promise<WebSocket> {
    const { address } = await served(talking(Talk))
    const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`)
    await once(socket, 'open')
    return socket
  }

  it('go to one of several loops each, and all loops end with the connection', async () => {
    const read: number[] = []
    const ended: string[] = []
    @Controller()
    class Talk {
      @Socket('/shared')
      async *shared(@Messages() numbers: AsyncIterable<number>) {
        const loop = async (name: string) => {
          for await (const number of numbers) read.push(number)
          ended.push(name)
        }
        await Promise.all([loop('first'), loop('second')])
        yield 'over'
      }
    }
    const socket = await open(Talk, '/shared')
    for (const text of ['1', '2', '3']) socket.send(text)
    await until('all messages are read', () => read.length === 3)
    socket.close()
    await until('both loops have ended', () => ended.length === 2)
    expect(read).to.deep.equal([1, 2, 3])
  })

  it('reach the method although the client leaves while a validator has them', async () => {
    const read: number[] = []
    let isOver = false
    const Slow = z.number().refine(async (value) => {
      if (value === 1) {
        steps.emit('validating')
        await once(steps, 'left')
      }
      return true
    })
    @Controller()
    class Talk {
      @Socket('/slow', { receive: Slow })
      async slow(@Messages() numbers: AsyncIterable<number>) {
        for await (const number of numbers) read.push(number)
        isOver = true
      }
    }
    const validating = once(steps, 'validating')
    const socket = await open(Talk, '/slow')
    for (const text of ['1', '2', '3']) socket.send(text)
    await validating
    socket.close()
    await once(socket, 'close')
    steps.emit('left')
    await until('the method has ended', () => isOver)
    expect(read).to.deep.equal([1, 2, 3])
  })

  it('of a client that left while its method chose an iterable leave that iterable unread, and it ends', async () => {
    const calls: string[] = []
    @Controller()
    class Talk {
      @Socket('/late')
      async late(request: Request): Promise<AsyncIterable<number>> {
        steps.emit('called')
        await once(request.signal, 'abort')
        const iterator: AsyncIterator<number> = {
          next: () => {
            calls.push('next')
            return new Promise(() => {})
          },
          return: async () => {
            calls.push('return')
            return { done: true, value: undefined }
          },
        }
        return { [Symbol.asyncIterator]: () => iterator }
      }
    }
    const called = once(steps, 'called')
    const socket = await open(Talk, '/late')
    await called
    socket.terminate()
    await until('the iterator has ended', () => calls.includes('return'))
    expect(calls).to.deep.equal(['return'])
  })
})
