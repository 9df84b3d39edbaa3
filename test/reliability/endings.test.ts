import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { listen } from '../behaviour/core/socket.js'
import { useServers } from '../behaviour/core/subject.js'
import { certificate } from '../support/certificate.js'

const servers = {
  'HTTP/1': {},
  'HTTP/1 over TLS': { https: certificate },
  'HTTP/2': { http2: true },
  'HTTP/2 over TLS': { http2: true, https: certificate },
  'HTTP/2 over TLS that takes HTTP/1': { http2: true, https: { ...certificate, allowHTTP1: true } },
}
const beginnings = {
  nothing: Buffer.alloc(0),
  'half a head': Buffer.from('GET / HTTP/1.1\r\nHost:'),
  'half a handshake of TLS': Buffer.from('1603010200010001fc0303', 'hex'),
  'half a preface of HTTP/2': Buffer.from('PRI * HTTP/2.0\r\n'),
}

describe('a server that closes', function () {
  this.timeout(30_000) // it waits 5 s for what has begun to arrive
  const create = useServers()

  for (const [protocol, options] of Object.entries(servers))
    for (const [sent, bytes] of Object.entries(beginnings))
      it(`over ${protocol} ends with a connection that has sent ${sent}`, async () => {
        const server = create(options)
        const socket = connect(await listen(server), '127.0.0.1').on('error', () => {})
        await once(socket, 'connect')
        const gone = once(socket.resume(), 'close') // what is not TLS is refused at once
        socket.write(bytes)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await server.close()
        await gone
        expect(socket.destroyed).to.equal(true)
      })
})
