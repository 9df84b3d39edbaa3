import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import proxy from '@fastify/http-proxy'
import jwt from '@fastify/jwt'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import {
  bootstrap,
  type CanActivate,
  Controller,
  Get,
  Guard,
  Inject,
  Injectable,
  Module,
  Post,
  Req,
  type Request,
  use,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { expect } from 'chai'
import { askBeside, askInside, askRefused, decorated } from './decorated.js'
import { type Loose, useServed } from './served.js'

// The client that the plugin itself depends on; it brings no types.
const WebSocket: Loose = createRequire(import.meta.url)('ws')

@Controller()
class Nothing {}

describe('@fastify/websocket in a module with a hook, a guard, a function around handlers and providers of requests', () => {
  const lines: Loose[] = []
  const apps: Loose[] = []
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()))
    lines.length = 0
  })

  @Controller()
  class Talk {
    @Get('/echo', { websocket: true })
    echo(socket: Loose) {
      socket.on('message', (data: Buffer) => socket.send(`said ${data}`))
    }
  }

  @Injectable({ scope: 'request' })
  class Name {
    readonly text: string
    constructor(@Req() request: Request) {
      this.text = String(request.headers['x-name'])
    }
  }

  @Controller('/own')
  @Injectable({ scope: 'request' })
  class OwnTalk {
    constructor(private readonly name: Name) {}
    @Get('/greet', { websocket: true })
    greet(socket: Loose, request: Loose) {
      socket.on('message', (data: Buffer) => socket.send(`${data} ${this.name.text} ${request.url}`))
    }
  }

  async function listen(): Promise<string> {
    const root = decorated({ plugins: [websocket], controllers: [Talk, OwnTalk], beside: [], providers: [Name] })
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const app = bootstrap(root, { logger: { level: 'warn', stream } })
    apps.push(app)
    return (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  }

  it('talks, with the bytes of the handler, and logs nothing when the client leaves', async () => {
    const socket = new WebSocket(`${await listen()}/in/echo`, { headers: { 'x-name': 'ada' } })
    await once(socket, 'open')
    socket.send('hello')
    const [data] = await once(socket, 'message')
    expect(String(data)).to.equal('said hello')
    socket.close()
    await once(socket, 'close')
    await apps[0].close()
    expect(lines).to.deep.equal([])
  })

  it('talks by an object that is built for the request', async () => {
    const socket = new WebSocket(`${await listen()}/in/own/greet`, { headers: { 'x-name': 'ada' } })
    await once(socket, 'open')
    socket.send('hello')
    const [data] = await once(socket, 'message')
    expect(String(data)).to.equal('hello ada /in/own/greet')
  })

  it('leaves its routes the names of their methods, in what inspects them and in operations', async () => {
    @Controller('/notes')
    class Notes {
      @Get() list() {
        return []
      }
      @Post() add() {
        return {}
      }
    }
    @Module({ plugins: [websocket], controllers: [Talk, Notes] })
    class Root {}
    const app = bootstrap(Root, { logger: false })
    apps.push(app)
    await app.ready()
    const inspection = inspect(app)
    const handlers = inspection.routes.map(({ method, url, handler }) => `${method} ${url} ${handler}`)
    expect(handlers).to.include.members([
      'GET /echo Talk.echo',
      'GET /notes Notes.list',
      'HEAD /notes Notes.list',
      'POST /notes Notes.add',
    ])
    const add = inspection.routes.find(({ method }) => method === 'POST')
    expect(add?.stages.find(({ kind }) => kind === 'handler')).to.include({ function: 'Notes.add' })
    const { paths }: Loose = createOpenApiDocument(inspection, {})
    expect(paths['/notes'].get.operationId).to.equal('Notes.list')
    expect(paths['/notes'].post.operationId).to.equal('Notes.add')
  })

  it('leaves its routes their names and places in the error of a second route', async () => {
    @Controller('/notes')
    class Notes {
      @Get() list() {
        return []
      }
      @Get() all() {
        return []
      }
    }
    @Module({ plugins: [websocket], controllers: [Notes] })
    class Root {}
    const app = bootstrap(Root, { logger: false })
    apps.push(app)
    const error: Loose = await app.ready().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(String(error)).to.include('Notes.list').and.to.include('Notes.all')
    expect(String(error.declaredAt)).to.include('decorated-connections')
  })

  it('is behind the guard', async () => {
    const socket = new WebSocket(`${await listen()}/in/echo`, { headers: { 'x-key': 'wrong' } })
    socket.on('error', () => undefined)
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).to.equal(403)
    await once(response.resume(), 'close')
  })
})

describe('@fastify/http-proxy in a module with a hook, a guard, a function around handlers and providers of requests', () => {
  const serve = useServed()
  const seen: unknown[] = []
  const upstream = createServer((req, res) => {
    seen.push(req.url)
    res.end(`upstream ${req.url}`)
  })
  before(() => new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve)))
  after(() => {
    upstream.closeAllConnections()
    upstream.close()
  })
  const start = () => {
    const { port } = upstream.address() as AddressInfo // it listens on a port
    const plugin = use(proxy, { upstream: `http://127.0.0.1:${port}`, prefix: '/proxied' })
    return serve(decorated({ plugins: [plugin], controllers: [Nothing] }))
  }
  const asked = { path: '/proxied/thing' }

  it('answers with the bytes of the server behind it', async () => {
    expect((await askInside(await start(), asked)).text).to.equal('upstream /thing')
  })

  it('asks nothing of the server behind it where the guard refuses', async () => {
    seen.length = 0
    await askRefused(await start(), asked)
    expect(seen).to.deep.equal([])
  })

  it('is not seen by a sibling', async () => {
    expect((await askBeside(await start(), asked)).status).to.equal(404)
  })
})

describe('@fastify/swagger-ui in a module with a hook, a guard, a function around handlers and providers of requests', () => {
  const serve = useServed()
  const start = () => serve(decorated({ plugins: [use(swagger, {}), swaggerUi], controllers: [Nothing] }))
  const asked = { path: '/documentation/json' }

  it('answers with the document', async () => {
    expect((await askInside(await start(), asked)).json()).to.include({ swagger: '2.0' })
  })

  it('is behind the guard', async () => {
    expect((await askRefused(await start(), asked)).json()).not.to.have.property('swagger')
  })

  it('is not seen by a sibling', async () => {
    expect((await askBeside(await start(), asked)).status).to.equal(404)
  })
})

describe('members that @fastify/jwt adds to requests', () => {
  const serve = useServed()

  /** Built for each request, of what the plugin put on it. */
  @Injectable({ scope: 'request' })
  class User {
    readonly name: string
    constructor(@Req() request: Request) {
      this.name = (request as Loose).user.name
    }
  }

  @Injectable()
  class TokenGuard implements CanActivate {
    async canActivate(request: Request) {
      await (request as Loose).jwtVerify()
      return true
    }
  }

  @Controller()
  class Profile {
    @Get('/me')
    me(@Inject(User) user: User) {
      return { name: user.name }
    }
  }

  @Guard(TokenGuard)
  @Module({ prefix: '/in', plugins: [use(jwt, { secret: 'secret' })], providers: [User], controllers: [Profile] })
  class Inside {}

  @Module({ imports: [Inside] })
  class App {}

  const tokenOf = async (secret: string) => {
    const { createSigner }: Loose = createRequire(import.meta.url)('fast-jwt')
    return createSigner({ key: secret })({ name: 'ada' })
  }

  it('is there in a guard that the container builds, and behind it in a provider of the request', async () => {
    const { ask } = await serve(App)
    const authorization = `Bearer ${await tokenOf('secret')}`
    expect((await ask('GET /in/me', { headers: { authorization } })).text).to.equal('{"name":"ada"}')
  })

  it('refuses in its own words what the guard did not let pass', async () => {
    const { ask } = await serve(App)
    const authorization = `Bearer ${await tokenOf('another')}`
    expect((await ask('GET /in/me')).json()).to.include({ statusCode: 401, code: 'FST_JWT_NO_AUTHORIZATION_IN_HEADER' })
    expect((await ask('GET /in/me', { headers: { authorization } })).status).to.equal(401)
  })
})
