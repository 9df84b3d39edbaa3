import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { listen, open } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A log that keeps its lines, from warnings on. */
function logged() {
  const lines: Loose[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }
  return { lines, logger }
}

describe('SPEC 6 an answer while onError hooks run', () => {
  const create = useServers()

  it('that comes later in the handler is dropped and logged, because nothing may catch its error', async () => {
    const { lines, logger } = logged()
    const server = create({ logger })
    server.addHook('onError', async () => wait(50))
    let late: unknown
    server.get('/', (_request, reply) => {
      setImmediate(() => {
        try {
          reply.send('late')
        } catch (error) {
          late = error
        }
      })
      throw new Error('planned')
    })
    const answer = await server.inject('/')
    expect(late).to.equal(undefined)
    expect(answer.json().message).to.equal('planned')
    expect(lines.map(({ err }) => err.code ?? err.message)).to.deep.equal(['FST_ERR_SEND_INSIDE_ONERR', 'planned'])
  })

  it('is dropped between two hooks, and after one that has thrown', async () => {
    const { lines, logger } = logged()
    const server = create({ logger })
    server.addHook('onError', (_request, reply, _error, done) => {
      setImmediate(() => {
        reply.send('between')
        done()
      })
    })
    server.addHook('onError', () => {
      throw new Error('hook')
    })
    server.addHook('onError', async (_request, reply) => {
      await wait(1)
      reply.send('after')
    })
    server.get('/', async () => Promise.reject(new Error('planned')))
    expect((await server.inject('/')).json().message).to.equal('planned')
    const dropped = 'FST_ERR_SEND_INSIDE_ONERR'
    expect(lines.map(({ err }) => err.code ?? err.message)).to.deep.equal([dropped, 'hook', dropped, 'planned'])
  })
})

describe('SPEC 6 handlerTimeout while onError hooks run', () => {
  const create = useServers()
  const late = 'the request was answered before its onError hooks had ended'

  /** A server whose handler fails at once, and whose onError hook ends after the time limit. */
  function slowlyObserved(logger: Loose, ended: string[]): Server {
    const server = create({ logger })
    server.addHook('onError', async () => {
      await wait(150)
      ended.push('onError')
    })
    server.get('/', { handlerTimeout: 50 }, async () => {
      throw new Error('planned')
    })
    return server
  }

  it('answers 503, and the log has the first error when the hooks have ended', async () => {
    const { lines, logger } = logged()
    const ended: string[] = []
    const server = slowlyObserved(logger, ended)
    expect((await server.inject('/')).statusCode).to.equal(503)
    await until('the onError hook has ended', () => ended.length === 1 && lines.length === 2)
    expect(lines.map(({ msg, err }) => [msg, err.message])[1]).to.deep.equal([late, 'planned'])
  })

  it('calls no further error handler for a request that has its answer', async () => {
    const { lines, logger } = logged()
    const called: string[] = []
    const ended: string[] = []
    const server = slowlyObserved(logger, ended)
    const handler = (name: string) => async (error: Loose) => {
      called.push(`${name} ${error.code}`)
      return { name }
    }
    server.setErrorHandler(handler('outer'))
    server.register(async (child) => {
      child.setErrorHandler(handler('inner'))
      child.get('/child', { handlerTimeout: 50 }, async () => {
        throw new Error('planned')
      })
    })
    expect((await server.inject('/child')).json()).to.deep.equal({ name: 'inner' })
    await until('the log has the first error', () => lines.length > 0)
    expect(called).to.deep.equal(['inner FST_ERR_HANDLER_TIMEOUT'])
    expect(lines.map(({ msg }) => msg)).to.deep.equal([late])
  })

  it('leaves an answer alone that is still sent when the hooks end', async () => {
    const { logger } = logged()
    const ended: string[] = []
    const server = slowlyObserved(logger, ended)
    server.setErrorHandler(async () =>
      Readable.from(
        (async function* () {
          yield 'begin '
          await until('the onError hook has ended', () => ended.length === 1)
          await wait(5)
          yield 'end'
        })(),
      ),
    )
    const port = await listen(server)
    const answer = await fetch(`http://127.0.0.1:${port}`)
    // The time limit begins again for the answer to it, which has begun.
    expect(await answer.text()).to.equal('begin end')
  })
})

describe('SPEC 6 error handlers after onError hooks', () => {
  const create = useServers()

  it('do not run when the client has left while the hooks ran', async () => {
    const called: string[] = []
    const server = create()
    server.addHook('onError', async ({ raw }) => {
      called.push('onError')
      await once(raw.socket, 'close')
      called.push('closed')
    })
    server.setErrorHandler(async () => void called.push('error handler'))
    server.addHook('onRequestAbort', async (_request) => void called.push('onRequestAbort'))
    server.get('/', async () => {
      throw new Error('planned')
    })
    const socket = await open(await listen(server))
    socket.write(get)
    await until('the hook runs', () => called.length > 0)
    socket.destroy()
    await until('the hook has ended', () => called.includes('closed'))
    await wait(20)
    expect(called.sort()).to.deep.equal(['closed', 'onError', 'onRequestAbort'])
  })
})

describe('SPEC 6 the end of a request whose client has left', () => {
  const create = useServers()

  const writes: Record<string, (reply: Loose) => void> = {
    'ends it': ({ raw }) => raw.end('late'),
    'writes to it': ({ raw }) => raw.write('late'),
    'sends it': (reply) => reply.send('late'),
  }
  for (const [form, write] of Object.entries(writes)) {
    it(`is onRequestAbort alone if the application ${form} later`, async () => {
      const ends: string[] = []
      const server = create()
      server.addHook('onResponse', async () => void ends.push('onResponse'))
      server.addHook('onRequestAbort', async (_request) => void ends.push('onRequestAbort'))
      let isOver = false
      server.get('/', (_request, reply) => {
        if (form !== 'sends it') reply.hijack()
        reply.raw.once('close', async () => {
          await wait(5)
          write(reply)
          await wait(5)
          isOver = true
        })
        reply.raw.writeEarlyHints({ link: '</a>; rel=preload' })
      })
      const socket = await open(await listen(server))
      socket.write(get)
      await once(socket, 'data')
      socket.destroy()
      await until('the application has written', () => isOver)
      expect(ends).to.deep.equal(['onRequestAbort'])
    })
  }

  it('is onRequestAbort alone if trailers end an answer of handle that was aborted', async () => {
    const ends: string[] = []
    const server = create()
    server.addHook('onResponse', async () => void ends.push('onResponse'))
    server.addHook('onRequestAbort', async (_request) => void ends.push('onRequestAbort'))
    const stop = new AbortController()
    server.get('/', (_request, reply) => {
      reply.trailer('x-late', async () => {
        await until('the request is aborted', () => ends.length > 0)
        return 'late'
      })
      reply.send(Readable.from(['all']))
    })
    const answer = await (server as Loose).handle(new Request('http://localhost/', { signal: stop.signal }))
    const reader = answer.body.getReader()
    await reader.read()
    stop.abort()
    await until('a hook has run', () => ends.length > 0)
    await wait(20)
    expect(ends).to.deep.equal(['onRequestAbort'])
  })
})

describe('SPEC 6 handlerTimeout with a listener of request.signal that answers', () => {
  const create = useServers()

  it('sends that answer, also if an onSend hook delays it', async () => {
    const server = create()
    server.addHook('onSend', async (_request, _reply, payload) => {
      await wait(1)
      return payload
    })
    server.get('/', { handlerTimeout: 100 }, (request, reply) => {
      request.signal.addEventListener('abort', () => reply.code(504).send({ by: 'listener' }))
    })
    const { statusCode, payload } = await server.inject('/')
    expect([statusCode, payload]).to.deep.equal([504, '{"by":"listener"}'])
  })

  it('cuts the connection if that answer waits as long again', async () => {
    const server = create()
    server.addHook('onSend', () => new Promise(() => {}))
    server.get('/', { handlerTimeout: 20 }, (request, reply) => {
      request.signal.addEventListener('abort', () => reply.send({ by: 'listener' }))
    })
    const port = await listen(server)
    const failed = await fetch(`http://127.0.0.1:${port}`).then(
      () => false,
      () => true,
    )
    expect(failed).to.equal(true)
  })
})
