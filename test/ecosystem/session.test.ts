import cookie from '@fastify/cookie'
import session from '@fastify/session'
import { Controller, Get, Module, Post, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Visits {
  @Get('/visit')
  visit(request: Loose) {
    if (request.session === undefined) return { visits: null }
    request.session.visits = (request.session.visits ?? 0) + 1
    return { visits: request.session.visits }
  }
  @Post('/leave')
  async leave(request: Loose) {
    await request.session.destroy()
    return { left: true }
  }
}

const secret = 'a secret that is long enough for a session'

@Module({
  prefix: '/in',
  plugins: [cookie, use(session, { secret, cookie: { secure: false } })],
  controllers: [Visits],
})
class Inside {}

@Module({ prefix: '/beside', controllers: [Visits] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

describe('@fastify/session in a module', () => {
  const serve = useServed()

  it('knows a client again by its cookie', async () => {
    const { ask } = await serve(App)
    const first = await ask('GET /in/visit')
    expect(first.json()).to.deep.equal({ visits: 1 })
    const second = await ask('GET /in/visit', { headers: { cookie: cookieOf(first.headers) } })
    expect(second.json()).to.deep.equal({ visits: 2 })
  })

  it('begins anew for a client without the cookie', async () => {
    const { ask } = await serve(App)
    await ask('GET /in/visit')
    expect((await ask('GET /in/visit')).json()).to.deep.equal({ visits: 1 })
  })

  it('forgets a session that was destroyed', async () => {
    const { ask } = await serve(App)
    const headers = { cookie: cookieOf((await ask('GET /in/visit')).headers) }
    expect((await ask('POST /in/leave', { headers })).status).to.equal(200)
    expect((await ask('GET /in/visit', { headers })).json()).to.deep.equal({ visits: 1 })
  })

  it('keeps no session for a sibling module', async () => {
    const { headers, json } = await (await serve(App)).ask('GET /beside/visit')
    expect(json()).to.deep.equal({ visits: null })
    expect(headers.getSetCookie()).to.deep.equal([])
  })
})
