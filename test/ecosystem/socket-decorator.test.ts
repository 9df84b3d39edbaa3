import websocket from '@fastify/websocket'
import {
  type CanActivate,
  Controller,
  Guard,
  Inject,
  Messages,
  Module,
  Param,
  Query,
  type Request,
  requestValue,
  Socket,
  shared,
} from 'alcove'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { until } from '../support/until.js'
import { type RootModule, useServed } from './served.js'

const Line = shared('line', {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', maxLength: 5 } },
})
interface Line {
  text: string
}

function talking(...controllers: RootModule[]): RootModule {
  @Module({ plugins: [websocket], schemas: [Line], controllers })
  class Root {}
  return Root
}

interface Talk {
  received: string[]
  /** The code with which the connection ended. */
  code: number
}

describe('@Socket', () => {
  const served = useServed()

  /** Opens a socket, sends the messages, and waits for its end. */
  async function talk(root: RootModule, path: string, messages: readonly string[], user = 'ada'): Promise<Talk> {
    const { address } = await served(root)
    const received: string[] = []
    const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`, { headers: { 'x-user': user } })
    socket.on('message', (data) => received.push(String(data)))
    socket.on('open', () => {
      for (const message of messages) socket.send(message)
    })
    socket.on('error', (error) => received.push(error.message))
    const code = await new Promise<number>((resolve) => socket.on('close', resolve))
    return { received, code }
  }

  it('sends what the generator yields, by the schema, and ends with 1000', async () => {
    @Controller()
    class Chat {
      @Socket('/echo', { receive: Line.ref, send: Line.ref })
      async *echo(@Messages() lines: AsyncIterable<Line>) {
        for await (const { text } of lines) {
          if (text === 'bye') return
          yield { text, secret: 'x' }
        }
      }
      @Socket('/push')
      async *push() {
        yield 1
        yield { a: null }
      }
    }
    expect(await talk(talking(Chat), '/echo', ['{"text":"a"}', '{"text":7}', '{"text":"bye"}'])).to.deep.equal({
      received: ['{"text":"a"}', '{"text":"7"}'],
      code: 1000,
    })
    expect(await talk(talking(Chat), '/push', [])).to.deep.equal({ received: ['1', '{"a":null}'], code: 1000 })
  })

  it('sends an error for a message that does not fit, or closes with 1007', async () => {
    @Controller()
    class Chat {
      @Socket('/told', { receive: Line.ref })
      async *told(@Messages() lines: AsyncIterable<Line>) {
        for await (const { text } of lines) if (text === 'bye') return
        yield 'never'
      }
      @Socket('/closed', { receive: z.object({ count: z.number() }), invalid: 'close' })
      async *closed(@Messages() counts: AsyncIterable<{ count: number }>) {
        for await (const { count } of counts) yield count
      }
    }
    const told = (message: string) => JSON.stringify({ statusCode: 400, error: 'Bad Request', message })
    const wrong = ['{"text":"too long"}', '{}', 'no json', '{"__proto__":{},"text":"a"}', '{"text":"bye"}']
    expect(await talk(talking(Chat), '/told', wrong)).to.deep.equal({
      received: [
        told('body/text should NOT be longer than 5 characters'),
        told("body should have required property 'text'"),
        told('The message is not JSON, or has a forbidden key'),
        told('The message is not JSON, or has a forbidden key'),
      ],
      code: 1000,
    })
    expect((await talk(talking(Chat), '/closed', ['{"count":"x"}'])).code).to.equal(1007)
  })

  it('runs guards, schemas and values of its context for the handshake', async () => {
    const User = requestValue<string>('user')
    const Greeting = requestValue<string>('greeting')
    class SignedIn implements CanActivate {
      static provides = [User]
      canActivate(request: Request) {
        User.set(request, String(request.headers['x-user']))
        return request.headers['x-user'] === 'ada'
      }
    }
    @Controller('/rooms')
    class Rooms {
      @Guard(SignedIn)
      @Socket('/:room')
      async *enter(
        @Inject(User) user: string,
        @Inject(Greeting) greeting: string,
        @Param('room') room: string,
        @Messages() messages: AsyncIterable<unknown>,
        @Query('page', { type: 'integer', default: 1 }) page: number,
      ) {
        yield [greeting, user, room, page]
        for await (const message of messages) {
          yield message
          return
        }
      }
    }
    const later = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return 'hello'
    }
    @Module({
      plugins: [websocket],
      decorateRequest: [Greeting.from(later)],
      controllers: [Rooms],
    })
    class Root {}
    expect(await talk(Root, '/rooms/red', ['"first"'])).to.deep.equal({
      received: ['["hello","ada","red",1]', '"first"'],
      code: 1000,
    })
    expect((await talk(Root, '/rooms/red', [], 'bob')).received).to.deep.equal(['Unexpected server response: 403'])
    expect((await talk(Root, '/rooms/red?page=x', [])).received).to.deep.equal(['Unexpected server response: 400'])
  })

  it('closes with 1011 after a failure', async () => {
    @Controller()
    class Chat {
      @Socket('/failed')
      async *failed() {
        yield 1
        throw new Error('broken')
      }
      @Socket('/list')
      list() {
        return [1] as unknown as AsyncIterable<number>
      }
    }
    expect(await talk(talking(Chat), '/failed', [])).to.deep.equal({ received: ['1'], code: 1011 })
    expect((await talk(talking(Chat), '/list', [])).code).to.equal(1011)
  })

  it('ends the generator when what it yields does not fit, and the connection of a client that still sends', async () => {
    const ended: string[] = []
    @Controller()
    class Chat {
      @Socket('/unfit', { send: { type: 'integer' } })
      async *unfit() {
        try {
          yield 1
          yield 'two' as unknown as number
        } finally {
          ended.push('unfit')
        }
      }
      @Socket('/deaf')
      async *deaf(@Messages() messages: AsyncIterable<number>) {
        await messages[Symbol.asyncIterator]().next()
        await until('the socket is paused', () => ended.length === 1)
        yield 'enough'
      }
    }
    expect(await talk(talking(Chat), '/unfit', [])).to.deep.equal({ received: ['1'], code: 1011 })
    expect(ended).to.deep.equal(['unfit'])
    const many = Array.from({ length: 100 }, (_, index) => String(index))
    expect(await talk(talking(Chat), '/deaf', many)).to.deep.equal({ received: ['"enough"'], code: 1000 })
  })

  it('ends the generator when the client leaves or the server closes, and waits for a slow client', async () => {
    const ended: string[] = []
    let sent = 0
    @Controller()
    class Chat {
      @Socket('/:name')
      async *wait(@Param('name') name: string, @Messages() messages: AsyncIterable<string>) {
        try {
          yield name
          for await (const message of messages) yield message
        } finally {
          ended.push(name)
        }
      }
      @Socket('/flood/large')
      async *flood() {
        try {
          for (;;) {
            yield 'x'.repeat(100_000)
            sent += 1
          }
        } finally {
          ended.push('flood')
        }
      }
    }
    const { app, address } = await served(talking(Chat))
    const open = async (path: string) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`)
      await new Promise((resolve) => socket.once('message', resolve))
      return socket
    }
    const client = await open('/client')
    client.close()
    await until('the first generator has ended', () => ended.includes('client'))

    const slow = await open('/flood/large')
    slow.pause()
    let before = -1
    await until('the generator waits', async () => {
      const waits = before === sent
      before = sent
      await new Promise((resolve) => setTimeout(resolve, 100))
      return waits && before === sent
    })
    slow.terminate()
    await until('the second generator has ended', () => ended.includes('flood'))

    await open('/server')
    await app.close()
    await until('the third generator has ended', () => ended.includes('server'))
  })
})
