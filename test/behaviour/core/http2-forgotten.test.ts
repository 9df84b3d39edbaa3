import { once } from 'node:events'
import { connect } from 'node:http2'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { flags, frame, preface, request, types } from '../../suites/http2-frames.js'
import { until } from '../../support/until.js'
import { listen, open } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

/** A client that takes no byte of an answer: the initial window of its streams is 0. */
const withoutWindow = frame(types.settings, 0, 0, [0, 4, 0, 0, 0, 0])
const asks = (id: number) => frame(types.headers, flags.endStream | flags.endHeaders, id, request)
const goaway = frame(types.goaway, 0, 0, Array(8).fill(0))
const resets = (id: number, code: number) => frame(types.reset, 0, id, [0, 0, 0, code])

function endless(): Readable {
  return new Readable({
    read() {
      setTimeout(() => this.push('piece'), 1)
    },
  })
}

const answers: Readonly<Record<string, (reply: Loose) => unknown>> = {
  'a text': (reply) => reply.send('text'),
  'a text with a trailer': (reply) => reply.trailer('x-sum', async () => '1').send('text'),
  'a stream': (reply) => reply.send(Readable.from(['one', 'two'])),
  'an endless stream': (reply) => reply.send(endless()),
  'a raw answer': (reply) => void reply.hijack().raw.end('text'),
  'a raw answer that goes on': (reply) => void reply.hijack().raw.write('text'),
}

describe('an answer over HTTP/2', () => {
  const create = useServers()

  /** A server with the names of the hooks that have run. */
  function serve(answer: (reply: Loose) => unknown, options: object = {}) {
    const server = create({ http2: true, forceCloseConnections: true, ...options })
    const events: string[] = []
    for (const name of ['onResponse', 'onRequestAbort']) server.addHook(name, async () => void events.push(name))
    for (const method of ['get', 'post'])
      server[method]('/', (_request: Loose, reply: Loose) => {
        events.push('handler')
        return answer(reply)
      })
    return { server, events }
  }

  async function openWithoutWindow(server: Server): Promise<Socket> {
    const socket = (await open(await listen(server))).setNoDelay(true)
    socket.resume().write(Buffer.concat([preface, withoutWindow, frame(types.settings, flags.ack, 0)]))
    return socket
  }

  for (const [what, answer] of Object.entries(answers))
    for (const [name, code] of [
      ['NO_ERROR', 0],
      ['CANCEL', 8],
    ] as const)
      it(`that its client resets with ${name} before it takes a byte is aborted: ${what}`, async () => {
        const { server, events } = serve(answer)
        const socket = await openWithoutWindow(server)
        socket.write(asks(1))
        await until('the handler has run', () => events.includes('handler'))
        socket.write(resets(1, code))
        await until('a hook has run', () => events.length > 1)
        await sleep(20)
        expect(events).to.deep.equal(['handler', 'onRequestAbort'])
      })

  it('that its client resets with NO_ERROR is aborted, also if the client leaves at once', async () => {
    const { server, events } = serve((reply) => reply.send('text'))
    const socket = await openWithoutWindow(server)
    socket.write(asks(1))
    await until('the handler has run', () => events.includes('handler'))
    const pong = frame(types.ping, flags.ack, 0, Array(8).fill(7))
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (bytes: Buffer) => {
        if (bytes.includes(pong)) resolve()
      })
    })
    socket.write(Buffer.concat([resets(1, 0), frame(types.ping, 0, 0, Array(8).fill(7))]))
    await answered
    socket.destroy()
    await until('a hook has run', () => events.length > 1)
    expect(events).to.deep.equal(['handler', 'onRequestAbort'])
  })

  it('that its client resets with NO_ERROR does not count as an open one', async () => {
    const { server, events } = serve((reply) => reply.send('text'), {
      http: { settings: { maxConcurrentStreams: 20 } },
    })
    const socket = await openWithoutWindow(server)
    let isOver = false
    socket.on('close', () => {
      isOver = true
    })
    for (let count = 0; count < 200; count++) {
      const before = events.length
      socket.write(asks(2 * count + 1))
      await until('the request was handled, or refused', () => events.length > before || count > 20 || isOver)
      socket.write(resets(2 * count + 1, 0))
      if (count > 20) await sleep(1)
    }
    expect(isOver).to.equal(false)
  })

  it('leaves no session behind when its client resets it and leaves with GOAWAY at once', async () => {
    const { server } = serve((reply) => reply.send('text'))
    const port = await listen(server)
    const began = performance.now()
    for (let count = 0; count < 10; count++) {
      const [socket, [session]] = await Promise.all([open(port), once(server.server, 'session')])
      const closed = once(session, 'close')
      socket.resume().write(Buffer.concat([preface, asks(1), asks(3), resets(1, 0), goaway]))
      await closed
      socket.destroy()
    }
    expect(performance.now() - began).to.be.below(4000) // a search each second would need 10 s
  })

  for (const method of ['GET', 'POST', 'HEAD'])
    it(`that its client takes completely is not aborted: ${method}`, async () => {
      const large = 'x'.repeat(200_000)
      const whole = [answers['a text'], answers['a stream'], (reply: Loose) => reply.send(large)]
      let next = 0
      const { server, events } = serve((reply) => whole[next++ % whole.length]?.(reply))
      const client = connect(`http://127.0.0.1:${await listen(server)}`)
      for (let count = 0; count < 9; count++) {
        const stream = client.request({ ':path': '/', ':method': method, 'content-type': 'application/json' })
        stream.resume().end(method === 'POST' ? '{"a":1}' : undefined)
        await once(stream, 'close')
      }
      await until('all hooks have run', () => events.length === 18)
      expect(events.filter((name) => name === 'onResponse').length).to.equal(9)
      client.destroy()
    })
})
