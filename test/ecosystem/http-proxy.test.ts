import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import proxy from '@fastify/http-proxy'
import { Controller, Get, Hook, Module, Post, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, type RootModule, useServed } from './served.js'

@Controller()
class Own {
  @Get('/own')
  own() {
    return 'own'
  }
}

@Controller()
class Echo {
  @Post('/echo')
  echo(request: Loose) {
    return request.body
  }
}

describe('@fastify/http-proxy in a module', () => {
  const serve = useServed()
  let upstream: Server

  beforeEach(async () => {
    upstream = createServer(async (req, res) => {
      if (req.url === '/api/early') {
        res.end('early')
        return
      }
      const chunks: Buffer[] = []
      for await (const chunk of req) chunks.push(chunk)
      const { method, url, headers } = req
      res.writeHead(url === '/api/teapot' ? 418 : 200, { 'content-type': 'application/json', 'x-upstream': 'yes' })
      res.end(JSON.stringify({ method, url, body: Buffer.concat(chunks).toString(), marked: headers['x-marked'] }))
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    upstream.closeAllConnections()
    upstream.close()
  })

  function app(): RootModule {
    const { port } = upstream.address() as AddressInfo // it listens on a port
    const options = {
      upstream: `http://127.0.0.1:${port}`,
      prefix: '/proxied',
      rewritePrefix: '/api',
      replyOptions: {
        rewriteRequestHeaders: (_request: Loose, headers: Loose) => ({ ...headers, 'x-marked': 'by the proxy' }),
      },
    }
    @Module({ prefix: '/in', plugins: [use(proxy, options)], controllers: [Own] })
    class Inside {
      @Hook('preHandler')
      async check(request: Loose, reply: Loose) {
        if (request.headers.authorization === 'no') await reply.code(401).send('no')
      }
    }
    @Module({ prefix: '/beside', controllers: [Echo] })
    class Beside {}
    @Module({ imports: [Inside, Beside] })
    class App {}
    return App
  }

  it('passes requests on, with another prefix and other headers, and answers back', async () => {
    const { status, headers, json } = await (await serve(app())).ask('GET /in/proxied/users/7?deep=1')
    expect([status, headers.get('x-upstream')]).to.deep.equal([200, 'yes'])
    expect(json()).to.include({ method: 'GET', url: '/api/users/7?deep=1', marked: 'by the proxy' })
  })

  it('passes bodies on unparsed, broken JSON too', async () => {
    const extras = { body: '{"a": 1,', headers: { 'content-type': 'application/json' } }
    expect((await (await serve(app())).ask('POST /in/proxied/users', extras)).json()).to.include({
      method: 'POST',
      body: '{"a": 1,',
    })
  })

  it('hands on an answer that came before the whole body was sent', async () => {
    const { address } = await serve(app())
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const head = ['POST /in/proxied/early HTTP/1.1', 'Host: a', 'Content-Length: 1000000', '', 'a']
    socket.write(head.join('\r\n'))
    expect(await text(socket)).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*early$/)
  })

  it('answers with the status that came back', async () => {
    expect((await (await serve(app())).ask('GET /in/proxied/teapot')).status).to.equal(418)
  })

  it('runs the hooks of the module before anything is passed on', async () => {
    expect(
      (await (await serve(app())).ask('GET /in/proxied/users', { headers: { authorization: 'no' } })).status,
    ).to.equal(401)
  })

  it('answers by the error handlers when the upstream server is absent', async () => {
    const { ask } = await serve(app())
    upstream.closeAllConnections()
    upstream.close()
    const { status, json } = await ask('GET /in/proxied/users')
    expect(status).to.be.within(500, 504)
    expect(json()).to.have.property('statusCode', status)
  })

  it('leaves other routes of its module alone', async () => {
    expect((await (await serve(app())).ask('GET /in/own')).text).to.equal('own')
  })

  it('passes nothing on for a sibling module, whose bodies are parsed as before', async () => {
    const { ask } = await serve(app())
    expect((await ask('GET /beside/proxied/users')).status).to.equal(404)
    const json = (body: string) => ({ body, headers: { 'content-type': 'application/json' } })
    expect((await ask('POST /beside/echo', json('{"a":1}'))).json()).to.deep.equal({ a: 1 })
    expect((await ask('POST /beside/echo', json('{"a": 1,'))).status).to.equal(400)
  })
})
