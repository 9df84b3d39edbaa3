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

  it('refuses the body of the default handler under a type that is not JSON, and hands that to the error handler', async () => {
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
})
