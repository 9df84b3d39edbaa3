import { Readable } from 'node:stream'
import { expect } from 'chai'
import { exchange, listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

describe('headers of a reply', () => {
  const create = useServers()

  async function headersAfter(how: (reply: Loose) => unknown): Promise<Record<string, unknown>> {
    const server = create()
    server.get('/', async (_request, reply) => {
      how(reply)
      return reply.send('sent')
    })
    return (await server.inject('/')).headers
  }

  async function seenBy(look: (reply: Loose) => unknown): Promise<unknown> {
    const server = create()
    server.get('/', async (_request, reply) => ({ seen: look(reply) }))
    return (await server.inject('/')).json().seen
  }

  it('are set one by one or together', async () => {
    const headers = await headersAfter((reply) => reply.header('x-a', 'a').headers({ 'x-b': 'b', 'x-c': 3 }))
    expect(headers).to.include({ 'x-a': 'a', 'x-b': 'b', 'x-c': '3' })
  })

  it('are empty text for undefined', async () => {
    expect(await headersAfter((reply) => reply.header('x-a', undefined))).to.include({ 'x-a': '' })
  })

  it('get another content type if theirs has no subtype', async () => {
    const server = create()
    server.get('/object', async (_request, reply) => reply.type('json').send({ a: 1 }))
    server.get('/text', async (_request, reply) => reply.type('text').send('a'))
    server.get('/bytes', async (_request, reply) => reply.type('png').send(Buffer.from('a')))
    server.get('/unknown', (_request, reply) => void reply.type('json').callNotFound())
    const types = []
    for (const url of ['/object', '/text', '/bytes', '/unknown'])
      types.push((await server.inject(url)).headers['content-type'])
    const json = 'application/json; charset=utf-8'
    expect(types).to.deep.equal([json, 'text/plain; charset=utf-8', 'application/octet-stream', json])
  })

  it('have names without case', async () => {
    expect(
      await seenBy((reply) => {
        reply.header('X-Own', 'own')
        return [
          reply.getHeader('x-own'),
          reply.getHeader('X-OWN'),
          reply.hasHeader('x-Own'),
          reply.hasHeader('x-other'),
        ]
      }),
    ).to.deep.equal(['own', 'own', true, false])
  })

  it('are replaced by setting them again', async () => {
    expect(await headersAfter((reply) => reply.header('x-a', '1').header('X-A', '2'))).to.include({ 'x-a': '2' })
  })

  it('are removed', async () => {
    const headers = await headersAfter((reply) => reply.header('x-a', '1').removeHeader('X-A'))
    expect(headers).to.not.have.property('x-a')
  })

  it('are listed in a copy', async () => {
    expect(
      await seenBy((reply) => {
        reply.header('x-a', '1')
        reply.getHeaders()['x-b'] = '2'
        return reply.getHeaders()
      }),
    ).to.deep.equal({ 'x-a': '1' })
  })

  it('include those of reply.raw, which yield to those of the reply', async () => {
    expect(
      await seenBy((reply) => {
        reply.header('x-a', 'reply')
        reply.raw.setHeader('x-a', 'raw')
        reply.raw.setHeader('x-b', 'raw')
        return [reply.getHeaders(), reply.getHeader('x-b'), reply.hasHeader('x-b')]
      }),
    ).to.deep.equal([{ 'x-a': 'reply', 'x-b': 'raw' }, 'raw', true])
  })

  it('collect cookies instead of replacing them', async () => {
    const headers = await headersAfter((reply) =>
      reply.header('set-cookie', 'a=1').header('Set-Cookie', ['b=2', 'c=3']),
    )
    expect(headers['set-cookie']).to.deep.equal(['a=1', 'b=2', 'c=3'])
  })

  it('forget cookies that were removed', async () => {
    const headers = await headersAfter((reply) =>
      reply.header('set-cookie', 'a=1').removeHeader('set-cookie').header('set-cookie', 'b=2'),
    )
    expect([headers['set-cookie']].flat()).to.deep.equal(['b=2'])
  })

  it('may be lists', async () => {
    expect(await headersAfter((reply) => reply.header('x-list', ['a', 'b']))).to.have.property('x-list')
  })

  it('with a line break answer 500 and never reach the wire', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.header('x-a', 'a\r\nx-evil: 1').send('sent'))
    const answer = await exchange(
      await listen(server),
      'GET / HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      '',
      '',
    )
    expect(answer).to.match(/^HTTP\/1\.1 500 /)
    expect(answer).to.not.match(/^x-evil/m)
  })

  it('set after the reply are ignored or refused, without a crash', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.send('sent')
      setImmediate(() => {
        try {
          reply.header('x-late', 'yes')
        } catch {}
      })
      return reply
    })
    expect((await server.inject('/')).headers).to.not.have.property('x-late')
  })

  it('of one reply do not show in the next', async () => {
    const server = create()
    server.get('/', async (request, reply) => {
      if (request.query.first) reply.header('x-a', 'a')
      return 'sent'
    })
    await server.inject('/?first=1')
    expect((await server.inject('/')).headers).to.not.have.property('x-a')
  })

  it('type sets the content type, with a charset for JSON', async () => {
    expect(await headersAfter((reply) => reply.type('text/html'))).to.include({ 'content-type': 'text/html' })
    expect((await headersAfter((reply) => reply.type('application/json')))['content-type']).to.match(
      /^application\/json; charset=utf-8$/,
    )
    expect((await headersAfter((reply) => reply.type('application/json; charset=latin1')))['content-type']).to.contain(
      'latin1',
    )
  })

  it('an own content length that is right is kept', async () => {
    expect(await headersAfter((reply) => reply.header('content-length', 4))).to.include({ 'content-length': '4' })
  })

  it('a wrong own content length of a string is corrected', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.header('content-length', 99).send('sent'))
    const answer = await exchange(
      await listen(server),
      'GET / HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      '',
      '',
    )
    expect(answer).to.match(/^content-length: 4\r$/im)
  })

  it('have a length of 0 for an empty stream, from a handler and from an error handler', async () => {
    const server = create()
    server.setErrorHandler((_error, _request, reply) => reply.send(Readable.from([])))
    server.get('/', async () => Readable.from([]))
    server.get('/error', async () => Promise.reject(new Error('planned')))
    const address = `http://localhost:${await listen(server)}`
    for (const path of ['/', '/error'])
      expect((await fetch(address + path)).headers.get('content-length'), path).to.equal('0')
  })
})

describe('trailers', () => {
  const create = useServers()

  async function answerOf(how: (reply: Loose) => unknown): Promise<string> {
    const server = create()
    server.get('/', async (_request, reply) => {
      how(reply)
      return reply.send('body')
    })
    return exchange(await listen(server), 'GET / HTTP/1.1', 'Host: localhost', 'Connection: close', '', '')
  }

  for (const [form, trailer] of Object.entries({
    'an async function': async (_reply: Loose, payload: string) => `after ${payload}`,
    'a callback': (_reply: Loose, payload: string, done: Loose): void => done(null, `after ${payload}`),
  })) {
    it(`of ${form} follow the body`, async () => {
      const answer = await answerOf((reply) => reply.trailer('x-after', trailer))
      expect(answer).to.match(/^transfer-encoding: chunked/im)
      expect(answer).to.match(/^trailer: x-after/im)
      expect(answer).to.match(/body\r\n0\r\nx-after: after body\r\n\r\n$/)
    })
  }

  for (const [what, payload, given] of [
    ['undefined for a reply without a body', undefined, undefined],
    ['null for a stream', Readable.from(['text']), null],
  ] as const) {
    it(`receive ${what}`, async () => {
      const server = create()
      let received: unknown = 'nothing'
      const trailer = async (_reply: Loose, value: unknown) => {
        received = value
        return 'x'
      }
      server.get('/', (_request, reply) => reply.trailer('x-after', trailer).send(payload))
      expect((await server.inject('/')).trailers).to.deep.equal({ 'x-after': 'x' })
      expect(received).to.equal(given)
    })
  }

  it('of several names all follow', async () => {
    const answer = await answerOf((reply) => reply.trailer('x-a', async () => 'a').trailer('x-b', async () => 'b'))
    expect(answer)
      .to.match(/\r\nx-a: a\r\n/)
      .and.match(/\r\nx-b: b\r\n/)
  })

  it('are known and can be removed', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.trailer('x-after', async () => 'after')
      const before = reply.hasTrailer('x-after')
      reply.removeTrailer('x-after')
      return [before, reply.hasTrailer('x-after')]
    })
    const answer = await server.inject('/')
    expect(answer.json()).to.deep.equal([true, false])
    expect(answer.headers).to.not.have.property('trailer')
  })

  it('that fail do not spoil the body', async () => {
    const answer = await answerOf((reply) => reply.trailer('x-after', async () => Promise.reject(new Error('planned'))))
    expect(answer)
      .to.match(/^HTTP\/1\.1 200 /)
      .and.contain('body')
  })

  for (const name of [
    'transfer-encoding',
    'content-length',
    'host',
    'set-cookie',
    'authorization',
    'trailer',
    'content-type',
  ]) {
    it(`named ${name} are refused`, async () => {
      const server = create()
      server.get('/', async (_request, reply) => reply.trailer(name, async () => 'x').send('never'))
      expect((await server.inject('/')).json().code).to.equal('FST_ERR_BAD_TRAILER_NAME')
    })
  }

  it('that are not functions are refused', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.trailer('x-after', 'text').send('never'))
    expect((await server.inject('/')).json().code).to.equal('FST_ERR_BAD_TRAILER_VALUE')
  })
})
