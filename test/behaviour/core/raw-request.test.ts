import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { finished, pipeline, Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { aMoment, body, eventually, get, post, splitBody, takeRaw, talk } from './raw-client.js'
import { listen, open } from './socket.js'
import { useServers } from './subject.js'

/** Every event of a stream that people listen to, in order. */
function record(stream: Readable, names = ['data', 'end', 'close', 'error', 'aborted']): string[] {
  const seen: string[] = []
  for (const name of names) stream.on(name, () => seen.push(name))
  return seen
}

describe('request.raw behaves as the stream that node documents', () => {
  const create = useServers()

  it('a hook that listens before the body is parsed sees its bytes, and so does the parser', async () => {
    const server = create()
    let seen: string[] = []
    server.addHook('onRequest', (request, _reply, done) => {
      seen = record(request.raw)
      done()
    })
    server.post('/', async (request) => request.body)
    const answer = await talk(server, [post(body)], body)
    expect(answer).to.contain('200 OK')
    await eventually(() => seen.includes('close'))
    expect(seen).to.deep.equal(['data', 'end', 'close'])
  })

  it('a listener on the socket of a connection gets the bytes of that connection, and of no other', async () => {
    const server = create()
    const seen = new Map<string, string>()
    server.get('/:name', async (request) => {
      const { name } = request.params as { name: string }
      if (seen.has(name)) return `again ${name}`
      seen.set(name, '')
      request.raw.socket.on('data', (chunk: Buffer) => seen.set(name, seen.get(name) + String(chunk)))
      return `first ${name}`
    })
    const ask = (name: string) => `GET /${name} HTTP/1.1\r\nhost: a\r\n\r\n`
    const names = ['one', 'two', 'three']
    const port = await listen(server)
    const connections = await Promise.all(names.map(async (name) => ({ name, socket: await open(port) })))
    for (const reply of ['first', 'again']) {
      await Promise.all(
        connections.map(async ({ name, socket }) => {
          socket.write(ask(name))
          expect(String((await once(socket, 'data'))[0])).to.contain(`${reply} ${name}`)
        }),
      )
    }
    for (const { socket } of connections) socket.destroy()
    expect([...seen]).to.have.deep.members(names.map((name) => [name, ask(name)]))
  })

  it('a hook that listens to a request without a body gets its end and close', async () => {
    const server = create()
    let seen: string[] = []
    server.addHook('onRequest', async (request) => {
      seen = record(request.raw)
    })
    server.get('/', async () => 'done')
    await talk(server, [get], 'done')
    await eventually(() => seen.includes('close'))
    expect(seen).to.deep.equal(['end', 'close'])
  })

  it('a listener that is added after the answer gets end and close', async () => {
    const server = create()
    let seen: string[] = []
    server.addHook('onResponse', async (request) => {
      seen = record(request.raw, ['end', 'close'])
    })
    server.get('/', async () => 'done')
    await talk(server, [get], 'done')
    await eventually(() => seen.includes('close'))
    expect(seen).to.deep.equal(['end', 'close'])
  })

  for (const pieces of [[post(body)], splitBody(post(body))]) {
    it(`a parser may take the stream itself, of a body in ${pieces.length} pieces`, async () => {
      const server = takeRaw(create())
      server.post('/', async (request) => text(request.body as Readable))
      expect(await talk(server, pieces, body)).to.contain('200 OK')
    })

    it(`is parsed when it comes in ${pieces.length} pieces`, async () => {
      const server = create()
      server.post('/', async (request) => request.body)
      expect(await talk(server, pieces, body)).to.contain('200 OK')
    })

    it(`a hook that waits before the body is parsed loses none of ${pieces.length} pieces`, async () => {
      const server = create()
      server.addHook('onRequest', async () => void (await new Promise((resolve) => setTimeout(resolve, 50))))
      server.post('/', async (request) => request.body)
      expect(await talk(server, pieces, body)).to.contain('200 OK')
    })
  }

  it('can be iterated, piped, finished and read as text by a handler that has no parser before it', async () => {
    const ways: Record<string, (raw: Readable) => Promise<unknown>> = {
      iterate: async (raw) => {
        let all = ''
        for await (const chunk of raw) all += chunk
        return all
      },
      pipe: (raw) =>
        new Promise((resolve, reject) => {
          let all = ''
          const sink = new Writable({
            write(chunk, _encoding, done) {
              all += chunk
              done()
            },
          })
          pipeline(raw, sink, (error) => (error ? reject(error) : resolve(all)))
        }),
      read: async (raw) => {
        await once(raw, 'readable')
        return String(raw.read())
      },
      web: async (raw) => text(Readable.toWeb(raw) as never),
      finished: (raw) => {
        raw.setEncoding('utf8')
        let all = ''
        raw.on('data', (chunk) => {
          all += chunk
        })
        return new Promise((resolve) => finished(raw, () => resolve(all)))
      },
    }
    for (const [name, way] of Object.entries(ways)) {
      const server = create()
      server.removeAllContentTypeParsers()
      server.addContentTypeParser('*', (_request: object, _payload: object, done: () => void) => done())
      server.post('/', async (request) => way(request.raw))
      expect(await talk(server, [post(body)], body), name).to.contain('200 OK')
    }
  })

  it('a body without a reader does not delay the next request on its connection', async () => {
    const server = takeRaw(create())
    server.post('/', async () => 'unread')
    server.get('/', async () => 'next')
    const big = 'x'.repeat(300_000)
    const answer = await talk(server, [post(JSON.stringify(big)), get], 'next')
    expect(answer).to.contain('unread').and.contain('next')
  })

  it('a body that goes on after the answer does not become the next request', async () => {
    const server = takeRaw(create())
    server.post('/', async () => 'early')
    server.get('/', async () => 'next')
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/x\r\ncontent-length: 6\r\n\r\n'
    const answer = await talk(server, [head, 'abc', 'def', get], 'next')
    expect(answer).to.contain('early').and.contain('next')
    expect(answer.match(/HTTP\/1\.1 /g)).to.have.length(2)
  })

  it('is aborted when the client leaves before its answer', async () => {
    const server = create()
    let aborted: boolean | null = null
    server.get('/', async (request, reply) => {
      await once(reply.raw, 'close')
      aborted = request.raw.aborted
    })
    await talk(server, [get], '')
    await eventually(() => aborted !== null)
    expect(aborted).to.equal(true)
  })

  it('a client that leaves in the middle of its body fails the request once, and the server goes on', async () => {
    const server = create()
    const failures: unknown[] = []
    server.addHook('onError', async (_request, _reply, error) => void failures.push(error))
    server.post('/', async () => 'never')
    await talk(server, [post(body).slice(0, -4)], '')
    await eventually(() => failures.length > 0)
    await aMoment()
    expect(failures).to.have.length(1)
    expect(failures[0]).to.include({ statusCode: 400 })
  })

  it('is one of node for libraries that look at its constructor', async () => {
    const server = create()
    server.post('/', async ({ raw }) => Object.getPrototypeOf(raw).constructor === IncomingMessage)
    await talk(server, [post(body)], 'true')
  })

  it('a later listener gets the end of a request after `read(0)`', async () => {
    const server = create()
    const requests: IncomingMessage[] = []
    server.get('/', ({ raw }) => {
      requests.push(raw)
      return String(raw.read(0))
    })
    expect(await talk(server, [get], 'null')).to.include('200 OK')
    const seen = record(requests[0]!) // it was answered
    await eventually(() => seen.includes('close'))
    expect(seen).to.deep.equal(['end', 'close'])
  })

  // Node 20 releases an unread request by `resume`, node 26 by `read(0)`.
  it('a request without a reader ends, and its stream stays inactive', async () => {
    const server = create()
    const requests: IncomingMessage[] = []
    server.get('/', (request) => {
      requests.push(request.raw)
      return 'answered'
    })
    await talk(server, [get, get], 'answered')
    await eventually(() => requests.length === 2)
    await aMoment()
    const [first] = requests
    expect(first).to.include({ complete: true, readableEnded: true, destroyed: false })
  })

  it('has ended, complete, and is readable no more when its body has been parsed', async () => {
    const server = create()
    server.post('/', async ({ raw }) => ({ complete: raw.complete, ended: raw.readableEnded, aborted: raw.aborted }))
    await talk(server, [post(body)], JSON.stringify({ complete: true, ended: true, aborted: false }))
  })
})
