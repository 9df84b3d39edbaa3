import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Loose, logLines, useServers } from './subject.js'

const broken = () => {
  throw new Error('planned')
}

describe('what an application supplies and that throws when it is used', () => {
  const create = useServers()

  it('is a 500 with the error of the getter, where a handler returns an object with a "then" that throws', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.get('/', () => Object.defineProperty({}, 'then', { get: broken }))
    const { statusCode, body } = await server.inject('/')
    expect([statusCode, JSON.parse(body).message]).to.deep.equal([500, 'planned'])
    expect(lines.filter(({ level }) => level === 50).map(({ err }) => err.message)).to.deep.equal(['planned'])
  })

  it('is a 500 where reply.send gets a Proxy whose traps throw, outside of every promise', async () => {
    const server = create()
    server.get(
      '/',
      (_request, reply) => void setTimeout(() => reply.send(new Proxy({}, { getPrototypeOf: broken })), 1),
    )
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('is a 500 where a handler throws an error whose statusCode throws', async () => {
    const server = create()
    server.get('/', () => {
      throw Object.defineProperty(new Error('outer'), 'statusCode', { get: broken })
    })
    expect((await server.inject('/')).statusCode).to.equal(500)
  })

  it('is a 500 where a stream of a preParsing hook gives objects for bytes', async () => {
    const server = create()
    server.addHook('preParsing', async () => Readable.from([{ length: 0.5 }, { length: 0.5 }]))
    server.post('/', async () => 'handled')
    const request = { method: 'POST', url: '/', payload: 'x', headers: { 'content-type': 'text/plain' } }
    expect((await server.inject(request)).statusCode).to.equal(500)
  })

  it('changes no answer where a logger throws, and the process warns once', async () => {
    const warnings: Loose[] = []
    const collect = (warning: Error) => void warnings.push(warning)
    process.on('warning', collect)
    const log: Loose = { child: () => log }
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) log[level] = broken
    const server = create({ loggerInstance: log })
    server.get('/', async () => 'answered')
    expect((await server.inject('/')).body).to.equal('answered')
    expect((await server.inject('/')).body).to.equal('answered')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', collect)
    expect(warnings.map(({ code }) => code)).to.deep.equal(['ALC_WARN_LOGGER_FAILED'])
  })

  it('changes no answer where a log serializer throws, and the line says which one', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream, serializers: { req: broken } } })
    server.get('/', async () => 'answered')
    expect((await server.inject('/')).body).to.equal('answered')
    expect(lines[0].req).to.equal('The log serializer "req" failed: planned')
  })

  it('changes no answer where a child logger factory throws: the request has the logger of the server', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.setChildLoggerFactory(broken)
    server.get('/', async () => 'answered')
    expect((await server.inject('/')).body).to.equal('answered')
    expect(lines.map(({ msg }) => msg)).to.include('the logger of a request could not be made')
  })
})
