import { Readable } from 'node:stream'
import { expect } from 'chai'
import { failureOf, type Loose, postJson, useServers } from './subject.js'

describe('SPEC 6 preSerialization payloads', () => {
  const create = useServers()
  const wrapping = async (_request: Loose, _reply: Loose, payload: unknown) => ({ wrapped: payload })

  it('are objects before they are serialized', async () => {
    const server = create()
    server.addHook('preSerialization', wrapping)
    server.get('/', async () => ({ a: 1 }))
    expect((await server.inject('/')).json()).to.deep.equal({ wrapped: { a: 1 } })
  })

  it('pass through the response schema afterwards', async () => {
    const server = create()
    server.addHook('preSerialization', wrapping)
    const schema = { response: { 200: { type: 'object', properties: { other: { type: 'string', default: 'x' } } } } }
    server.get('/', { schema }, async () => ({ a: 1 }))
    expect((await server.inject('/')).json()).to.deep.equal({ other: 'x' })
  })

  for (const [kind, payload] of [
    ['a string', () => 'text'],
    ['a Buffer', () => Buffer.from('text')],
    ['a stream', () => Readable.from(['text'])],
    ['null', () => null],
  ] as const) {
    it(`are never ${kind}`, async () => {
      const server = create()
      let called = false
      server.addHook('preSerialization', async (_request, _reply, given) => {
        called = true
        return given
      })
      server.get('/', (_request, reply) => void reply.send(payload()))
      expect((await server.inject('/')).statusCode).to.equal(200)
      expect(called).to.equal(false)
    })
  }

  it('of error handlers pass through as well', async () => {
    const server = create()
    server.addHook('preSerialization', wrapping)
    server.setErrorHandler((error, _request, reply) => reply.code(400).send({ message: error.message }))
    server.get('/', async () => Promise.reject(new Error('planned')))
    expect((await server.inject('/')).json()).to.deep.equal({ wrapped: { message: 'planned' } })
  })

  it('may be set to null by done', async () => {
    const server = create()
    server.addHook('preSerialization', (_request, _reply, _payload, done) => done(null, { replaced: true }))
    server.get('/', async () => ({ a: 1 }))
    expect((await server.inject('/')).json()).to.deep.equal({ replaced: true })
  })
})

describe('SPEC 6 onSend payloads', () => {
  const create = useServers()

  it('are serialized already', async () => {
    const server = create()
    let given: unknown
    server.addHook('onSend', async (_request, _reply, payload) => {
      given = payload
    })
    server.get('/', async () => ({ a: 1 }))
    await server.inject('/')
    expect(given).to.equal('{"a":1}')
  })

  for (const [kind, replacement, text] of [
    ['a string', () => 'longer text', 'longer text'],
    ['a Buffer', () => Buffer.from('bytes'), 'bytes'],
    ['a stream', () => Readable.from(['str', 'eam']), 'stream'],
    ['an empty string', () => '', ''],
    ['null', () => null, ''],
  ] as const) {
    it(`may be replaced by ${kind}, with the right length`, async () => {
      const server = create()
      server.addHook('onSend', async () => replacement())
      server.get('/', async () => ({ a: 1 }))
      const answer = await server.inject('/')
      expect(answer.body).to.equal(text)
      const length = answer.headers['content-length']
      if (length !== undefined) expect(Number(length)).to.equal(Buffer.byteLength(text))
    })
  }

  it('pass through every hook in turn', async () => {
    const server = create()
    for (const mark of ['a', 'b', 'c']) {
      server.addHook('onSend', (_request, _reply, payload, done) => done(null, `${payload}${mark}`))
    }
    server.get('/', async () => '-')
    expect((await server.inject('/')).body).to.equal('-abc')
  })

  it('that are neither text nor bytes nor stream answer 500', async () => {
    const server = create()
    server.addHook('onSend', async () => ({ an: 'object' }))
    server.get('/', async () => 'sent')
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(500)
  })

  it('headers may still change', async () => {
    const server = create()
    server.addHook(
      'onSend',
      async (_request, reply) => void reply.code(201).header('x-late', 'yes').removeHeader('x-early'),
    )
    server.get('/', async (_request, reply) => reply.header('x-early', 'yes').send('sent'))
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(201)
    expect(answer.headers).to.include({ 'x-late': 'yes' }).and.to.not.have.property('x-early')
  })

  it('run for errors, for not-found answers and for HEAD', async () => {
    const server = create()
    server.addHook('onSend', async (_request, reply) => void reply.header('x-sent', 'yes'))
    server.get('/', async () => 'sent')
    server.get('/fail', async () => Promise.reject(new Error('planned')))
    server.post('/', { schema: { body: { type: 'object' } } }, async () => 'sent')
    const head = await server.inject({ method: 'HEAD', url: '/' })
    for (const answer of [
      head,
      await server.inject('/fail'),
      await server.inject('/nowhere'),
      await postJson(server, '/', 'x'),
    ]) {
      expect(answer.headers['x-sent']).to.equal('yes')
    }
  })
})

describe('SPEC 6 hooks that are written wrongly are found at once', () => {
  const create = useServers()

  it('an unknown name', async () => {
    const error = await failureOf(async () => create().addHook('onNothing', async () => undefined))
    expect(error.code).to.equal('FST_ERR_HOOK_NOT_SUPPORTED')
    expect(error.message).to.contain('onNothing')
  })

  it('a name that is not a string', async () => {
    const error = await failureOf(async () => create().addHook(12 as Loose, async () => undefined))
    expect(error.code).to.equal('FST_ERR_HOOK_INVALID_TYPE')
  })

  it('a handler that is not a function', async () => {
    const error = await failureOf(async () => create().addHook('onRequest', 'text' as Loose))
    expect(error.code).to.equal('FST_ERR_HOOK_INVALID_HANDLER')
    expect(error.message).to.contain('onRequest')
  })

  it('a class', async () => {
    const error = await failureOf(async () => create().addHook('onRequest', class Audit {} as Loose))
    expect(error.code).to.equal('FST_ERR_HOOK_INVALID_HANDLER')
    expect(error.message).to.contain('the class Audit')
  })

  it('a class on a route', async () => {
    const error = await failureOf(async () => create().get('/', { preHandler: [class Audit {} as Loose] }, () => 1))
    expect(error.code).to.equal('FST_ERR_HOOK_INVALID_HANDLER')
  })

  it('null on a route', async () => {
    const error = await failureOf(async () => create().get('/', { preHandler: null as Loose }, async () => 'never'))
    expect(error.code).to.equal('FST_ERR_HOOK_INVALID_HANDLER')
  })

  it('a list on a route that holds something else', async () => {
    const error = await failureOf(async () => {
      const server = create()
      server.get('/', { preHandler: [async () => undefined, 'text'] }, async () => 'never')
      await server.ready()
    })
    expect(error.code).to.equal('FST_ERR_HOOK_INVALID_HANDLER')
  })

  for (const [name, hook] of Object.entries({
    onRequest: async (_request: Loose, _reply: Loose, _done: Loose): Promise<void> => {},
    preHandler: async (_request: Loose, _reply: Loose, _done: Loose): Promise<void> => {},
    preParsing: async (_request: Loose, _reply: Loose, _payload: Loose, _done: Loose): Promise<void> => {},
    onSend: async (_request: Loose, _reply: Loose, _payload: Loose, _done: Loose): Promise<void> => {},
    onError: async (_request: Loose, _reply: Loose, _error: Loose, _done: Loose): Promise<void> => {},
    onReady: async (_done: Loose): Promise<void> => {},
    onClose: async (_instance: Loose, _done: Loose): Promise<void> => {},
  })) {
    it(`an async ${name} hook that also takes done`, async () => {
      const error = await failureOf(async () => create().addHook(name, hook))
      expect(error.code).to.equal('FST_ERR_HOOK_INVALID_ASYNC_HANDLER')
    })
  }

  it('a hook after boot', async () => {
    const server = create()
    await server.ready()
    const error = await failureOf(async () => server.addHook('onRequest', async () => undefined))
    expect(error.code).to.match(/^(FST|ALC)_ERR_/)
  })
})
