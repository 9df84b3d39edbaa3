/** Bodies and answers that are not JSON. */
import { Readable } from 'node:stream'
import { bodyBytes, requestBytes } from '../request-bytes.js'
import type { Workload } from '../workload.js'

const octets = 'application/octet-stream'
const chunk = Buffer.alloc(4096, 'a')

const stream: Workload = {
  name: 'stream',
  title: 'GET, a stream of 64 KB made by Readable.from',
  weight: 4,
  request: requestBytes('GET', '/stream'),
  expected: { status: 200, contentType: octets, size: 65_536 },
  register: (instance) => {
    instance.get('/stream', {}, (_request, reply) => {
      reply.header('content-type', octets)
      return reply.send(Readable.from(Array.from({ length: 16 }, () => chunk)))
    })
  },
}

const block = Buffer.alloc(65_536, 'b')

const buffer: Workload = {
  name: 'buffer',
  title: 'GET, a buffer of 64 KB',
  weight: 2,
  request: requestBytes('GET', '/buffer'),
  expected: { status: 200, contentType: octets, size: 65_536 },
  register: (instance) => {
    instance.get('/buffer', {}, (_request, reply) => reply.header('content-type', octets).send(block))
  },
}

const megabyte = 2 ** 20

const upload: Workload = {
  name: 'upload',
  title: 'POST 1 MB, read as a stream',
  weight: 40,
  request: bodyBytes('/upload', octets, Buffer.alloc(megabyte, 'c')),
  expected: { status: 200, body: { size: megabyte } },
  register: (instance) => {
    instance.addContentTypeParser(octets, (_request, payload, done) => done(null, payload))
    instance.post('/upload', { bodyLimit: 2 * megabyte }, async ({ body }) => {
      let size = 0
      for await (const part of body as Readable) size += part.length // the parser hands it on
      return { size }
    })
  },
}

export const byteWorkloads: readonly Workload[] = [stream, buffer, upload]
