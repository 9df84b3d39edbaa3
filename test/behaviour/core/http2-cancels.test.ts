import type { EventEmitter } from 'node:events'
import { connect } from 'node:http2'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { field, flags, frame, posted, preface, request, types } from '../../suites/http2-frames.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen, open } from './socket.js'
import { type Loose, logLines, type Server, useServers } from './subject.js'

const reset = (code: number) => (socket: Socket) => void socket.write(frame(types.reset, 0, 1, [0, 0, 0, code]))

/** `once` of node:events would also listen to errors, which node does not emit without such a listener. */
function closeOf(emitter: EventEmitter): Promise<unknown> {
  return new Promise((resolve) => emitter.once('close', resolve))
}

/** The ways in which a client gives up its stream. Node reports the first one to no listener. */
const ways: Readonly<Record<string, (socket: Socket) => void>> = {
  'resets it with NO_ERROR': reset(0),
  'resets it with CANCEL': reset(8),
  'ends its connection': (socket) => void socket.end(),
}

describe('a client over HTTP/2 that leaves', () => {
  const create = useServers()

  function serve(options: object = {}): Server {
    const server = create({ http2: true, forceCloseConnections: true, ...options })
    server.addContentTypeParser('text/csv', (_request: Loose, body: Loose, done: Loose) => done(null, body))
    return server
  }

  /** Sends frames as a client that has acknowledged the settings. */
  async function send(server: Server, ...frames: Buffer[]): Promise<Socket> {
    const socket = await open(await listen(server))
    socket.resume()
    socket.write(Buffer.concat([preface, frame(types.settings, flags.ack, 0), ...frames]))
    return socket
  }

  const post = (type: string) =>
    frame(types.headers, flags.endHeaders, 1, Buffer.concat([posted, field('content-type', type)]))
  const half = frame(types.data, 0, 1, Buffer.from('half'))
  const whole = frame(types.data, flags.endStream, 1, Buffer.from('whole'))

  async function read(body: Readable): Promise<string> {
    try {
      let text = ''
      for await (const chunk of body) text += chunk
      return `all of it: ${text}`
    } catch {
      return 'failed'
    }
  }

  for (const [how, leave] of Object.entries(ways)) {
    it(`and ${how} after a HEAD: its hooks report an abort, and request.signal aborts`, async () => {
      const server = serve()
      const events: string[] = []
      server.addHook('onRequestAbort', async () => void events.push('onRequestAbort'))
      server.addHook('onResponse', async () => void events.push('onResponse'))
      server.get('/', async ({ signal }) => {
        events.push('handler')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        events.push('signal')
        return 'late'
      })
      const client = connect(`http://127.0.0.1:${await listen(server)}`).on('error', () => undefined)
      const stream = client.request({ ':path': '/', ':method': 'HEAD' }).on('error', () => undefined)
      await until('the handler runs', () => events.length > 0)
      if (how.includes('connection')) client.destroy()
      else stream.close(how.includes('NO_ERROR') ? 0 : 8)
      await until('the server has noticed it', () => events.includes('signal'))
      await sleep(50)
      client.destroy()
      expect(events).to.deep.equal(['handler', 'onRequestAbort', 'signal'])
    })

    it(`and ${how} during its body: the handler does not run, and its hooks report an abort`, async () => {
      const server = serve()
      const events: string[] = []
      server.addHook('onRequestAbort', async () => void events.push('onRequestAbort'))
      server.addHook('onResponse', async () => void events.push('onResponse'))
      server.post('/', async ({ body }) => void events.push(`handler ${body}`))
      const socket = await send(server, post('text/plain'), half)
      await sleep(50)
      leave(socket)
      await until('the server has noticed it', () => events.length > 0)
      await sleep(50)
      expect(events).to.deep.equal(['onRequestAbort'])
    })

    for (const isAnswered of [false, true])
      it(`and ${how} during a body that is read ${isAnswered ? 'after' : 'before'} the answer: reading fails`, async () => {
        const server = serve()
        let result = ''
        let closes = 0
        server.post('/', async ({ body, raw }) => {
          raw.on('close', () => void closes++)
          const reading = read(body).then((text) => {
            result = text
          })
          if (!isAnswered) await reading
          return 'answer'
        })
        const socket = await send(server, post('text/csv'), half)
        await sleep(50)
        leave(socket)
        await until('the reading has ended', () => result !== '')
        await sleep(50)
        expect([result, closes]).to.deep.equal(['failed', 1])
      })

    for (const [type, end] of [
      ['text/plain', []],
      ['text/csv', ['failed']],
    ] as const)
      it(`and ${how} before its whole body of ${type} is read: no reader gets an empty body`, async () => {
        const server = serve()
        const events: string[] = []
        server.addHook('onRequest', async ({ raw }) => {
          await closeOf(raw)
          await sleep(20)
          events.push('hook')
        })
        server.post('/', async ({ body }) => void events.push(typeof body === 'string' ? body : await read(body)))
        const socket = await send(server, post(type), whole)
        await sleep(50)
        leave(socket)
        await until('the hook has ended', () => events.length > 0)
        await sleep(50)
        expect(events).to.deep.equal(['hook', ...end])
      })
  }

  it('after a body that was read has not cancelled it', async () => {
    const server = serve()
    const bodies: unknown[] = []
    server.post('/', async ({ body, raw }) => {
      bodies.push(body)
      await closeOf(raw)
    })
    const socket = await send(server, post('text/plain'), whole)
    await until('the body has arrived', () => bodies.length > 0)
    ways['resets it with CANCEL']?.(socket)
    await sleep(50)
    expect(bodies).to.deep.equal(['whole'])
  })

  /** A server whose handler continues when its client has left. */
  async function leaveBefore(answer: (reply: Loose, signal: AbortSignal) => unknown, options: object = {}) {
    const server = serve(options)
    const steps: string[] = []
    server.setErrorHandler(async () => void steps.push('error handler'))
    server.get('/', async (asked, reply) => {
      const { signal } = asked
      steps.push('begun')
      await closeOf(asked.raw)
      steps.push('continues')
      return answer(reply, signal)
    })
    const socket = await send(server, frame(types.headers, flags.endStream | flags.endHeaders, 1, request))
    await until('the handler has begun', () => steps.length > 0)
    reset(8)(socket)
    await until('the handler continues', () => steps.includes('continues'))
    return steps
  }

  for (const [what, wrap] of Object.entries({
    'a stream': (source: AsyncIterable<string>) => Readable.from(source),
    'a web stream': (source: AsyncIterable<string>) => ReadableStream.from(source).pipeThrough(new TextEncoderStream()),
  }))
    for (const headers of [{}, { 'content-length': '1000000' }])
      it(`before its answer is ${what} with ${JSON.stringify(headers)}: the stream ends`, async () => {
        let given = 0
        let source: Loose
        async function* endless() {
          for (;;) {
            given++
            yield 'x'
            await sleep(1)
          }
        }
        await leaveBefore((reply) => {
          source = endless()
          return reply.headers(headers).send(wrap(source))
        })
        await sleep(50)
        const before = given
        await sleep(50)
        expect(given).to.equal(before)
        expect(await source.next()).to.deep.equal({ done: true, value: undefined })
      })

  for (const [what, level, error] of [
    ['the abort of its own work', 30, (_reply: Loose, signal: AbortSignal) => sleep(1000, undefined, { signal })],
    ['an error', 50, () => Promise.reject(new Error('planned'))],
  ] as const)
    it(`before its handler fails with ${what}: the log has it, and no error handler runs`, async () => {
      const { stream, lines } = logLines()
      const steps = await leaveBefore(error, { logger: { stream } })
      await until('the log has it', () => lines.some(({ err }) => err !== undefined))
      expect(steps).to.deep.equal(['begun', 'continues'])
      const found = lines.filter(({ err }) => err !== undefined).map((line) => [line.level, line.msg])
      expect(found).to.deep.equal([[level, 'failed after the client had gone']])
    })

  it('with GOAWAY right behind its requests leaves no request and no connection behind', async () => {
    const server = serve()
    const events: string[] = []
    for (const name of ['onResponse', 'onRequestAbort'] as const) {
      server.addHook(name, async () => void events.push(name))
    }
    server.get('/', async () => {
      throw new Error('answered at once')
    })
    const requests = [1, 3].map((stream) => frame(types.headers, flags.endHeaders | flags.endStream, stream, request))
    // A client on node sends these when its session is destroyed.
    const leaving = [frame(types.reset, 0, 1, [0, 0, 0, 0]), frame(types.goaway, 0, 0, Buffer.alloc(8))]
    await send(server, ...requests, ...leaving)
    await until('both requests have ended', () => events.length >= 2)
    await until('the connection has ended', async () => (await connectionsOf(server)) === 0)
  })
})
