import bearerAuth from '@fastify/bearer-auth'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { useServed } from './served.js'

@Controller()
class Resource {
  @Get('/resource')
  read() {
    return { read: true }
  }
}

@Module({ prefix: '/below', controllers: [Resource] })
class Below {}

@Module({
  prefix: '/in',
  plugins: [use(bearerAuth, { keys: new Set(['secret']) })],
  imports: [Below],
  controllers: [Resource],
})
class Inside {}

@Module({ prefix: '/beside', controllers: [Resource] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

describe('@fastify/bearer-auth in a module', () => {
  const serve = useServed()

  for (const path of ['/in/resource', '/in/below/resource']) {
    it(`lets only the bearer of a key in (${path})`, async () => {
      const { ask } = await serve(App)
      expect((await ask(`GET ${path}`)).status).to.equal(401)
      expect((await ask(`GET ${path}`, withKey('wrong'))).status).to.equal(401)
      expect((await ask(`GET ${path}`, withKey('secret'))).status).to.equal(200)
    })
  }

  it('needs no key in a sibling module', async () => {
    expect((await (await serve(App)).ask('GET /beside/resource')).status).to.equal(200)
  })
})
