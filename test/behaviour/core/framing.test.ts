import { once } from 'node:events'
import { Readable } from 'node:stream'
import { connect } from 'node:tls'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { pipelinedTo } from './pipelined.js'
import { exchange, listen, open, openApart, readAll, statusOf } from './socket.js'
import { type Loose, useServers } from './subject.js'

const wait = (value: string) => new Promise<string>((resolve) => setTimeout(resolve, 120, value))

async function* pieces(last: () => Promise<string>) {
  yield 'aaa'
  yield await last()
}
/** A part, and then nothing more. */
async function* begun() {
  yield 'aaa'
  await new Promise(() => {})
}
const slowly = (last = () => wait('bbb')) => Readable.from(pieces(last))

describe('where an answer ends', () => {
  const create = useServers()

  const pipelined = pipelinedTo(create)

  const body = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))
  const sources: Record<string, (...pieces: string[]) => unknown> = {
    'a stream': body,
    'a stream of texts': (...pieces) => Readable.from(pieces),
    'a web stream': (...pieces) => Readable.toWeb(body(...pieces)),
  }

  for (const [name, of] of Object.entries(sources)) {
    it(`is a 500 for ${name} that gives more than its length at once`, async () => {
      const { text, codes } = await pipelined((_request, reply) => reply.header('content-length', 3).send(of('12345')))
      expect([statusOf(text), codes]).to.deep.equal([500, ['ALC_ERR_REPLY_LENGTH']])
      expect(text).to.contain('the next answer')
    })

    it(`is an error handler's for ${name} that gives more than its length while the handler waits`, async () => {
      const server = create()
      const page = 'x'.repeat(1_000_000)
      server.setErrorHandler(async ({ code }, _request, reply) => {
        await wait('asked')
        return reply.code(500).send(Readable.from([code, page, page, page, page]))
      })
      server.get('/', (_request, reply) => reply.header('content-length', 3).send(of('12345', '678', '90')))
      const response = await fetch(`http://localhost:${await listen(server)}`)
      expect([response.status, await response.text()]).to.deep.equal([500, `ALC_ERR_REPLY_LENGTH${page.repeat(4)}`])
    })

    it(`cuts the connection for ${name} that goes on beyond its length`, async () => {
      const { text, codes } = await pipelined((_request, reply) =>
        reply.header('content-length', 6).send(of('123', '456', 'HTTP/1.1 200 OK\r\n\r\n')),
      )
      expect(text).not.to.contain('HTTP/1.1 200 OK\r\n\r\n').and.not.to.contain('the next answer')
      expect(codes).to.deep.equal(['ALC_ERR_REPLY_LENGTH'])
    })

    it(`cuts the connection for ${name} that gives less than its length`, async () => {
      const { text, codes } = await pipelined((_request, reply) =>
        reply.header('content-length', 9).send(of('123', '45')),
      )
      expect(text).to.match(/12345$/)
      expect(codes).to.deep.equal(['ALC_ERR_REPLY_LENGTH'])
    })

    it(`is kept for ${name} of the length that it declares`, async () => {
      const { text, codes } = await pipelined((_request, reply) =>
        reply.header('content-length', '5').send(of('123', '45')),
      )
      expect(text)
        .to.match(/content-length: 5\r\n[\s\S]*\r\n\r\n12345HTTP\/1\.1 200/i)
        .and.to.contain('the next answer')
      expect(codes).to.deep.equal([])
    })
  }

  for (const [name, of] of Object.entries(sources)) {
    it(`cuts the connection for ${name} that goes beyond the length of a head that the application wrote`, async () => {
      const { text, codes } = await pipelined((_request, reply) => {
        reply.raw.writeHead(200, { 'Content-Length': 6 })
        return reply.send(of('123', '456', 'HTTP/1.1 200 OK\r\n\r\n'))
      })
      expect(text).not.to.contain('HTTP/1.1 200 OK\r\n\r\n').and.not.to.contain('the next answer')
      expect(codes.filter((code) => code !== undefined)).to.deep.equal(['ALC_ERR_REPLY_LENGTH'])
    })
  }

  it('is a 500 for a stream without a byte that declares some', async () => {
    const { text, codes } = await pipelined((_request, reply) => reply.header('content-length', 3).send(body()))
    expect([statusOf(text), codes]).to.deep.equal([500, ['ALC_ERR_REPLY_LENGTH']])
  })

  const failing: Record<string, () => unknown> = {
    'a stream that was destroyed before': () => body('123').destroy(),
    'a frozen stream': () => Object.freeze(body('123')),
    'a stream that fails before its first byte': () =>
      new Readable({ read: () => {}, construct: (done) => setImmediate(done, new Error('no file')) }),
    'a web stream that fails before its first byte': () =>
      new ReadableStream({ pull: (controller) => controller.error(new Error('no file')) }),
  }
  for (const [what, source] of Object.entries(failing))
    it(`is the whole 500 for ${what} and declares a length`, async () => {
      const { text } = await pipelined((_request, reply) => reply.header('content-length', 3).send(source()))
      expect(text).to.match(/^HTTP\/1\.1 500 [\s\S]*"statusCode":500[^{]*\}HTTP\/1\.1 200 [\s\S]*the next answer$/)
    })

  it('is empty for a stream that has been read to its end before', async () => {
    const { text } = await pipelined(async (_request, reply) => {
      const source = body('123').resume()
      await once(source, 'close')
      return reply.send(source)
    })
    expect(text).to.match(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n(?:0\r\n\r\n)?HTTP\/1\.1 200 [\s\S]*the next answer$/)
  })

  for (const length of ['3, 3', '+3', '0x3', '-1', 'three', '', ['3', '4'], 1.5]) {
    it(`is a 500 for a stream that declares the length ${JSON.stringify(length)}`, async () => {
      const { text, codes } = await pipelined((_request, reply) =>
        reply.header('content-length', length).send(body('123')),
      )
      expect([statusOf(text), codes]).to.deep.equal([500, ['ALC_ERR_REPLY_LENGTH']])
      expect(text).to.contain('the next answer')
    })

    it(`is a 500 for a HEAD that declares the length ${JSON.stringify(length)}`, async () => {
      const { text } = await pipelined(
        (_request, reply) => reply.header('content-length', length).send('x'),
        '1.1',
        'HEAD',
      )
      expect(statusOf(text)).to.equal(500)
    })
  }

  for (const [what, payload] of [
    ['a text', () => '12345'],
    ['bytes', () => Buffer.from('12345')],
    ['a stream', () => body('12345')],
    ['nothing', () => undefined],
  ] as const) {
    it(`is a 500 for ${what} with a transfer-encoding beside a length`, async () => {
      const { text, codes } = await pipelined((_request, reply) =>
        reply.headers({ 'transfer-encoding': 'chunked', 'content-length': 5 }).send(payload()),
      )
      expect([statusOf(text), codes]).to.deep.equal([500, ['ALC_ERR_REPLY_FRAMING']])
      expect(text).not.to.match(/^transfer-encoding:/im)
    })

    it(`is chunked for ${what} with the transfer-encoding "chunked" alone, as proxies copy it`, async () => {
      const { text, codes } = await pipelined((_request, reply) =>
        reply.header('transfer-encoding', 'chunked').send(payload()),
      )
      expect(text.match(/^(?:transfer-encoding|content-length): .*/gim)?.[0]?.toLowerCase()).to.equal(
        'transfer-encoding: chunked',
      )
      expect(text)
        .to.match(/0\r\n\r\nHTTP\/1\.1 200/)
        .and.to.contain('the next answer')
      expect(codes).to.deep.equal([])
    })

    it(`is the end of the connection for ${what} with that header to a client of HTTP/1.0`, async () => {
      const server = create()
      server.get('/', (_request, reply) => reply.header('transfer-encoding', 'chunked').send(payload()))
      const text = await exchange(await listen(server), 'GET / HTTP/1.0', '', '')
      expect(text).not.to.match(/^transfer-encoding:/im)
      expect(text.split('\r\n\r\n')[1]).to.equal(what === 'nothing' ? '' : '12345')
    })
  }

  for (const coding of ['gzip', 'identity', 'gzip, chunked', 'xchunked', ['chunked', 'chunked']]) {
    it(`is a 500 for the transfer-encoding ${JSON.stringify(coding)}`, async () => {
      const { text, codes } = await pipelined((_request, reply) => reply.header('transfer-encoding', coding).send('x'))
      expect([statusOf(text), codes]).to.deep.equal([500, ['ALC_ERR_REPLY_FRAMING']])
    })
  }

  for (const status of [100, 101, 102, 103, 199]) {
    it(`is never a status below 200: ${status} is a 500`, async () => {
      for (const payload of ['x', undefined, { a: 1 }]) {
        const { text, codes } = await pipelined((_request, reply) => reply.code(status).send(payload))
        expect([statusOf(text), codes]).to.deep.equal([500, ['ALC_ERR_REPLY_INTERIM']])
        expect(text).to.contain('the next answer')
      }
    })
  }

  it('has no length but 0 with status 204, even if a handler or a hook set one', async () => {
    for (const set of [
      (reply: Loose) => reply.header('content-length', 4),
      (reply: Loose) => reply.raw.setHeader('Content-Length', 4),
    ]) {
      const { text } = await pipelined((_request, reply) => {
        set(reply)
        return reply.code(204).send()
      })
      expect(text.split('\r\n\r\n')[0])
        .to.match(/^HTTP\/1\.1 204/)
        .and.not.to.match(/content-length/i)
      expect(text).to.contain('the next answer')
    }
  })

  const behind = 'no HTTP\r\n\r\n'
  type Last = () => Promise<string>
  for (const [what, handler, whole] of [
    ['a handler that has not answered', (_reply: Loose, last: Last) => last(), 'bbb'],
    ['half a stream', (reply: Loose, last: Last) => reply.send(slowly(last)), '3\r\naaa\r\n3\r\nbbb\r\n0\r\n\r\n'],
    [
      'half a stream with a length',
      (reply: Loose, last: Last) => reply.header('content-length', 6).send(slowly(last)),
      'aaabbb',
    ],
  ] as const) {
    it(`is whole for ${what} when something unreadable comes behind the request, and the connection ends with it`, async () => {
      for (const pause of [0, 50]) {
        const server = create()
        const refused = new Promise((resolve) => server.server.once('clientError', resolve))
        const last = () => refused.then(() => wait('bbb'))
        server.get('/', (_request, reply) => handler(reply, last))
        const socket = await open(await listen(server))
        const answer = readAll(socket)
        const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
        if (pause === 0) socket.write(request + behind)
        else {
          socket.write(request)
          await new Promise((resolve) => setTimeout(resolve, pause))
          socket.write(behind)
        }
        const text = await answer
        expect(text.slice(text.indexOf('\r\n\r\n') + 4)).to.equal(whole)
        expect(text).to.match(/^HTTP\/1\.1 200/)
      }
    })
  }

  it('is the answer to all requests that came before something unreadable', async () => {
    const server = create()
    server.get('/:name', async ({ params }) => wait(`<${params.name}>`))
    const socket = await open(await listen(server))
    const answer = readAll(socket)
    socket.write(['a', 'b', 'c'].map((name) => `GET /${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('') + behind)
    expect((await answer).match(/<.>/g)).to.deep.equal(['<a>', '<b>', '<c>'])
  })

  it('is followed by a 400 for something unreadable, where all of it has been given to the socket', async () => {
    const server = create()
    server.get('/', (_request, reply) => reply.send('whole'))
    const port = await listen(server)
    const text = await exchange(port, 'GET / HTTP/1.1', 'Host: localhost', '', behind)
    expect(text).to.match(/^HTTP\/1\.1 200.*\r\n\r\nwholeHTTP\/1\.1 400.*"statusCode":400/s)
  })

  it('is not followed by a 400 if it ends the connection, over TLS too', async () => {
    const server = create({ https: certificate, bodyLimit: 10 })
    server.post('/', async () => 'never')
    const socket = connect({ port: await listen(server), host: '127.0.0.1', ca: certificate.cert })
    const answer = readAll(socket)
    const head = ['Host: localhost', 'Content-Type: text/plain', 'Transfer-Encoding: chunked', '']
    socket.write(['POST / HTTP/1.1', ...head, '14', 'b'.repeat(20), 'zz', ''].join('\r\n'))
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 413'])
  })

  it('is a 400 for an unreadable body before an answer has begun, and a cut after it', async () => {
    const server = create()
    server.post('/', async () => 'never')
    server.get('/', (_request, reply) => reply.send(Readable.from(begun())))
    const port = await listen(server)
    const head = ['Host: localhost', 'Content-Type: text/plain', 'Transfer-Encoding: chunked', '']
    expect(statusOf(await exchange(port, 'POST / HTTP/1.1', ...head, 'zz', ''))).to.equal(400)
    const { socket, send } = await openApart(server)
    const answer = readAll(socket)
    const firstBytes = once(socket, 'data')
    await send(['GET / HTTP/1.1', ...head, ''].join('\r\n'))
    await firstBytes
    socket.write('zz\r\n')
    expect(await answer).to.match(/aaa\r\n$/)
  })

  for (const length of ['+5', '0x5', '5.0', ' 5'])
    it(`is written as the number of bytes, where the application writes it as "${length}"`, async () => {
      const { text } = await pipelined((_request, reply) => reply.header('content-length', length).send('12345'))
      expect(text).to.match(/\r\ncontent-length: 5\r\n/)
      expect(text).to.contain('the next answer')
    })

  it('has no transfer-encoding with a status without a body', async () => {
    const { text } = await pipelined((_request, reply) => reply.code(204).header('transfer-encoding', 'chunked').send())
    expect(text.split('\r\n\r\n')[0])
      .to.match(/^HTTP\/1\.1 204/)
      .and.not.to.match(/transfer-encoding/i)
    expect(text).to.contain('the next answer')
  })
})
