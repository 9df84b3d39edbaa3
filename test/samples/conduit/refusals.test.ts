import { expect } from 'chai'
import { describeConduit } from './conduit.js'

describeConduit('conduit, what it refuses', (conduit) => {
  const send = async (payload: string, type = 'application/json') => {
    const headers = { 'content-type': type }
    const response = await conduit().app.inject({ method: 'POST', url: '/api/users/login', headers, payload })
    return [response.statusCode, response.json()]
  }

  it('has the form of the specification: an unknown path', async () => {
    const { status, body } = await conduit().call('GET', '/nowhere')
    expect([status, body]).to.deep.equal([404, { errors: { path: ['not found'] } }])
  })

  it('has this form: an address that cannot be read, or has no end', async () => {
    const { status, body } = await conduit().call('GET', '/articles/%E0%A4%A')
    expect([status, body]).to.deep.equal([400, { errors: { path: ['is invalid'] } }])
    const long = await conduit().call('GET', `/articles/${'x'.repeat(5000)}`)
    expect([long.status, long.body]).to.deep.equal([414, { errors: { path: ['is too long'] } }])
  })

  it('has this form: a body that is not JSON', async () => {
    const [status, body] = await send('{"user":')
    expect([status, Object.keys(body.errors)]).to.deep.equal([400, ['request']])
  })

  it('has this form: another media type', async () => {
    const [status, body] = await send('user=jake', 'application/x-www-form-urlencoded')
    expect([status, Object.keys(body.errors)]).to.deep.equal([415, ['request']])
  })

  it('has this form: a body that is too large', async () => {
    const [status, body] = await send(JSON.stringify({ user: { email: 'x'.repeat(2_000_000) } }))
    expect([status, Object.keys(body.errors)]).to.deep.equal([413, ['request']])
  })

  it('has this form: text that no database can store', async () => {
    const { token } = await conduit().register()
    const { status, body } = await conduit().call('PUT', '/user', { token, body: { user: { bio: 'a\u0000b' } } })
    expect([status, body]).to.deep.equal([422, { errors: { body: ['has characters that cannot be stored'] } }])
    expect((await conduit().call('GET', '/profiles/a%00b')).status).to.equal(422)
  })

  it('has this form: numbers that no database can store', async () => {
    const { token } = await conduit().register()
    const { status } = await conduit().call('DELETE', '/articles/x/comments/99999999999999', { token })
    expect(status).to.equal(422)
    expect((await conduit().call('GET', '/articles?offset=1e300')).status).to.equal(422)
  })

  it('is not an announcement of JSON without any where none is taken: clients send such', async () => {
    const author = await conduit().register()
    const { slug } = await conduit().publish(author)
    const headers = { 'content-type': 'application/json' }
    for (const method of ['POST', 'DELETE'] as const) {
      const { status } = await conduit().call(method, `/articles/${slug}/favorite`, { token: author.token, headers })
      expect(status).to.equal(200)
    }
  })

  it('has this form: a content type of JSON without a body where one is required', async () => {
    const [status, body] = await send('')
    expect([status, Object.keys(body.errors)]).to.deep.equal([400, ['request']])
  })

  it('does not reach what people look for: quotes are but text', async () => {
    const { body } = await conduit().call('GET', `/articles?tag=${encodeURIComponent("' or 1=1 --")}`)
    expect(body).to.deep.equal({ articles: [], articlesCount: 0 })
  })
})
