import { once } from 'node:events'
import websocket from '@fastify/websocket'
import { Controller, Guard, Messages, Module, type Request, Socket } from 'alcove'
import { type Figures, Inspector, type RequestTrace } from 'alcove/inspector'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { until } from '../support/until.js'
import { useApps } from './rooms.js'

@Controller()
class Talk {
  @Guard((request: Request) => request.headers['x-user'] === 'ada')
  @Socket('/talk')
  async *talk(@Messages() messages: AsyncIterable<string>) {
    yield* messages
  }
}

@Module({ plugins: [websocket], controllers: [Talk], imports: [Inspector] })
class Root {}

describe('The figures of a route with sockets', () => {
  const boot = useApps()

  it('count open sockets as active and closed ones as answered, and refused handshakes as refused', async () => {
    const app = boot(Root)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const figures = async () => {
      const { routes }: { routes: Figures } = (await app.inject('/__alcove/figures')).json()
      return routes['GET /talk']
    }
    const traces = async (): Promise<RequestTrace[]> => {
      return (await app.inject(`/__alcove/requests?route=${encodeURIComponent('GET /talk')}`)).json()
    }
    await traces() // from now on the server keeps requests of this route
    const open = (user: string) =>
      new WebSocket(`${address.replace('http', 'ws')}/talk`, { headers: { 'x-user': user } })
    await once(open('bob'), 'error')
    const socket = open('ada')
    await once(socket, 'open')
    expect(await figures()).to.include({ requests: 2, active: 1, refused: 1, failed: 0 })
    socket.close()
    await until('the socket has closed', async () => (await figures())?.active === 0)
    expect(await figures()).to.include({ requests: 2, refused: 1, failed: 0 })
    const [latest] = await traces()
    expect(latest).to.include({ status: 101, whole: true })
  })
})
