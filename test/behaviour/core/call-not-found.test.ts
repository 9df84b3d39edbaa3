import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

describe('reply.callNotFound', () => {
  const create = useServers()

  it('answers with the not-found handler of the context', async () => {
    const server = create()
    server.setNotFoundHandler((_request: Loose, reply: Loose) => reply.code(404).send('custom'))
    server.get('/', (_request, reply) => void reply.callNotFound())
    server.get('/async', async (_request, reply) => {
      reply.callNotFound()
      return reply
    })
    for (const url of ['/', '/async']) {
      const answer = await server.inject(url)
      expect(answer.statusCode).to.equal(404)
      expect(answer.body).to.equal('custom')
    }
  })

  it('answers with the default handler', async () => {
    const server = create()
    server.get('/', (_request, reply) => void reply.callNotFound())
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(404)
    expect(answer.json()).to.deep.equal({ statusCode: 404, error: 'Not Found', message: 'Route GET:/ not found' })
  })

  it('refuses the body of the default handler under another type than JSON, and passes that to the error handler', async () => {
    const server = create()
    server.setErrorHandler((error: Loose, _request, reply) => reply.code(403).type('text/plain').send(error.code))
    server.get('/page', (_request, reply) => void reply.type('text/html').callNotFound())
    server.get('/problem', (_request, reply) => void reply.type('application/problem+json').callNotFound())
    const page = await server.inject('/page')
    expect(page.statusCode).to.equal(403)
    expect(page.headers['content-type']).to.equal('text/plain')
    expect(page.body).to.equal('FST_ERR_REP_INVALID_PAYLOAD_TYPE')
    const problem = await server.inject('/problem')
    expect(problem.statusCode).to.equal(404)
    expect(problem.json()).to.include({ statusCode: 404 })
  })

  it('runs the preHandler of the not-found handler, but not its preValidation', async () => {
    const notes: string[] = []
    const server = create()
    const options = {
      preValidation: async () => void notes.push('preValidation'),
      preHandler: async () => void notes.push('preHandler'),
    }
    server.setNotFoundHandler(options, (_request: Loose, reply: Loose) => reply.code(404).send('custom'))
    server.get('/', (_request, reply) => void reply.callNotFound())
    await server.inject('/')
    expect(notes).to.deep.equal(['preHandler'])
  })

  it('runs the onSend and onResponse hooks of the route, and not those of the not-found handler alone', async () => {
    const notes: string[] = []
    const server = create()
    const noteAs = (name: string) => async (request: Loose) => void notes.push(`${name} ${request.url}`)
    server.register(
      async (child) => {
        child.addHook('onSend', noteAs('above'))
        child.setNotFoundHandler((_request: Loose, reply: Loose) => reply.code(404).send({ a: 1 }))
        child.register(async (below) => {
          below.addHook('onSend', noteAs('below'))
          const options = { onSend: noteAs('route'), onResponse: noteAs('end') }
          below.get('/page', options, (_request, reply) => void reply.callNotFound())
          below.get('/other', (_request, reply) => void reply.callNotFound())
        })
      },
      { prefix: '/p' },
    )
    for (const url of ['/p/page', '/p/other', '/p/nowhere']) {
      const answer = await server.inject(url)
      expect(answer.statusCode).to.equal(404)
      expect(answer.json()).to.deep.equal({ a: 1 })
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(notes).to.deep.equal([
      'above /p/page',
      'below /p/page',
      'route /p/page',
      'end /p/page',
      'above /p/other',
      'below /p/other',
      'above /p/nowhere',
    ])
  })

  describe('in an error handler', () => {
    const failing = (message: string) => () => {
      throw new Error(message)
    }

    /** A route that fails, and an error handler that passes its requests on. */
    function passing() {
      const server = create()
      const notes: string[] = []
      server.setErrorHandler((error: Loose, _request, reply) => {
        notes.push(error.message)
        reply.callNotFound()
      })
      server.get('/', failing('first'))
      return { server, notes }
    }

    const handlers: Record<string, (request: Loose, reply: Loose) => unknown> = {
      'returns its answer': (_request, reply) => reply.code(404) && 'custom',
      'returns a promise of its answer': async (_request, reply) => reply.code(404) && 'custom',
      'sends its answer': (_request, reply) => reply.code(404).send('custom'),
      'sends its answer later': (_request, reply) => void setImmediate(() => reply.code(404).send('custom')),
    }
    const hooks: Record<string, (request: Loose, reply: Loose, done: Loose) => unknown> = {
      'calls done': (_request, _reply, done) => done(),
      'calls done later': (_request, _reply, done) => void setImmediate(done),
      'is async': async () => undefined,
    }

    for (const [title, handler] of Object.entries(handlers)) {
      it(`answers with a not-found handler that ${title}`, async () => {
        const { server } = passing()
        server.setNotFoundHandler(handler)
        const { statusCode, body } = await server.inject('/')
        expect([statusCode, body]).to.deep.equal([404, 'custom'])
      })
    }

    for (const [title, hook] of Object.entries(hooks)) {
      it(`answers behind a preHandler hook that ${title}`, async () => {
        const { server } = passing()
        server.setNotFoundHandler({ preHandler: hook }, async () => 'custom')
        expect((await server.inject('/')).body).to.equal('custom')
      })
    }

    it('leaves the failure of the not-found handler to the next error handler', async () => {
      const fail = failing('second')
      for (const preHandler of [
        () => {},
        fail,
        async () => fail(),
        (_q: Loose, _r: Loose, done: Loose) => done(Error('second')),
      ]) {
        const { server, notes } = passing()
        server.setNotFoundHandler({ preHandler }, fail)
        const { statusCode, body } = await server.inject('/')
        expect(statusCode).to.equal(500)
        expect(JSON.parse(body).message).to.equal('second')
        expect(notes).to.deep.equal(['first'])
      }
    })

    it('answers a request without a route that fails, with a short text', async () => {
      const { server, notes } = passing()
      server.setNotFoundHandler({ preHandler: async () => failing('of the unknown path')() }, failing('second'))
      const { statusCode, body } = await server.inject('/nothing')
      expect([statusCode, body, notes]).to.deep.equal([404, '404 Not Found', ['of the unknown path']])
    })

    it('leaves it to those outside of the handlers that have run', async () => {
      const server = create()
      const notes: string[] = []
      server.setErrorHandler((error: Loose, _request, reply) => {
        notes.push(`root ${error.message}`)
        reply.code(500).send('root')
      })
      server.register(async (child) => {
        child.setErrorHandler((error: Loose, _request, reply) => {
          notes.push(`child ${error.message}`)
          reply.callNotFound()
        })
        child.setNotFoundHandler(failing('second'))
        child.get('/in', failing('first'))
      })
      expect((await server.inject('/in')).body).to.equal('root')
      expect(notes).to.deep.equal(['child first', 'root second'])
    })
  })
})
