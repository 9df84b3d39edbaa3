import { tracingChannel } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

const channel = tracingChannel<object, Loose>('fastify.request.handler')

/** The names of what is published while a request is served, and the last message. */
async function follow(run: () => Promise<unknown>): Promise<{ names: string[]; last: Loose }> {
  const names: string[] = []
  let last: Loose
  const on = (name: string) => (message: Loose) => {
    names.push(name)
    last = message
  }
  const subscribers = {
    start: on('start'),
    end: on('end'),
    asyncStart: on('asyncStart'),
    asyncEnd: on('asyncEnd'),
    error: on('error'),
  }
  channel.subscribe(subscribers)
  try {
    await run()
  } finally {
    channel.unsubscribe(subscribers)
  }
  return { names, last }
}

describe('the tracing channel of handlers', () => {
  const create = useServers()

  it('reports a handler that answers at once', async () => {
    const server = create()
    server.get('/at-once/:id', () => 'x')
    const { names, last } = await follow(() => server.inject('/at-once/7'))
    expect(names).to.deep.equal(['start', 'end'])
    expect(last.route).to.deep.equal({ url: '/at-once/:id', method: 'GET' })
    expect(last.async).to.equal(false)
    expect(last.request.params).to.deep.equal({ id: '7' })
  })

  it('reports a handler that answers by a promise', async () => {
    const server = create()
    server.get('/', async () => 'x')
    const { names, last } = await follow(() => server.inject('/'))
    expect(names).to.deep.equal(['start', 'end', 'asyncStart', 'asyncEnd'])
    expect(last.async).to.equal(true)
  })

  for (const [how, fail, expected] of [
    ['throws', () => fails(), ['start', 'error', 'end']],
    ['rejects', async () => fails(), ['start', 'end', 'error', 'asyncStart', 'asyncEnd']],
  ] as const) {
    it(`reports a handler that ${how}, with the status the client will see`, async () => {
      const server = create()
      server.get('/', fail)
      const { names, last } = await follow(() => server.inject('/'))
      expect(names).to.deep.equal(expected)
      expect(last.error.message).to.equal('no')
      expect(last.reply.statusCode).to.equal(418)
    })
  }

  it('reports an error handler that answers by a promise, after a handler that has thrown', async () => {
    const server = create()
    server.setErrorHandler(async (error, _request, reply) => {
      reply.code(419)
      return error.message
    })
    server.get('/', () => fails())
    const { names, last } = await follow(async () => {
      expect((await server.inject('/')).statusCode).to.equal(419)
    })
    expect(names).to.deep.equal(['start', 'error', 'end', 'asyncStart', 'asyncEnd'])
    expect(last.async).to.equal(true)
  })

  it('reports an error handler that rejects like a handler that rejects', async () => {
    const server = create()
    server.setErrorHandler(async () => fails())
    server.get('/', () => {
      throw new Error('first')
    })
    const { names, last } = await follow(() => server.inject('/'))
    expect(names).to.deep.equal(['start', 'error', 'end', 'error', 'asyncStart', 'asyncEnd'])
    expect(last.error.message).to.equal('no')
  })

  it('is not asynchronous where an error handler answers at once', async () => {
    const server = create()
    server.setErrorHandler((_error, _request, reply) => {
      reply.send('x')
    })
    server.get('/', () => fails())
    const { names, last } = await follow(() => server.inject('/'))
    expect(names).to.deep.equal(['start', 'error', 'end'])
    expect(last.async).to.equal(false)
  })

  it('reports the end of a reply that a handler returns and sends later', async () => {
    const server = create()
    server.get('/', (_request, reply) => {
      setImmediate(() => reply.send('x'))
      return reply
    })
    const { names, last } = await follow(() => server.inject('/'))
    expect(names).to.deep.equal(['start', 'end', 'asyncStart', 'asyncEnd'])
    expect(last.async).to.equal(true)
  })

  it('reports no path without a route', async () => {
    const server = create()
    const { names } = await follow(() => server.inject('/nowhere'))
    expect(names).to.deep.equal([])
  })
})

function fails(): never {
  throw Object.assign(new Error('no'), { statusCode: 418 })
}
