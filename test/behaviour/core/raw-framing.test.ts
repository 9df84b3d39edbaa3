import { Readable } from 'node:stream'
import { expect } from 'chai'
import { pipelinedTo } from './pipelined.js'
import { exchange, listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

const body = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

describe('where an answer ends that is written past the reply', () => {
  const createServer = useServers()
  const pipelined = pipelinedTo(createServer)

  const pastReply: Record<string, (raw: Loose) => void> = {
    'in the end, beyond the length': (raw) => raw.writeHead(200, { 'content-length': 3 }).end('12345'),
    'in the end, beyond a header that was set': (raw) => raw.setHeader('Content-Length', 3).end('12345'),
    'in pieces, beyond the length': (raw) => {
      raw.writeHead(200, { 'content-length': 3 })
      raw.write('123')
      raw.end(Buffer.from('45'))
    },
    'by a stream, beyond the length': (raw) => body('123', '45').pipe(raw.setHeader('content-length', 3)),
    'in the end, less than the length': (raw) => raw.writeHead(200, { 'content-length': 9 }).end('12345'),
    'nothing, less than the length': (raw) => raw.writeHead(200, { 'content-length': 9 }).end(),
    'by a stream, less than the length': (raw) => body('123', '45').pipe(raw.setHeader('content-length', 9)),
    'with two lengths': (raw) => raw.setHeader('content-length', ['5', '6']).end('12345'),
  }
  for (const [what, write] of Object.entries(pastReply))
    it(`cuts the connection for what is written past a hijacked reply: ${what}`, async () => {
      const { text, codes } = await pipelined((_request, reply) => write(reply.hijack().raw))
      expect(text).not.to.contain('the next answer')
      expect(codes).to.deep.equal(['ALC_ERR_REPLY_LENGTH'])
    })

  it('cuts the connection for what is written to reply.raw beyond the length without hijack', async () => {
    const { text, codes } = await pipelined((_request, reply) => {
      reply.raw.writeHead(200, { 'content-length': 3 }).end('12345')
      return reply
    })
    expect(text).not.to.contain('the next answer')
    expect(codes).to.include('ALC_ERR_REPLY_LENGTH')
  })

  const codings: readonly Loose[] = [
    { 'content-length': 5, 'transfer-encoding': 'chunked' },
    { 'transfer-encoding': 'gzip' },
    { 'transfer-encoding': 'chunked, gzip' },
    { 'transfer-encoding': 'chunked, chunked' },
    { 'transfer-encoding': ['chunked', 'chunked'] },
    { 'transfer-encoding': 'chunked;a=b' },
    { 'transfer-encoding': '"chunked"' },
  ]
  for (const headers of codings)
    it(`cuts the connection for the headers ${JSON.stringify(headers)} past a hijacked reply`, async () => {
      const { text, codes } = await pipelined((_request, reply) => {
        reply.hijack().raw.writeHead(200, headers).end('12345')
      })
      expect(text).not.to.contain('the next answer')
      expect(codes).to.deep.equal(['ALC_ERR_REPLY_FRAMING'])
    })

  const sent: Record<string, (reply: Loose) => unknown> = {
    'an object is returned': () => ({ sent: true }),
    'a text is returned': () => 'sent',
    'bytes are returned': () => Buffer.from('sent'),
    'reply.send is called with an object': (reply) => void reply.send({ sent: true }),
    'reply.send is called without a payload': (reply) => void reply.send(),
  }
  for (const [what, send] of Object.entries(sent))
    it(`cuts the connection, and logs why, if ${what} after reply.raw has begun the answer`, async () => {
      const { text, codes } = await pipelined((_request, reply) => {
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
        reply.raw.write('data: 1\n\n')
        return send(reply)
      })
      expect(text).not.to.contain('sent').and.not.contain('the next answer')
      expect(codes).to.deep.equal(['ALC_ERR_SEND_AFTER_RAW'])
    })

  const refused: Record<string, (reply: Loose) => unknown> = {
    'reply.raw.writeHead': ({ raw }) => raw.writeHead(200, { 'transfer-encoding': 'chunked', 'x-a': 'b\nc' }),
    'reply.header': (reply) => reply.header('transfer-encoding', 'chunked').header('x-a', 'b\nc').send('12345'),
    'reply.trailer': (reply) => reply.trailer('x-a\r\nb', async () => '1').send('12345'),
  }
  for (const [what, write] of Object.entries(refused))
    it(`is the length of the error, where node refuses a head with chunks from ${what}`, async () => {
      const { text } = await pipelined((_request, reply) => write(reply))
      const [head = '', rest = ''] = text.split(/\r\n\r\n(.*)/s)
      expect(head).to.match(/^HTTP\/1\.1 500/)
      expect(rest.slice(Number(/content-length: (\d+)/.exec(head)?.[1]))).to.match(
        /^HTTP\/1\.1 200[\s\S]*the next answer$/,
      )
    })

  for (const status of [100, 101, 103])
    it(`cuts the connection for the final status ${status} past a hijacked reply`, async () => {
      const { text, codes } = await pipelined((_request, reply) => reply.hijack().raw.writeHead(status).end('12345'))
      expect(text).not.to.contain('the next answer')
      expect(codes).to.deep.equal(['ALC_ERR_REPLY_INTERIM'])
    })

  it('cuts the connection for a status below 200 that is set while a stream begins', async () => {
    const { text, codes } = await pipelined((_request, reply) => {
      reply.send(body('123'))
      reply.raw.statusCode = 103
    })
    expect(text).not.to.contain('the next answer')
    expect(codes).to.include('ALC_ERR_REPLY_INTERIM')
  })

  const twoLengths: Record<string, object> = {
    ALC_ERR_REPLY_FRAMING: { 'transfer-encoding': 'chunked', 'content-length': 5 },
    ALC_ERR_REPLY_LENGTH: { 'content-length': ['5', '6'] },
  }
  for (const [code, headers] of Object.entries(twoLengths))
    it(`cuts the connection for a HEAD with ${JSON.stringify(headers)} past a hijacked reply`, async () => {
      const head = (_request: Loose, reply: Loose) => void reply.hijack().raw.writeHead(200, headers).end()
      const { text, codes } = await pipelined(head, '1.1', 'HEAD')
      expect(text).not.to.contain('the next answer')
      expect(codes).to.deep.equal([code])
    })

  it('is the end of the connection before HTTP/1.1, without chunks', async () => {
    const server = createServer()
    server.get('/', (_request, reply) => {
      const { raw } = reply.hijack()
      raw.writeHead(200, { 'transfer-encoding': 'chunked' })
      raw.write('123')
      raw.end('45')
    })
    const text = await exchange(await listen(server), 'GET / HTTP/1.0', 'Connection: keep-alive', '', '')
    expect(text)
      .to.match(/\r\nconnection: close\r\n\r\n12345$/i)
      .and.not.match(/transfer-encoding/i)
  })

  it('has no interim answer and no trailers before HTTP/1.1, and calls back', async () => {
    const { text, codes } = await pipelined(async (_request, reply) => {
      await new Promise<void>((resolve) => reply.writeEarlyHints({ link: '</a>; rel=preload' }, resolve))
      await new Promise<void>((resolve) => reply.raw.writeProcessing(resolve))
      return reply.trailer('x-sum', async () => '7').send(body('123', '45'))
    }, '1.0')
    expect(text)
      .to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n12345$/)
      .and.not.to.match(/chunked|x-sum/)
    expect(codes).to.deep.equal([])
  })

  it('is the same for early hints that would inject a header, also past the reply', async () => {
    const hints = { link: '</a>; rel=preload', 'x-a': ['b\r\nset-cookie: a=b'] }
    for (const of of [(reply: Loose) => reply, (reply: Loose) => reply.raw]) {
      const { text, codes } = await pipelined(async (_request, reply) => of(reply).writeEarlyHints(hints))
      expect(text)
        .to.match(/^HTTP\/1\.1 500/)
        .and.not.to.contain('set-cookie')
      expect(codes).to.deep.equal(['ERR_INVALID_CHAR'])
    }
  })

  it('has no interim answer behind its head', async () => {
    const { text } = await pipelined((_request, reply) => {
      const { raw } = reply.hijack()
      raw.writeEarlyHints({ link: '</a>; rel=preload' })
      raw.writeHead(200, { 'content-length': 5 }).write('123')
      raw.writeContinue()
      raw.writeProcessing()
      raw.writeEarlyHints({ link: '</b>; rel=preload' })
      raw.end('45')
    })
    expect(text).to.match(/^HTTP\/1\.1 103 [\s\S]*<\/a>[\s\S]*\r\n\r\n12345HTTP\/1\.1 200 [\s\S]*the next answer$/)
  })

  it('may be 101 for a request that asks for an upgrade', async () => {
    const server = createServer({ forceCloseConnections: true })
    server.get('/', (_request: Loose, reply: Loose) => reply.hijack().raw.writeHead(101, { upgrade: 'own' }).end())
    const text = await exchange(
      await listen(server),
      'GET / HTTP/1.1',
      'Host: x',
      'Connection: Upgrade, close',
      'Upgrade: own',
      '',
      '',
    )
    expect(text).to.match(/^HTTP\/1\.1 101 /)
  })

  const whole: Record<string, (raw: Loose) => void> = {
    'with its length': (raw) => raw.writeHead(200, { 'content-length': 5 }).end('12345'),
    'with its length, in pieces': (raw) => {
      raw.setHeader('content-length', '5').write('123')
      raw.end('45')
    },
    'without a length': (raw) => raw.end('12345'),
    'in chunks': (raw) => body('123', '45').pipe(raw.setHeader('transfer-encoding', 'chunked')),
    'in letters of two bytes': (raw) => raw.writeHead(200, { 'content-length': 4 }).end('\u00e9\u00e9'),
    'in hexadecimal': (raw) => raw.writeHead(200, { 'content-length': 2 }).end('6162', 'hex'),
    'with status 304 and a length': (raw) => raw.writeHead(304, { 'content-length': 5 }).end(),
  }
  for (const [what, write] of Object.entries(whole))
    it(`leaves alone what is written past a hijacked reply ${what}`, async () => {
      const { text, codes } = await pipelined((_request, reply) => write(reply.hijack().raw))
      expect(text).to.match(/HTTP\/1\.1 (?:200 OK|304 Not Modified)\r\n[\s\S]*the next answer$/)
      expect(codes).to.deep.equal([])
    })

  it('leaves a HEAD alone that is answered past a hijacked reply', async () => {
    const { text } = await pipelined(
      (_request, reply) => void reply.hijack().raw.writeHead(200, { 'content-length': 5 }).end(),
      '1.1',
      'HEAD',
    )
    expect(text).to.contain('the next answer')
  })
})
