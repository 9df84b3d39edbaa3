import { once } from 'node:events'
import { createRequire } from 'node:module'
import websocket from '@fastify/websocket'
import { Controller, Get, Hook, Module, use } from 'alcove'
import { expect } from 'chai'
import { until } from '../support/until.js'
import { type Loose, useServed } from './served.js'

// The client that the plugin itself depends on; it brings no types.
const WebSocket: Loose = createRequire(import.meta.url)('ws')

@Controller()
class Talk {
  @Get('/echo', { websocket: true })
  echo(socket: Loose, request: Loose) {
    socket.on('message', (data: Buffer) => socket.send(`${request.query.name}: ${data}`))
  }
  @Get('/', { websocket: true })
  root(socket: Loose) {
    socket.send('root')
  }
  @Get('/page')
  page() {
    return 'page'
  }
}

@Controller()
class Page {
  @Get('/page')
  page() {
    return 'page'
  }
}

/** The hooks that have run at the end of a request. */
const ends: string[] = []

@Module({ prefix: '/in', plugins: [use(websocket, { options: { maxPayload: 100 } })], controllers: [Talk] })
class Inside {
  @Hook('preValidation')
  async check(request: Loose, reply: Loose) {
    if (request.query.name === 'eve') await reply.code(401).send('not you')
  }

  @Hook('onResponse')
  async end() {
    ends.push('onResponse')
  }

  @Hook('onRequestAbort')
  async abort() {
    ends.push('onRequestAbort')
  }
}

@Module({ prefix: '/beside', controllers: [Page] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/websocket in a module', () => {
  const serve = useServed()

  async function connect(path: string): Promise<{ socket: Loose; first: Promise<string> }> {
    const { address } = await serve(App)
    const socket = new WebSocket(address.replace('http', 'ws') + path)
    const first: Promise<string> = once(socket, 'message').then(([data]) => String(data))
    first.catch(() => undefined)
    await once(socket, 'open')
    return { socket, first }
  }

  /** The status of an upgrade that is refused. The connection ends with the answer. */
  async function refusal(path: string): Promise<number> {
    const { address } = await serve(App)
    const socket = new WebSocket(address.replace('http', 'ws') + path)
    socket.on('error', () => undefined)
    const [, response] = await once(socket, 'unexpected-response')
    await once(response.resume(), 'close')
    return response.statusCode
  }

  it('talks with a client', async () => {
    const { socket, first } = await connect('/in/echo?name=ada')
    socket.send('hello')
    expect(await first).to.equal('ada: hello')
    socket.close()
    await once(socket, 'close')
  })

  it('serves the route at the prefix itself, with a slash and without', async () => {
    expect(await (await connect('/in')).first).to.equal('root')
    expect(await (await connect('/in/')).first).to.equal('root')
  })

  it('runs the hooks of the module before the upgrade, which they can refuse', async () => {
    expect(await refusal('/in/echo?name=eve')).to.equal(401)
  })

  it('ends a refused upgrade with onResponse hooks, and a socket with onRequestAbort hooks', async () => {
    ends.length = 0
    await refusal('/in/echo?name=eve')
    expect(ends).to.deep.equal(['onResponse'])
    const { socket, first } = await connect('/in')
    await first
    expect(ends).to.deep.equal(['onResponse'])
    socket.close()
    await until('a hook has run', () => ends.length > 1)
    expect(ends).to.deep.equal(['onResponse', 'onRequestAbort'])
  })

  it('holds clients to its options', async () => {
    const { socket } = await connect('/in/echo?name=ada')
    socket.send('x'.repeat(200))
    const [code] = await once(socket, 'close')
    expect(code).to.equal(1009)
  })

  it('answers 404 to an upgrade of a path that does not exist, and to plain requests of a socket route', async () => {
    expect(await refusal('/in/missing')).to.equal(404)
    expect((await (await serve(App)).ask('GET /in/echo')).status).to.equal(404)
  })

  it('leaves plain routes of the module as they are', async () => {
    expect((await (await serve(App)).ask('GET /in/page')).text).to.equal('page')
  })

  it('closes its sockets when the application closes', async () => {
    const { app, address } = await serve(App)
    const socket = new WebSocket(`${address.replace('http', 'ws')}/in/echo?name=ada`)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await app.close()
    await closed
  })

  it('answers upgrades in a sibling module as the plain requests that they are there, and those as before', async () => {
    expect(await refusal('/beside/page')).to.equal(200)
    expect((await (await serve(App)).ask('GET /beside/page')).text).to.equal('page')
  })
})
