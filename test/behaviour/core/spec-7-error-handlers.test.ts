import { expect } from 'chai'
import { failureOf, type Loose, postJson, type Server, useServers } from './subject.js'

describe('SPEC 7 custom error handlers', () => {
  const create = useServers()
  const planned = () => Promise.reject(new Error('planned'))

  /** Adds the name of its context to the message, and passes the error outwards. */
  const passing = (name: string) => (error: Error) => {
    throw new Error(`${error.message} < ${name}`)
  }
  const answering = (name: string) => (error: Error, _request: Loose, reply: Loose) =>
    reply.code(500).send(`${error.message} @ ${name}`)

  it('the nearest one answers', async () => {
    const server = create()
    server.setErrorHandler(answering('root'))
    server.register(async (child) => {
      child.setErrorHandler(answering('child'))
      child.register(async (grandchild) => void grandchild.get('/grandchild', planned))
      child.get('/child', planned)
    })
    server.register(async (sibling) => void sibling.get('/sibling', planned))
    server.get('/root', planned)
    expect((await server.inject('/grandchild')).body).to.equal('planned @ child')
    expect((await server.inject('/child')).body).to.equal('planned @ child')
    expect((await server.inject('/sibling')).body).to.equal('planned @ root')
    expect((await server.inject('/root')).body).to.equal('planned @ root')
  })

  it('one that throws passes outwards, step by step, to the default', async () => {
    const server = create()
    server.setErrorHandler(passing('root'))
    server.register(async (child) => {
      child.setErrorHandler(passing('child'))
      child.register(async (grandchild) => {
        grandchild.setErrorHandler(passing('grandchild'))
        grandchild.get('/', planned)
      })
    })
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(500)
    expect(answer.json()).to.deep.equal({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'planned < grandchild < child < root',
    })
  })

  for (const [way, handler] of Object.entries({
    'that throws': (error: Error) => {
      throw new Error(`${error.message} < child`)
    },
    'that rejects': async (error: Error) => {
      await null
      throw new Error(`${error.message} < child`)
    },
    'that sends another error': (error: Error, _request: Loose, reply: Loose): void =>
      void reply.send(new Error(`${error.message} < child`)),
    'that returns reply.send of another error': async (error: Error, _request: Loose, reply: Loose) =>
      reply.send(new Error(`${error.message} < child`)),
  })) {
    it(`one ${way} passes to the next one outside`, async () => {
      const server = create()
      server.setErrorHandler(answering('root'))
      server.register(async (child) => {
        child.setErrorHandler(handler)
        child.get('/', planned)
      })
      expect((await server.inject('/')).body).to.equal('planned < child @ root')
    })
  }

  it('one that throws a value other than an Error still ends in an answer', async () => {
    const server = create()
    server.register(async (child) => {
      child.setErrorHandler(() => {
        throw 'a text'
      })
      child.get('/', planned)
    })
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('the one of a route goes before those of contexts, which come next', async () => {
    const server = create()
    server.setErrorHandler(answering('root'))
    server.get('/answers', { errorHandler: answering('route') }, planned)
    server.get('/passes', { errorHandler: passing('route') }, planned)
    expect((await server.inject('/answers')).body).to.equal('planned @ route')
    expect((await server.inject('/passes')).body).to.equal('planned < route @ root')
  })

  it('holds for routes that were declared before it', async () => {
    const server = create()
    server.get('/', planned)
    server.setErrorHandler(answering('late'))
    expect((await server.inject('/')).body).to.equal('planned @ late')
  })

  it('has the instance as this', async () => {
    const server = create()
    server.decorate('mark', 'root')
    server.setErrorHandler(function (_error, _request, reply) {
      reply.send(this.mark)
    })
    server.get('/', planned)
    expect((await server.inject('/')).body).to.equal('root')
  })

  for (const [way, handler] of Object.entries({
    'the value of an async one': async (error: Error) => ({ handled: error.message }),
    'a value that it sends': (error: Error, _request: Loose, reply: Loose): void =>
      void reply.send({ handled: error.message }),
    'a value that it sends later': (error: Error, _request: Loose, reply: Loose): void =>
      void setImmediate(() => reply.send({ handled: error.message })),
    'a value that it returns from send': async (error: Error, _request: Loose, reply: Loose) =>
      reply.send({ handled: error.message }),
  })) {
    it(`answers with ${way}`, async () => {
      const server = create()
      server.setErrorHandler(handler)
      server.get('/', planned)
      const answer = await server.inject('/')
      expect(answer.json()).to.deep.equal({ handled: 'planned' })
    })
  }

  it('finds the status of the error on the reply', async () => {
    const server = create()
    server.setErrorHandler((_error, _request, reply) => reply.send({ status: reply.statusCode }))
    server.get('/', async () => Promise.reject(Object.assign(new Error('planned'), { statusCode: 409 })))
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(answer.json().status)
  })

  it('sees failures of parsing, of validation, of hooks and of serialization', async () => {
    const server = create({ bodyLimit: 20 })
    server.setErrorHandler((error, _request, reply) => reply.code(418).send(error.code ?? error.message))
    const schema = { body: { type: 'object', required: ['a'] } }
    server.post('/', { schema }, async () => 'never')
    server.get('/hook', { preHandler: async () => planned() }, async () => 'never')
    const response = { 200: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }
    server.get('/serializer', { schema: { response } }, async () => ({}))
    const headers = { 'content-type': 'application/json' }
    const raw = (payload: string, type = headers) => server.inject({ method: 'POST', url: '/', headers: type, payload })
    expect((await raw('{"a"')).body).to.equal('FST_ERR_CTP_INVALID_JSON_BODY')
    expect((await raw('')).body).to.equal('FST_ERR_CTP_EMPTY_JSON_BODY')
    expect((await raw(`"${'a'.repeat(20)}"`)).body).to.equal('FST_ERR_CTP_BODY_TOO_LARGE')
    expect((await raw('a', { 'content-type': 'a/b' })).body).to.equal('FST_ERR_CTP_INVALID_MEDIA_TYPE')
    expect((await postJson(server, '/', {})).body).to.equal('FST_ERR_VALIDATION')
    expect((await server.inject('/hook')).body).to.equal('planned')
    expect((await server.inject('/serializer')).statusCode).to.equal(418)
  })

  it('does not see answers of the not-found handler', async () => {
    const server = create()
    server.setErrorHandler(answering('root'))
    expect((await server.inject('/nowhere')).statusCode).to.equal(404)
    expect((await server.inject('/nowhere')).body).to.not.contain('@')
  })

  it('that fails while its answer is serialized ends in an error answer', async () => {
    const server = create()
    const circular: Loose = {}
    circular.self = circular
    server.setErrorHandler((_error, _request, reply) => reply.code(400).send(circular))
    server.get('/', planned)
    expect((await server.inject('/')).statusCode).to.be.at.least(400)
    expect((await server.inject('/')).statusCode).to.be.at.least(400)
  })

  it('runs again for a failure of onSend without looping', async () => {
    const server = create()
    let handled = 0
    server.setErrorHandler((_error, _request, reply) => {
      handled++
      reply.code(500).send('handled')
    })
    server.addHook('onSend', async () => planned())
    server.get('/', async () => 'sent')
    expect((await server.inject('/')).statusCode).to.equal(500)
    expect(handled).to.be.within(1, 2)
  })

  it('a failing reply of an async handler after an error was handled does not answer twice', async () => {
    const server = create()
    server.setErrorHandler((_error, _request, reply) => reply.code(400).send('handled'))
    server.get('/', async (_request, reply) => {
      reply.send(new Error('first'))
      throw new Error('second')
    })
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(400)
    expect(answer.body).to.equal('handled')
  })

  it('instance.errorHandler is the handler in force', async () => {
    const server = create()
    const handler = answering('root')
    const errorHandler = (error: Error, request: Loose, reply: Loose) => server.errorHandler(error, request, reply)
    server.get('/', { errorHandler }, planned)
    expect((await server.inject('/')).json().message).to.equal('planned')
    const other: Server = create()
    other.setErrorHandler(handler)
    expect(other.errorHandler).to.be.a('function')
  })

  it('that is not a function is refused', async () => {
    const error = await failureOf(async () => create().setErrorHandler('text' as Loose))
    expect(error.code).to.equal('FST_ERR_ERROR_HANDLER_NOT_FN')
  })

  it('that is a class is refused by its name', async () => {
    const error = await failureOf(async () => create().setErrorHandler(class Answers {} as Loose))
    expect(error.code).to.equal('FST_ERR_ERROR_HANDLER_NOT_FN')
    expect(error.message).to.include('the class Answers')
  })

  it('set twice in one context is refused when overriding is not allowed', async () => {
    const server = create({ allowErrorHandlerOverride: false })
    server.setErrorHandler(answering('one'))
    const error = await failureOf(async () => server.setErrorHandler(answering('two')))
    expect(error.code).to.equal('FST_ERR_ERROR_HANDLER_ALREADY_SET')
    server.register(async (child) => void child.setErrorHandler(answering('child')))
    await server.ready()
  })
})

describe('SPEC 7 onError and error handlers', () => {
  const create = useServers()

  it('onError runs before the error handler, once for a chain of handlers, with the first error', async () => {
    const notes: string[] = []
    const server = create()
    server.addHook('onError', async (_request, _reply, error) => void notes.push(`onError ${error.message}`))
    server.setErrorHandler((error, _request, reply) => {
      notes.push(`root ${error.message}`)
      reply.code(500).send('done')
    })
    server.register(async (child) => {
      child.setErrorHandler((error) => {
        notes.push(`child ${error.message}`)
        throw new Error('second')
      })
      child.get('/', async () => Promise.reject(new Error('first')))
    })
    await server.inject('/')
    expect(notes.filter((note) => note.startsWith('onError'))).to.deep.equal(['onError first'])
    expect(notes.filter((note) => !note.startsWith('onError'))).to.deep.equal(['child first', 'root second'])
  })

  it('onError runs for the default handler and for validation failures', async () => {
    const notes: string[] = []
    const server = create()
    server.addHook('onError', async (_request, _reply, error) => void notes.push(error.code ?? error.message))
    server.get('/', async () => Promise.reject(new Error('planned')))
    server.post('/', { schema: { body: { type: 'object' } } }, async () => 'never')
    await server.inject('/')
    await postJson(server, '/', [])
    expect(notes).to.deep.equal(['planned', 'FST_ERR_VALIDATION'])
  })

  it('onError does not run for a reply that merely has an error status', async () => {
    let runs = 0
    const server = create()
    server.addHook('onError', async () => void runs++)
    server.get('/', async (_request, reply) => reply.code(500).send('not an error'))
    await server.inject('/')
    await server.inject('/nowhere')
    expect(runs).to.equal(0)
  })
})
