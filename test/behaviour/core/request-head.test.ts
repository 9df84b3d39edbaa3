import { ServerResponse } from 'node:http'
import { connect } from 'node:http2'
import { connect as connectNet } from 'node:net'
import { readRefusals } from 'alcove/inspect'
import { expect } from 'chai'
import { bodyOf, exchange, listen, readAll, statusOf } from './socket.js'
import { type Loose, logLines, useServers } from './subject.js'

const closing = 'Connection: close'

describe('the head of a request', () => {
  const create = useServers()

  async function serve(options: object = {}): Promise<number> {
    const server = create({ health: true, ...options })
    server.get('/x', async ({ host, hostname, port, url, originalUrl, query }: Loose) => {
      return { host, hostname, port, url, originalUrl, query }
    })
    return listen(server)
  }

  const codeOf = (answer: string) => JSON.parse(bodyOf(answer)).code
  const refused = [400, 'ALC_ERR_REQUEST_HEAD']

  it('is a 400 with two hosts, equal ones too, for probes as well', async () => {
    const port = await serve()
    for (const path of ['/x', '/livez', '/nowhere'])
      for (const second of ['Host: b', 'host: a', 'HOST: a']) {
        const answer = await exchange(port, `GET ${path} HTTP/1.1`, 'Host: a', 'x: y', second, '', '')
        expect([statusOf(answer), codeOf(answer)]).to.deep.equal(refused)
        expect(answer).to.match(/^connection: close/im)
      }
  })

  it('is a 400 without a host, for probes as well, and is counted', async () => {
    const server = create({ health: true })
    server.get('/x', async () => 'reached')
    const port = await listen(server)
    for (const [path, ...headers] of [
      ['/x', closing],
      ['/livez', closing],
      ['/x', 'Expect: a'],
    ]) {
      const answer = await exchange(port, `GET ${path} HTTP/1.1`, ...headers, '', '')
      expect([path, statusOf(answer), codeOf(answer)]).to.deep.equal([path, ...refused])
    }
    expect(readRefusals(server as Loose).heads).to.equal(3)
    expect(statusOf(await exchange(port, 'GET /x HTTP/1.0', '', ''))).to.equal(200)
  })

  it('is taken without a host in an upgrade, by its listener and by routing, as node takes it', async () => {
    const server = create()
    server.get('/x', async () => 'reached')
    server.server.on('upgrade', (request: Loose, socket: Loose) => {
      const response = new ServerResponse(request)
      response.assignSocket(socket)
      server.routing(request, response)
    })
    const port = await listen(server)
    const upgrade = ['Connection: upgrade', 'Upgrade: websocket']
    const answer = await exchange(port, 'GET /x HTTP/1.1', ...upgrade, '', '')
    expect([statusOf(answer), bodyOf(answer)]).to.deep.equal([200, 'reached'])
    expect(readRefusals(server as Loose).heads).to.equal(0)
  })

  it('is taken without a host if requireHostHeader is false', async () => {
    const port = await serve({ http: { requireHostHeader: false } })
    expect(statusOf(await exchange(port, 'GET /x HTTP/1.1', closing, '', ''))).to.equal(200)
  })

  for (const host of [
    'a/../b',
    'a b',
    'user@a',
    'a#b',
    'a?b',
    'http://a',
    '<b>',
    'a\\b',
    '[::1',
    'a:b',
    'a:1:2',
    'a:65536',
    '[zz]',
    '[1::2::3]',
    '[127.0.0.1]',
    'a%zz',
    'a%2',
    'a%2Fb',
    'a%00',
    'a%5cb',
    'a%40b',
    '\u00e9',
  ])
    it(`is a 400 with the host ${JSON.stringify(host)}`, async () => {
      const answer = await exchange(await serve(), 'GET /x HTTP/1.1', `Host: ${host}`, closing, '', '')
      expect([statusOf(answer), codeOf(answer)]).to.deep.equal(refused)
    })

  for (const host of [
    'a',
    'A.b',
    'a_b.c-d',
    'xn--bcher-kva.example',
    '127.0.0.1:80',
    '[::1]',
    '[::ffff:127.0.0.1]:65535',
    '[fe80::1%eth0]',
    '[v1.a:b]',
    '[fe80::1%25eth0]:3000',
    'a:',
    '',
    'a%41',
  ])
    it(`is taken with the host ${JSON.stringify(host)}`, async () => {
      const answer = await exchange(await serve(), 'GET /x HTTP/1.1', `Host: ${host}`, closing, '', '')
      expect([statusOf(answer), JSON.parse(bodyOf(answer)).host]).to.deep.equal([200, host])
    })

  it('is a 400 with the version 2.0 in a line of HTTP/1', async () => {
    const port = await serve()
    const requests = 'GET /x HTTP/2.0\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n'
    const answer = await exchange(port, requests)
    expect([statusOf(answer), codeOf(answer)]).to.deep.equal(refused)
  })

  for (const [what, headers] of [
    ['two hosts', ['Host: a', 'Host: b']],
    ['a coding that is not chunked', ['Host: a', 'Transfer-Encoding: chunked;x']],
  ] as const)
    it(`is a 400, and ends the connection, with ${what} beside an unknown expectation`, async () => {
      const server = create()
      server.get('/x', async () => 'x')
      const port = await listen(server)
      const next = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n'
      const answer = await exchange(port, 'GET /x HTTP/1.1', ...headers, 'Expect: nothing', '', next)
      expect([statusOf(answer), codeOf(answer)]).to.deep.equal(refused)
      expect(readRefusals(server as Loose).heads).to.equal(1)
    })

  it('is refused in about the same time for any unknown transfer coding, in a short answer', async () => {
    const port = await serve()
    const timeFor = async (filler: string) => {
      const began = process.cpuUsage()
      for (let index = 0; index < 10; index++) {
        const coding = `Transfer-Encoding: a${filler.repeat(15_000)}b, chunked`
        const answer = await exchange(port, 'POST /x HTTP/1.1', 'Host: a', coding, '', '0', '', '')
        expect([statusOf(answer), codeOf(answer)]).to.deep.equal([501, 'ALC_ERR_TRANSFER_CODING'])
        expect(answer.length).to.be.below(1000)
      }
      return process.cpuUsage(began).user / 1000
    }
    const usual = await timeFor('x')
    expect(await timeFor(' ')).to.be.below(usual * 3 + 200) // milliseconds; with a pattern they were 1000 more
  })

  it('is a 417 with an unknown expectation, or what a listener of the application answers', async () => {
    const server = create()
    const port = await listen(server)
    const ask = async () => statusOf(await exchange(port, 'GET /x HTTP/1.1', 'Host: a', closing, 'Expect: x', '', ''))
    expect(await ask()).to.equal(417)
    server.server.on('checkExpectation', (_req: Loose, res: Loose) => res.writeHead(204).end())
    expect(await ask()).to.equal(204)
  })

  it('is a 431 with more headers than the server takes, of which node 20 drops the last', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}: 1`)
    const ask = async (port: number, count: number) =>
      statusOf(await exchange(port, 'GET /x HTTP/1.1', 'Host: a', closing, ...many(count - 2), '', ''))
    const byDefault = await serve({ http: { maxHeaderSize: 100_000 } })
    expect([await ask(byDefault, 1000), await ask(byDefault, 1001), await ask(byDefault, 1500)]).to.deep.equal([
      200, 431, 431,
    ])
    const server = create()
    server.get('/x', async () => 'x')
    server.server.maxHeadersCount = 40
    const port = await listen(server)
    expect([await ask(port, 40), await ask(port, 41), await ask(port, 90)]).to.deep.equal([200, 431, 431])
  })

  it('with an absolute target gives host and path of the target, to hooks and logs too', async () => {
    const { stream, lines } = logLines()
    const port = await serve({ logger: { stream } })
    const answer = await exchange(port, 'GET http://b:8080/x?q=1 HTTP/1.1', 'Host: a', closing, '', '')
    expect(JSON.parse(bodyOf(answer))).to.deep.equal({
      ...{ host: 'b:8080', hostname: 'b', port: 8080, url: '/x?q=1', originalUrl: '/x?q=1', query: { q: '1' } },
    })
    expect(lines.find(({ msg }) => msg === 'incoming request').req).to.include({ url: '/x?q=1', host: 'b:8080' })
    expect(statusOf(await exchange(port, 'GET HTTP://b/livez HTTP/1.1', 'Host: a', closing, '', ''))).to.equal(200)
    expect(statusOf(await exchange(port, 'GET http://b?x HTTP/1.1', 'Host: a', closing, '', ''))).to.equal(404)
    expect(statusOf(await exchange(port, 'GET http://u@b/x HTTP/1.1', 'Host: a', closing, '', ''))).to.equal(400)
  })

  it('with an absolute target has its host in each form in which node gives headers', async () => {
    const server = create()
    server.get('/x', async ({ raw }: Loose) => [raw.headers.host, raw.headersDistinct.host, raw.rawHeaders])
    const port = await listen(server)
    const ask = async (...lines: string[]) => JSON.parse(bodyOf(await exchange(port, ...lines, '', '')))
    expect(await ask('GET http://b/x HTTP/1.1', 'X: y', 'Host: a', closing)).to.deep.equal([
      'b',
      ['b'],
      ['X', 'y', 'Host', 'b', 'Connection', 'close'],
    ])
    expect(await ask('GET http://b/x HTTP/1.0')).to.deep.equal(['b', ['b'], ['Host', 'b']])
  })

  for (const target of ['*', '*x', '*admin/x', 'ftp://b/x', 'a://x', '/x#y', '/x?a#b', 'http://b/x#y', '/x#'])
    it(`is a 400 with the target ${target}, with any routes`, async () => {
      const server = create()
      for (const path of ['/', '/x', '/admin/x', '*']) server.get(path, async () => 'reached')
      const answer = await exchange(await listen(server), `GET ${target} HTTP/1.1`, 'Host: a', closing, '', '')
      expect([statusOf(answer), codeOf(answer)]).to.deep.equal(refused)
    })

  it('is taken with the target * of OPTIONS', async () => {
    const server = create()
    server.options('*', async () => 'all')
    expect(bodyOf(await exchange(await listen(server), 'OPTIONS * HTTP/1.1', 'Host: a', closing, '', ''))).to.equal(
      'all',
    )
    expect(
      statusOf(await exchange(server.server.address().port, 'OPTIONS *x HTTP/1.1', 'Host: a', closing, '', '')),
    ).to.equal(400)
  })

  it('may ask for an upgrade that the server does not offer, on each address of localhost', async () => {
    const server = create()
    server.get('/x', async () => 'plain')
    await server.listen({ port: 0, host: 'localhost' })
    for (const { address, port } of server.addresses()) {
      const socket = connectNet(port, address)
      const answer = readAll(socket)
      socket.write(['GET /x HTTP/1.1', 'Host: a', 'Connection: Upgrade, close', 'Upgrade: h2c', '', ''].join('\r\n'))
      expect(bodyOf(await answer)).to.equal('plain')
    }
  })

  it('of HTTP/2 is a 400 where :authority and Host name two hosts', async () => {
    const port = await serve({ http2: true })
    const session = connect(`http://127.0.0.1:${port}`)
    const ask = (host: string) =>
      new Promise((resolve) => {
        const stream = session.request({ ':path': '/x', ':authority': 'a', host })
        stream.on('response', (headers) => resolve(headers[':status'])).resume()
      })
    expect([await ask('b'), await ask('A')]).to.deep.equal([400, 200])
    session.destroy()
  })

  describe('behind trusted proxies', () => {
    const seen = async (headers: Record<string, string>) => {
      const server = create({ trustProxy: true })
      server.get('/', async ({ ip, ips, host, protocol }: Loose) => ({ ip, ips, host, protocol }))
      return (await server.inject({ url: '/', headers: { host: 'own', ...headers } })).json()
    }

    for (const value of ['javascript', 'ftp', '<b>', '', 'https:'])
      it(`has the protocol of its connection for the forwarded protocol ${JSON.stringify(value)}`, async () => {
        expect((await seen({ 'x-forwarded-proto': value })).protocol).to.equal('http')
      })

    it('has the forwarded protocols http and https, in capitals too', async () => {
      expect((await seen({ 'x-forwarded-proto': 'https' })).protocol).to.equal('https')
      expect((await seen({ 'x-forwarded-proto': 'HTTPS' })).protocol).to.equal('https')
      expect((await seen({ 'x-forwarded-proto': 'https,http' })).protocol).to.equal('http')
    })

    it('has its own host for a forwarded one that is not a host', async () => {
      for (const host of ['a/../b', '<b>', 'u@a', ''])
        expect((await seen({ 'x-forwarded-host': host })).host).to.equal('own')
      expect((await seen({ 'x-forwarded-host': 'a:8080' })).host).to.equal('a:8080')
    })

    it('has forwarded addresses up to the first text that is not one', async () => {
      expect(await seen({ 'x-forwarded-for': '192.0.2.1, 192.0.2.2' })).to.include({ ip: '192.0.2.1' })
      expect((await seen({ 'x-forwarded-for': '192.0.2.1, <b>, 192.0.2.2' })).ips).to.deep.equal([
        '127.0.0.1',
        '192.0.2.2',
      ])
      expect((await seen({ 'x-forwarded-for': '<b>' })).ip).to.equal('127.0.0.1')
      expect((await seen({ 'x-forwarded-for': 'unknown' })).ip).to.equal('127.0.0.1')
      expect((await seen({ 'x-forwarded-for': '192.0.2.1:4711' })).ip).to.equal('192.0.2.1')
      expect((await seen({ 'x-forwarded-for': '[2001:db8::1]:80' })).ip).to.equal('2001:db8::1')
    })
  })
})
