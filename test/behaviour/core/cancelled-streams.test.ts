import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { readRefusals } from 'alcove/inspect'
import { expect } from 'chai'
import { flags, frame, preface, request, speak, types } from '../../suites/http2-frames.js'
import { until } from '../../support/until.js'
import { listen } from './socket.js'
import { type Loose, type Server, useServers } from './subject.js'

const codes: Readonly<Record<string, number>> = { CANCEL: 8, NO_ERROR: 0, INTERNAL_ERROR: 2 }

/** Opens streams and cancels each of them at once. */
function openAndCancel(count: number, code: number): Buffer {
  const reason = Buffer.alloc(4)
  reason.writeUInt32BE(code)
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => [
      frame(types.headers, flags.endStream | flags.endHeaders, 2 * index + 1, request),
      frame(types.reset, 0, 2 * index + 1, reason),
    ]).flat(),
  )
}

describe('a client of HTTP/2 that opens streams and cancels them at once', () => {
  const create = useServers()
  const refusedStreams = (server: Server) => readRefusals(server as Loose).streams

  for (const [code, number] of Object.entries(codes))
    for (const [how, answer] of Object.entries({
      'answers at once': (_request: Loose, reply: Loose) => reply.send('x'),
      'answers at once without a body': (_request: Loose, reply: Loose) => reply.code(204).send(),
      'never answers': () => new Promise(() => {}),
    }))
      it(`runs no more handlers than its budget allows, if the handler ${how}: ${code}`, async () => {
        const server = create({ http2: true, forceCloseConnections: true })
        let handled = 0
        server.get('/', (request: Loose, reply: Loose) => {
          handled += 1
          return answer(request, reply)
        })
        const began = performance.now()
        const bytes = Buffer.concat([preface, openAndCancel(800, number)])
        const { frames } = await speak(await listen(server), bytes, () => handled > 0)
        await until('all streams are handled or refused', () => handled + refusedStreams(server) === 800)
        const forgotten = ((performance.now() - began) / 1000) * 33
        expect(handled).to.be.within(128, 2 * 128 + 2 + forgotten)
        expect(frames.some(({ type }) => type === types.goaway)).to.equal(false)
      })

  /** Answers of one session, of which 400 are asked for as fast as 100 streams at a time allow. */
  async function readAll(session: ClientHttp2Session, method: string, path: string): Promise<number[]> {
    const ask = () =>
      new Promise<number>((resolve) => {
        const stream = session.request({ ':path': path, ':method': method, 'content-type': 'text/plain' })
        stream.on('error', () => {})
        stream.resume().on('close', () => resolve(stream.rstCode ?? 0))
        stream.end(method === 'POST' ? 'body' : undefined)
      })
    const answers: number[] = []
    for (let turn = 0; turn < 4; turn++) answers.push(...(await Promise.all(Array.from({ length: 100 }, ask))))
    return answers
  }

  for (const method of ['GET', 'HEAD', 'POST'])
    for (const path of ['/small', '/large', '/empty', '/refused'])
      it(`is not one that reads every answer: ${method} ${path}`, async () => {
        const server = create({ http2: true, forceCloseConnections: true })
        const refuse = async (_request: Loose, reply: Loose) => reply.code(401).send()
        for (const way of ['get', 'post']) {
          server[way]('/small', async () => 'x')
          server[way]('/large', async () => 'x'.repeat(200_000))
          server[way]('/empty', (_request: Loose, reply: Loose) => reply.code(204).send())
          server[way]('/refused', { onRequest: refuse }, async () => 'x') // its body is not read
        }
        const session = connect(`http://127.0.0.1:${await listen(server)}`)
        await once(session, 'remoteSettings')
        expect(await readAll(session, method, path)).to.deep.equal(Array(400).fill(0))
        expect(refusedStreams(server)).to.equal(0)
        session.destroy()
      }).timeout(20_000)

  it('is not one whose answers the server cuts', async () => {
    const server = create({ http2: true, forceCloseConnections: true })
    server.get('/', (_request: Loose, reply: Loose) => {
      reply.raw.writeHead(200)
      reply.raw.write('begun')
      throw new Error('too late for a status')
    })
    const session = connect(`http://127.0.0.1:${await listen(server)}`)
    await once(session, 'remoteSettings')
    expect(await readAll(session, 'GET', '/')).to.deep.equal(Array(400).fill(codes.INTERNAL_ERROR))
    expect(refusedStreams(server)).to.equal(0)
    session.destroy()
  }).timeout(20_000)

  it('is not one that leaves streams which it has read for a second', async () => {
    const server = create({
      http2: true,
      forceCloseConnections: true,
      http: { settings: { maxConcurrentStreams: 20 } },
    })
    server.get('/', (_request: Loose, reply: Loose) => {
      reply.hijack()
      reply.raw.write('begun')
    })
    const session = connect(`http://127.0.0.1:${await listen(server)}`)
    await once(session, 'remoteSettings')
    for (let turn = 0; turn < 2; turn++) {
      const streams = Array.from({ length: 20 }, () => session.request({ ':path': '/' }).on('error', () => {}))
      await Promise.all(streams.map((stream) => once(stream, 'response')))
      await new Promise((resolve) => setTimeout(resolve, 1100))
      for (const stream of streams) stream.close(codes.CANCEL)
      await Promise.all(streams.map((stream) => once(stream, 'close')))
    }
    expect((await readAll(session, 'HEAD', '/unknown')).length).to.equal(400)
    expect(refusedStreams(server)).to.equal(0)
    session.destroy()
  }).timeout(20_000)
})
