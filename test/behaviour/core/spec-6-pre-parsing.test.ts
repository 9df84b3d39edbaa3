import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { PassThrough, Readable, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

/** A stream that has more to give than any limit. */
function emitMany(this: Readable): void {
  this.push('a'.repeat(100))
}

describe('SPEC 6 preParsing payloads', () => {
  const create = useServers()
  const shout = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        done(null, String(chunk).toUpperCase())
      },
    })
  const send = (server: ReturnType<typeof create>, payload: string | Buffer, headers: object = {}) =>
    server.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/plain', ...headers }, payload })

  for (const [way, hook] of Object.entries({
    returned: async (_request: Loose, _reply: Loose, payload: Readable) => payload.pipe(shout()),
    'given to done': (_request: Loose, _reply: Loose, payload: Readable, done: Loose) =>
      done(null, payload.pipe(shout())),
  })) {
    it(`a stream that is ${way} is parsed instead of the request`, async () => {
      const server = create()
      server.addHook('preParsing', hook)
      server.post('/', async (request) => request.body)
      expect((await send(server, 'hello')).body).to.equal('HELLO')
    })
  }

  for (const [what, value] of Object.entries<unknown>({
    'a string': 'text',
    'a buffer': Buffer.from('text'),
    'a web stream': new ReadableStream(),
    false: false,
    'an object': {},
    'a frozen stream': Object.freeze(Readable.from(['text'])),
    'a frozen emitter that is no stream': Object.freeze(new EventEmitter()),
  })) {
    it(`${what} instead of a stream is a 500 that names the hook and the route`, async () => {
      const server = create()
      server.addHook('preParsing', async function decrypt() {
        return value
      })
      server.post('/', async () => 'handled')
      let failure: Loose
      server.addHook('onError', async (_request, _reply, error) => {
        failure = error
      })
      const response = await send(server, 'hello')
      expect(response.json()).to.deep.include({ statusCode: 500, code: 'ALC_ERR_BODY_STREAM' })
      expect(failure.message).to.match(/^The preParsing hook "decrypt" of POST \/ must return a stream of node, got /)
    })
  }

  it('a value that is not a stream is ignored where the body is not read', async () => {
    const server = create()
    server.addHook('preParsing', async () => true)
    server.route({ method: ['GET', 'POST'], url: '/', handler: async () => 'handled' })
    expect((await server.inject('/')).body).to.equal('handled')
    expect((await server.inject({ method: 'POST', url: '/' })).body).to.equal('handled')
  })

  it('null keeps the stream of the request', async () => {
    const server = create()
    server.addHook('preParsing', async () => null)
    server.post('/', async (request) => request.body)
    expect((await send(server, 'hello')).body).to.equal('hello')
  })

  it('streams of several hooks are chained', async () => {
    const server = create()
    server.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(shout()))
    // The length does not change: the server compares it with the content length, unless the stream declares another.
    const bend = () =>
      new Transform({ transform: (chunk, _encoding, done) => done(null, String(chunk).replace('L', '1')) })
    const options = { preParsing: async (_request: Loose, _reply: Loose, payload: Readable) => payload.pipe(bend()) }
    server.post('/', options, async (request) => request.body)
    expect((await send(server, 'hello')).body).to.equal('HE1LO')
  })

  it('a compressed body can be opened, and its opened size is what the limit is about', async () => {
    const server = create({ bodyLimit: 100 })
    server.addHook('preParsing', async (request, _reply, payload) => {
      if (request.headers['content-encoding'] !== 'gzip') return payload
      delete request.headers['content-length']
      const opened: Loose = payload.pipe(createGunzip())
      opened.receivedEncodedLength = Number(request.raw.headers['content-length'] ?? 0)
      return opened
    })
    server.post('/', async (request) => request.body)
    const gzip = { 'content-encoding': 'gzip' }
    expect((await send(server, gzipSync('a'.repeat(99)), gzip)).body).to.equal('a'.repeat(99))
    expect((await send(server, gzipSync('a'.repeat(1000)), gzip)).statusCode).to.equal(413)
  })

  for (const [which, make] of Object.entries({
    'whose request declares too many bytes': (payload: Readable) => payload.pipe(new PassThrough()),
    'that gives too many bytes': () => new Readable({ read() {} }).on('resume', emitMany),
  }))
    it(`a stream is closed: one ${which}`, async () => {
      const server = create({ bodyLimit: 10 })
      let stream: Loose
      server.addHook('preParsing', async (request, _reply, payload) => {
        if (which.includes('gives')) delete request.headers['content-length']
        stream = make(payload as Readable)
        return stream
      })
      server.post('/', async (request) => request.body)
      expect((await send(server, 'a'.repeat(100))).statusCode).to.equal(413)
      expect(stream.destroyed).to.equal(true)
    })

  it('a compressed body that is too large and then broken is answered, and does not end the process', async () => {
    const server = create({ bodyLimit: 100 })
    server.addHook('preParsing', async (request, _reply, payload) => {
      delete request.headers['content-length']
      return payload.pipe(createGunzip())
    })
    server.post('/', async (request) => request.body)
    const whole = gzipSync(randomBytes(200_000))
    const broken = Buffer.concat([whole.subarray(0, 150_000), Buffer.alloc(50_000, 255)])
    expect((await send(server, broken)).statusCode).to.equal(413)
    await new Promise((resolve) => setTimeout(resolve, 50)) // mocha fails a test in which an error is uncaught
  })

  it('a compressed body that is broken is a 400, also while a later hook waits', async () => {
    const server = create()
    server.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(createGunzip()))
    server.post('/', async (request) => request.body)
    const later = async (_request: Loose, _reply: Loose, payload: Readable) => sleep(50, payload)
    server.post('/wait', { preParsing: later }, async () => 'read')
    for (const url of ['/', '/wait']) {
      const answer = await server.inject({
        method: 'POST',
        url,
        payload: 'no gzip',
        headers: { 'content-type': 'text/plain' },
      })
      expect(answer.json()).to.include({ statusCode: 400, code: 'Z_DATA_ERROR' })
    }
  })

  for (const [what, fields, status] of [
    ['400', {}, 400],
    ['its own status', { statusCode: 418 }, 418],
    ['400 when its status is no error', { statusCode: 200 }, 400],
  ] as const) {
    it(`a stream that fails answers ${what}`, async () => {
      const server = create()
      server.addHook('preParsing', async () => {
        const stream = new PassThrough()
        process.nextTick(() => stream.destroy(Object.assign(new Error('cut'), fields)))
        return stream
      })
      server.post('/', async () => 'never')
      expect((await send(server, 'hello')).statusCode).to.equal(status)
      expect((await send(server, 'hello')).statusCode).to.equal(status)
    })
  }
})
