import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from 'alcove/core'
import { flags, frame, framesOf, preface, request, types } from '../suites/http2-frames.js'
import type { Rule } from './drop-in-rules.js'

/** Sends bytes and waits until `isOver`, or for some seconds. The result is what the client has read, and `isOver`. */
async function exchange(
  server: Instance,
  pieces: readonly (string | Buffer)[],
  isOver: (text: string) => boolean,
): Promise<{ text: string; over: boolean }> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  client.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  await once(client, 'connect')
  for (const piece of pieces) {
    client.write(piece)
    await sleep(50)
  }
  for (let waited = 0; waited < 3000 && !isOver(text); waited += 50) await sleep(50)
  const over = isOver(text)
  client.destroy()
  await server.close()
  return { text, over }
}

const framesIn = (text: string) => [...framesOf(Buffer.from(text, 'latin1'))]

/** Rules about heads, frames and the choice of a route by its host. */
export const ofEdge: readonly Rule[] = [
  {
    bullet: 'A body with a transfer coding other than',
    run: async (make) => {
      const server = make().post('/', async () => 'ran')
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'
      const { text } = await exchange(server, [`${head}0\r\n\r\n`], (answer) => answer !== '')
      return text.slice(9, 12)
    },
    fastify: '200',
    dropIn: '501',
  },
  {
    bullet: 'Over HTTP/2 a stream that its client resets with `NO_ERROR`',
    run: async (make) => {
      const server = make({ http2: true }).get('/', async () => 'text')
      let closed = false
      server.server.on('stream', (stream) =>
        stream.on('close', () => {
          closed = true
        }),
      )
      const withoutWindow = frame(types.settings, 0, 0, [0, 4, 0, 0, 0, 0])
      const asks = frame(types.headers, flags.endStream | flags.endHeaders, 1, request)
      const resets = frame(types.reset, 0, 1, [0, 0, 0, 0])
      return (await exchange(server, [Buffer.concat([preface, withoutWindow]), asks, resets], () => closed)).over
    },
    fastify: Number.parseInt(process.versions.node, 10) >= 26, // node ends it there
    dropIn: true,
  },
  {
    bullet: 'Over HTTP/2 headers with more than 64 KiB',
    run: async (make) => {
      const server = make({ http2: true }).get('/', async (_request, reply) => {
        return reply.header('x-large', 'a'.repeat(70_000)).send('text')
      })
      const asks = frame(types.headers, flags.endStream | flags.endHeaders, 1, request)
      const isOver = (text: string) => framesIn(text).some(({ stream }) => stream === 1)
      const { text } = await exchange(server, [Buffer.concat([preface, frame(types.settings, 0, 0)]), asks], isOver)
      return framesIn(text).some(({ type }) => type === types.headers)
    },
    fastify: false,
    dropIn: true,
  },
  {
    bullet: 'Over HTTP/2 an empty chunk of a response',
    run: async (make) => {
      const server = make({ http2: true }).get('/', async (_request, reply) =>
        reply.send(Readable.from(['ab', 'cd', ''])),
      )
      const asks = frame(types.headers, flags.endStream | flags.endHeaders, 1, request)
      const { text } = await exchange(server, [preface, asks], (answer) => answer.includes('cd'))
      return text.includes('ab') && text.includes('cd')
    },
    dropIn: true, // node sends whatever is in its memory
  },
  {
    bullet: 'A connection ends after the response if its client asks for that',
    run: async (make) => {
      const server = make().get('/', async (_request, reply) => reply.header('connection', 'keep-alive').send('text'))
      const { text } = await exchange(server, ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'], (answer) =>
        answer.endsWith('text'),
      )
      return /^connection: (.*)$/im.exec(text)?.[1]
    },
    fastify: 'keep-alive',
    dropIn: 'close',
  },
  {
    bullet: 'The host of a constraint has no case',
    run: async (make) => {
      const server = make().get('/', { constraints: { host: 'a.example' } }, async () => 'ran')
      return (await server.inject({ url: '/', headers: { host: 'A.EXAMPLE' } })).statusCode
    },
    fastify: 404,
    dropIn: 200,
  },
  {
    bullet: 'Routes with the same `RegExp` as their host',
    run: async (make) => {
      const server = make()
      for (const version of ['1.0.0', '2.0.0']) {
        server.get('/', { constraints: { host: /^a$/, version } }, async () => 'ran')
      }
      const headers = { host: 'a', 'accept-version': '2.0.0' }
      return (await server.inject({ url: '/', headers })).statusCode
    },
    fastify: 404,
    dropIn: 200,
  },
]
