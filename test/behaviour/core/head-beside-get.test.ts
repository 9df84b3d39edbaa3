import { expect } from 'chai'
import { failureOf, useServers } from './subject.js'

const answer = { response: { 200: { type: 'object', properties: { name: { type: 'string' } } } } }

describe('the HEAD beside a GET', () => {
  const create = useServers()

  it('has the headers of the GET when it is asked for first', async () => {
    const server = create()
    server.get('/', { schema: answer }, () => ({ name: 'Ada', left: 'out' }))
    const head = await server.inject({ method: 'HEAD', url: '/' })
    const get = await server.inject('/')
    expect(head.headers['content-length']).to.equal(get.headers['content-length'])
    expect(head.body).to.equal('')
  })

  it('fails the boot when an onRoute hook makes its schema wrong', async () => {
    const server = create()
    server.addHook('onRoute', (route) => {
      if (route.method === 'HEAD') route.schema = { querystring: { type: 'no type' } }
    })
    server.get('/', { schema: answer }, () => ({}))
    expect(await failureOf(server.ready())).to.have.property('code', 'FST_ERR_SCH_VALIDATION_BUILD')
  })

  it('yields to a HEAD of the application, whichever of several was declared first', async () => {
    const server = create()
    const own = () => (_request: unknown, reply: { header(name: string, value: string): unknown }) => {
      reply.header('x-own', 'yes')
      return ''
    }
    server.get('/one', () => 'one')
    server.get('/two', () => 'two')
    server.head('/one', own())
    server.head('/three', own())
    server.get('/three', () => 'three')
    server.get('/four', () => 'four')
    const owned = async (url: string) => (await server.inject({ method: 'HEAD', url })).headers['x-own'] ?? 'no'
    expect([await owned('/one'), await owned('/two'), await owned('/three'), await owned('/four')]).to.deep.equal([
      ...['yes', 'no', 'yes', 'no'],
    ])
  })

  it('is found by the name of its method, listed, and kept apart by constraints', async () => {
    const server = create()
    server.get('/page/:id', () => 'page')
    server.get('/host', { constraints: { host: 'a.test' } }, () => 'a')
    server.get('/host', { constraints: { host: 'b.test' } }, () => 'of b')
    expect(server.hasRoute({ method: 'HEAD', url: '/page/:id' })).to.equal(true)
    expect(server.hasRoute({ method: 'HEAD', url: '/page' })).to.equal(false)
    await server.ready()
    expect(server.printRoutes()).to.match(/GET, HEAD/)
    const answers = ['a.test', 'b.test', 'c.test'].map(async (host) => {
      const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/host', headers: { host } })
      return `${statusCode} ${headers['content-length']}`
    })
    expect((await Promise.all(answers)).slice(0, 2)).to.deep.equal(['200 1', '200 4'])
    expect(await answers[2]).to.match(/^404/)
  })

  it('is listed where it was declared, before other methods of the same path', async () => {
    const server = create()
    server.get('/hello', () => 'hello')
    server.put('/hello', () => 'hello')
    server.get('/helicopter', () => 'flies')
    server.delete('/helicopter', () => 'gone')
    await server.ready()
    const lines = server.printRoutes({ commonPrefix: false }).trim().split('\n')
    expect(lines).to.deep.equal(['├── /hello (GET, HEAD, PUT)', '└── /helicopter (GET, HEAD, DELETE)'])
  })

  it('is listed though nobody has asked for it', async () => {
    const server = create()
    server.get('/', () => 'page')
    await server.ready()
    expect(server.printRoutes({ method: 'HEAD' })).to.match(/HEAD/)
  })
})
