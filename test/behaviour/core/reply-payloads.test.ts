import { createReadStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { exchange, listen, open, readAll } from './socket.js'
import { type Handler, type Loose, useServers } from './subject.js'

const file = fileURLToPath(import.meta.url)

/** Payloads with what is sent of them: text, content type and whether the length is known. */
const payloads: Record<string, { make: () => unknown; body: string; type?: string; length?: boolean }> = {
  'a string': { make: () => 'héllo', body: 'héllo', type: 'text/plain; charset=utf-8', length: true },
  'an empty string': { make: () => '', body: '', type: 'text/plain; charset=utf-8', length: true },
  'an object': { make: () => ({ a: 1 }), body: '{"a":1}', type: 'application/json; charset=utf-8', length: true },
  'an array': { make: () => [1, 'é'], body: '[1,"é"]', type: 'application/json; charset=utf-8', length: true },
  'a number': { make: () => 7, body: '7', type: 'application/json; charset=utf-8', length: true },
  'a boolean': { make: () => false, body: 'false', type: 'application/json; charset=utf-8', length: true },
  'a Buffer': { make: () => Buffer.from('bytes'), body: 'bytes', type: 'application/octet-stream', length: true },
  'a typed array': {
    make: () => new Uint16Array([0x6261, 0x6463]),
    body: 'abcd',
    type: 'application/octet-stream',
    length: true,
  },
  'a part of a typed array': {
    make: () => new Uint8Array(Buffer.from('xabcdx').buffer, Buffer.from('xabcdx').byteOffset, 0),
    body: '',
    type: 'application/octet-stream',
    length: true,
  },
  'a stream': { make: () => Readable.from(['str', 'eam']), body: 'stream' },
  'a web stream': { make: () => new Blob(['web', 'stream']).stream(), body: 'webstream' },
  'a Response': { make: () => new Response('response'), body: 'response', type: 'text/plain;charset=UTF-8' },
  null: { make: () => null, body: 'null', type: 'application/json; charset=utf-8', length: true },
}

describe('replies with a payload', () => {
  const create = useServers()

  for (const [kind, { make, body, type, length }] of Object.entries(payloads)) {
    const ways: Record<string, Handler> = {
      sent: (_request: Loose, reply: Loose): void => void reply.send(make()),
      'sent later': (_request: Loose, reply: Loose) => void setImmediate(() => reply.send(make())),
      'returned from an async handler': async () => make(),
      'returned as a promise': () => Promise.resolve(make()),
      'sent and awaited in an async handler': async (_request: Loose, reply: Loose): Promise<void> => {
        setImmediate(() => reply.send(make()))
        await reply
      },
      'sent by an async handler that returns reply': async (_request: Loose, reply: Loose) => {
        setImmediate(() => reply.send(make()))
        return reply
      },
    }
    for (const [way, handler] of Object.entries(ways)) {
      it(`${kind}, ${way}`, async () => {
        const server = create()
        server.get('/', handler)
        const answer = await server.inject('/')
        expect(answer.statusCode).to.equal(200)
        expect(answer.body).to.equal(body)
        if (type !== undefined) expect(answer.headers['content-type']).to.equal(type)
        if (length) expect(answer.headers['content-length']).to.equal(`${Buffer.byteLength(body)}`)
      })
    }
  }

  it('of undefined is empty', async () => {
    const server = create()
    server.get('/sent', (_request, reply) => reply.send())
    server.get('/returned', async () => undefined)
    for (const url of ['/sent', '/returned']) {
      const answer = await server.inject(url)
      expect(answer.statusCode).to.equal(200)
      expect(answer.body).to.equal('')
    }
  })

  it('of a value that a plain handler returns is that value', async () => {
    const server = create()
    server.get('/', () => ({ a: 1 }))
    expect((await server.inject('/')).json()).to.deep.equal({ a: 1 })
  })

  it('of a file', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.type('text/x-self').send(createReadStream(file)))
    const answer = await server.inject('/')
    expect(answer.headers['content-type']).to.equal('text/x-self')
    expect(answer.body).to.contain('createReadStream(file)')
  })

  it('keep the content type that was set', async () => {
    const server = create()
    server.get('/', async (request, reply) => reply.type('image/png').send(payloads[request.query.kind]?.make()))
    for (const kind of ['a string', 'a Buffer', 'a stream', 'a web stream']) {
      const answer = await server.inject({ url: '/', query: { kind } } as Loose)
      expect(answer.headers['content-type'], kind).to.equal('image/png')
    }
  })

  it('of a string typed as JSON are sent as they are', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.type('application/json').send('{"raw":1}'))
    expect((await server.inject('/')).body).to.equal('{"raw":1}')
  })

  it('of an object with another JSON type are serialized', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.type('application/problem+json').send({ a: 1 }))
    const answer = await server.inject('/')
    expect(answer.body).to.equal('{"a":1}')
    expect(answer.headers['content-type']).to.match(/^application\/problem\+json/)
  })

  it('of an object with a type other than JSON answer 500, with the advice in the log only', async () => {
    const log: string[] = []
    const server = create({ logger: { stream: { write: (line: string) => void log.push(line) } } })
    server.get('/', async (_request, reply) => reply.type('text/html').send({ a: 1 }))
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(500)
    const { code, message } = answer.json()
    expect(code).to.equal('FST_ERR_REP_INVALID_PAYLOAD_TYPE')
    expect(message).to.equal("Attempted to send payload of invalid type 'object'. Expected a string or Buffer.")
    expect(log.join('')).to.match(/The payload of GET \/ is an object\. Under .*text\/html.*\(reply\.serializer\)/)
  })

  it('leaves the headers of hooks on the response to the error when a payload cannot be sent', async () => {
    const server = create()
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*')
    })
    server.get('/', (_request, reply) => reply.type('text/plain').send({ no: 'text' } as never))
    const { statusCode, headers } = await server.inject('/')
    expect(statusCode).to.equal(500)
    expect(headers).to.include({
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it('that cannot be serialized answer 500', async () => {
    const server = create()
    const circular: Loose = {}
    circular.self = circular
    server.get('/', async () => circular)
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('honour toJSON', async () => {
    const server = create()
    server.get('/', async () => ({ at: new Date(0), own: { toJSON: () => 'own' } }))
    expect((await server.inject('/')).json()).to.deep.equal({ at: '1970-01-01T00:00:00.000Z', own: 'own' })
  })
})

describe('replies with a Response', () => {
  const create = useServers()

  it('take its status and headers', async () => {
    const server = create()
    server.get(
      '/',
      async () => new Response('made', { status: 201, headers: { 'x-own': 'yes', 'content-type': 'text/own' } }),
    )
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(201)
    expect(answer.headers).to.include({ 'x-own': 'yes', 'content-type': 'text/own' })
    expect(answer.body).to.equal('made')
  })

  it('send each of its cookies', async () => {
    const server = create()
    server.get('/', async () => {
      const headers = new Headers()
      headers.append('set-cookie', 'a=1')
      headers.append('set-cookie', 'b=2')
      return new Response('made', { headers })
    })
    expect((await server.inject('/')).headers['set-cookie']).to.deep.equal(['a=1', 'b=2'])
  })

  it('may have no body', async () => {
    const server = create()
    server.get('/', async () => new Response(null, { status: 204 }))
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(204)
    expect(answer.body).to.equal('')
  })

  it('whose body was read already answer 500', async () => {
    const server = create()
    server.get('/', async () => {
      const response = new Response('made')
      await response.text()
      return response
    })
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(500)
    expect(answer.json().code).to.equal('FST_ERR_REP_RESPONSE_BODY_CONSUMED')
  })

  it('web streams that are locked answer 500', async () => {
    const server = create()
    server.get('/', async () => {
      const stream = new Blob(['x']).stream()
      stream.getReader()
      return stream
    })
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(500)
    expect(answer.json().code).to.equal('FST_ERR_REP_READABLE_STREAM_LOCKED')
  })
})

describe('replies with a stream', () => {
  const create = useServers()

  it('that fails before its first byte answer 500', async () => {
    const server = create()
    server.get('/', (_request, reply) => {
      const stream = new PassThrough()
      reply.send(stream)
      process.nextTick(() => stream.destroy(new Error('planned')))
    })
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(500)
  })

  it('of a file that is not there answer an error', async () => {
    const server = create()
    server.get('/', async () => createReadStream(`${file}.missing`))
    expect((await server.inject('/')).statusCode).to.equal(500)
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('that fails half-way cut the connection, so that no client takes it for whole', async () => {
    const server = create()
    server.get('/', (_request, reply) => {
      const stream = new PassThrough()
      stream.write('half')
      reply.send(stream)
      setImmediate(() => setImmediate(() => stream.destroy(new Error('planned'))))
    })
    server.get('/next', async () => 'next')
    const port = await listen(server)
    const answer = await exchange(port, 'GET / HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
    expect(answer).to.not.match(/\r\n0\r\n\r\n$/)
    expect(await exchange(port, 'GET /next HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')).to.contain(
      'next',
    )
  })

  it('destroy the stream when the client goes away', async () => {
    const server = create()
    const stream = new PassThrough()
    const destroyed = new Promise((resolve) => stream.once('close', resolve))
    server.get('/', (_request, reply) => {
      stream.write('start')
      reply.send(stream)
    })
    const socket = await open(await listen(server))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await destroyed
    expect(stream.destroyed).to.equal(true)
  })

  it('that was destroyed already answer or cut, but do not hang', async () => {
    const server = create()
    server.get('/', (_request, reply) => {
      const stream = new PassThrough()
      stream.on('error', () => undefined)
      stream.destroy()
      reply.send(stream)
    })
    const socket = await open(await listen(server))
    const answer = readAll(socket)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(await answer).to.satisfy((text: string) => text === '' || text.startsWith('HTTP/1.1 '))
  })

  it('send large bodies whole', async () => {
    const server = create()
    const chunk = 'x'.repeat(64 * 1024)
    server.get('/', async () => Readable.from(Array.from({ length: 32 }, () => chunk)))
    expect((await server.inject('/')).body.length).to.equal(32 * chunk.length)
  })
})
