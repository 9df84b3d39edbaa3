import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { bodyOf, exchange, listen, statusOf } from './socket.js'
import { type Loose, useServers } from './subject.js'

describe('status of a reply', () => {
  const create = useServers()

  it('is 200 unless code, status or statusCode sets it', async () => {
    const server = create()
    server.get('/default', async (_request, reply) => `${reply.statusCode}`)
    server.get('/code', async (_request, reply) => reply.code(201).send(`${reply.statusCode}`))
    server.get('/status', async (_request, reply) => reply.status(202).send(`${reply.statusCode}`))
    server.get('/property', async (_request, reply) => {
      reply.statusCode = 203
      return `${reply.statusCode}`
    })
    for (const [url, status] of [
      ['/default', 200],
      ['/code', 201],
      ['/status', 202],
      ['/property', 203],
    ] as const) {
      const answer = await server.inject(url)
      expect(answer.statusCode).to.equal(status)
      expect(answer.body).to.equal(`${status}`)
    }
  })

  for (const status of ['many', 99, 600, 1000, Number.NaN, null, undefined, {}, 200.5]) {
    it(`${String(status)} is refused with a code`, async () => {
      const server = create()
      server.get('/', async (_request, reply) => reply.code(status).send('never'))
      const answer = await server.inject('/')
      if (status === 200.5 && answer.statusCode === 200) return
      expect(answer.statusCode).to.equal(500)
      expect(answer.json().code).to.equal('FST_ERR_BAD_STATUS_CODE')
    })
  }

  it('may be a string of digits', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.code('201').send('made'))
    expect((await server.inject('/')).statusCode).to.equal(201)
  })

  it('205 has no content, with any text or object, and the next answer of its connection follows', async () => {
    const server = create()
    const next = 'GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
    server.get('/next', async () => 'next')
    server.get('/null', async (_request, reply) => reply.code(205).send())
    server.get('/text', async (_request, reply) => reply.code(205).send('text'))
    server.get('/object', async (_request, reply) => reply.code(205).send({ a: 1 }))
    server.get('/chunked', async (_request, reply) => reply.code(205).header('transfer-encoding', 'chunked').send('a'))
    server.get('/trailer', async (_request, reply) =>
      reply
        .code(205)
        .trailer('x-a', async () => 'a')
        .send('a'),
    )
    const port = await listen(server)
    for (const url of ['/null', '/text', '/object', '/chunked', '/trailer']) {
      const answer = await exchange(port, `GET ${url} HTTP/1.1`, 'Host: localhost', '', next, '')
      const [head = '', ...rest] = answer.split('\r\n\r\n')
      expect(statusOf(head), url).to.equal(205)
      expect(head, url).to.match(/^content-length: 0$/im)
      expect(head, url).to.not.match(/^(?:content-type|transfer-encoding|trailer):/im)
      expect(rest[0], url).to.match(/^HTTP\/1\.1 200/)
    }
  })

  it('205 has the content of a stream, which a proxy forwards, and the next answer follows', async () => {
    const server = create()
    server.get('/next', async () => 'next')
    server.get('/stream', async (_request, reply) => reply.code(205).send(Readable.from(['a'])))
    server.get('/length', async (_request, reply) =>
      reply
        .code(205)
        .header('content-length', 1)
        .send(Readable.from(['a'])),
    )
    const next = ['GET /next HTTP/1.1', 'Host: localhost', 'Connection: close', '', '']
    const port = await listen(server)
    const chunked = await exchange(port, 'GET /stream HTTP/1.1', 'Host: localhost', '', ...next)
    expect(chunked).to.match(/^HTTP\/1\.1 205 .*\r\n\r\n1\r\na\r\n0\r\n\r\nHTTP\/1\.1 200 .*\r\n\r\nnext$/s)
    const counted = await exchange(port, 'GET /length HTTP/1.1', 'Host: localhost', '', ...next)
    expect(counted).to.match(/^HTTP\/1\.1 205 .*content-length: 1\r\n.*\r\n\r\naHTTP\/1\.1 200 .*\r\n\r\nnext$/s)
  })

  for (const status of [204, 304]) {
    it(`${status} has neither body nor length`, async () => {
      const server = create()
      server.get('/null', async (_request, reply) => reply.code(status).send())
      server.get('/object', async (_request, reply) => reply.code(status).send({ a: 1 }))
      const port = await listen(server)
      for (const url of ['/null', '/object']) {
        const answer = await exchange(port, `GET ${url} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '')
        expect(statusOf(answer)).to.equal(status)
        expect(bodyOf(answer), url).to.equal('')
        if (status === 204) expect(answer).to.not.match(/^content-length: [^0]/im)
      }
    })
  }

  it('informational statuses do not end a reply', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      await new Promise<void>((resolve) => reply.writeEarlyHints({ link: '</a.css>; rel=preload; as=style' }, resolve))
      return 'final'
    })
    const answer = await exchange(
      await listen(server),
      'GET / HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      '',
      '',
    )
    expect(answer)
      .to.match(/^HTTP\/1\.1 103 /)
      .and.match(/link: <\/a\.css>/i)
    expect(answer)
      .to.match(/HTTP\/1\.1 200 OK/)
      .and.match(/final$/)
  })
})

describe('HEAD', () => {
  const create = useServers()
  const head = (url = '/') => ({ method: 'HEAD', url })

  it('answers like GET, without the body', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.header('x-own', 'yes').send({ a: 1 }))
    const answer = await server.inject(head())
    expect(answer.statusCode).to.equal(200)
    expect(answer.body).to.equal('')
    expect(answer.headers).to.include({
      'x-own': 'yes',
      'content-length': '7',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it('has the headers of GET without its body, and keeps a length that was set', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.send())
    server.get('/long', async (_request, reply) => reply.header('content-length', 99).send())
    server.get('/none', async (_request, reply) => reply.code(204).send())
    server.head('/own', async (_request, reply) => reply.send())
    const port = await listen(server)
    const lengths: (string | undefined)[] = []
    for (const url of ['/', '/long', '/none', '/own']) {
      const answer = await exchange(port, `HEAD ${url} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '')
      lengths.push(/^content-length: (\d+)\r$/im.exec(answer)?.[1])
    }
    expect(lengths).to.deep.equal(['0', '99', undefined, undefined])
  })

  it('sends no byte of a body over a socket', async () => {
    const server = create()
    server.get('/', async () => 'body')
    server.get('/stream', async () => Readable.from(['body']))
    const port = await listen(server)
    for (const url of ['/', '/stream']) {
      const answer = await exchange(port, `HEAD ${url} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '')
      expect(statusOf(answer)).to.equal(200)
      expect(bodyOf(answer)).to.equal('')
    }
  })

  it('destroys a stream that it does not send', async () => {
    const server = create()
    const stream = Readable.from(['body'])
    server.get('/', async () => stream)
    await server.inject(head())
    await turn()
    expect(stream.destroyed).to.equal(true)
  })

  it('does not exist for GET routes with exposeHeadRoutes: false, for the server or a route', async () => {
    const server = create({ exposeHeadRoutes: false })
    server.get('/', async () => 'body')
    server.get('/exposed', { exposeHeadRoute: true }, async () => 'body')
    expect((await server.inject(head())).statusCode).to.equal(404)
    expect((await server.inject(head('/exposed'))).statusCode).to.equal(200)
    const other = create()
    other.get('/', { exposeHeadRoute: false }, async () => 'body')
    expect((await other.inject(head())).statusCode).to.equal(404)
  })

  it('may have a route of its own, declared before GET', async () => {
    const server = create()
    server.head('/', async (_request, reply) => reply.header('x-own', 'head').send())
    server.get('/', async () => 'body')
    expect((await server.inject(head())).headers['x-own']).to.equal('head')
    expect((await server.inject('/')).body).to.equal('body')
  })

  it('can have a length of its own', async () => {
    const server = create()
    server.head('/', (_request, reply) => void reply.header('content-length', 99).send())
    server.head('/empty', (_request, reply) => void reply.header('content-length', 99).send(''))
    const port = await listen(server)
    for (const url of ['/', '/empty']) {
      const answer = await exchange(port, `HEAD ${url} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '')
      expect(answer, url).to.match(/^content-length: 99\r$/im)
      expect(bodyOf(answer)).to.equal('')
    }
  })

  it('runs the hooks of its context and route', async () => {
    const server = create()
    let runs = 0
    const count = async () => void runs++
    server.addHook('onRequest', count)
    server.get('/', { preHandler: count }, async () => 'body')
    await server.inject(head())
    expect(runs).to.equal(2)
  })
})

describe('redirect', () => {
  const create = useServers()

  async function redirected(how: (reply: Loose) => unknown) {
    const server = create()
    server.get('/', async (_request, reply) => how(reply))
    const { statusCode, headers } = await server.inject('/')
    return { statusCode, location: headers.location }
  }

  it('is 302 by default', async () => {
    expect(await redirected((reply) => reply.redirect('/home'))).to.deep.equal({ statusCode: 302, location: '/home' })
  })
  it('takes a status', async () => {
    expect(await redirected((reply) => reply.redirect('/home', 303))).to.deep.equal({
      statusCode: 303,
      location: '/home',
    })
  })
  it('keeps a status that was set', async () => {
    expect((await redirected((reply) => reply.code(303).redirect('/home'))).statusCode).to.equal(303)
  })
  it('prefers its own status to one that was set', async () => {
    expect((await redirected((reply) => reply.code(303).redirect('/home', 302))).statusCode).to.equal(302)
  })
  it('takes a URL object', async () => {
    const { location } = await redirected((reply) => reply.redirect(new URL('https://shop.example/a')))
    expect(location).to.equal('https://shop.example/a')
  })
  it('does not let a line break into the header', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.redirect('/home\r\nx-evil: 1'))
    const answer = await server.inject('/')
    expect(answer.headers).to.not.have.property('x-evil')
    expect(answer.statusCode).to.be.oneOf([302, 500])
  })
})
