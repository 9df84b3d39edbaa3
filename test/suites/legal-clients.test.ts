import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:http2'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import type { Instance } from 'alcove/core'
import { expect } from 'chai'
import { chromium } from 'playwright-core'
import { readAnswers } from '../fuzz/answers.js'
import { deliver } from '../fuzz/connection.js'
import { browserPath } from '../support/browser-path.js'
import { repository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { listeningServer } from './plain-service.js'

// The server must accept legal requests of existing programs. The tests send the known requests of programs that cannot
// run here; nginx and HAProxy run in proxies.test.ts.

const requests: Readonly<Record<string, string>> = {
  'an AWS application load balancer': `GET /seen?a=%E2%82%AC HTTP/1.1
X-Forwarded-For: 203.0.113.7
X-Forwarded-Proto: https
X-Forwarded-Port: 443
Host: app-1234.eu-west-1.elb.amazonaws.com
X-Amzn-Trace-Id: Self=1-67891234-12456789abcdef012345678;Root=1-67891233-abcdef012345678912345678
x-amzn-tls-version: TLSv1.3
x-amzn-tls-cipher-suite: TLS_AES_128_GCM_SHA256
user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0
accept: text/html,*/*;q=0.8
cookie: AWSALB=abc+/def==; AWSALBCORS=abc+/def==`,
  'one that keeps the port of the client': `GET /seen HTTP/1.1
X-Forwarded-For: 198.51.100.2:1234, 203.0.113.7:41234
Host: app.example:8443`,
  'one that has a client of IPv6': `GET /seen HTTP/1.1
X-Forwarded-For: "[2001:db8::7]:41234"
Host: [2001:db8::1]:443`,
  'its health check': `GET /seen HTTP/1.1
Host: 10.0.1.23:3000
User-Agent: ELB-HealthChecker/2.0
Accept-Encoding: gzip, compressed`,
  'an AWS gateway': `GET /seen HTTP/1.1
Host: abc123.execute-api.eu-west-1.amazonaws.com
Forwarded: by=198.51.100.5;for=203.0.113.7;host=abc123.execute-api.eu-west-1.amazonaws.com;proto=https
Via: HTTP/1.1 AmazonAPIGateway
X-Amzn-Apigateway-Api-Id: abc123
Content-Length: 0`,
  CloudFront: `GET /seen HTTP/1.1
X-Amz-Cf-Id: abc_-==
Host: d111111abcdef8.cloudfront.net
Via: 2.0 0123456789abcdef.cloudfront.net (CloudFront)
CloudFront-Viewer-City: K%C3%B6ln
CloudFront-Viewer-Address: [2001:db8::7]:443
User-Agent: Amazon CloudFront`,
  'a Kubernetes probe': `GET /seen HTTP/1.1
Host: 10.244.0.5:3000
User-Agent: kube-probe/1.30
Accept: */*`,
  'a proxy that sends absolute targets': `GET http://app.example:80/seen HTTP/1.1
Host: app.example:80
Proxy-Connection: keep-alive
Via: 1.1 squid`,
  'Envoy, by names in small letters': `GET /seen HTTP/1.1
host: app.example
x-forwarded-proto: https
x-request-id: 7f1c7a3c-5f0f-4a53-9d0b-1b7ea1b1a0f1
x-envoy-expected-rq-timeout-ms: 15000
te: trailers`,
  'a client that repeats headers': `GET /seen HTTP/1.1
Host: x
Cookie: a=1
Cookie: b=2
Accept: a/b
Accept: c/d
X-Forwarded-For: 203.0.113.7
X-Forwarded-For: 203.0.113.8`,
  'an old browser that asks to upgrade': `GET /seen HTTP/1.1
Host: x
Upgrade-Insecure-Requests: 1
Connection: keep-alive, Upgrade, HTTP2-Settings
Upgrade: h2c
HTTP2-Settings: AAMAAABkAAQAAP__`,
  'a client with a header in Latin-1': `GET /seen HTTP/1.1
Host: x
X-Name: J\xfcrgen`,
}

describe('clients that do no harm', () => {
  for (const trustProxy of [false, true])
    describe(`with trustProxy ${trustProxy}`, () => {
      let server: Instance
      let port = 0

      before(async () => {
        ;({ server, port } = await listeningServer({ trustProxy }))
      })
      after(() => server.close())

      for (const [who, lines] of Object.entries(requests))
        it(`${who} gets each answer on one connection`, async () => {
          const one = `${lines.replaceAll('\n', '\r\n')}\r\n\r\n`
          const end = 'GET /plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
          const upgrades = lines.includes('\nUpgrade: ') // node gives no further request on such a connection
          const all = upgrades ? one : one + one + one.replace('GET', 'HEAD') + end
          const bytes = Buffer.from(all, 'latin1')
          const received = await deliver({ port, bytes, cuts: [] })
          const statuses = readAnswers(received, (index) => index === 2).map(({ status }) => status)
          expect(statuses).to.deep.equal(upgrades ? [200] : [200, 200, 200, 200])
        })
    })

  describe('programs', () => {
    let server: Instance
    let port = 0
    const url = (path: string) => `http://127.0.0.1:${port}${path}`

    before(async () => {
      ;({ server, port } = await listeningServer())
    })
    after(() => server.close())

    it('fetch', async () => {
      expect((await fetch(url('/seen'))).status).to.equal(200)
      const init = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }
      expect(await (await fetch(url('/echo'), init)).json()).to.deep.equal({ a: 1 })
      const body = ReadableStream.from([Buffer.from('"ab'), Buffer.from('c"')])
      const streamed = await fetch(url('/echo'), { ...init, body, duplex: 'half' } as RequestInit)
      expect(await streamed.text()).to.equal('abc')
    })

    it('undici, with requests one behind the other', async () => {
      const { Client } = createRequire(import.meta.url)('undici')
      const client = new Client(url(''), { pipelining: 8 })
      const paths = ['/plain', '/slow', '/stream', '/204', '/304', '/plain']
      const answers: { statusCode: number; body: AsyncIterable<unknown> }[] = await Promise.all(
        paths.map((path) => client.request({ path, method: 'GET' })),
      )
      expect(answers.map(({ statusCode }) => statusCode)).to.deep.equal([200, 200, 200, 204, 304, 200])
      await client.destroy()
    })

    it('node, with an expectation and trailers', async () => {
      const sent = httpRequest(url('/echo'), {
        method: 'POST',
        headers: {
          'content-type': 'text/plain',
          expect: '100-continue',
          trailer: 'x-a',
          'transfer-encoding': 'chunked',
        },
      })
      await once(sent, 'continue')
      sent.addTrailers({ 'x-a': 'b' })
      sent.end('abc')
      const [answer] = await once(sent, 'response')
      expect([answer.statusCode, await text(answer)]).to.deep.equal([200, 'abc'])
    })

    it('curl, with each of its ways to send', async function () {
      this.timeout(30_000)
      if (spawnSync('curl', ['--version']).error !== undefined) this.skip()
      const json = ['-H', 'content-type: application/json']
      const big = JSON.stringify('x'.repeat(100_000))
      const calls: string[][] = [
        [url('/seen')],
        ['--http1.0', url('/stream')],
        ['-I', url('/seen')],
        ['--compressed', url('/plain'), url('/slow'), url('/stream')],
        [...json, '-d', '{"a":1}', url('/echo')],
        [...json, '-H', 'Transfer-Encoding: chunked', '-d', '{"a":1}', url('/echo')],
        [...json, '-H', 'Expect: 100-continue', '-d', big, url('/echo')],
        ['--proxy', url(''), 'http://app.example/seen'],
        ['-X', 'OPTIONS', '--request-target', '*', url('/')],
      ]
      for (const call of calls) {
        const { status, stdout } = await runCommand(
          'curl',
          ['-sS', '-w', '%{http_code}\n', '-o', '/dev/null', ...call],
          { cwd: repository },
        )
        const expected = call.includes('*') ? '404' : '200'
        expect([status, stdout.trim().slice(-3)], call.join(' ')).to.deep.equal([0, expected])
      }
    })

    it('a browser', async function () {
      this.timeout(60_000)
      const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] }).catch(() => null)
      if (browser === null) this.skip()
      const page = await browser.newPage()
      try {
        expect((await page.goto(url('/seen?a=\u20ac&b=c d')))?.status()).to.equal(200)
        const asked = page.evaluate(async () => {
          const sent = await fetch('/echo', {
            method: 'POST',
            body: JSON.stringify('x'),
            headers: { 'content-type': 'application/json' },
          })
          return [sent.status, (await fetch('/stream')).status, (await fetch('/plain', { method: 'HEAD' })).status]
        })
        expect(await asked).to.deep.equal([200, 200, 200])
      } finally {
        await browser.close()
      }
    })
  })

  it('a client of HTTP/2 that sends cookies one by one', async () => {
    const { server, port } = await listeningServer({ http2: true })
    const client = connect(`http://127.0.0.1:${port}`)
    const stream = client.request({ ':path': '/seen', cookie: ['a=1', 'b=2'], te: 'trailers' })
    const [headers] = await once(stream, 'response')
    expect(headers[':status']).to.equal(200)
    client.destroy()
    await server.close()
  })
})
