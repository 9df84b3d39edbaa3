import etag from '@fastify/etag'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { useServed } from './served.js'

@Controller()
class Page {
  @Get('/page')
  read() {
    return { text: 'the same each time' }
  }
}

@Module({ prefix: '/in', plugins: [use(etag, { weak: true })], controllers: [Page] })
class Inside {}

@Module({ prefix: '/beside', controllers: [Page] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/etag in a module', () => {
  const serve = useServed()

  it('tags the answers of its module', async () => {
    expect((await (await serve(App)).ask('GET /in/page')).headers.get('etag')).to.match(/^W\/"/)
  })

  it('answers 304 without a body to a client that has the same already', async () => {
    const { ask } = await serve(App)
    const tag = (await ask('GET /in/page')).headers.get('etag') ?? ''
    const { status, text, headers } = await ask('GET /in/page', { headers: { 'if-none-match': tag } })
    expect([status, text]).to.deep.equal([304, ''])
    expect(headers.get('etag')).to.equal(tag)
  })

  it('tags nothing in a sibling module', async () => {
    expect((await (await serve(App)).ask('GET /beside/page')).headers.get('etag')).to.equal(null)
  })
})
