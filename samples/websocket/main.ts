// WebSockets in one module: the plugin's hooks and its `websocket` routes belong to it, and not to its sibling.
// Start it: npm run build:all && node build/samples/websocket/main.js
import { httpErrors } from '@fastify/sensible'
import websocket, { type WebSocket } from '@fastify/websocket' // an unmodified plugin
import { bootstrap, Controller, Get, Hook, Injectable, Module, type Request } from 'alcove'
import { startWhenMain } from '../start.js'

@Injectable()
class Room {
  readonly #sockets = new Set<WebSocket>()

  enter(socket: WebSocket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
  }

  get size(): number {
    return this.#sockets.size
  }

  tell(text: string): void {
    for (const socket of this.#sockets) socket.send(text)
  }
}

@Controller()
class ChatController {
  constructor(private readonly room: Room) {}

  // A handler with `websocket: true` gets the socket in place of the request. Its route ends when the socket closes.
  @Get('/chat', { websocket: true })
  chat(socket: WebSocket, request: Request) {
    const name = String(request.headers['x-name'])
    this.room.enter(socket)
    socket.on('message', (text: Buffer) => this.room.tell(`${name}: ${text}`))
  }

  @Get('/count')
  count() {
    return { here: this.room.size }
  }
}

@Module({ prefix: '/live', plugins: [websocket], providers: [Room], controllers: [ChatController] })
class Live {
  // Hooks run before the handshake: a request that they refuse gets an HTTP response.
  @Hook('onRequest')
  askForName(request: Request): void {
    if (request.headers['x-name'] === undefined) throw httpErrors.unauthorized('Who are you?')
  }
}

@Controller('/still')
class StillController {
  @Get('/chat')
  read(request: Request) {
    return 'ws' in request ? 'the plugin was here' : 'no sockets here'
  }
}

@Module({ controllers: [StillController] })
class Still {}

@Module({ imports: [Live, Still] })
class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(import.meta, app, [
  ["ws:/live/chat -H 'x-name: Ada' -w 1 -x 'hello'", 'Ada: hello'],
  ["ws:/live/chat -w 1 -x 'hello'", 'error: Unexpected server response: 401'],
  ["ws:/still/chat -w 1 -x 'hello'", 'error: Unexpected server response: 200'],
  ["/live/count -H 'x-name: Ada'", '200 {"here":0}'],
  ['/live/count', '401 …Who are you?…'],
  ['/still/chat', '200 no sockets here'],
])
