import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'alcove/core'
import { expect } from 'chai'

const at = (path: string, init?: RequestInit & { duplex?: 'half' }) => new Request(`http://localhost${path}`, init)
const octets = { 'content-type': 'application/octet-stream' }

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(2)
}

describe('handle streams', () => {
  const opened: { close(): Promise<unknown> }[] = []
  const create = () => {
    const server = createServer()
    server.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    opened.push(server)
    return server
  }
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  /** An upload that the test feeds. */
  function upload() {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const init = { method: 'POST', headers: octets, body: readable, duplex: 'half' as const }
    return { init, writer, write: (text: string) => writer.write(new TextEncoder().encode(text)) }
  }

  it('hands over each chunk of a body when it arrives', async () => {
    const server = create()
    const seen: string[] = []
    server.post('/', async (request) => {
      for await (const chunk of request.body as Readable) seen.push(String(chunk))
      return seen.join('|')
    })
    const { init, write, writer } = upload()
    const answer = server.handle(at('/', init))
    await write('one')
    await until(() => seen.length === 1)
    await write('two')
    await until(() => seen.length === 2)
    await writer.close()
    expect(await (await answer).text()).to.equal('one|two')
  })

  it('reads no more of a body than its handler takes', async () => {
    const server = create()
    let made = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1
        controller.enqueue(new Uint8Array(8192))
      },
    })
    server.post('/', async (request) => {
      await once(request.body as Readable, 'readable')
      await sleep(50)
      return made
    })
    const response = await server.handle(at('/', { method: 'POST', headers: octets, body, duplex: 'half' }))
    expect(Number(await response.text())).to.be.within(1, 32)
  })

  it('cancels a body without a reader', async () => {
    const server = create()
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel() {
        isCancelled = true
      },
    })
    server.post('/', () => 'early')
    const response = await server.handle(at('/', { method: 'POST', headers: octets, body, duplex: 'half' }))
    expect(await response.text()).to.equal('early')
    await until(() => isCancelled)
  })

  it('answers 400 when the body fails', async () => {
    const server = create()
    server.post('/', (request) => request.body)
    const { init, write, writer } = upload()
    const headers = { 'content-type': 'application/json' }
    const answer = server.handle(at('/', { ...init, headers }))
    await write('{"a":')
    await writer.abort(new Error('planned'))
    expect((await answer).status).to.equal(400)
  })

  it('answers 400 to a body that is not made of bytes', async () => {
    const server = create()
    server.post('/', (request) => request.body)
    const headers = { 'content-type': 'application/json' }
    for (const chunk of [7, '{}', null, new ArrayBuffer(2)]) {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(chunk) })
      const response = await server.handle(at('/', { method: 'POST', headers, body, duplex: 'half' }))
      const { code, message } = Object(await response.json())
      expect([response.status, code]).to.deep.equal([400, 'ALC_ERR_BODY_NOT_BYTES'])
      expect(message).to.include('TextEncoderStream')
    }
  })

  it('gives the first bytes of an answer before the last are made', async () => {
    const server = create()
    let release = () => {}
    const last = new Promise<void>((resolve) => {
      release = resolve
    })
    async function* parts() {
      yield 'first'
      await last
      yield 'last'
    }
    server.get('/node', () => Readable.from(parts()))
    server.get('/events', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.raw.write('first')
      void last.then(() => reply.raw.end('last'))
    })
    const readers = []
    for (const path of ['/node', '/events']) {
      const { body } = await server.handle(at(path))
      const reader = (body as ReadableStream<Uint8Array>).getReader()
      expect(Buffer.from((await reader.read()).value ?? []).toString()).to.equal('first')
      readers.push(reader)
    }
    release()
    for (const reader of readers) expect(Buffer.from((await reader.read()).value ?? []).toString()).to.equal('last')
  })

  it('makes no more of an answer than is read, for streams of node and of the web', async () => {
    const server = create()
    const made = { node: 0, web: 0 }
    server.get('/node', () => {
      return new Readable({
        read() {
          made.node += 1
          this.push(Buffer.alloc(8192))
        },
      })
    })
    server.get('/web', () => {
      return new ReadableStream({
        pull(controller) {
          made.web += 1
          controller.enqueue(new Uint8Array(8192))
        },
      })
    })
    for (const kind of ['node', 'web'] as const) {
      const { body } = await server.handle(at(`/${kind}`))
      const reader = (body as ReadableStream<Uint8Array>).getReader()
      for (let count = 0; count < 20; count += 1) await reader.read()
      await sleep(30)
      const early = made[kind]
      expect(early).to.be.within(20, 60)
      for (let count = 0; count < 20; count += 1) await reader.read()
      await sleep(30)
      expect(made[kind]).to.be.within(early + 1, early + 40)
      await reader.cancel()
    }
  })

  it('ends the stream of the handler when the reader cancels, and aborts the request', async () => {
    const server = create()
    const seen: string[] = []
    server.addHook('onRequestAbort', async () => void seen.push('hook'))
    server.get('/', (request) => {
      request.signal.addEventListener('abort', () => seen.push('signal'))
      const endless = new Readable({ read: () => void endless.push(Buffer.alloc(1024)) })
      return endless.once('close', () => seen.push('stream'))
    })
    const { body } = await server.handle(at('/'))
    await body?.cancel()
    await until(() => seen.length === 3)
    expect(seen.sort()).to.deep.equal(['hook', 'signal', 'stream'])
  })

  it('rejects with the AbortError of a request that is aborted before its answer, and aborts its work', async () => {
    const server = create()
    const seen: string[] = []
    server.addHook('onRequestAbort', async () => void seen.push('hook'))
    server.get('/', (request) => {
      request.signal.addEventListener('abort', () => seen.push('signal'))
      seen.push('entered')
      return new Promise(() => {})
    })
    const controller = new AbortController()
    const answer = server.handle(at('/', { signal: controller.signal })).catch((error) => error)
    await until(() => seen.length === 1)
    controller.abort()
    expect((await answer).name).to.equal('AbortError')
    await until(() => seen.length === 3)
    expect((await server.handle(at('/', { signal: controller.signal })).catch((error) => error)).name).to.equal(
      'AbortError',
    )
    expect(seen.filter((each) => each === 'entered')).to.deep.equal(['entered'])
  })

  it('takes any value as the reason of an abort, also while a body arrives', async () => {
    const server = create()
    server.post('/', (request) => request.body)
    const controller = new AbortController()
    const { init, write } = upload()
    const headers = { 'content-type': 'application/json' }
    const answer = server.handle(at('/', { ...init, headers, signal: controller.signal })).catch((error) => error)
    await write('{')
    await sleep(20)
    controller.abort('enough')
    expect(await answer).to.equal('enough')
  })

  it('fails the body of an answer when the request is aborted after its head', async () => {
    const server = create()
    server.get('/', () => new Readable({ read() {} }).on('error', () => {}))
    const controller = new AbortController()
    server.get('/begun', (_request, reply) => {
      reply.hijack()
      reply.raw.write('begun')
    })
    const { body } = await server.handle(at('/begun', { signal: controller.signal }))
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    controller.abort()
    expect((await reader.read().catch((error) => error)).name).to.equal('AbortError')
  })

  it('runs onResponse hooks to their end for an answer without a reader', async () => {
    const server = create()
    let isOver = false
    server.addHook('onResponse', async () => {
      await sleep(10)
      isOver = true
    })
    server.get('/', () => ({ small: true }))
    await server.handle(at('/'))
    await until(() => isOver)
  })

  it('ends answers without a reader when the server ends its connections', async () => {
    const server = createServer({ forceCloseConnections: true })
    server.get(
      '/',
      () =>
        new Readable({
          read() {
            this.push(Buffer.alloc(8192))
          },
        }),
    )
    const { body } = await server.handle(at('/'))
    await server.close()
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    const failure = (async () => {
      while (!(await reader.read()).done);
    })().catch((error) => error)
    expect((await failure).code).to.equal('ALC_ERR_ANSWER_CUT')
  })
})
