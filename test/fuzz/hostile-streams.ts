import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { Loose } from '../behaviour/core/subject.js'
import type { Make, Place } from './hostile-places.js'

const idle = () => new Readable({ read() {} })

async function* failing(make: Make): AsyncGenerator<string> {
  yield '{'
  throw make()
}

/** An object that emits as soon as a listener reads it, and is not a stream of node. */
function oldStream(make: Make): unknown {
  const source: Loose = Object.assign(new EventEmitter(), { pipe: () => {} })
  source.resume = () => setImmediate(() => source.emit('error', make()))
  return source
}

const later = (source: Readable, run: (source: Readable) => void) => {
  setImmediate(() => run(source))
  return source
}

/** Streams of an application, by what goes wrong with them. */
const sources: Readonly<Record<string, (make: Make) => unknown>> = {
  'is a generator that throws': (make) => Readable.from(failing(make)),
  'is destroyed': (make) => later(idle(), (source) => source.destroy(make())),
  'emits an error': (make) => later(idle(), (source) => source.emit('error', make())),
  'emits an error after its end': (make) => {
    const source = Readable.from(['{}'])
    source.on('end', () => setTimeout(() => source.emit('error', make()), 1))
    return source
  },
  'emits data': (make) =>
    later(idle(), (source) => {
      source.emit('data', make())
      source.push(null)
    }),
}

const post = 'POST /fault HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 2'

const bodies: Readonly<Record<string, (make: Make) => unknown>> = {
  ...sources,
  'is an old stream that fails': oldStream,
  'counts bytes with a getter that throws': (make) =>
    Object.defineProperty(Readable.from(['{}']), 'receivedEncodedLength', {
      get() {
        throw make()
      },
    }),
}

const ofBodies = Object.entries(bodies).map(([what, open]): [string, Place] => [
  `a stream of preParsing that ${what}`,
  {
    on: (server, make) => server.post('/fault', { preParsing: async () => open(make) }, async () => 'handled'),
    request: post,
    body: '{}',
  },
])

const ofAnswers = Object.entries(sources).map(([what, open]): [string, Place] => [
  `a stream of an answer that ${what}`,
  { on: (server, make) => server.get('/fault', async () => open(make)), cut: true },
])

/** The values that streams of hooks and handlers give and fail with. */
export const streamPlaces: Readonly<Record<string, Place>> = Object.fromEntries([...ofBodies, ...ofAnswers])
