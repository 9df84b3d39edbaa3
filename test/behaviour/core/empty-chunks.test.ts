import { once } from 'node:events'
import { connect } from 'node:http2'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { certificate } from '../../support/certificate.js'
import { listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

const empty = Buffer.alloc(0)
/** In some of these lists node alone replaces a letter by a byte of foreign memory. */
const lists = [
  [empty, 'a', '', 'b', empty],
  [empty, 'a', ''],
  ['a', empty, 'b', empty],
  ['a', 'b', empty],
  [empty, 'a', 'b', ''],
  ['a', 'b', 'c', '', ''],
]
const protocols = { 'HTTP/2': {}, 'HTTP/2 over TLS': { https: certificate } }

for (const [protocol, options] of Object.entries(protocols)) {
  describe(`an answer over ${protocol} with empty chunks`, () => {
    const create = useServers()

    async function answersTo(write: (chunks: Loose[], reply: Loose) => unknown): Promise<string[]> {
      const server = create({ http2: true, ...options })
      server.get('/:list', (request: Loose, reply: Loose) => write(lists[request.params.list] as Loose[], reply))
      const scheme = 'https' in options ? 'https' : 'http'
      const session = connect(`${scheme}://localhost:${await listen(server)}`, {
        ca: certificate.cert,
        host: '127.0.0.1',
      })
      const answers = await Promise.all(lists.map((_list, index) => text(session.request({ ':path': `/${index}` }))))
      session.close()
      await once(session, 'close')
      return answers
    }
    const expected = lists.map((list) => list.join(''))

    it('has the bytes of the others, if a stream gives them', async () => {
      expect(await answersTo((chunks, reply) => reply.send(Readable.from(chunks)))).to.deep.equal(expected)
    })

    it('has the bytes of the others, if the application writes them to reply.raw', async () => {
      const answers = await answersTo((chunks, reply) => {
        reply.hijack()
        for (const chunk of chunks) reply.raw.write(chunk)
        reply.raw.end('')
      })
      expect(answers).to.deep.equal(expected)
    })

    it('calls back for an empty chunk, sends the head, and refuses other values', async () => {
      const called: string[] = []
      const answers = await answersTo((chunks, reply) => {
        reply.hijack()
        reply.raw.write('', () => called.push('text'))
        called.push(String(reply.raw.headersSent))
        reply.raw.write(empty, 'utf8', () => reply.raw.end(chunks.join('')))
        expect(() => reply.raw.write([])).to.throw()
      })
      expect(answers).to.deep.equal(expected)
      expect(called.toSorted()).to.deep.equal(lists.flatMap(() => ['text', 'true']).toSorted())
    })
  })
}
