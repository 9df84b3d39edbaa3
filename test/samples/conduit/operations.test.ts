import { expect } from 'chai'
import { expectValid } from '../../openapi/validators.js'
import { Conduit, describeConduit } from './conduit.js'

describeConduit('conduit, for those who run it', (conduit) => {
  it('is alive, and ready when its database answers', async () => {
    for (const path of ['/livez', '/readyz']) {
      expect((await conduit().call('GET', path)).status).to.equal(200)
    }
  })

  it('gives each request an id, or keeps that of a proxy if it is fit for a log', async () => {
    const idOf = async (given?: string) => {
      const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given }
      return (await conduit().call('GET', '/tags', { headers })).headers['x-request-id']
    }
    expect(await idOf()).to.match(/^[0-9a-f-]{36}$/)
    expect(await idOf('from-the-proxy-1')).to.equal('from-the-proxy-1')
    expect(await idOf('two words {}')).to.match(/^[0-9a-f-]{36}$/)
  })

  it('logs lines of JSON that carry the id', async () => {
    await conduit().call('GET', '/tags', { headers: { 'x-request-id': 'find-me-again' } })
    const lines = conduit().lines.map((line) => JSON.parse(line))
    const own = lines.filter(({ reqId }) => reqId === 'find-me-again')
    expect(own.map(({ msg }) => msg)).to.deep.equal(['incoming request', 'request completed'])
  })

  it('describes the API, with what needs a token, and not the health routes', async () => {
    const { body } = await conduit().call('GET', '/openapi.json')
    expect(body.openapi).to.equal('3.1.0')
    await expectValid(body)
    expect(Object.keys(body.paths).sort()).to.deep.equal([
      '/api/articles',
      '/api/articles/feed',
      '/api/articles/{slug}',
      '/api/articles/{slug}/comments',
      '/api/articles/{slug}/comments/{id}',
      '/api/articles/{slug}/favorite',
      '/api/profiles/{username}',
      '/api/profiles/{username}/follow',
      '/api/tags',
      '/api/user',
      '/api/users',
      '/api/users/login',
    ])
    expect(body.paths['/api/tags'].get.security).to.deep.equal([{}, { Token: [] }])
    expect(body.paths['/api/users'].post).not.to.have.property('security')
    expect(body.paths['/api/articles'].post.security).to.deep.equal([{ Token: [] }])
    expect(body.components.securitySchemes.Token).to.deep.include({ type: 'apiKey', in: 'header' })
    expect(body.paths['/api/articles/{slug}'].delete.responses).to.have.keys('204', '401', '4XX')
    expect((await conduit().call('GET', '/docs/')).status).to.equal(200)
    expect((await conduit().call('GET', '/docs/json')).body).to.deep.equal(body)
    expect(Object.keys(body.components.schemas)).to.include.members(['user', 'article', 'errors'])
  })

  it('lets browsers of all origins call it, if nothing else is set', async () => {
    const { headers, statusCode } = await conduit().app.inject({
      method: 'OPTIONS',
      url: '/api/articles',
      headers: {
        origin: 'http://front.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect([statusCode, headers['access-control-allow-origin']]).to.deep.equal([204, '*'])
    expect(headers['access-control-allow-headers']).to.equal('authorization,content-type')
    expect(headers['access-control-allow-methods']).to.contain('PUT').and.to.contain('DELETE')
  })
})

describe('conduit, settings that hold', function () {
  this.timeout(120_000)

  it('limits requests by address, logins more than others, and proxies are believed only if named', async () => {
    const environment = { RATE_LIMIT: '5', CREDENTIALS_RATE_LIMIT: '2', TRUST_PROXY: '127.0.0.1' }
    const conduit = await Conduit.start(environment)
    try {
      const ask = async (client: string, method: 'GET' | 'POST', path: string) => {
        const { status, body } = await conduit.call(method, path, { headers: { 'x-forwarded-for': client } })
        return status === 429 ? body : status
      }
      const times = async (count: number, client: string, method: 'GET' | 'POST', path: string) => {
        const answers = []
        for (let done = 0; done < count; done += 1) answers.push(await ask(client, method, path))
        return answers
      }
      const tooMany = { errors: { requests: ['are too many: try again in 1 minute'] } }
      expect(await times(6, '10.0.0.1', 'GET', '/tags')).to.deep.equal([200, 200, 200, 200, 200, tooMany])
      expect(await ask('10.0.0.2', 'GET', '/tags')).to.equal(200)
      expect(await times(3, '10.0.0.3', 'POST', '/users/login')).to.deep.equal([422, 422, tooMany])
      expect(await times(6, '10.0.0.1', 'GET', '/livez')).to.deep.equal([200, 200, 200, 200, 200, 200])
    } finally {
      await conduit.app.close()
    }
  })

  it('starts with the longest delay before shutdown that is allowed', async () => {
    const conduit = await Conduit.start({ SHUTDOWN_DELAY: '60000' })
    expect((await conduit.call('GET', '/readyz')).status).to.equal(200)
    await conduit.app.close()
  })
})
