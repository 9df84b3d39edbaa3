import { createReadStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { answer } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

/** A stream of each kind, and whether it was closed. */
const kinds: Record<string, () => { payload: Loose; isClosed: () => boolean }> = {
  'a stream': () => {
    const payload = new Readable({ read() {} })
    return { payload, isClosed: () => payload.destroyed }
  },
  'a file': () => {
    const payload = createReadStream('/no/such/file') // it reports its error after it was closed
    return { payload, isClosed: () => payload.destroyed }
  },
  'a web stream': () => {
    let isClosed = false
    const cancel = () => {
      isClosed = true
    }
    return { payload: new ReadableStream({ cancel }), isClosed: () => isClosed }
  },
  'a Response': () => {
    let isClosed = false
    const cancel = () => {
      isClosed = true
    }
    return { payload: new Response(new ReadableStream({ cancel })), isClosed: () => isClosed }
  },
}

/** Handlers whose payload is not sent. */
const handlers: Record<string, (make: () => Loose) => (request: Loose, reply: Loose) => unknown> = {
  'its head has a value that no header may have': (make) => (_request, reply) =>
    reply.header('x-name', 'a\nb').send(make()),
  'its head has an interim status': (make) => (_request, reply) => {
    const payload = make()
    reply.raw.statusCode = 101
    return reply.send(payload instanceof Response ? payload.body : payload)
  },
  'it is the body of an answer with such a header': (make) => async () => answer(200, make(), { 'x-name': 'a\nb' }),
  'another payload was sent before': (make) => (_request, reply) => {
    reply.send('first')
    reply.send(make())
  },
  'it is returned after another answer': (make) => async (_request, reply) => {
    reply.send('first')
    return make()
  },
  'it comes after the time limit': (make) => async () => {
    await wait(60)
    return make()
  },
}

describe('a payload that is not sent', () => {
  const create = useServers()

  for (const [kind, make] of Object.entries(kinds))
    for (const [when, handler] of Object.entries(handlers))
      it(`is closed: ${kind}, if ${when}`, async () => {
        let isClosed = () => false
        const server = create({ handlerTimeout: 30 })
        const makeWatched = () => {
          const made = make()
          isClosed = made.isClosed
          return made.payload
        }
        server.get('/', handler(makeWatched))
        await server.inject('/')
        for (let turn = 0; turn < 100 && !isClosed(); turn++) await wait(5)
        expect(isClosed()).to.equal(true)
      })

  for (const hooks of ['without hooks', 'while a hook waits'])
    it(`is sent if it is sent twice and returned, ${hooks}`, async () => {
      const server = create()
      if (hooks !== 'without hooks')
        server.addHook('onSend', async () => {
          await wait(10)
        })
      const streams = [() => Readable.from(['text']), () => ReadableStream.from(['text'])]
      for (const [at, make] of streams.entries())
        server.get(`/${at}`, async (_request, reply) => {
          const payload = make()
          reply.send(payload)
          reply.send(payload)
          return payload
        })
      for (const at of streams.keys()) expect((await server.inject(`/${at}`)).body).to.equal('text')
    })

  it('does not close the connection if it is the connection itself', async () => {
    const server = create()
    server.get('/request', (request, reply) => reply.header('x-name', 'a\nb').send(request.raw))
    server.get('/response', (_request, reply) => reply.header('x-name', 'a\nb').send(new PassThrough().pipe(reply.raw)))
    for (const path of ['/request', '/response']) expect((await server.inject(path)).statusCode).to.equal(500)
  })
})
