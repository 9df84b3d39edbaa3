import { expect } from 'chai'
import { listen, open } from './socket.js'
import { type Loose, useServers } from './subject.js'

describe('control of a reply', () => {
  const create = useServers()

  describe('sent', () => {
    it('is false before and true after the reply', async () => {
      const server = create()
      const seen: boolean[] = []
      server.get('/', async (_request, reply) => {
        seen.push(reply.sent)
        reply.send('sent')
        return reply
      })
      server.addHook('onResponse', async (_request, reply) => void seen.push(reply.sent))
      await server.inject('/')
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      expect(seen).to.deep.equal([false, true])
    })
  })

  describe('hijack', () => {
    it('leaves the answer to the handler, with any return value', async () => {
      const server = create()
      let sends = 0
      server.addHook('onSend', async () => void sends++)
      server.get('/', async (_request, reply) => {
        reply.hijack()
        reply.raw.end('raw')
        return 'ignored'
      })
      expect((await server.inject('/')).body).to.equal('raw')
      expect(sends).to.equal(0)
    })

    it('gives the reply and sets sent', async () => {
      const server = create()
      server.get('/', (_request, reply) => {
        const same = reply.hijack() === reply
        reply.raw.end(`${same} ${reply.sent}`)
      })
      expect((await server.inject('/')).body).to.equal('true true')
    })

    it('still runs onResponse', async () => {
      const server = create()
      const responded = new Promise((resolve) => server.addHook('onResponse', async () => resolve('responded')))
      server.get('/', async (_request, reply) => {
        reply.hijack()
        reply.raw.end('raw')
      })
      await server.inject('/')
      expect(await responded).to.equal('responded')
    })

    it('keeps an error that is thrown later from answering', async () => {
      const server = create()
      server.get('/', async (_request, reply) => {
        reply.hijack()
        setImmediate(() => reply.raw.end('raw'))
        throw new Error('ignored')
      })
      expect((await server.inject('/')).body).to.equal('raw')
    })
  })

  describe('then', () => {
    it('resolves when the reply is out', async () => {
      const server = create()
      let finished = false
      server.get('/', async (_request, reply) => {
        setImmediate(() => reply.send('sent'))
        await reply
        finished = true
      })
      expect((await server.inject('/')).body).to.equal('sent')
      await new Promise((resolve) => setImmediate(resolve))
      expect(finished).to.equal(true)
    })
  })

  it('then lets a handler that waits go on when the client leaves', async () => {
    const server = create()
    const waited = new Promise<string>((resolve) => {
      server.get('/', async (_request, reply) => {
        reply.hijack()
        reply.raw.write('begun')
        await Promise.resolve(reply).then(
          () => resolve('over'),
          () => resolve('failed'),
        )
      })
    })
    const socket = await open(await listen(server))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    expect(await waited).to.equal('over')
  })

  it('elapsedTime counts milliseconds from the start and ends with the reply', async () => {
    const server = create()
    const times: number[] = []
    server.get('/', async (_request, reply) => {
      times.push(reply.elapsedTime)
      await new Promise((resolve) => setImmediate(resolve))
      times.push(reply.elapsedTime)
      return 'sent'
    })
    await server.inject('/')
    expect(times[0]).to.be.a('number').and.at.least(0)
    expect(times[1]).to.be.at.least(times[0] as number)
  })

  it('knows its request, its server, its log, its raw response and its route', async () => {
    const server = create()
    server.register(async (child) => {
      child.decorate('mark', 'child')
      child.get('/', { config: { a: 1 } }, async (request, reply) => [
        reply.request === request,
        reply.server.mark,
        reply.log === request.log,
        reply.raw.constructor !== Object && typeof reply.raw.end === 'function',
        reply.routeOptions.config.a,
        reply.routeOptions.url,
      ])
    })
    expect((await server.inject('/')).json()).to.deep.equal([true, 'child', true, true, 1, '/'])
  })

  it('methods give the reply, for chains', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      const all = [
        reply.code(200),
        reply.status(200),
        reply.header('x-a', 'a'),
        reply.headers({}),
        reply.removeHeader('x-a'),
        reply.type('application/json'),
        reply.trailer('x-t', async () => 't'),
        reply.removeTrailer('x-t'),
      ]
      return { chained: all.every((one) => one === reply) }
    })
    expect((await server.inject('/')).json()).to.deep.equal({ chained: true })
  })

  it('send gives the reply', async () => {
    const server = create()
    let same = false
    server.get('/', (_request, reply) => {
      same = reply.send('sent') === reply
    })
    await server.inject('/')
    expect(same).to.equal(true)
  })
})

describe('serialization by hand', () => {
  const create = useServers()
  const A = { type: 'object', properties: { a: { type: 'string' } } }
  const data = { a: 'a', b: 'b' }

  async function seenBy(look: (reply: Loose) => unknown, options: object = {}): Promise<unknown> {
    const server = create()
    server.get('/', options, async (_request, reply) => JSON.stringify({ seen: look(reply) }))
    return JSON.parse((await server.inject('/')).body).seen
  }

  it('reply.serialize uses the schema of the current status, or plain JSON', async () => {
    const schema = { response: { 200: A } }
    expect(await seenBy((reply) => reply.serialize(data), { schema })).to.equal('{"a":"a"}')
    expect(await seenBy((reply) => reply.serialize(data))).to.equal('{"a":"a","b":"b"}')
  })

  it('reply.serialize uses the serializer of the reply first', async () => {
    expect(await seenBy((reply) => reply.serializer(() => 'own').serialize(data))).to.equal('own')
  })

  it('getSerializationFunction finds the function of a status', async () => {
    const schema = { response: { 200: A, '4xx': A } }
    expect(await seenBy((reply) => reply.getSerializationFunction(200)(data), { schema })).to.equal('{"a":"a"}')
    expect(await seenBy((reply) => reply.getSerializationFunction('4xx')(data), { schema })).to.equal('{"a":"a"}')
    expect(await seenBy((reply) => reply.getSerializationFunction(500) === undefined, { schema })).to.equal(true)
  })

  it('getSerializationFunction finds the function of a class beside that of a status of the class', async () => {
    const B = { type: 'object', properties: { b: { type: 'string' } } }
    const both = { response: { 200: A, '2xx': B } }
    expect(await seenBy((reply) => reply.getSerializationFunction('2xx')(data), { schema: both })).to.equal('{"b":"b"}')
    const one = { response: { 200: A } }
    expect(await seenBy((reply) => typeof reply.getSerializationFunction('2xx'), { schema: one })).to.equal('undefined')
  })

  it('a serializer of the reply has the reply as this', async () => {
    const server = create()
    const seen: boolean[] = []
    server.get('/:what', async (request: Loose, reply: Loose) => {
      reply.type('application/json').serializer(function (this: unknown) {
        seen.push(this === reply)
        return 'own'
      })
      if (request.params.what === 'by-hand') return reply.serialize(data)
      return request.params.what === 'text' ? 'text' : data
    })
    for (const what of ['by-hand', 'text', 'object']) await server.inject(`/${what}`)
    expect(seen).to.deep.equal([true, true, true, true])
  })

  it('compileSerializationSchema compiles once per schema object', async () => {
    const own = structuredClone(A)
    expect(await seenBy((reply) => reply.compileSerializationSchema(own)(data))).to.equal('{"a":"a"}')
    expect(
      await seenBy((reply) => {
        const compiled = reply.compileSerializationSchema(own)
        return [reply.compileSerializationSchema(own) === compiled, reply.getSerializationFunction(own) === compiled]
      }),
    ).to.deep.equal([true, true])
  })

  it('compileSerializationSchema sees the shared schemas of the context', async () => {
    const server = create()
    server.addSchema({ ...A, $id: 'a' })
    server.get('/', async (_request, reply) => reply.compileSerializationSchema({ $ref: 'a#' })(data))
    expect((await server.inject('/')).body).to.equal('{"a":"a"}')
  })

  it('serializeInput takes a schema or a status', async () => {
    const schema = { response: { 200: A } }
    expect(await seenBy((reply) => reply.serializeInput(data, structuredClone(A)))).to.equal('{"a":"a"}')
    expect(await seenBy((reply) => reply.serializeInput(data, 200), { schema })).to.equal('{"a":"a"}')
  })

  it('serializeInput with a status that has no schema is an error with a code', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.serializeInput(data, 201))
    expect((await server.inject('/')).json().code).to.equal('FST_ERR_MISSING_SERIALIZATION_FN')
  })
})
