import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import { Controller, Get, Module, Post, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

const long = { text: 'the same again and again '.repeat(200) }

@Controller()
class Texts {
  @Get('/long')
  read() {
    return long
  }
  @Get('/short')
  short() {
    return { text: 'short' }
  }
  @Get('/stream')
  stream(_request: Loose, reply: Loose) {
    return reply.type('text/plain').send(Readable.from([long.text, long.text]))
  }
  @Get('/plain', { compress: false })
  plain() {
    return long
  }
  @Post('/echo')
  echo(request: Loose) {
    return request.body
  }
}

@Module({ prefix: '/in', plugins: [use(compress, { threshold: 100 })], controllers: [Texts] })
class Inside {}

@Module({ prefix: '/beside', controllers: [Texts] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

/** The bytes as they were sent: a client that does not ask node to decompress. */
function encoded(app: Loose, url: string, encoding: string): Promise<Loose> {
  return app.inject({ url, headers: { 'accept-encoding': encoding } })
}

const zipped = (text: string) => ({
  body: new Uint8Array(gzipSync(text)),
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
})

describe('@fastify/compress in a module', () => {
  const serve = useServed()

  it('compresses by the encoding that the client prefers', async () => {
    const { app } = await serve(App)
    const br = await encoded(app, '/in/long', 'br')
    expect(br.headers).to.include({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).to.deep.equal(long)
    const gzip = await encoded(app, '/in/long', 'gzip')
    expect(gzip.rawPayload.length).to.be.below(500)
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).to.deep.equal(long)
  })

  it('is undone by clients on the way', async () => {
    const { headers, json } = await (await serve(App)).ask('GET /in/long')
    expect(headers.get('content-encoding')).to.be.a('string')
    expect(json()).to.deep.equal(long)
  })

  it('compresses streams', async () => {
    const { app } = await serve(App)
    const { rawPayload } = await encoded(app, '/in/stream', 'gzip')
    expect(gunzipSync(rawPayload).toString()).to.equal(long.text + long.text)
  })

  it('leaves alone what is short, what a route excludes, and clients that take no encoding', async () => {
    const { app } = await serve(App)
    for (const [url, encoding] of [
      ['/in/short', 'gzip'],
      ['/in/plain', 'gzip'],
      ['/in/long', 'identity'],
    ] as const) {
      expect((await encoded(app, url, encoding)).headers, url).not.to.have.property('content-encoding')
    }
  })

  it('reads compressed bodies', async () => {
    const { ask } = await serve(App)
    expect((await ask('POST /in/echo', zipped('{"a":1}'))).json()).to.deep.equal({ a: 1 })
  })

  it('lets errors of compressed bodies be answered', async () => {
    const { ask } = await serve(App)
    const { status } = await ask('POST /in/echo', { ...zipped(''), body: new Uint8Array(Buffer.from('no gzip')) })
    expect(status).to.equal(400)
  })

  it('compresses nothing in a sibling module, and reads no compressed bodies there', async () => {
    const { app, ask } = await serve(App)
    expect((await encoded(app, '/beside/long', 'gzip')).headers).not.to.have.property('content-encoding')
    expect((await ask('POST /beside/echo', zipped('{"a":1}'))).status).to.equal(400)
  })
})
