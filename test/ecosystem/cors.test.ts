import cors from '@fastify/cors'
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

@Module({
  prefix: '/in',
  plugins: [use(cors, { origin: 'https://app.example', methods: ['GET'] })],
  controllers: [Resource],
})
class Inside {}

@Module({ prefix: '/beside', controllers: [Resource] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

const preflight = { headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' } }

describe('@fastify/cors in a module', () => {
  const serve = useServed()

  it('answers preflights for the routes of its module', async () => {
    const { ask } = await serve(App)
    const { status, headers, text } = await ask('OPTIONS /in/resource', preflight)
    expect([status, text]).to.deep.equal([204, ''])
    expect(headers.get('access-control-allow-origin')).to.equal('https://app.example')
    expect(headers.get('access-control-allow-methods')).to.equal('GET')
  })

  it('sets its headers on the answers of its module', async () => {
    const { ask } = await serve(App)
    const { status, headers } = await ask('GET /in/resource', preflight)
    expect(status).to.equal(200)
    expect(headers.get('access-control-allow-origin')).to.equal('https://app.example')
  })

  it('neither answers nor marks what lies in a sibling module', async () => {
    const { ask } = await serve(App)
    expect((await ask('OPTIONS /beside/resource', preflight)).status).to.equal(404)
    expect((await ask('GET /beside/resource', preflight)).headers.get('access-control-allow-origin')).to.equal(null)
  })
})
