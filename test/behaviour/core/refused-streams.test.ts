import { Readable } from 'node:stream'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { exchange, listen, statusOf } from './socket.js'
import { logLines, useServers } from './subject.js'

const planned = () => {
  throw new Error('planned')
}

/** Sources that give something and never end. */
const sources: Readonly<Record<string, { make: () => Readable; length?: number }>> = {
  'gives a value that is not text': {
    make: () => {
      const source = new Readable({ objectMode: true, read() {} })
      source.push({ not: 'text' })
      return source
    },
  },
  'gives more than its declared length': {
    make: () => {
      const source = new Readable({ read() {} })
      source.push('abcdef')
      return source
    },
    length: 3,
  },
  'has a listener that throws': {
    make: () => {
      const source = new Readable({ read() {} }).on('data', planned)
      source.push('abc')
      return source
    },
  },
}

describe('a stream that the server stops', () => {
  const create = useServers()

  for (const [what, { make, length }] of Object.entries(sources))
    it(`is destroyed, so that it holds nothing open: one that ${what}`, async () => {
      const server = create()
      let source: Readable | null = null
      server.get('/', (_request, reply) => {
        source = make()
        if (length !== undefined) reply.header('content-length', length)
        return reply.send(source)
      })
      const answer = await exchange(await listen(server), 'GET / HTTP/1.1', 'Host: a', 'Connection: close', '', '')
      expect(statusOf(answer)).to.equal(500)
      await until('the source is destroyed', () => source?.destroyed === true)
    })

  it('has its whole answer if a listener throws behind its end, and the log has the error', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream, level: 'error' } })
    server.get('/', (_request, reply) => reply.send(Readable.from(['a', 'b']).on('close', planned)))
    const answer = await exchange(await listen(server), 'GET / HTTP/1.1', 'Host: a', 'Connection: close', '', '')
    expect(answer).to.match(/^HTTP\/1\.1 200 [\s\S]*1\r\na\r\n1\r\nb\r\n0\r\n\r\n$/)
    await until('the log has the error', () => lines.some(({ err }) => err.message === 'planned'))
  })
})
