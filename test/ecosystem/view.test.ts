import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import view from '@fastify/view'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, type RootModule, useServed } from './served.js'

// A real engine; it brings no types.
const ejs: Loose = createRequire(import.meta.url)('ejs')

@Controller()
class Pages {
  @Get('/hello/:name')
  hello(request: Loose, reply: Loose) {
    return reply.view('hello.ejs', { name: request.params.name })
  }
  @Get('/framed')
  framed(_request: Loose, reply: Loose) {
    return reply.view('hello.ejs', { name: '<b>' }, { layout: 'layout.ejs' })
  }
  @Get('/text')
  async text(_request: Loose, reply: Loose) {
    return reply.type('text/plain; charset=utf-8').send(await reply.viewAsync('hello.ejs', { name: 'text' }))
  }
  @Get('/missing')
  missing(_request: Loose, reply: Loose) {
    return reply.view('missing.ejs', {})
  }
}

@Controller()
class Plain {
  @Get('/has')
  has(_request: Loose, reply: Loose) {
    return { view: 'view' in reply }
  }
}

describe('@fastify/view in a module', () => {
  const serve = useServed()
  let root = ''

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'views-'))
    await writeFile(join(root, 'hello.ejs'), '<p><%= greeting %>, <%= name %></p>')
    await writeFile(join(root, 'layout.ejs'), '<main><%- body %></main>')
  })
  afterEach(() => rm(root, { recursive: true }))

  function app(): RootModule {
    const options = { engine: { ejs }, root, defaultContext: { greeting: 'Hello' } }
    @Module({ prefix: '/in', plugins: [use(view, options)], controllers: [Pages] })
    class Inside {}
    @Module({
      prefix: '/other',
      plugins: [use(view, { ...options, defaultContext: { greeting: 'Bye' } })],
      controllers: [Pages],
    })
    class Other {}
    @Module({ prefix: '/beside', controllers: [Plain] })
    class Beside {}
    @Module({ imports: [Inside, Other, Beside] })
    class App {}
    return App
  }

  it('renders a template as HTML', async () => {
    const { headers, text } = await (await serve(app())).ask('GET /in/hello/ada')
    expect(text).to.equal('<p>Hello, ada</p>')
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
  })

  it('puts a page into a layout, with values escaped', async () => {
    expect((await (await serve(app())).ask('GET /in/framed')).text).to.equal('<main><p>Hello, &lt;b&gt;</p></main>')
  })

  it('gives what it rendered to a handler that sends it itself', async () => {
    const { headers, text } = await (await serve(app())).ask('GET /in/text')
    expect([text, headers.get('content-type')]).to.deep.equal(['<p>Hello, text</p>', 'text/plain; charset=utf-8'])
  })

  it('hands a missing template to the error handlers', async () => {
    const { status, json } = await (await serve(app())).ask('GET /in/missing')
    expect(status).to.equal(500)
    expect(json()).to.include({ statusCode: 500 })
  })

  it('renders with other options in another module', async () => {
    expect((await (await serve(app())).ask('GET /other/hello/ada')).text).to.equal('<p>Bye, ada</p>')
  })

  it('gives the replies of a sibling module no view', async () => {
    expect((await (await serve(app())).ask('GET /beside/has')).json()).to.deep.equal({ view: false })
  })
})
