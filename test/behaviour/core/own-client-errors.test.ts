import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { together } from '../../support/together.js'
import { until } from '../../support/until.js'
import { connectionsOf, listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

const answer = 'HTTP/1.1 400 Own\r\nContent-Length: 0\r\n\r\n'
const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n'

const handlers: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'does nothing': () => undefined,
  'answers and does not end it': (socket) => socket.write(answer),
  'ends its own side only': (socket) => socket.end(answer),
  'never returns': () => new Promise(() => {}),
}

const requests: Readonly<Record<string, string>> = {
  'no HTTP': 'no HTTP\r\n\r\n',
  'a broken body': `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  'half a head': 'GET / HTTP/1.1\r\nHo',
  'half a body': `${head}Content-Length: 10\r\n\r\n12345`,
}

const protocols: Readonly<Record<string, { options: object; open(port: number): Socket; ready: string }>> = {
  'HTTP/1': {
    options: {},
    open: (port) => connect({ port, host: '127.0.0.1', allowHalfOpen: true }),
    ready: 'connect',
  },
  'HTTP/1 on a server for HTTP/2': {
    options: { http2: true, https: { ...certificate, allowHTTP1: true } },
    open: (port) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      return connectTls({ socket, ca: certificate.cert, servername: 'localhost' })
    },
    ready: 'secureConnect',
  },
}

/** Takes longer than a connection with an error may stay open. */
async function* slowly() {
  for (let count = 0; count < 30; count++) {
    yield 'tick'
    await sleep(100)
  }
  yield 'end'
}

describe('a connection whose error a clientErrorHandler gets', function () {
  this.timeout(20_000)
  const create = useServers(after)
  const scenario = together()

  async function serve(protocol: string, handle: (socket: Socket) => unknown) {
    const { options, open, ready } = protocols[protocol]! // one of its names
    const clientErrorHandler = (_error: Error, socket: Socket) => handle(socket)
    const server = create({ ...options, requestTimeout: 1000, clientErrorHandler } as Loose)
    server.post('/', async () => 'taken')
    server.get('/', (_request: Loose, reply: Loose) => reply.send(Readable.from(slowly())))
    const client = open(await listen(server)).on('error', () => {})
    await once(client, ready)
    return { server, client }
  }

  for (const protocol of Object.keys(protocols))
    for (const [how, handle] of Object.entries(handlers))
      for (const [what, bytes] of Object.entries(requests))
        scenario(`does not stay open if the handler ${how} and the client stays: ${protocol}, ${what}`, async () => {
          const { server, client } = await serve(protocol, handle)
          client.resume().write(bytes)
          await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
          client.destroy()
        })

  scenario('stays open until the response that it has begun is complete', async () => {
    const { server, client } = await serve('HTTP/1', () => undefined)
    let text = ''
    client.on('data', (bytes) => {
      text += bytes
    })
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nno HTTP\r\n\r\n')
    await until('the connection is cut', async () => (await connectionsOf(server)) === 0)
    expect(text).to.match(/end\r\n0\r\n\r\n$/)
    client.destroy()
  })
})
