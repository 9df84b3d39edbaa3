import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { exchange, statusOf } from '../behaviour/core/socket.js'
import { encapsulated, useApps } from './rooms.js'

describe('visitors of the inspector', () => {
  const boot = useApps()
  const ask = async (url: string, headers: Record<string, string>, hosts: string[] = []) => {
    const { statusCode, body } = await boot(encapsulated(false, { hosts })).inject({ url, headers })
    return { statusCode, code: statusCode === 403 ? JSON.parse(body).code : '' }
  }

  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'app.localhost', 'LOCALHOST'])
    it(`come by the name of this machine: ${host}`, async () => {
      expect((await ask('/__alcove/tree', { host })).statusCode).to.equal(200)
    })

  for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '192.168.1.2'])
    it(`are refused by another: ${host}`, async () => {
      const refused = { statusCode: 403, code: 'ALC_ERR_INSPECTOR_HOST' }
      expect(await ask('/__alcove/tree', { host })).to.deep.equal(refused)
      expect(await ask('/__alcove', { host })).to.deep.equal(refused)
    })

  it('come by names that were given, and by all below a name with a dot before it', async () => {
    expect((await ask('/__alcove/tree', { host: 'dev.test:8080' }, ['dev.test'])).statusCode).to.equal(200)
    expect((await ask('/__alcove/tree', { host: 'a.dev.test' }, ['dev.test'])).statusCode).to.equal(403)
    expect((await ask('/__alcove/tree', { host: 'a.dev.test' }, ['.dev.test'])).statusCode).to.equal(200)
    expect((await ask('/__alcove/tree', { host: 'evildev.test' }, ['.dev.test'])).statusCode).to.equal(403)
  })

  it('are refused from pages of other sites', async () => {
    const refused = { statusCode: 403, code: 'ALC_ERR_INSPECTOR_ORIGIN' }
    const host = 'localhost:3000'
    expect(await ask('/__alcove/tree', { host, origin: 'http://evil.test' })).to.deep.equal(refused)
    expect(await ask('/__alcove/tree', { host, origin: 'null' })).to.deep.equal(refused)
    expect(await ask('/__alcove/tree', { host, origin: 'http://localhost:4000' })).to.deep.equal(refused)
    expect(await ask('/__alcove/tree', { host, 'sec-fetch-site': 'cross-site' })).to.deep.equal(refused)
    expect(await ask('/__alcove/tree', { host, 'sec-fetch-site': 'same-site' })).to.deep.equal(refused)
    expect((await ask('/__alcove/tree', { host, origin: 'http://localhost:3000' })).statusCode).to.equal(200)
    expect((await ask('/__alcove/tree', { host, 'sec-fetch-site': 'same-origin' })).statusCode).to.equal(200)
  })

  it('may follow a link to the page, which holds no data', async () => {
    const headers = { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await ask('/__alcove', headers)).statusCode).to.equal(200)
    expect((await ask('/__alcove/tree', headers)).statusCode).to.equal(403)
    expect((await ask('/__alcove', { ...headers, 'sec-fetch-mode': 'no-cors' })).statusCode).to.equal(403)
  })

  describe('of other machines', () => {
    const token = 'a-long-random-secret'
    const from = async (remoteAddress: string, headers: Record<string, string> = {}, options: object = {}) => {
      const app = boot(encapsulated(false, options))
      const both = await Promise.all(
        ['/__alcove', '/__alcove/tree'].map((url) =>
          app.inject({ url, remoteAddress, headers: { host: 'localhost', ...headers } }),
        ),
      )
      expect(both[0]?.statusCode).to.equal(both[1]?.statusCode)
      return both[1]!
    }
    const basic = (password: string) => `Basic ${Buffer.from(`dev:${password}`).toString('base64')}`

    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      it(`are not those with the loopback address ${address}`, async () => {
        expect((await from(address)).statusCode).to.equal(200)
      })

    for (const address of ['192.168.1.7', '10.0.0.1', 'fe80::1', '::ffff:192.168.1.7', '1.127.0.0'])
      it(`are refused with "Host: localhost" from ${address}`, async () => {
        const answer = await from(address)
        expect([answer.statusCode, answer.json().code]).to.deep.equal([403, 'ALC_ERR_INSPECTOR_PEER'])
      })

    for (const name of [
      ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'via', 'x-real-ip'],
      ...['cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'client-ip', 'fastly-client-ip', 'x-azure-clientip'],
      ...['x-original-forwarded-for', 'x-original-host', 'do-connecting-ip', 'cdn-loop', 'x-varnish'],
      ...['x-envoy-external-address', 'x-amzn-trace-id', 'x-amz-cf-id', 'x-cloud-trace-context', 'x-azure-socketip'],
      ...['x-remote-addr', 'x-originating-ip', 'x-proxyuser-ip', 'x-appengine-user-ip', 'x-original-url'],
      ...['x-rewrite-url', 'x-arr-ssl', 'x-scheme', 'x-host', 'x-nginx-proxy', 'x-request-start', 'x-bluecoat-via'],
      ...['akamai-origin-hop', 'x-akamai-edgescape', 'front-end-https', 'max-forwards', 'proxy-connection'],
    ])
      it(`are refused through a proxy of this machine that adds ${name}`, async () => {
        const answer = await from('127.0.0.1', { [name]: '127.0.0.1' })
        expect([answer.statusCode, answer.json().code]).to.deep.equal([403, 'ALC_ERR_INSPECTOR_PEER'])
      })

    it('are not those whose browser sends its own headers', async () => {
      const headers = {
        ...{ 'user-agent': 'a', accept: '*/*', 'accept-language': 'de', 'upgrade-insecure-requests': '1', dnt: '1' },
        ...{ 'sec-ch-ua-platform': 'x', 'sec-fetch-site': 'none', priority: 'u=0', 'cache-control': 'no-cache' },
        ...{ 'if-none-match': '"a"', referer: 'http://localhost/', cookie: 'a=b', 'x-requested-with': 'x' },
      }
      expect((await from('127.0.0.1', headers)).statusCode).to.equal(200)
    })

    it('are refused through a proxy of this machine that speaks HTTP/1.0, as nginx does by default', async () => {
      const app = boot(encapsulated(false))
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const status = async (version: string) =>
        statusOf(await exchange(port, `GET /__alcove/tree ${version}`, 'Host: localhost', 'Connection: close', '', ''))
      expect(await status('HTTP/1.0')).to.equal(403)
      expect(await status('HTTP/1.1')).to.equal(200)
    })

    it('are asked for the token by a 401 that browsers understand, where there is one', async () => {
      const answer = await from('192.168.1.7', {}, { token })
      expect([answer.statusCode, answer.json().code]).to.deep.equal([401, 'ALC_ERR_INSPECTOR_TOKEN'])
      expect(answer.headers['www-authenticate']).to.match(/^Basic realm=/)
    })

    it('are let in with the token, as a bearer or a password, by any name and through proxies', async () => {
      const status = async (authorization: string, more: Record<string, string> = {}) =>
        (await from('192.168.1.7', { host: 'dev.test', authorization, ...more }, { token })).statusCode
      expect(await status(`Bearer ${token}`)).to.equal(200)
      expect(await status(basic(token))).to.equal(200)
      expect(await status(`bearer ${token}`, { via: '1.1 proxy', 'x-forwarded-for': '192.0.2.1' })).to.equal(200)
      expect(await status(`Bearer ${token}`, { 'sec-fetch-site': 'cross-site' })).to.equal(403)
    })

    it('are refused with a wrong token', async () => {
      for (const authorization of [
        `Bearer ${token}x`,
        'Bearer ',
        basic('wrong'),
        `Digest ${token}`,
        token,
        basic(''),
        'Basic !',
      ])
        expect((await from('192.168.1.7', { authorization }, { token })).statusCode, authorization).to.equal(401)
    })

    it('need no token on this machine, where there is one', async () => {
      expect((await from('127.0.0.1', {}, { token })).statusCode).to.equal(200)
    })
  })
})
