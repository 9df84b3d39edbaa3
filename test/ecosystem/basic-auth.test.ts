import basicAuth from '@fastify/basic-auth'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Resource {
  @Get('/resource')
  read() {
    return { read: true }
  }
}

async function validate(name: string, password: string): Promise<void> {
  if (name !== 'ada' || password !== 'lovelace') throw new Error('unknown')
}

@Module({
  prefix: '/in',
  plugins: [use(basicAuth, { validate, authenticate: { realm: 'the inside' } })],
  controllers: [Resource],
})
class Inside {
  configure(instance: Loose) {
    instance.addHook('onRequest', instance.basicAuth)
  }
}

@Module({ prefix: '/beside', controllers: [Resource] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

function as(name: string, password: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` } }
}

describe('@fastify/basic-auth in a module', () => {
  const serve = useServed()

  it('accepts a request with the password', async () => {
    expect((await (await serve(App)).ask('GET /in/resource', as('ada', 'lovelace'))).status).to.equal(200)
  })

  it('refuses a wrong password', async () => {
    expect((await (await serve(App)).ask('GET /in/resource', as('ada', 'wrong'))).status).to.equal(401)
  })

  it('asks a client without credentials for them', async () => {
    const { status, headers } = await (await serve(App)).ask('GET /in/resource')
    expect(status).to.equal(401)
    expect(headers.get('www-authenticate')).to.match(/^Basic realm="the inside"/)
  })

  it('asks for nothing in a sibling module', async () => {
    expect((await (await serve(App)).ask('GET /beside/resource')).status).to.equal(200)
  })
})
