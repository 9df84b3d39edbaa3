import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { exchange, listen, open } from './socket.js'
import { useServers } from './subject.js'

const requests = 40

describe('many requests of one connection', () => {
  const create = useServers()
  let agent: Agent
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(`${warning.name}: ${warning.message}`)

  beforeEach(() => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
    warnings.length = 0
    process.on('warning', note)
  })
  afterEach(() => {
    process.off('warning', note)
    agent.destroy()
  })

  function send(port: number, path: string, body: string): Promise<string> {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      request({ port, path, method: 'POST', agent, headers }, (answer) => resolve(text(answer)))
        .on('error', reject)
        .end(body)
    })
  }

  it('leave no listeners behind, with any use of the requests', async () => {
    const server = create({ connectionTimeout: 60_000 })
    const sockets = new Set()
    server.addHook('onTimeout', async () => undefined)
    server.addHook('onRequestAbort', async (_request) => undefined)
    server.addHook('onRequest', async (request) => void sockets.add(request.socket))
    server.post('/signal', { handlerTimeout: 60_000 }, async (request) => `${request.signal.aborted}`)
    server.post('/stream', async () => Readable.from(['str', 'eam']))
    server.post('/web', async () => new Blob(['web']).stream())
    server.post('/fail', async () => Promise.reject(new Error('planned')))
    server.post('/await', async (_request, reply) => {
      setImmediate(() => reply.send('awaited'))
      await reply
    })
    const port = await listen(server)
    const answers: Record<string, string> = {
      '/signal': 'false',
      '/stream': 'stream',
      '/web': 'web',
      '/await': 'awaited',
    }
    for (let time = 0; time < requests; time++) {
      for (const [path, answer] of Object.entries(answers)) expect(await send(port, path, '{}')).to.equal(answer)
      expect(await send(port, '/fail', '{}')).to.contain('planned')
      expect(await send(port, '/nowhere', '{}')).to.contain('not found')
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).to.deep.equal([])
    expect(sockets.size).to.equal(1)
  })

  it('carry nothing from one to the next', async () => {
    const server = create()
    server.decorateRequest('mark', '')
    server.decorateReply('mark', '')
    server.post('/', async (request, reply) => {
      const before = [request.mark, reply.mark, reply.getHeader('x-mark') ?? '']
      request.mark = reply.mark = request.body.n
      reply.header('x-mark', request.body.n).code(200 + request.body.n)
      return { before, status: request.validationError ?? null, query: request.query }
    })
    const port = await listen(server)
    for (let n = 0; n < 4; n++) {
      const answer = JSON.parse(await send(port, n === 0 ? '/?a=1' : '/', JSON.stringify({ n })))
      expect(answer.before).to.deep.equal(['', '', ''])
      expect(answer.query).to.deep.equal(n === 0 ? { a: '1' } : {})
    }
  })
})

describe('the response to a request of a connection', () => {
  const create = useServers()

  it('closes once, with its end or with the connection', async () => {
    const server = create()
    const closed: string[] = []
    server.get('/:name', async (request, reply) => {
      const { name } = request.params as { name: string }
      reply.raw.on('close', () => closed.push(name))
      if (name !== 'last') return name
      socket.destroy()
      await until('it has closed', async () => closed.includes('last'))
      return undefined
    })
    const socket = await open(await listen(server))
    for (const name of ['first', 'second']) {
      socket.write(`GET /${name} HTTP/1.1\r\nhost: a\r\n\r\n`)
      await once(socket, 'data')
    }
    socket.write('GET /last HTTP/1.1\r\nhost: a\r\n\r\n')
    await until('all have closed', async () => closed.length === 3)
    expect(closed).to.deep.equal(['first', 'second', 'last'])
  })

  it('closes with its connection where an application has removed the listeners of the socket', async () => {
    const server = create()
    const closed: string[] = []
    server.get('/first', async ({ raw }) => {
      raw.socket.removeAllListeners('close')
      raw.socket.on('close', () => closed.push('socket'))
      return 'first'
    })
    server.get('/last', async (request, reply) => {
      reply.raw.on('close', () => closed.push('response'))
      socket.destroy()
      await once(request.signal, 'abort')
    })
    const socket = await open(await listen(server))
    socket.write('GET /first HTTP/1.1\r\nhost: a\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET /last HTTP/1.1\r\nhost: a\r\n\r\n')
    await until('both have closed', async () => closed.length === 2)
    expect(closed).to.have.members(['socket', 'response'])
  })
})

describe('a connection whose client waits for its end', () => {
  const create = useServers()
  const clients: Record<string, string[]> = {
    'HTTP/1.1 with Connection: close': ['HTTP/1.1', 'Host: a', 'Connection: close'],
    'HTTP/1.0': ['HTTP/1.0', 'Host: a'],
  }

  for (const [client, [version, ...lines]] of Object.entries(clients)) {
    for (const connection of ['keep-alive', 'upgrade', 'x-own']) {
      it(`ends after the answer to ${client}, also if a handler sets Connection: ${connection}`, async () => {
        const server = create()
        server.get('/reply', async (_request, reply) => reply.header('connection', connection).send('sent'))
        server.get('/stream', async (_request, reply) =>
          reply.header('connection', connection).send(Readable.from(['se', 'nt'])),
        )
        server.get('/raw', (_request, reply) => {
          reply.hijack()
          reply.raw.writeHead(200, { connection, 'content-length': 4 })
          reply.raw.end('sent')
        })
        const port = await listen(server)
        for (const path of ['/reply', '/stream', '/raw']) {
          const answer = await exchange(port, `GET ${path} ${version}`, ...lines, '', '')
          const options = [...answer.matchAll(/^connection: (.*)\r$/gim)].map(([, option]) => option)
          expect(answer).to.contain('200 OK')
          expect(options, path).to.deep.equal(connection === 'keep-alive' ? ['close'] : [connection, 'close'])
        }
      })
    }
  }

  it('stays open for a client that asks for that, with HTTP/1.0, too', async () => {
    const server = create()
    server.get('/', async (_request, reply) => reply.header('connection', 'keep-alive').send('sent'))
    const socket = await open(await listen(server))
    for (let time = 0; time < 2; time++) {
      socket.write('GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n')
      const [answer] = await once(socket, 'data')
      expect(String(answer).toLowerCase()).to.contain('connection: keep-alive')
    }
    socket.destroy()
  })
})
