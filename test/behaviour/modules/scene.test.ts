import { bootstrap } from 'alcove'
import { expect } from 'chai'
import { type App, ask } from './app.js'
import { encapsulatedScene, wrappedScene } from './scene.js'

const BEARER = { headers: { authorization: 'Bearer secret' } }

describe('the encapsulation scene of SPEC.md 4.9', () => {
  describe('with the grandchild in a context of its own', () => {
    let app: App
    before(() => {
      app = bootstrap(encapsulatedScene())
    })
    after(() => app.close())

    it('answers /one, behind the bearer token, with the root value alone', async () => {
      const answer = await ask(app, 'GET /one', BEARER)
      expect(answer.status).to.equal(200)
      expect(answer.body).to.deep.equal({ answer: 42 })
    })

    it('refuses /one without a token', async () => {
      expect((await ask(app, 'GET /one')).status).to.equal(401)
    })

    it('refuses /one with a wrong token', async () => {
      const answer = await ask(app, 'GET /one', { headers: { authorization: 'Bearer guessed' } })
      expect(answer.status).to.equal(401)
    })

    it('answers /two, which is public, with the values of the root and of its own module', async () => {
      const answer = await ask(app, 'GET /two')
      expect(answer.status).to.equal(200)
      expect(answer.body).to.deep.equal({ answer: 42, foo: 'foo' })
    })

    it('answers /three with the values of root, child and grandchild', async () => {
      expect((await ask(app, 'GET /three')).body).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    })

    it('runs a module hook for the routes of the module', async () => {
      expect((await ask(app, 'GET /two')).headers).to.have.property('x-audited', '/two')
    })

    it('runs a module hook for the routes below the module', async () => {
      expect((await ask(app, 'GET /three')).headers).to.have.property('x-audited', '/three')
    })

    it('runs no hook of a sibling module', async () => {
      expect((await ask(app, 'GET /one', BEARER)).headers).not.to.have.property('x-audited')
    })

    it('fills defaults of a shared schema on the way in', async () => {
      const answer = await ask(app, 'POST /users', { payload: { name: 'Ada' } })
      expect(answer.status).to.equal(201)
      expect(answer.body).to.deep.equal({ name: 'Ada', age: 18 })
    })

    it('drops what the shared response schema does not declare', async () => {
      expect((await ask(app, 'POST /users', { payload: { name: 'Ada' } })).text).not.to.include('password')
    })

    it('coerces a body to the shared schema', async () => {
      const answer = await ask(app, 'POST /users', { payload: { name: 'Ada', age: '36' } })
      expect(answer.body).to.deep.equal({ name: 'Ada', age: 36 })
    })

    it('gives a validation failure to the error handler of the module', async () => {
      const answer = await ask(app, 'POST /users', { payload: { age: 3 } })
      expect(answer.status).to.equal(422)
      expect(answer.body).to.deep.equal({ part: 'body', message: "body should have required property 'name'" })
    })
  })

  describe('with the grandchild wrapped', () => {
    let app: App
    before(() => {
      app = bootstrap(wrappedScene())
    })
    after(() => app.close())

    it('answers /two with the value of the wrapped grandchild too', async () => {
      expect((await ask(app, 'GET /two')).body).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    })

    it('leaves /three unchanged', async () => {
      expect((await ask(app, 'GET /three')).body).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    })

    it('leaves /one unchanged', async () => {
      expect((await ask(app, 'GET /one', BEARER)).body).to.deep.equal({ answer: 42 })
    })
  })

  describe('on a socket', () => {
    let app: App
    let baseUrl: string
    before(async () => {
      app = bootstrap(encapsulatedScene())
      baseUrl = await app.listen(0)
    })
    after(() => app.close())

    it('answers real requests as it answers injected ones', async () => {
      const response = await fetch(`${baseUrl}/two`)
      expect(response.status).to.equal(200)
      expect(await response.json()).to.deep.equal({ answer: 42, foo: 'foo' })
    })

    it('checks the bearer token of a real request', async () => {
      const refused = await fetch(`${baseUrl}/one`)
      const accepted = await fetch(`${baseUrl}/one`, { headers: { authorization: 'Bearer secret' } })
      expect([refused.status, accepted.status]).to.deep.equal([401, 200])
    })

    it('validates the body of a real request', async () => {
      const response = await fetch(`${baseUrl}/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'a name of more than twenty letters' }),
      })
      expect(response.status).to.equal(422)
      expect(await response.json()).to.have.property('part', 'body')
    })
  })
})
