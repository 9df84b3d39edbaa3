import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { expect } from 'chai'
import { listen, open, readAll } from './socket.js'
import { type Loose, useServers } from './subject.js'

/** A promise with its two ends in reach. */
function gate<T = void>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolver) => {
    resolve = resolver
  })
  return { promise, open: resolve }
}

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function* slowly() {
  yield 'begin '
  await new Promise((resolve) => setTimeout(resolve, 300))
  yield 'end'
}

describe('SPEC 6 onRequestAbort', () => {
  const create = useServers()

  for (const [form, make] of Object.entries({
    async: (note: (request: Loose) => void) => async (request: Loose) => note(request),
    callback: (note: (request: Loose) => void) => (request: Loose, done: Loose) => {
      note(request)
      done()
    },
  })) {
    it(`runs on instance and route (${form}) when the client hangs up before the answer`, async () => {
      const notes: string[] = []
      const aborted = gate()
      const arrived = gate()
      const server = create()
      server.addHook(
        'onRequestAbort',
        make((request) => void notes.push(`instance ${request.url}`)),
      )
      const onRequestAbort = make((request) => {
        notes.push(`route ${request.url}`)
        aborted.open()
      })
      server.get('/', { onRequestAbort }, async () => {
        arrived.open()
        await aborted.promise
        return 'late'
      })
      const socket = await open(await listen(server))
      socket.write(get)
      await arrived.promise
      socket.destroy()
      await aborted.promise
      expect(notes).to.deep.equal(['instance /', 'route /'])
    })
  }

  it('does not run when the request is answered', async () => {
    let aborts = 0
    const server = create()
    server.addHook('onRequestAbort', async (_request) => void aborts++)
    server.get('/', async () => 'answered')
    const socket = await open(await listen(server))
    socket.write(get)
    await once(socket, 'data')
    socket.destroy()
    await once(socket, 'close')
    await server.close()
    expect(aborts).to.equal(0)
  })

  it('aborts request.signal', async () => {
    const arrived = gate()
    const aborted = gate<boolean>()
    const server = create()
    server.get('/', async (request) => {
      request.signal.addEventListener('abort', () => aborted.open(request.signal.aborted))
      arrived.open()
      await aborted.promise
      return 'late'
    })
    const socket = await open(await listen(server))
    socket.write(get)
    await arrived.promise
    socket.destroy()
    expect(await aborted.promise).to.equal(true)
  })

  it('that fails does not bring the server down', async () => {
    const arrived = gate()
    const aborted = gate()
    const server = create()
    server.addHook('onRequestAbort', async (_request) => {
      aborted.open()
      throw new Error('planned')
    })
    server.get('/', async () => {
      arrived.open()
      await aborted.promise
      return 'late'
    })
    server.get('/next', async () => 'next')
    const socket = await open(await listen(server))
    socket.write(get)
    await arrived.promise
    socket.destroy()
    await aborted.promise
    expect((await server.inject('/next')).body).to.equal('next')
  })
})

describe('SPEC 6 onTimeout', () => {
  const create = useServers()

  for (const [form, make] of Object.entries({
    async: (note: () => void) => async () => note(),
    callback: (note: () => void) => (_request: Loose, _reply: Loose, done: Loose) => {
      note()
      done()
    },
  })) {
    it(`runs on instance and route (${form}) when the connection times out`, async () => {
      const notes: string[] = []
      const timedOut = gate()
      const server = create({ connectionTimeout: 100 })
      server.addHook(
        'onTimeout',
        make(() => void notes.push('instance')),
      )
      const onTimeout = make(() => {
        notes.push('route')
        timedOut.open()
      })
      server.get('/', { onTimeout }, async (_request, reply) => {
        await timedOut.promise
        return reply
      })
      const socket = await open(await listen(server))
      socket.write(get)
      await timedOut.promise
      if (!socket.closed) await once(socket, 'close')
      expect(notes).to.deep.equal(['instance', 'route'])
    })
  }
})

describe('SPEC 6 handlerTimeout', () => {
  const create = useServers()

  it('answers 503 and aborts request.signal when a handler takes too long', async () => {
    const server = create()
    let signal: Loose
    const stop = gate()
    server.get('/', { handlerTimeout: 20 }, async (request) => {
      signal = request.signal
      await stop.promise
      return 'late'
    })
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(503)
    expect(answer.json().code).to.equal('FST_ERR_HANDLER_TIMEOUT')
    expect(signal.aborted).to.equal(true)
    expect(signal.reason.code).to.equal('FST_ERR_HANDLER_TIMEOUT')
    stop.open()
    await new Promise((resolve) => setImmediate(resolve))
  })

  for (const how of ['returned', 'sent', 'returned beneath a function around the handler']) {
    it(`is the cause that the log gives for an answer that is too late: ${how}`, async () => {
      const lines: Loose[] = []
      const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
      const server = create({ logger: { level: 'warn', stream } })
      const stop = gate()
      const around = (_request: Loose, _reply: Loose, next: Loose) => next()
      const options = how.includes('around') ? { handlerTimeout: 20, around } : { handlerTimeout: 20 }
      server.get('/', options, async (_request: Loose, reply: Loose) => {
        await stop.promise
        return how === 'sent' ? reply.send('late') : 'late'
      })
      await server.inject('/')
      lines.length = 0
      stop.open()
      await new Promise((resolve) => setImmediate(resolve))
      expect(lines.map(({ level, msg }) => [level, msg])).to.deep.equal([
        [40, 'the handler answered after its time limit (handlerTimeout)'],
      ])
      expect(lines[0].err).to.include({ code: 'FST_ERR_HANDLER_TIMEOUT' })
    })
  }

  it('covers the whole response, so a stream is cut; a route may have a longer limit', async () => {
    const server = create({ handlerTimeout: 100 })
    server.get('/', () => Readable.from(slowly()))
    server.get('/long', { handlerTimeout: 3_600_000 }, () => Readable.from(slowly()))
    const address = `http://127.0.0.1:${await listen(server)}`
    const cut = await fetch(address)
    expect(cut.status).to.equal(200)
    expect(await cut.text().catch(() => 'cut')).to.equal('cut')
    expect(await (await fetch(`${address}/long`)).text()).to.equal('begin end')
  })

  it('of 0 on a route switches the limit of the server off, for the stream of the route too', async () => {
    const server = create({ handlerTimeout: 100 })
    const options = { handlerTimeout: 0 }
    server.get('/', options, () => Readable.from(slowly()))
    server.get('/told', options, async (request) => `${request.routeOptions.handlerTimeout}`)
    const address = `http://127.0.0.1:${await listen(server)}`
    expect(await (await fetch(address)).text()).to.equal('begin end')
    expect(await (await fetch(`${address}/told`)).text()).to.equal('0')
  })

  it('of the server holds for its routes, unless a route sets its own', async () => {
    const server = create({ handlerTimeout: 20 })
    const stop = gate()
    server.get('/', async () => stop.promise)
    server.get('/long', { handlerTimeout: 100_000 }, async (request) => `${request.routeOptions.handlerTimeout}`)
    expect((await server.inject('/')).statusCode).to.equal(503)
    expect((await server.inject('/long')).body).to.equal('100000')
    stop.open()
  })

  it('goes through the error handler', async () => {
    const server = create()
    const stop = gate()
    const errorHandler = (error: Loose, _request: Loose, reply: Loose) => reply.code(504).send(error.code)
    server.get('/', { handlerTimeout: 20, errorHandler }, async () => stop.promise)
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(504)
    expect(answer.body).to.equal('FST_ERR_HANDLER_TIMEOUT')
    stop.open()
  })

  it('cuts the connection where the 503 waits as long again, as for an onSend hook that never ends', async () => {
    const server = create({ handlerTimeout: 20 })
    server.get('/', { onSend: () => new Promise(() => {}) }, async () => 'waits')
    server.get('/stream', { onSend: async () => new PassThrough() }, async () => 'waits')
    const port = await listen(server)
    for (const path of ['/', '/stream']) {
      const socket = await open(port)
      const received = readAll(socket)
      socket.write(get.replace('/', path))
      expect(await received, path).to.equal('')
    }
  })

  it('leaves an answer of an error handler alone that begins within the same time again', async () => {
    const server = create({ handlerTimeout: 200 })
    const errorHandler = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return Readable.from(slowly())
    }
    server.get('/', { errorHandler }, () => new Promise(() => {}))
    expect((await server.inject('/')).body).to.equal('begin end')
  })

  for (const value of [-1, 1.5, '10']) {
    it(`refuses ${JSON.stringify(value)} on a route`, async () => {
      let caught: Loose
      try {
        const server = create()
        server.get('/', { handlerTimeout: value }, async () => 'never')
        await server.ready()
      } catch (error) {
        caught = error
      }
      expect(caught?.code).to.equal('FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT')
    })
  }
})
