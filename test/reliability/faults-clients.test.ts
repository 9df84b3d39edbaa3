import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import { listen, open } from '../behaviour/core/socket.js'
import { type Loose, type Server, useServers } from '../behaviour/core/subject.js'
import { ask, type LogLine, levels, lines, logger, rejections, settle, watchFaults } from './fault.js'

const head = 'POST /fault HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n'
const get = 'GET /fault HTTP/1.1\r\nHost: localhost\r\n\r\n'

interface Signalled {
  signal: AbortSignal
}

describe('clients that go away', () => {
  watchFaults()
  const create = useServers()

  /** Lines about what went wrong; that a request came and ended is none. */
  const faults = (): readonly LogLine[] =>
    lines.filter(({ msg }) => !/^(?:incoming|Server listening|request completed)/.test(msg))

  async function subject(prepare: (server: Server) => unknown): Promise<number> {
    const server = create({ logger })
    server.get('/next', async () => 'alive')
    await prepare(server)
    return listen(server)
  }

  async function expectQuiet(port: number, expected: readonly RegExp[]): Promise<void> {
    await settle()
    const found = faults()
    expect(found, JSON.stringify(found)).to.have.length(expected.length)
    for (const [index, message] of expected.entries()) {
      expect(found[index]?.msg).to.match(message)
      expect(found[index]?.req?.url).to.equal('/fault')
    }
    expect(await ask(port, '/next')).to.match(/alive$/)
    expect(rejections).to.deep.equal([])
  }

  it('before they have sent anything leave nothing behind', async () => {
    const port = await subject(() => undefined)
    const socket = await open(port)
    socket.destroy()
    await expectQuiet(port, [])
  })

  it('in the head leave nothing behind', async () => {
    const port = await subject(() => undefined)
    const socket = await open(port)
    socket.write('GET /fault HTTP/1.1\r\nHo')
    await settle()
    socket.destroy()
    await expectQuiet(port, [])
  })

  it('in the body reach no handler; one line reports that the request was incomplete', async () => {
    let handled = 0
    const port = await subject((server) => server.post('/fault', async () => void handled++))
    const socket = await open(port)
    socket.write(`${head}{"a":`)
    await settle()
    socket.destroy()
    await expectQuiet(port, [/failed after the client had gone|^aborted$/])
    expect(handled).to.equal(0)
    expect(faults()[0]?.level).to.equal(levels.info)
  })

  for (const how of ['async', 'with a callback', 'with the body as a stream']) {
    it(`in the body that a parser of the application reads do not count as an error of the server: ${how}`, async () => {
      const port = await subject((server) => {
        server.removeContentTypeParser('application/json')
        if (how === 'async') {
          server.addContentTypeParser('application/json', async (_request: unknown, payload: Readable) => {
            for await (const _chunk of payload);
          })
        } else if (how === 'with a callback') {
          server.addContentTypeParser('application/json', (_request: unknown, payload: Readable, done: Loose) => {
            payload.on('error', done).on('end', () => done(null, 'whole'))
            payload.resume()
          })
        } else
          server.addContentTypeParser('application/json', (_request: unknown, payload: Readable, done: Loose) =>
            done(null, payload),
          )
        server.post('/fault', async ({ body }) => {
          await pipeline(body as Readable, new PassThrough().resume())
        })
      })
      const socket = await open(port)
      socket.write(`${head}{"a":`)
      await settle()
      socket.destroy()
      await expectQuiet(port, [/failed after the client had gone/])
      expect(faults()[0]?.level).to.equal(levels.info)
    })
  }

  it('in the body leave an error of the application an error', async () => {
    const port = await subject((server) => {
      server.removeContentTypeParser('application/json')
      server.addContentTypeParser('application/json', async (_request: unknown, payload: Readable) => {
        await once(payload, 'close').catch(() => undefined)
        throw new Error('planned')
      })
      server.post('/fault', async () => 'to nobody')
    })
    const socket = await open(port)
    socket.write(`${head}{"a":`)
    await settle()
    socket.destroy()
    await expectQuiet(port, [/failed after the client had gone/])
    expect(faults()[0]?.level).to.equal(levels.error)
  })

  it('after the body reach the handler by request.signal, and onRequestAbort hooks', async () => {
    const seen: string[] = []
    let arrived: () => void = () => undefined
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const port = await subject((server) => {
      server.addHook('onRequestAbort', async () => void seen.push('hook'))
      server.post('/fault', async ({ signal }: Signalled) => {
        arrived()
        await once(signal, 'abort')
        seen.push('signal')
        return 'to nobody'
      })
    })
    const socket = await open(port)
    socket.write(`${head}{"a":1234}`)
    await arrival
    socket.destroy()
    await expectQuiet(port, [])
    expect(seen.sort()).to.deep.equal(['hook', 'signal'])
  })

  it('while a handler works make what it throws a line, and no answer', async () => {
    const port = await subject((server) =>
      server.get('/fault', async ({ signal }: Signalled) => {
        await once(signal, 'abort')
        throw new Error('planned')
      }),
    )
    const socket = await open(port)
    socket.write(get)
    await settle()
    socket.destroy()
    await expectQuiet(port, [/failed after the client had gone/])
  })

  it('in a stream end its source; one line reports that they left', async () => {
    let ended = false
    const port = await subject((server) =>
      server.get('/fault', async () => {
        const source = new Readable({ read() {} })
        source.once('close', () => {
          ended = true
        })
        source.push('first')
        return source
      }),
    )
    const socket = await open(port)
    socket.write(get)
    await once(socket, 'data')
    socket.destroy()
    await expectQuiet(port, [/closed prematurely/])
    expect(ended).to.equal(true)
  })

  /** Connects with small buffers of its own and does not read. */
  async function sleeper(port: number): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(1024), callback: () => true } })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.pause()
    socket.write(get)
    return socket
  }

  for (const kind of ['node', 'web'] as const) {
    it(`that read slowly slow the source of a big ${kind} stream, instead of filling memory`, async () => {
      const total = 256 * 1024 * 1024
      const piece = Buffer.alloc(64 * 1024, 'x')
      let given = 0
      const next = () => {
        given += piece.length
        return given > total ? null : piece
      }
      const port = await subject((server) =>
        server.get('/fault', async () => {
          if (kind === 'node') {
            return new Readable({
              read() {
                this.push(next())
              },
            })
          }
          return new ReadableStream({ pull: (controller) => controller.enqueue(next() ?? piece) })
        }),
      )
      const socket = await sleeper(port)
      await new Promise((resolve) => setTimeout(resolve, 300))
      const before = given
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(given).to.equal(before)
      expect(given).to.be.below(total / 4)
      expect(await ask(port, '/next')).to.match(/alive$/)
      socket.destroy()
      await expectQuiet(port, [/closed prematurely/])
    })
  }

  it('leave no listeners and no timers on a connection that others use after them', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    const port = await subject((server) => {
      server.addHook('onTimeout', async () => undefined)
      server.get('/fault', { handlerTimeout: 60_000 }, async () => 'ok')
    })
    const socket = await open(port)
    for (let time = 0; time < 30; time++) {
      socket.write(get)
      await once(socket, 'data')
    }
    socket.destroy()
    await expectQuiet(port, [])
    process.off('warning', note)
    expect(warnings).to.deep.equal([])
  })
})
