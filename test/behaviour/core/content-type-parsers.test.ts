import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { failureOf, type Loose, logLines, type Server, useServers } from './subject.js'

const send = (server: Server, type: string | undefined, payload: string | Buffer = 'sent', url = '/') =>
  server.inject({ method: 'POST', url, headers: type === undefined ? {} : { 'content-type': type }, payload })

const echo = (server: Server, url = '/') => server.post(url, async (request) => ({ body: request.body }))
const marking = (mark: string) => (_request: Loose, body: Loose, done: Loose) => done(null, `${mark}:${body}`)
const asString = { parseAs: 'string' }

describe('content type parsers', () => {
  const create = useServers()
  const bodyOf = async (server: Server, type: string | undefined, payload: string | Buffer = 'sent') =>
    (await send(server, type, payload)).json().body

  for (const [form, parser] of Object.entries({
    'a callback on the stream': (_request: Loose, payload: Loose, done: Loose): void => {
      text(payload).then((body) => done(null, `got ${body}`), done)
    },
    'an async function on the stream': async (_request: Loose, payload: Loose) => `got ${await text(payload)}`,
  })) {
    it(`may be ${form}`, async () => {
      const server = echo(create())
      server.addContentTypeParser('text/own', parser)
      expect(await bodyOf(server, 'text/own')).to.equal('got sent')
    })
  }

  for (const [form, parser] of Object.entries({
    'a callback': (_request: Loose, body: string, done: Loose): void => done(null, { got: body }),
    'a callback that calls back later': (_request: Loose, body: string, done: Loose) =>
      setImmediate(done, null, { got: body }),
    'an async function': async (_request: Loose, body: string) => ({ got: body }),
  })) {
    it(`may be ${form} on the collected text`, async () => {
      const server = echo(create())
      server.addContentTypeParser('text/own', asString, parser)
      expect(await bodyOf(server, 'text/own', 'héllo')).to.deep.equal({ got: 'héllo' })
    })
  }

  it("parseAs 'buffer' collects bytes", async () => {
    const server = create()
    server.addContentTypeParser('bytes/own', { parseAs: 'buffer' }, async (_request: Loose, body: Buffer) => body)
    server.post('/', async (request) => ({
      isBuffer: Buffer.isBuffer(request.body),
      hex: request.body.toString('hex'),
    }))
    const answer = await send(server, 'bytes/own', Buffer.from([0, 255, 128]))
    expect(answer.json()).to.deep.equal({ isBuffer: true, hex: '00ff80' })
  })

  it('get the request', async () => {
    const server = echo(create())
    server.addContentTypeParser(
      'text/own',
      asString,
      async (request: Loose, body: string) => `${request.headers['x-key']} ${body}`,
    )
    const headers = { 'content-type': 'text/own', 'x-key': 'k' }
    const answer = await server.inject({ method: 'POST', url: '/', headers, payload: 'sent' })
    expect(answer.json().body).to.equal('k sent')
  })

  it('may be given for a list of types', async () => {
    const server = echo(create())
    server.addContentTypeParser(['text/one', 'text/two'], asString, marking('list'))
    expect(await bodyOf(server, 'text/one')).to.equal('list:sent')
    expect(await bodyOf(server, 'text/two')).to.equal('list:sent')
  })

  it('match types in any case and with any parameters', async () => {
    const server = echo(create())
    server.addContentTypeParser('Text/Own', asString, marking('own'))
    expect(await bodyOf(server, 'text/own')).to.equal('own:sent')
    expect(await bodyOf(server, 'TEXT/OWN; charset=utf-8')).to.equal('own:sent')
    expect(await bodyOf(server, 'text/own ;x=y')).to.equal('own:sent')
  })

  it('match nothing but the whole type', async () => {
    const server = echo(create())
    server.addContentTypeParser('text/own', asString, marking('own'))
    expect((await send(server, 'text/owner')).statusCode).to.equal(415)
    expect((await send(server, 'text')).statusCode).to.equal(415)
  })

  it('may be patterns', async () => {
    const server = echo(create())
    server.addContentTypeParser(/^image\/([\w-]+);?/, asString, marking('image'))
    expect(await bodyOf(server, 'image/png')).to.equal('image:sent')
    expect(await bodyOf(server, 'image/svg; x=y')).to.equal('image:sent')
    expect((await send(server, 'x-image/png')).statusCode).to.equal(415)
  })

  it('a global or sticky pattern matches again', async () => {
    const server = echo(create())
    server.addContentTypeParser(/^image\/\w+/g, asString, marking('image'))
    for (let time = 0; time < 3; time++) expect(await bodyOf(server, 'image/png')).to.equal('image:sent')
  })

  it('strings go before patterns, later patterns before earlier ones, and all before the catch-all', async () => {
    const server = echo(create())
    server.addContentTypeParser('*', asString, marking('any'))
    server.addContentTypeParser('text/own', asString, marking('string'))
    server.addContentTypeParser(/^text\//, asString, marking('first pattern'))
    server.addContentTypeParser(/^text\/o/, asString, marking('second pattern'))
    expect(await bodyOf(server, 'text/own')).to.equal('string:sent')
    expect(await bodyOf(server, 'text/other')).to.equal('second pattern:sent')
    expect(await bodyOf(server, 'text/x')).to.equal('first pattern:sent')
    expect(await bodyOf(server, 'else/where')).to.equal('any:sent')
  })

  it('the catch-all takes a body without a type too', async () => {
    const server = echo(create())
    server.addContentTypeParser('*', asString, marking('any'))
    expect(await bodyOf(server, undefined)).to.equal('any:sent')
  })

  it('the catch-all leaves the parsers that exist alone', async () => {
    const server = echo(create())
    server.addContentTypeParser('*', asString, marking('any'))
    expect(await bodyOf(server, 'application/json', '{"a":1}')).to.deep.equal({ a: 1 })
  })

  it('the catch-all may leave the stream to the handler', async () => {
    const server = create()
    server.addContentTypeParser('*', (_request: Loose, _payload: Loose, done: Loose) => done())
    server.post('/', async (request) => ({ read: await text(request.raw) }))
    expect((await send(server, 'else/where')).json()).to.deep.equal({ read: 'sent' })
  })

  it('replace the parser of JSON', async () => {
    const server = echo(create())
    server.removeContentTypeParser('application/json')
    server.addContentTypeParser('application/json', asString, marking('mine'))
    expect(await bodyOf(server, 'application/json')).to.equal('mine:sent')
  })

  for (const [way, parser] of Object.entries({
    'calls back with an error': (_request: Loose, _body: string, done: Loose): void =>
      done(Object.assign(new Error('bad'), { statusCode: 422 })),
    throws: (_request: Loose, _body: string, _done: Loose): void => {
      throw Object.assign(new Error('bad'), { statusCode: 422 })
    },
    rejects: async () => Promise.reject(Object.assign(new Error('bad'), { statusCode: 422 })),
  })) {
    it(`that ${way} answers that error`, async () => {
      const server = echo(create())
      server.addContentTypeParser('text/own', asString, parser)
      const answer = await send(server, 'text/own')
      expect(answer.statusCode).to.equal(422)
      expect(answer.json().message).to.equal('bad')
      expect((await send(server, 'text/plain')).statusCode).to.equal(200)
    })
  }

  it('getDefaultJsonParser parses other types as JSON, with its own stance on poison', async () => {
    const server = echo(create())
    server.addContentTypeParser('text/json', asString, server.getDefaultJsonParser('remove', 'remove'))
    server.addContentTypeParser('text/strict', asString, server.getDefaultJsonParser('error', 'error'))
    expect(await bodyOf(server, 'text/json', '{"a":1,"__proto__":{"b":1}}')).to.deep.equal({ a: 1 })
    expect((await send(server, 'text/strict', '{"__proto__":{}}')).statusCode).to.equal(400)
  })

  it('getDefaultJsonParser parses a buffer, also with deep nesting', async () => {
    const server = echo(create())
    server.addContentTypeParser('text/bytes', { parseAs: 'buffer' }, server.getDefaultJsonParser('error', 'error'))
    expect(await bodyOf(server, 'text/bytes', '{"a":"é"}')).to.deep.equal({ a: 'é' })
    expect((await send(server, 'text/bytes', '{"__proto__":{}}')).statusCode).to.equal(400)
    const deep = `${'['.repeat(1001)}${']'.repeat(1001)}`
    expect((await send(server, 'text/bytes', deep)).json().code).to.equal('ALC_ERR_JSON_TOO_DEEP')
  })

  it('defaultTextParser parses other types as text', async () => {
    const server = echo(create())
    server.addContentTypeParser('text/own', asString, server.defaultTextParser)
    expect(await bodyOf(server, 'text/own')).to.equal('sent')
  })

  it('log a warning for each pattern that a parameter of another type could match', () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    const parse = async () => undefined
    server.addContentTypeParser([/application\/x-one/, /^application\/x-two/, /application\/x-three;?/], parse)
    expect(lines.map(({ level }) => level)).to.deep.equal([40])
    expect(lines[0].msg).to.contain('x-one')
  })

  describe('hasContentTypeParser and removal', () => {
    it('hasContentTypeParser finds the parsers of a context, by string and by pattern', () => {
      const server = create()
      expect(server.hasContentTypeParser('application/json')).to.equal(true)
      expect(server.hasContentTypeParser('text/plain')).to.equal(true)
      expect(server.hasContentTypeParser('text/own')).to.equal(false)
      server.addContentTypeParser('text/own', async () => undefined)
      server.addContentTypeParser(/^image\//, async () => undefined)
      expect(server.hasContentTypeParser('text/own')).to.equal(true)
      expect(server.hasContentTypeParser('Text/OWN')).to.equal(true)
      expect(server.hasContentTypeParser(/^image\//)).to.equal(true)
      expect(server.hasContentTypeParser(/^audio\//)).to.equal(false)
    })

    it('removes one, several or all', async () => {
      const server = echo(create())
      server.addContentTypeParser(/^image\//, asString, marking('image'))
      server.removeContentTypeParser('text/plain')
      expect((await send(server, 'text/plain')).statusCode).to.equal(415)
      const other = echo(create())
      other.addContentTypeParser(/^image\//, asString, marking('image'))
      other.removeContentTypeParser(['application/json', /^image\//])
      expect((await send(other, 'application/json', '{}')).statusCode).to.equal(415)
      expect((await send(other, 'image/png')).statusCode).to.equal(415)
      const none = echo(create())
      none.removeAllContentTypeParsers()
      for (const type of ['application/json', 'text/plain']) {
        expect((await send(none, type, '{}')).statusCode).to.equal(415)
      }
    })
  })

  describe('encapsulation', () => {
    it('parsers of a context hold there and below, not above or beside', async () => {
      const server = create()
      server.register(async (child) => {
        child.addContentTypeParser('text/own', asString, marking('child'))
        echo(child, '/child')
        child.register(async (grandchild) => void echo(grandchild, '/grandchild'))
      })
      server.register(async (sibling) => void echo(sibling, '/sibling'))
      echo(server, '/root')
      expect((await send(server, 'text/own', 'sent', '/child')).json().body).to.equal('child:sent')
      expect((await send(server, 'text/own', 'sent', '/grandchild')).json().body).to.equal('child:sent')
      expect((await send(server, 'text/own', 'sent', '/sibling')).statusCode).to.equal(415)
      expect((await send(server, 'text/own', 'sent', '/root')).statusCode).to.equal(415)
    })

    it('removal in a context holds there and below, not above', async () => {
      const server = create()
      server.register(async (child) => {
        child.removeAllContentTypeParsers()
        child.addContentTypeParser('*', asString, marking('child'))
        echo(child, '/child')
      })
      echo(server, '/root')
      expect((await send(server, 'application/json', '{}', '/child')).json().body).to.equal('child:{}')
      expect((await send(server, 'application/json', '{}', '/root')).json().body).to.deep.equal({})
    })

    it('a parser of an ancestor may be replaced in a context', async () => {
      const server = create()
      server.addContentTypeParser('text/own', asString, marking('root'))
      server.register(async (child) => {
        child.removeContentTypeParser('text/own')
        child.addContentTypeParser('text/own', asString, marking('child'))
        echo(child, '/child')
      })
      echo(server, '/root')
      expect((await send(server, 'text/own', 'sent', '/child')).json().body).to.equal('child:sent')
      expect((await send(server, 'text/own', 'sent', '/root')).json().body).to.equal('root:sent')
    })
  })

  describe('are refused at once', () => {
    for (const [what, args, code] of [
      ['a type that is no string', [12, async () => undefined], 'FST_ERR_CTP_INVALID_TYPE'],
      ['an empty type', ['', async () => undefined], 'FST_ERR_CTP_EMPTY_TYPE'],
      ['a parser that is no function', ['text/own', {}, 'text'], 'FST_ERR_CTP_INVALID_HANDLER'],
      ['a class as parser', ['text/own', {}, class Parser {}], 'FST_ERR_CTP_INVALID_HANDLER'],
      ['an unknown parseAs', ['text/own', { parseAs: 'xml' }, async () => undefined], 'FST_ERR_CTP_INVALID_PARSE_TYPE'],
    ] as [string, [Loose, Loose, Loose], string][]) {
      it(what, async () => {
        const error = await failureOf(async () => create().addContentTypeParser(...args))
        expect(error.code).to.equal(code)
      })
    }

    it('a second parser for one type in one context', async () => {
      const server = create()
      server.addContentTypeParser('text/own', async () => undefined)
      const error = await failureOf(async () => server.addContentTypeParser('text/own', async () => undefined))
      expect(error.code).to.equal('FST_ERR_CTP_ALREADY_PRESENT')
      expect(error.message).to.contain('text/own')
    })

    it('a parser after boot', async () => {
      const server = create()
      await server.ready()
      const error = await failureOf(async () => server.addContentTypeParser('text/own', async () => undefined))
      expect(error.code).to.equal('FST_ERR_CTP_INSTANCE_ALREADY_STARTED')
    })
  })
})
