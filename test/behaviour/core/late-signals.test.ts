import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { listen, open } from './socket.js'
import { useServers } from './subject.js'

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('SPEC 6 request.signal that is read late', () => {
  const create = useServers()

  for (const http2 of [false, true])
    it(`is aborted if it is first read when the client has left, over HTTP/${http2 ? 2 : 1}`, async () => {
      const seen: unknown[] = []
      const server = create({ http2 })
      server.get('/', async (request) => {
        seen.push('arrived')
        await new Promise((resolve) => request.raw.once('close', resolve))
        await sleep(20)
        seen.push(request.signal.aborted)
      })
      const port = await listen(server)
      const stream = http2 ? connect(`http://127.0.0.1:${port}`).request({ ':path': '/' }) : null
      const socket = http2 ? null : await open(port)
      socket?.write(get)
      await until('the request has arrived', () => seen.length > 0)
      stream?.session?.destroy()
      socket?.destroy()
      await until('the signal was read', () => seen.length > 1)
      expect(seen).to.deep.equal(['arrived', true])
    })

  it('is not aborted if it is first read after the answer', async () => {
    const seen: boolean[] = []
    const server = create()
    server.get('/', async (request, reply) => {
      reply.raw.once('close', () => seen.push(request.signal.aborted))
      return 'answered'
    })
    const socket = await open(await listen(server))
    socket.write(get)
    await until('the signal was read', () => seen.length > 0)
    expect(seen).to.deep.equal([false])
    socket.destroy()
  })
})
