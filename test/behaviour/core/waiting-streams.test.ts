import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { expect } from 'chai'
import { listen, open } from './socket.js'
import { type Loose, logLines, useServers } from './subject.js'

const failing: Record<string, () => Readable> = {
  'a file that is missing': () => createReadStream('/no/such/file'),
  'a stream that is destroyed': () => new PassThrough().destroy(new Error('no such file')),
  'a stream that emits an error': () => {
    const stream = new PassThrough()
    setImmediate(() => stream.emit('error', new Error('no such file')))
    return stream
  },
  'a transform that fails': () => new PassThrough({ flush: (done) => done(new Error('no such file')) }).end('text'),
}

describe('a stream that waits while onSend hooks run', () => {
  const create = useServers()

  for (const [what, make] of Object.entries(failing))
    it(`is a 500 if it fails: ${what}`, async () => {
      const server = create()
      server.addHook('onSend', async () => {
        await wait(20)
      })
      server.get('/', (_request, reply) => reply.send(make()))
      const { statusCode, body } = await server.inject('/')
      expect([statusCode, body]).to.match(/^500,.*no such file/s)
    })

  const unsent: Record<string, (reply: Loose) => unknown> = {
    'a hook fails': () => {
      throw new Error('the hook failed')
    },
    'a hook replaces it': () => 'another answer',
    'the client leaves': ({ raw }) => once(raw.destroy(), 'close'),
  }
  for (const [when, hook] of Object.entries(unsent))
    it(`is closed if ${when}`, async () => {
      const node = new Readable({ read() {} })
      let isCancelled = false
      const web = () =>
        new ReadableStream({
          cancel() {
            isCancelled = true
          },
        })
      const server = create()
      server.addHook('onSend', async (_request, reply) => hook(reply))
      server.get('/node', (_request, reply) => reply.send(node))
      server.get('/web', (_request, reply) => reply.send(web()))
      server.get('/response', (_request, reply) => reply.send(new Response(web())))
      const port = await listen(server)
      for (const [path, isClosed] of Object.entries({
        '/node': () => node.destroyed,
        '/web': () => isCancelled,
        '/response': () => isCancelled,
      })) {
        isCancelled = false
        const socket = await open(port)
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        for (let turn = 0; turn < 100 && !isClosed(); turn++) await wait(5)
        expect([path, isClosed()]).to.deep.equal([path, true])
        socket.destroy()
      }
    })

  it('is a 500 if it fails after a hook has piped it into another one', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.addHook('onSend', async (_request, _reply, payload) => payload.pipe?.(createGzip()))
    server.get('/', (_request, reply) => {
      const source = new PassThrough()
      setTimeout(() => source.destroy(new Error('no such file')), 30)
      return reply.send(source)
    })
    const response = await fetch(`http://localhost:${await listen(server)}`)
    expect([response.status, await response.text()]).to.match(/^500,.*no such file/s)
    expect(lines.filter(({ level }) => level >= 50).length).to.equal(1)
  })

  it('goes to a hook that reads it', async () => {
    const server = create()
    server.addHook('onSend', async (_request, _reply, payload) => {
      let text = ''
      for await (const chunk of payload) text += chunk
      return text.toUpperCase()
    })
    server.get('/', (_request, reply) => reply.send(Readable.from(['a', 'b'])))
    expect((await server.inject('/')).body).to.equal('AB')
  })
})

describe('a stream that is not sent', () => {
  const create = useServers()

  it('may be one of a web stream of a file, which node goes on to read after the end', async () => {
    const server = create()
    server.addHook('onSend', async (_request, _reply, payload) => {
      await wait(20) // the file has data
      const zipped = createGzip()
      pipeline(Readable.fromWeb(payload), zipped, () => undefined)
      return zipped
    })
    server.get('/', (_request, reply) => reply.send(Readable.toWeb(createReadStream(process.execPath))))
    for (let count = 0; count < 5; count++) {
      expect((await server.inject({ method: 'HEAD', url: '/' })).statusCode).to.equal(200)
    }
    await wait(20) // an error of node's own listeners would end the process
  })
})

describe('a stream that has been paused', () => {
  const create = useServers()

  it('is sent', async () => {
    const server = create()
    server.get('/', (_request, reply) => reply.send(Readable.from(['a', 'b']).pause()))
    expect((await server.inject('/')).body).to.equal('ab')
  })
})

describe('a stream that fails without an error', () => {
  const create = useServers()

  for (const value of [null, undefined])
    it(`is a 500 where it emits ${value}`, async () => {
      const server = create()
      server.get('/', (_request, reply) => {
        const stream = new Readable({ read() {} })
        setImmediate(() => stream.emit('error', value))
        return reply.send(stream)
      })
      expect((await server.inject('/')).statusCode).to.equal(500)
    })
})

describe('a stream on a route with every hook, a time limit and a signal', () => {
  const create = useServers()

  it('gives node no reason to warn of a leak, also beside a listener of the application', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => void warnings.push(message)
    process.on('warning', note)
    const server = create({ handlerTimeout: 5000 })
    const pass = async (_request: Loose) => wait(1)
    for (const name of ['onTimeout', 'onRequestAbort', 'onResponse', 'onSend']) server.addHook(name, pass)
    server.get('/', async (request, reply) => {
      request.signal.throwIfAborted()
      reply.raw.once('close', () => undefined)
      return reply.send(Readable.from(['a', 'b']))
    })
    const port = await listen(server)
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).to.equal('ab')
    await new Promise((resolve) => setImmediate(resolve)) // node emits warnings in a next tick
    process.off('warning', note)
    expect(warnings).to.deep.equal([])
  })
})
