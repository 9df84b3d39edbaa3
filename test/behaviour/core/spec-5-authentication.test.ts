import bearerAuth from '@fastify/bearer-auth'
import { expect } from 'chai'
import { type Loose, type Server, useServers } from './subject.js'

const plugin: Loose = bearerAuth

describe('SPEC 5 authentication by the unmodified bearer plugin', () => {
  const create = useServers()

  function subject(options: object = { keys: new Set(['KEY']) }): Server {
    const server = create()
    server.register(async (authenticated) => {
      authenticated.register(plugin, options)
      authenticated.get('/one', async () => 'one')
      authenticated.register(async (below) => {
        below.addHook('onRequest', async () => {}) // a context with hooks of its own
        below.get('/below', async () => 'below')
      })
    })
    server.register(async (open) => void open.get('/two', async () => 'two'))
    server.get('/', async () => 'root')
    return server
  }

  const get = (server: Server, url: string, authorization?: string) =>
    server.inject({ url, headers: authorization === undefined ? {} : { authorization } })

  it('lets a request with an accepted key pass', async () => {
    expect((await get(subject(), '/one', 'Bearer KEY')).body).to.equal('one')
  })

  it('protects the routes of descendants too', async () => {
    const server = subject()
    expect((await get(server, '/below')).statusCode).to.equal(401)
    expect((await get(server, '/below', 'Bearer KEY')).body).to.equal('below')
  })

  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    'Basic KEY',
    'KEY',
    'Bearer KEY2',
    'Bearer KE',
  ]) {
    it(`answers 401 to the header ${JSON.stringify(authorization)}`, async () => {
      expect((await get(subject(), '/one', authorization)).statusCode).to.equal(401)
    })
  }

  it('leaves routes outside its context public', async () => {
    const server = subject()
    expect((await get(server, '/two')).body).to.equal('two')
    expect((await get(server, '/')).body).to.equal('root')
  })

  it('takes keys as an array', async () => {
    const server = subject({ keys: ['A', 'B'] })
    expect((await get(server, '/one', 'Bearer B')).body).to.equal('one')
    expect((await get(server, '/one', 'Bearer C')).statusCode).to.equal(401)
  })

  it('takes an asynchronous function instead of keys', async () => {
    const server = subject({ keys: new Set(), auth: async (key: string) => key === 'asked' })
    expect((await get(server, '/one', 'Bearer asked')).body).to.equal('one')
    expect((await get(server, '/one', 'Bearer other')).statusCode).to.equal(401)
  })

  it('offers its functions as decorations with addHook: false', async () => {
    const server = create()
    server.register(plugin, { addHook: false, keys: new Set(['KEY']) })
    server.after(() => {
      server.get('/one', { onRequest: server.verifyBearerAuth }, async () => 'one')
    })
    server.get('/two', async () => 'two')
    expect((await get(server, '/one')).statusCode).to.equal(401)
    expect((await get(server, '/one', 'Bearer KEY')).body).to.equal('one')
    expect((await get(server, '/two')).body).to.equal('two')
  })
})
