import cookie from '@fastify/cookie'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Jar {
  @Get('/read')
  read(request: Loose) {
    return { cookies: request.cookies ?? null }
  }
  @Get('/set')
  set(_request: Loose, reply: Loose) {
    return reply.setCookie('theme', 'dark', { path: '/' }).setCookie('user', 'ada', { signed: true }).send('set')
  }
  @Get('/signed')
  signed(request: Loose) {
    return request.unsignCookie(request.cookies.user ?? '')
  }
}

@Controller()
class Plain {
  @Get('/read')
  read(request: Loose) {
    return { cookies: request.cookies ?? null }
  }
}

@Module({ prefix: '/in', plugins: [use(cookie, { secret: 'a secret of some length' })], controllers: [Jar] })
class Inside {}

@Module({ prefix: '/beside', controllers: [Plain] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/cookie in a module', () => {
  const serve = useServed()

  it('parses the cookies of requests', async () => {
    const { ask } = await serve(App)
    const { json } = await ask('GET /in/read', { headers: { cookie: 'a=1; b=two%20words' } })
    expect(json()).to.deep.equal({ cookies: { a: '1', b: 'two words' } })
  })

  it('sends each cookie in a header of its own', async () => {
    const { headers } = await (await serve(App)).ask('GET /in/set')
    const cookies = headers.getSetCookie()
    expect(cookies).to.have.length(2)
    expect(cookies[0]).to.match(/^theme=dark; Path=\//)
  })

  it('believes a signed cookie, and not a forged one', async () => {
    const { ask } = await serve(App)
    const [, signed = ''] = (await ask('GET /in/set')).headers.getSetCookie()
    const [pair = ''] = signed.split(';')
    const genuine = await ask('GET /in/signed', { headers: { cookie: pair } })
    expect(genuine.json()).to.include({ valid: true, value: 'ada' })
    const forged = await ask('GET /in/signed', { headers: { cookie: pair.replace('ada', 'eve') } })
    expect(forged.json()).to.include({ valid: false })
  })

  it('gives no cookies to the requests of a sibling module', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /beside/read', { headers: { cookie: 'a=1' } })).json()).to.deep.equal({ cookies: null })
  })
})
