import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import files from '@fastify/static'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, type RootModule, useServed } from './served.js'

@Controller()
class Downloads {
  @Get('/named')
  named(_request: Loose, reply: Loose) {
    return reply.sendFile('style.css')
  }
  @Get('/download')
  download(_request: Loose, reply: Loose) {
    return reply.download('notes.txt', 'my notes.txt')
  }
}

@Controller()
class Plain {
  @Get('/has')
  has(_request: Loose, reply: Loose) {
    return { sendFile: 'sendFile' in reply }
  }
}

describe('@fastify/static in a module', () => {
  const serve = useServed()
  let root = ''

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'static-'))
    await mkdir(join(root, 'public', 'deep'), { recursive: true })
    await writeFile(join(root, 'secret.txt'), 'secret')
    await writeFile(join(root, 'public', 'index.html'), '<h1>Home</h1>')
    await writeFile(join(root, 'public', 'style.css'), 'body{}')
    await writeFile(join(root, 'public', 'notes.txt'), '0123456789')
    await writeFile(join(root, 'public', '.env'), 'KEY=1')
    await writeFile(join(root, 'public', 'deep', 'data.json'), '{"deep":true}')
  })
  afterEach(() => rm(root, { recursive: true }))

  function app(options: object = {}): RootModule {
    const plugin = use(files, { root: join(root, 'public'), ...options })
    @Module({ prefix: '/in', plugins: [plugin], controllers: [Downloads] })
    class Inside {}
    @Module({ prefix: '/beside', controllers: [Plain] })
    class Beside {}
    @Module({ imports: [Inside, Beside] })
    class App {}
    return App
  }

  it('serves files below the prefix of the module, with their types', async () => {
    const { ask } = await serve(app())
    const css = await ask('GET /in/style.css')
    expect([css.status, css.text, css.headers.get('content-type')]).to.deep.equal([
      200,
      'body{}',
      'text/css; charset=utf-8',
    ])
    expect((await ask('GET /in/deep/data.json')).json()).to.deep.equal({ deep: true })
  })

  it('serves the index of a folder', async () => {
    expect((await (await serve(app())).ask('GET /in/')).text).to.equal('<h1>Home</h1>')
  })

  it('answers HEAD without a body, with the length of the file', async () => {
    const head = await (await serve(app())).ask('HEAD /in/notes.txt')
    expect([head.status, head.text, head.headers.get('content-length')]).to.deep.equal([200, '', '10'])
  })

  it('answers 206 to a range and 416 to a range outside the file', async () => {
    const { ask } = await serve(app())
    const part = await ask('GET /in/notes.txt', { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.text, part.headers.get('content-range')]).to.deep.equal([206, '234', 'bytes 2-4/10'])
    expect((await ask('GET /in/notes.txt', { headers: { range: 'bytes=90-' } })).status).to.equal(416)
  })

  it('answers 304 to a client that has the same file', async () => {
    const { app: served, ask } = await serve(app())
    const etag = (await ask('GET /in/notes.txt')).headers.get('etag') ?? ''
    // Not by fetch: it adds a cache-control that asks for the file itself.
    const again = await served.inject({ url: '/in/notes.txt', headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.payload]).to.deep.equal([304, ''])
  })

  it('sends a file from a handler, and as a download under another name', async () => {
    const { ask } = await serve(app())
    expect((await ask('GET /in/named')).text).to.equal('body{}')
    const { headers, text } = await ask('GET /in/download')
    expect(headers.get('content-disposition')).to.equal('attachment; filename="my notes.txt"')
    expect(text).to.equal('0123456789')
  })

  it('serves nothing from outside its folder, for any spelling of the path', async () => {
    const { ask } = await serve(app())
    for (const path of ['/in/%2e%2e/secret.txt', '/in/..%2fsecret.txt', '/in/deep/..%2f..%2fsecret.txt']) {
      const { status, text } = await ask(`GET ${path}`)
      expect(status, path).to.be.within(400, 404)
      expect(text, path).not.to.equal('secret')
    }
  })

  it('answers 404 by the not-found handler for a missing file', async () => {
    const { status, json } = await (await serve(app())).ask('GET /in/missing.txt')
    expect(status).to.equal(404)
    expect(json()).to.include({ error: 'Not Found', message: 'Route GET:/in/missing.txt not found' })
  })

  it('declares a route for each file with wildcard: false', async () => {
    const {
      ask,
      app: { instance },
    } = await serve(app({ wildcard: false }))
    expect((await ask('GET /in/deep/data.json')).status).to.equal(200)
    expect(instance.hasRoute({ method: 'GET', url: '/in/style.css' })).to.equal(true)
    expect(instance.hasRoute({ method: 'GET', url: '/in/*' })).to.equal(false)
  })

  it('serves no files and gives no sendFile in a sibling module', async () => {
    const { ask } = await serve(app())
    expect((await ask('GET /beside/style.css')).status).to.equal(404)
    expect((await ask('GET /style.css')).status).to.equal(404)
    expect((await ask('GET /beside/has')).json()).to.deep.equal({ sendFile: false })
  })
})
