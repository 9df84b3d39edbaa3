import { expect } from 'chai'
import { exchange, listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

describe('replies with the socket of their request', () => {
  const create = useServers()

  for (const method of ['GET', 'HEAD']) {
    it(`answer 500 to ${method}, and the next request has its own answer`, async () => {
      const server = create()
      server.route({ method, url: '/', handler: async (request: Loose) => request.raw.socket })
      server.get('/next', async () => 'the next answer')
      const head = 'Host: localhost'
      const next = ['GET /next HTTP/1.1', head, 'Connection: close', '', '']
      const answers = await exchange(await listen(server), `${method} / HTTP/1.1`, head, '', ...next)
      expect(answers.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 500', 'HTTP/1.1 200'])
      expect(answers).to.match(/the next answer$/)
    })
  }
})
