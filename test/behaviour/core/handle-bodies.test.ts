import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { useServers } from './subject.js'

const at = (path: string, init?: RequestInit & { duplex?: 'half' }) => new Request(`http://localhost${path}`, init)

describe('handle and bodies of the application', () => {
  const create = useServers()

  it('cancels the rest of a body that was answered before its end', async () => {
    const server = create()
    server.post('/', { bodyLimit: 1000 }, () => 'handled')
    let pulled = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        if (pulled > 10_000)
          controller.close() // else the test would never end
        else controller.enqueue(new Uint8Array(100))
      },
      cancel() {
        cancelled = true
      },
    })
    const headers = { 'content-type': 'application/json' }
    const response = await server.handle(at('/', { method: 'POST', headers, body, duplex: 'half' }))
    expect(response.status).to.equal(413)
    while (!cancelled && pulled <= 10_000) await sleep(2)
    expect([cancelled, pulled < 1000]).to.deep.equal([true, true])
  })

  /** As Deno gives it to a DELETE without a body. */
  const emptyBody = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(0))
        controller.close()
      },
    })

  for (const method of ['POST', 'DELETE', 'OPTIONS']) {
    it(`takes an empty body without a header about it for no body: ${method}`, async () => {
      const server = create()
      server.route({
        method,
        url: '/',
        handler: (request) => ({ coding: request.headers['transfer-encoding'] ?? null, body: request.body ?? null }),
      })
      const response = await server.handle(at('/', { method, body: emptyBody(), duplex: 'half' }))
      expect([response.status, await response.json()]).to.deep.equal([200, { coding: null, body: null }])
    })
  }

  it('gives a body without a header about it to a parser of all types', async () => {
    const server = create()
    server.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
    server.post('/', (request) => ({ coding: request.headers['transfer-encoding'], body: request.body }))
    const chunks = ['a', 'b', 'c']
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(Buffer.from(chunk))
      },
    })
    const response = await server.handle(at('/', { method: 'POST', body, duplex: 'half' }))
    expect(await response.json()).to.deep.equal({ coding: 'chunked', body: 'abc' })
  })

  it('rejects with the reason of an abort before the first chunk of such a body', async () => {
    const server = create()
    server.post('/', () => 'handled')
    const abort = new AbortController()
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true
      },
    })
    const { signal } = abort
    const answered = server
      .handle(at('/', { method: 'POST', body, duplex: 'half', signal }))
      .catch((error: unknown) => error)
    await sleep(5)
    abort.abort('planned')
    expect([await answered, cancelled]).to.deep.equal(['planned', true])
  })

  const reasons: Readonly<Record<string, () => unknown>> = {
    'a text': () => 'planned',
    'a frozen error': () => Object.freeze(new Error('planned')),
    'an error whose stack throws': () =>
      Object.defineProperty(new Error('planned'), 'stack', {
        get() {
          throw new Error('stack')
        },
      }),
    'a revoked proxy': () => {
      const { proxy, revoke } = Proxy.revocable(new Error('planned'), {})
      revoke()
      return proxy
    },
  }
  for (const [what, make] of Object.entries(reasons)) {
    it(`answers 400 when the body fails with ${what}`, async () => {
      const server = create()
      server.post('/', (request) => request.body)
      const body = new ReadableStream({ pull: (controller) => controller.error(make()) })
      const headers = { 'content-type': 'application/json' }
      const response = await server.handle(at('/', { method: 'POST', headers, body, duplex: 'half' }))
      expect([response.status, Object(await response.json()).code]).to.deep.equal([400, 'ALC_ERR_STREAM_ERROR'])
    })
  }
})
