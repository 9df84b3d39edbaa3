import { once } from 'node:events'
import { connect } from 'node:http2'
import { PassThrough, Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { exchange, listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

/** Streams without bytes that have ended before they are sent. */
const streams: Record<string, () => Readable | Promise<Readable>> = {
  'a PassThrough without a write': () => new PassThrough().end(),
  'a PassThrough with an empty write': () => {
    const stream = new PassThrough()
    stream.write('')
    return stream.end()
  },
  'a Transform that drops everything': async () => {
    const stream = new Transform({ transform: (_chunk, _encoding, done) => done() })
    stream.end('dropped')
    await once(stream, 'finish')
    return stream
  },
  'a Readable that pushed its end': () => {
    const stream = new Readable({ read: () => {} })
    stream.push(null)
    return stream
  },
}
const head = ['Host: a', 'Connection: close', '', '']

for (const [name, make] of Object.entries(streams)) {
  describe(`${name}, sent by a handler`, () => {
    const create = useServers()

    it('is an empty answer, with trailers, a length, or slow hooks, too', async () => {
      const server = create()
      const failures: string[] = []
      server.addHook(
        'onError',
        async (_request: Loose, _reply: Loose, error: Loose) => void failures.push(error.message),
      )
      server.addHook('onSend', async ({ url }: Loose) => {
        if (url === '/slow') await new Promise((resolve) => setTimeout(resolve, 5))
      })
      server.get('/:how', async ({ url }: Loose, reply: Loose) => {
        if (url === '/trailer') reply.trailer('x-sum', async () => '0')
        if (url === '/length') reply.header('content-length', 0)
        return make()
      })
      const port = await listen(server)
      for (const path of ['/plain', '/slow', '/length', '/trailer']) {
        const answer = await exchange(port, `GET ${path} HTTP/1.1`, ...head)
        expect(answer, path).to.match(/^HTTP\/1.1 200 OK\r\n/)
        const [, body] = answer.split(/\r\n\r\n(.*)/s)
        expect(body, path).to.equal(path === '/trailer' ? '0\r\nx-sum: 0\r\n\r\n' : '')
      }
      expect(failures).to.deep.equal([])
    })

    it('is an empty answer over HTTP/2', async () => {
      const server = create({ http2: true })
      server.get('/', () => make())
      const session = connect(`http://127.0.0.1:${await listen(server)}`)
      const stream = session.request({ ':path': '/' })
      const [answer] = await once(stream, 'response')
      expect([answer[':status'], await text(stream)]).to.deep.equal([200, ''])
      session.close()
    })
  })
}
