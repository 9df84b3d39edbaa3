import jwt from '@fastify/jwt'
import { Controller, contextValue, Get, Hook, Inject, Module, Post, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

const Tokens = contextValue<{ sign(payload: object): string }>('jwt')

@Controller()
class Login {
  constructor(@Inject(Tokens) private readonly tokens: { sign(payload: object): string }) {}
  @Post('/login')
  login() {
    return { token: this.tokens.sign({ user: 'ada' }) }
  }
}

@Controller()
class Profile {
  @Get('/profile')
  read(request: Loose) {
    return { user: request.user?.user ?? null, verifies: typeof request.jwtVerify }
  }
}

@Module({ prefix: '/protected', controllers: [Profile] })
class Protected {
  @Hook('onRequest')
  async verify(request: Loose) {
    await request.jwtVerify()
  }
}

@Module({ plugins: [use(jwt, { secret: 'a secret of some length' })], imports: [Protected], controllers: [Login] })
class Inside {}

@Module({ prefix: '/public', controllers: [Profile] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/jwt in a module', () => {
  const serve = useServed()

  it('lets the bearer of a token in that its module has signed', async () => {
    const { ask } = await serve(App)
    const { token } = (await ask('POST /login')).json()
    const answer = await ask('GET /protected/profile', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.json()).to.include({ user: 'ada' })
  })

  it('refuses requests without a token, with its code', async () => {
    const { status, json } = await (await serve(App)).ask('GET /protected/profile')
    expect(status).to.equal(401)
    expect(json().code).to.equal('FST_JWT_NO_AUTHORIZATION_IN_HEADER')
  })

  it('refuses a token that was tampered with', async () => {
    const { ask } = await serve(App)
    const { token } = (await ask('POST /login')).json()
    const answer = await ask('GET /protected/profile', { headers: { authorization: `Bearer ${token}x` } })
    expect(answer.status).to.equal(401)
  })

  it('adds nothing to the requests of a sibling module', async () => {
    const { json } = await (await serve(App)).ask('GET /public/profile')
    expect(json()).to.deep.equal({ user: null, verifies: 'undefined' })
  })
})
