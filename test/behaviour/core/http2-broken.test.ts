import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:tls'
import { readRefusals } from 'alcove/inspect'
import { expect } from 'chai'
import { flags, frame, framesOf, posted, preface, request, types } from '../../suites/http2-frames.js'
import { certificate } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen, open } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const { goaway, headers, data } = types
const ended = flags.endStream | flags.endHeaders
const lateData = [frame(headers, ended, 1, request), frame(data, 0, 1, [1])]
const protocols = { 'HTTP/2': {}, 'HTTP/2 over TLS': { https: certificate } }

/** The frames that a client sends, and the number of its streams at that time. */
const breaks: Record<string, readonly [frames: readonly Buffer[], streams: number]> = {
  'data of a stream that does not exist': [[frame(data, 0, 1, [1])], 0],
  'a head that HPACK cannot read': [[frame(headers, ended, 1, [0x80])], 0],
  'data behind the end of its stream': [lateData, 1],
  'data behind the end of its stream, after GOAWAY': [
    [frame(headers, ended, 1, request), frame(goaway, 0, 0, Array(8).fill(0)), frame(data, 0, 1, [1])],
    1,
  ],
  'a frame beyond the highest size': [
    [frame(headers, flags.endHeaders, 1, posted), frame(data, 0, 1, new Uint8Array(17_000))],
    1,
  ],
}

for (const [protocol, options] of Object.entries(protocols)) {
  describe(`a session of ${protocol} that breaks the protocol`, () => {
    const create = useServers()

    async function begin(frames: readonly Buffer[]) {
      const server = create({
        http2: true,
        ...options,
        gracefulShutdown: { signals: [], drainTimeout: 60_000, timeout: 90_000 },
      })
      let aborted = 0
      server.addHook('onRequestAbort', async (_request: Loose) => {
        aborted += 1
      })
      server.all('/', () => new Promise(() => {}))
      const socket = await connectTo(server)
      const pieces: Buffer[] = []
      socket.on('data', (piece) => void pieces.push(piece as Buffer))
      socket.write(Buffer.concat([preface, ...frames]))
      const types = () => [...framesOf(Buffer.concat(pieces))].map(({ type }) => type)
      return { server, socket, types, countAborted: () => aborted }
    }

    async function connectTo(server: Server): Promise<Socket> {
      const socket = await open(await listen(server))
      if (protocol === 'HTTP/2') return socket
      const secure = connect({ socket, ca: certificate.cert, servername: 'localhost', ALPNProtocols: ['h2'] })
      await once(secure, 'secureConnect')
      return secure
    }

    for (const [what, [frames, streams]] of Object.entries(breaks)) {
      it(`receives GOAWAY, and its connection ends: ${what}`, async () => {
        const { server, socket, types, countAborted } = await begin(frames)
        await once(socket, 'close')
        expect(types()).to.contain(goaway)
        await until('its requests are aborted', () => countAborted() === streams)
        await until('the session is counted', () => readRefusals(server as Loose).malformed === 1)
      })
    }

    it('does not delay the end of its server, although a request is open', async () => {
      const { server, types, countAborted } = await begin(lateData)
      await until('the server has sent GOAWAY', () => types().includes(goaway))
      const begun = performance.now()
      await server.close()
      expect(performance.now() - begun).to.be.below(8000) // far below `drainTimeout`
      await until('the request is aborted', () => countAborted() === 1)
      expect(await connectionsOf(server)).to.equal(0)
    })
  })
}
