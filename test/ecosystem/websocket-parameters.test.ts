import { EventEmitter, once } from 'node:events'
import { createRequire } from 'node:module'
import { setImmediate, setTimeout } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import {
  Controller,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  Param,
  Query,
  Req,
  type Request,
  requestValue,
} from 'alcove'
import { expect } from 'chai'
import { bootError } from '../bootstrap/boot.js'
import { type Loose, useServed } from './served.js'

// The client that the plugin itself depends on; it brings no types.
const WebSocket: Loose = createRequire(import.meta.url)('ws')

const User = requestValue<string>('user')
const Room = requestValue<string>('room')

class SignedIn {
  static provides = [User]
  canActivate(request: Request) {
    if (request.headers['x-user'] === undefined) return false
    User.set(request, String(request.headers['x-user']))
    return true
  }
}

@Injectable()
class Greetings {
  of(name: string) {
    return `Hello ${name}`
  }
}

@Guard(SignedIn)
@Controller('/chat')
class Chat {
  @Get('/:id', { websocket: true })
  enter(
    socket: Loose,
    @Param('id', { type: 'integer' }) id: number,
    @Inject(User) user: string,
    @Inject(Greetings) greetings: Greetings,
    @Query('loud', { type: 'boolean', default: false }) loud: boolean,
  ) {
    socket.send(JSON.stringify([greetings.of(user), id, loud]))
  }

  @Get('/slow', { websocket: true })
  slow(socket: Loose, @Inject(Room) room: string) {
    socket.on('message', (text: Buffer) => socket.send(`${room}: ${text}`))
  }

  @Get('/watch', { websocket: true })
  watch(@Req() request: Request) {
    request.headers['x-watched'] = 'yes'
  }
}

@Controller('/own')
@Injectable({ scope: 'request' })
class Own {
  private count = 0

  @Get('/', { websocket: true })
  enter(socket: Loose, @Inject(User.optional) user?: string) {
    this.count += 1
    socket.send(`${user ?? 'nobody'} ${this.count}`)
  }
}

@Module({
  plugins: [websocket],
  providers: [Greetings],
  decorateRequest: [Room.from(async () => setTimeout(50, 'tea room'))],
  controllers: [Chat, Own],
})
class App {}

describe('a handler of sockets with parameter decorators', () => {
  const serve = useServed()

  async function open(path: string, headers: Record<string, string> = {}): Promise<Loose> {
    const { address } = await serve(App)
    const socket = new WebSocket(address.replace('http', 'ws') + path, { headers })
    socket.on('error', () => undefined)
    return socket
  }

  /** The first message, as text. */
  async function first(socket: Loose): Promise<string> {
    const [data] = await once(socket, 'message')
    return String(data)
  }

  it('gets the socket first, and behind it the values of the request, of guards and of providers', async () => {
    const socket = await open('/chat/7?loud=true', { 'x-user': 'Ada' })
    expect(JSON.parse(await first(socket))).to.eql(['Hello Ada', 7, true])
  })

  it('is refused before the handshake by a schema of a parameter', async () => {
    const socket = await open('/chat/seven', { 'x-user': 'Ada' })
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).to.equal(400)
  })

  it('loses no message that arrives while a value is awaited', async () => {
    const socket = await open('/chat/slow', { 'x-user': 'Ada' })
    socket.on('open', () => socket.send('early'))
    expect(await first(socket)).to.equal('tea room: early')
  })

  it('does not run after its client has left while a value was awaited, because it would miss the close', async () => {
    let entered = 0
    const steps = new EventEmitter()
    @Controller()
    class Waiting {
      @Get('/wait', { websocket: true })
      enter(_socket: Loose, @Inject(Room) _room: string) {
        entered += 1
      }
    }
    @Module({
      plugins: [websocket],
      decorateRequest: [Room.from(async () => String(await once(steps, 'open')))],
      controllers: [Waiting],
    })
    class Root {
      @Hook('onRequestAbort') async leave() {
        steps.emit('left')
      }
    }
    const { address } = await serve(Root)
    const left = once(steps, 'left')
    const socket = new WebSocket(`${address.replace('http', 'ws')}/wait`)
    await once(socket, 'open')
    socket.terminate()
    await left
    steps.emit('open')
    await setImmediate()
    expect(entered).to.equal(0)
  })

  it('has an object for each socket in the scope of requests', async () => {
    expect(await first(await open('/own'))).to.equal('nobody 1')
    expect(await first(await open('/own'))).to.equal('nobody 1')
  })

  it('may leave the socket out', async () => {
    const socket = await open('/chat/watch', { 'x-user': 'Ada' })
    await once(socket, 'open')
    expect(socket.readyState).to.equal(WebSocket.OPEN)
  })

  it('fails the boot with the socket behind another parameter', async () => {
    @Controller()
    class Late {
      @Get('/late', { websocket: true })
      enter(@Req() _request: Request, socket: Loose) {
        socket.send('never')
      }
    }
    @Module({ plugins: [websocket], controllers: [Late] })
    class Root {}
    const failure = await bootError(Root)
    expect(failure.code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    expect(failure.message).to.match(/^Parameter 2 of Late\.enter .*The socket is the first parameter$/)
  })
})
