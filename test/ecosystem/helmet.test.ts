import helmet from '@fastify/helmet'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Page {
  @Get('/page')
  read(_request: Loose, reply: Loose) {
    return { nonce: reply.cspNonce?.script ?? null }
  }
}

@Module({ prefix: '/in', plugins: [use(helmet, { enableCSPNonces: true })], controllers: [Page] })
class Inside {}

@Module({ prefix: '/beside', controllers: [Page] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/helmet in a module', () => {
  const serve = useServed()

  it('sets security headers on the answers of its module', async () => {
    const { headers } = await (await serve(App)).ask('GET /in/page')
    expect(headers.get('x-frame-options')).to.equal('SAMEORIGIN')
    expect(headers.get('strict-transport-security')).to.contain('max-age')
  })

  it('gives each answer a nonce of its own that the policy names', async () => {
    const { ask } = await serve(App)
    const answers = [await ask('GET /in/page'), await ask('GET /in/page')]
    const nonces = answers.map((answer) => answer.json().nonce)
    expect(nonces[0]).to.not.equal(nonces[1])
    answers.forEach(({ headers }, index) => {
      expect(headers.get('content-security-policy')).to.contain(`nonce-${nonces[index]}`)
    })
  })

  it('leaves the answers of a sibling module alone', async () => {
    const { headers, json } = await (await serve(App)).ask('GET /beside/page')
    expect(headers.get('x-frame-options')).to.equal(null)
    expect(json()).to.deep.equal({ nonce: null })
  })
})
