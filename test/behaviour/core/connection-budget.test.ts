import { once } from 'node:events'
import { connect } from 'node:http2'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { listen, open, readAll } from './socket.js'
import { type Loose, useServers } from './subject.js'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const last = 'GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

describe('the work of one connection', () => {
  const create = useServers()

  it('is one request of several that came without waiting: the next one runs when the answer has gone', async () => {
    const server = create()
    const events: string[] = []
    server.get('/:name', async ({ params }: Loose) => {
      events.push(`begin ${params.name}`)
      await new Promise((resolve) => setTimeout(resolve, params.name === 'a' ? 30 : 1))
      events.push(`end ${params.name}`)
      return params.name
    })
    server.post('/:name', async ({ params, body }: Loose) => {
      events.push(`begin ${params.name}`)
      return body
    })
    const socket = await open(await listen(server))
    const answer = readAll(socket)
    const post = `POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"n":1}`
    socket.write(get('/a') + post + get('/c') + last)
    const bodies = [...(await answer).matchAll(/\r\n\r\n([^H]+)/g)].map(([, body]) => body)
    expect(bodies).to.deep.equal(['a', '{"n":1}', 'c', 'last'])
    expect(events.join()).to.equal('begin a,end a,begin b,begin c,end c,begin last,end last')
  })

  it('is answered whole and in order, with any number of requests', async () => {
    const server = create()
    server.get('/:name', async ({ params }: Loose) => `<${params.name}>`)
    const socket = await open(await listen(server))
    const answer = readAll(socket)
    const names = Array.from({ length: 5000 }, (_, index) => `n${index}`)
    socket.write(names.map((name) => get(`/${name}`)).join('') + last)
    const bodies = [...(await answer).matchAll(/<(\w+)>/g)].map(([, name]) => name)
    expect(bodies).to.deep.equal([...names, 'last'])
  }).timeout(30_000)

  it('is one answer for a client that does not read: 3000 requests for 100 KB cost no 3000 answers', async () => {
    const server = create()
    let handled = 0
    server.get('/big', async () => {
      handled += 1
      return 'x'.repeat(100_000)
    })
    const socket = await open(await listen(server))
    socket.pause()
    socket.write(get('/big').repeat(3000))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const stalled = handled
    expect(stalled).to.be.lessThan(200) // what the buffers of the system took
    socket.resume()
    await until('all are answered when the client reads', () => handled === 3000)
    socket.destroy()
  }).timeout(60_000)

  it('ends with the client: of 100 requests that wait, the others do not run when it leaves', async () => {
    const server = create()
    let handled = 0
    server.get('/slow', async () => {
      handled += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      return 'slow'
    })
    const socket = await open(await listen(server))
    socket.write(get('/slow').repeat(100))
    await until('the first one runs', () => handled === 1)
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(handled).to.be.lessThan(5) // the one that ran, and those that node gave a socket before it saw the end
  })

  for (const [what, options, expected] of [
    ['128 streams of HTTP/2 by default', {}, 128],
    ['as many streams of HTTP/2 as the settings say', { http: { settings: { maxConcurrentStreams: 5 } } }, 5],
  ] as const) {
    it(`are ${what}`, async () => {
      const server = create({ http2: true, forceCloseConnections: true, ...options })
      let running = 0
      server.get('/', () => {
        running += 1
        return new Promise(() => {})
      })
      const session = connect(`http://127.0.0.1:${await listen(server)}`)
      session.on('error', () => {})
      await once(session, 'remoteSettings')
      expect(session.remoteSettings.maxConcurrentStreams).to.equal(expected)
      for (let count = 0; count < 200; count++) session.request({ ':path': '/' }).on('error', () => {})
      await until('streams run', () => running >= expected)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(running).to.equal(expected)
      session.destroy()
    })
  }
})
