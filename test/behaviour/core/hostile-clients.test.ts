import { expect } from 'chai'
import { bodyOf, exchange, listen, open, post, readAll, statusOf } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

describe('hostile requests of clients', () => {
  const create = useServers()
  const failures: unknown[] = []
  const note = (failure: unknown) => void failures.push(failure)

  beforeEach(() => {
    failures.length = 0
    process.on('unhandledRejection', note)
  })
  afterEach(() => {
    process.off('unhandledRejection', note)
  })

  function subject(): Server {
    const server = create({ bodyLimit: 1000 })
    const body = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
    server.post('/', { schema: { body } }, async (request) => request.body)
    server.post('/free', async (request) => ({ body: request.body ?? null }))
    server.get('/', async () => 'alive')
    server.get('/users/:id', async (request) => request.params)
    return server
  }

  async function expectAlive(port: number): Promise<void> {
    const answer = await exchange(port, 'GET / HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    expect(statusOf(answer)).to.equal(200)
    expect(bodyOf(answer)).to.equal('alive')
    await new Promise((resolve) => setImmediate(resolve))
    expect(failures).to.deep.equal([])
  }

  const closing = 'Connection: close'
  const hostile: Record<string, string[]> = {
    'no HTTP at all': ['\u0000\u0001\u0002 nonsense', '', ''],
    'an unknown method': ['FETCH / HTTP/1.1', 'Host: localhost', closing, '', ''],
    'a method in small letters': ['get / HTTP/1.1', 'Host: localhost', closing, '', ''],
    'no host': ['GET /x HTTP/1.1', closing, '', ''],
    'HTTP/1.0': ['GET /x HTTP/1.0', '', ''],
    'HTTP/9.9': ['GET / HTTP/9.9', 'Host: localhost', closing, '', ''],
    'a header without a colon': ['GET / HTTP/1.1', 'Host: localhost', 'nonsense', closing, '', ''],
    'a header with a space in its name': ['GET / HTTP/1.1', 'Host: localhost', 'a b: c', closing, '', ''],
    'a header with a null byte': ['GET / HTTP/1.1', 'Host: localhost', 'x: a\u0000b', closing, '', ''],
    'headers that are too large': ['GET / HTTP/1.1', 'Host: localhost', `x: ${'a'.repeat(100_000)}`, closing, '', ''],
    'an empty path': ['GET  HTTP/1.1', 'Host: localhost', closing, '', ''],
    'a path of two slashes': ['GET // HTTP/1.1', 'Host: localhost', closing, '', ''],
    'an absolute URL': ['GET http://evil.example/x HTTP/1.1', 'Host: localhost', closing, '', ''],
    'a star': ['OPTIONS * HTTP/1.1', 'Host: localhost', closing, '', ''],
    'a path with a broken escape': ['GET /users/%zz HTTP/1.1', 'Host: localhost', closing, '', ''],
    'a path that climbs': ['GET /users/../../etc/passwd HTTP/1.1', 'Host: localhost', closing, '', ''],
    'a name of a prototype as a path': ['GET /__proto__ HTTP/1.1', 'Host: localhost', closing, '', ''],
    'a broken chunk size': [
      'POST / HTTP/1.1',
      'Host: localhost',
      closing,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      'zz',
      '{}',
      '',
    ],
    'an unknown transfer encoding': [
      'POST / HTTP/1.1',
      'Host: localhost',
      closing,
      'Content-Type: application/json',
      'Transfer-Encoding: rot13',
      '',
      '{}',
    ],
    'an expectation that nobody meets': [
      'POST / HTTP/1.1',
      'Host: localhost',
      closing,
      'Expect: the-unexpected',
      'Content-Length: 2',
      '',
      '{}',
    ],
    'a content type of separators': [
      'POST / HTTP/1.1',
      'Host: localhost',
      closing,
      'Content-Type: ;;;,,,',
      'Content-Length: 2',
      '',
      '{}',
    ],
    'a CONNECT': ['CONNECT localhost:1 HTTP/1.1', 'Host: localhost', closing, '', ''],
    'an upgrade that nobody offers': [
      'GET /x HTTP/1.1',
      'Host: localhost',
      'Connection: upgrade',
      'Upgrade: websocket',
      'Connection: close',
      '',
      '',
    ],
  }

  for (const [what, lines] of Object.entries(hostile)) {
    it(`${what} gets a 4xx or a closed connection, and the server continues`, async () => {
      const port = await listen(subject())
      const answer = await exchange(port, ...lines)
      if (answer !== '') expect(statusOf(answer)).to.be.within(400, 499)
      await expectAlive(port)
    })
  }

  it('a client error is answered as JSON', async () => {
    const port = await listen(subject())
    const answer = await exchange(port, 'nonsense', '', '')
    expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(bodyOf(answer))).to.deep.include({ statusCode: 400, error: 'Bad Request' })
  })

  it('an own clientErrorHandler answers instead', async () => {
    const server = create({
      clientErrorHandler(_error: Error, socket: { end(text: string): void }) {
        socket.end('HTTP/1.1 418 Own\r\nContent-Length: 0\r\n\r\n')
      },
    })
    expect(statusOf(await exchange(await listen(server), 'nonsense', '', ''))).to.equal(418)
  })

  it('pipelined requests are answered each, in order', async () => {
    const port = await listen(subject())
    const socket = await open(port)
    const answer = readAll(socket)
    const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
    socket.write(one('/users/1') + one('/users/2') + one('/nowhere') + one('/users/3', 'Connection: close\r\n'))
    const text = await answer
    const marks = ['{"id":"1"}', '{"id":"2"}', 'Route GET:/nowhere', '{"id":"3"}'].map((mark) => text.indexOf(mark))
    expect(marks).to.deep.equal([...marks].sort((a, b) => a - b))
    expect(marks).to.not.include(-1)
  })

  it('bodies of one connection do not mix', async () => {
    const port = await listen(subject())
    const socket = await open(port)
    const answer = readAll(socket)
    const one = (path: string, body: string, more = '') =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
    const whole = one('/free', '{"n":1}') + one('/', '{"n":2}') + one('/free', '{"n":3}', 'Connection: close\r\n')
    for (const piece of whole.match(/[\s\S]{1,40}/g) ?? []) {
      socket.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const text = await answer
    expect(text.match(/HTTP\/1\.1 (\d+)/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 400', 'HTTP/1.1 200'])
    expect(text).to.contain('{"body":{"n":1}}').and.contain('{"body":{"n":3}}')
  })

  it('an expectation to continue is met', async () => {
    const port = await listen(subject())
    const headers = ['Expect: 100-continue', 'Content-Type: application/json']
    const answer = await post(port, '/free', headers, '{"n":1}')
    expect(answer).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  })

  it('a body that is refused does not become the next request', async () => {
    const port = await listen(subject())
    const smuggled = 'GET /users/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const socket = await open(port)
    const answer = readAll(socket)
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    )
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(await answer).to.not.contain('{"id":"smuggled"}')
    await expectAlive(port)
  })

  for (const [what, path, status] of [
    ['refuses its body', '/short', 413],
    ['ends the connection', '/last', 200],
  ] as const)
    it(`a request does not run if it arrives together with one whose answer ${what}`, async () => {
      const server = subject()
      let ran = 0
      server.post('/short', { bodyLimit: 3 }, async () => 'short')
      server.post('/last', (_request: Loose, reply: Loose) => reply.header('connection', 'close').send('last'))
      server.get('/next', async () => `${++ran}`)
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n`
      const socket = await open(await listen(server))
      const answer = readAll(socket)
      socket.write(`${head}{"a":1}GET /next HTTP/1.1\r\nHost: a\r\n\r\n`)
      expect(statusOf(await answer)).to.equal(status)
      expect(ran).to.equal(0)
    })

  it('a connection that closes in the middle of a body leaves nothing behind', async () => {
    const server = subject()
    let handled = 0
    server.post('/count', async () => `${++handled}`)
    const port = await listen(server)
    for (let time = 0; time < 5; time++) {
      const socket = await open(port)
      socket.write(
        'POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
      )
      socket.destroy()
    }
    await expectAlive(port)
    expect(handled).to.equal(0)
  })

  it('a connection that closes before its answer leaves nothing behind', async () => {
    const server = subject()
    server.get('/slow', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return 'late'
    })
    const port = await listen(server)
    for (let time = 0; time < 5; time++) {
      const socket = await open(port)
      socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
      socket.destroy()
    }
    await expectAlive(port)
  })

  it('values of one refused request do not show in the next', async () => {
    const port = await listen(subject())
    const type = ['Content-Type: application/json']
    expect(statusOf(await post(port, '/', type, '{"a":{"secret":1}}'))).to.equal(400)
    expect(bodyOf(await post(port, '/', type, '{"a":"b"}'))).to.equal('{"a":"b"}')
    expect(bodyOf(await exchange(port, 'POST /free HTTP/1.1', 'Host: localhost', closing, '', ''))).to.equal(
      '{"body":null}',
    )
  })

  it('names of prototype members are ordinary data everywhere', async () => {
    const server = subject()
    server.get('/query', async (request) => Object.keys(request.query))
    expect((await server.inject('/users/__proto__')).json()).to.deep.equal({ id: '__proto__' })
    expect((await server.inject('/users/constructor')).json()).to.deep.equal({ id: 'constructor' })
    expect((await server.inject('/query?hasOwnProperty=1&toString=2')).json()).to.deep.equal([
      'hasOwnProperty',
      'toString',
    ])
  })

  it('a JSON body of thousands of keys ends in an answer', async () => {
    const server = create()
    server.post('/', async (request) => ({ keys: Object.keys(request.body).length }))
    const payload = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1])))
    const headers = { 'content-type': 'application/json' }
    expect((await server.inject({ method: 'POST', url: '/', headers, payload })).json()).to.deep.equal({ keys: 20_000 })
  })
})
