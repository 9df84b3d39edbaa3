import { expect } from 'chai'
import { useServers } from './subject.js'

const at = (path: string, init?: RequestInit) => new Request(`http://localhost${path}`, init)

describe('handle and headers', () => {
  const create = useServers()

  it('gives headers in the forms that node gives them', async () => {
    const server = create()
    server.get('/', ({ raw, headers }) => ({
      one: headers['x-one'],
      distinct: raw.headersDistinct['x-one'],
      raw: raw.rawHeaders.includes('x-one'),
    }))
    const response = await server.handle(at('/', { headers: { 'X-One': '1' } }))
    expect(await response.json()).to.deep.equal({ one: '1', distinct: ['1'], raw: true })
  })

  it('keeps each cookie in a header of its own', async () => {
    const server = create()
    server.get('/', (_request, reply) => reply.header('set-cookie', 'a=1').header('set-cookie', 'b=2').send('x'))
    const { headers } = await server.handle(at('/'))
    expect(headers.getSetCookie()).to.deep.equal(['a=1', 'b=2'])
  })

  it('gives the headers that inject gives, whether a header is a text, a number or a list', async () => {
    const server = create()
    server.get('/plain', (_request, reply) => reply.header('x-number', 7).header('x-text', ' spaced ').send({ a: 1 }))
    server.get('/lists', (_request, reply) => reply.header('vary', ['a', 'b']).header('link', ['<c>']).send('x'))
    server.get('/raw', (_request, reply) => {
      reply.raw.setHeader('X-Raw', 'r')
      reply.raw.setHeader('date', 'today')
      return reply.header('trailer', 'none').send('x')
    })
    for (const path of ['/plain', '/lists', '/raw', '/none']) {
      const { headers } = await server.handle(at(path))
      const injected = await server.inject(path)
      const { connection, trailer, date, ...expected } = injected.headers
      const texts = Object.entries(expected).map(([name, value]) => [name, [value].flat().join(', ').trim()])
      expect(headers.get('date')?.length, path).to.equal(date?.length)
      headers.delete('date')
      expect(Object.fromEntries(headers), path).to.deep.equal(Object.fromEntries(texts))
    }
  })

  it('gives status texts of its own, and no header of a connection', async () => {
    const server = create()
    server.get('/', (_request, reply) => {
      reply.hijack()
      reply.raw.writeEarlyHints({ link: '</a>; rel=preload' })
      reply.raw.writeHead(201, 'Done', { 'X-Given': 'yes', Connection: 'close', 'Transfer-Encoding': 'chunked' })
      reply.raw.write('a')
      reply.raw.end('b')
    })
    const response = await server.handle(at('/'))
    const names = [...response.headers.keys()].filter((name) => name !== 'date')
    expect([response.status, response.statusText, names]).to.deep.equal([201, 'Done', ['x-given']])
    expect(await response.text()).to.equal('ab')
  })
})
