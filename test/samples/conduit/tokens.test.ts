import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { describeConduit } from './conduit.js'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token that anybody could make. */
function forge(header: object, claims: object, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

describeConduit('conduit, tokens', (conduit) => {
  const members = [
    ['GET', '/user'],
    ['PUT', '/user'],
    ['POST', '/profiles/nobody/follow'],
    ['DELETE', '/profiles/nobody/follow'],
    ['GET', '/articles/feed'],
    ['POST', '/articles'],
    ['PUT', '/articles/none'],
    ['DELETE', '/articles/none'],
    ['POST', '/articles/none/favorite'],
    ['DELETE', '/articles/none/favorite'],
    ['POST', '/articles/none/comments'],
    ['DELETE', '/articles/none/comments/1'],
  ] as const

  for (const [method, path] of members) {
    it(`are needed for ${method} ${path}, before anything else is looked at`, async () => {
      const { status, body } = await conduit().call(method, path, { body: method === 'GET' ? undefined : {} })
      expect([status, body]).to.deep.equal([401, { errors: { token: ['is missing'] } }])
    })
  }

  it('are announced by Token or Bearer, in any case', async () => {
    const { token } = await conduit().register()
    for (const scheme of ['Token', 'token', 'Bearer']) {
      const headers = { authorization: `${scheme} ${token}` }
      expect((await conduit().call('GET', '/user', { headers })).status).to.equal(200)
    }
    const basic = await conduit().call('GET', '/user', { headers: { authorization: 'Basic amFrZTpqYWtl' } })
    expect(basic.body).to.deep.equal({ errors: { token: ['is missing'] } })
  })

  it('that are not good are refused, also where none is needed', async () => {
    const { token } = await conduit().register()
    const claims = { sub: '00000000-0000-4000-8000-000000000000' }
    const bad = [
      'guess',
      `${token}x`,
      forge({ alg: 'HS256', typ: 'JWT' }, claims, 'another secret'),
      forge({ alg: 'HS256', typ: 'JWT' }, claims, 'a secret of tests, which is long enough'), // signed well, but for nobody
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    ]
    for (const each of bad) {
      for (const path of ['/user', '/articles']) {
        const { status, body } = await conduit().call('GET', path, { token: each })
        expect([status, body]).to.deep.equal([401, { errors: { token: ['is invalid'] } }])
      }
    }
  })

  it('end', async () => {
    const old = forge({ alg: 'HS256', typ: 'JWT' }, { sub: 'x', exp: 1 }, 'a secret of tests, which is long enough')
    const { status, body } = await conduit().call('GET', '/user', { token: old })
    expect([status, body]).to.deep.equal([401, { errors: { token: ['has expired'] } }])
  })
})
