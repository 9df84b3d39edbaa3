/** Bodies and answers that are not JSON. The other frameworks use the same bytes. */
import { Readable } from 'node:stream'
import { bodyBytes, requestBytes } from '../request-bytes.js'
import type { Workload } from '../workload.js'

export const octets = 'application/octet-stream'
const chunk = Buffer.alloc(4096, 'a')

/** 64 KB in 16 pieces. */
export function makeStream(): Readable {
  return Readable.from(Array.from({ length: 16 }, () => chunk))
}

const stream: Workload = {
  name: 'stream',
  title: 'GET, a stream of 64 KB made by Readable.from',
  weight: 4,
  request: requestBytes('GET', '/stream'),
  expected: { status: 200, contentType: octets, size: 65_536 },
  register: (instance) => {
    instance.get('/stream', {}, (_request, reply) => {
      reply.header('content-type', octets)
      return reply.send(makeStream())
    })
  },
}

export const block = Buffer.alloc(65_536, 'b')

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
/** The largest accepted body, in bytes. */
export const bodyLimit = 2 * megabyte

export async function measureParts(parts: AsyncIterable<Uint8Array>): Promise<{ size: number }> {
  let size = 0
  for await (const part of parts) size += part.length
  return { size }
}

const upload: Workload = {
  name: 'upload',
  title: 'POST 1 MB, read as a stream',
  weight: 40,
  request: bodyBytes('/upload', octets, Buffer.alloc(megabyte, 'c')),
  expected: { status: 200, body: { size: megabyte } },
  register: (instance) => {
    instance.addContentTypeParser(octets, (_request, payload, done) => done(null, payload))
    instance.post('/upload', { bodyLimit }, ({ body }) => measureParts(body as Readable)) // the parser passes it on
  },
}

export const byteWorkloads: readonly Workload[] = [stream, buffer, upload]
