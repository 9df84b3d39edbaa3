import { expect } from 'chai'
import { listen } from '../behaviour/core/socket.js'
import { type Loose, useServers } from '../behaviour/core/subject.js'
import { field, flags, frame, type Heard, posted, preface, pseudo, request, speak, types } from './http2-frames.js'

// The groups of h2spec (generic, 3 to 6, 8 of RFC 9113, and HPACK) as cases of our own. A stream error may end the
// connection as well. A connection error may close it without a frame (RFC 9113, 5.4).
type Outcome = 'answer' | 'stream error' | 'connection error' | 'ping answered' | 'connection error or answer'
type Case = readonly [what: string, bytes: readonly Buffer[], outcome: Outcome]

const whole = flags.endStream | flags.endHeaders
const ask = (stream = 1, block: Uint8Array = request) => frame(types.headers, whole, stream, block)
const begin = (stream = 1, block: Uint8Array = posted) => frame(types.headers, flags.endHeaders, stream, block)
const block = (...parts: Uint8Array[]) => Buffer.concat(parts)
const { get, post, root, http, authority } = pseudo
const large = Buffer.alloc(16_385)
const setting = (id: number, value: number) => {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(id)
  payload.writeUInt32BE(value, 2)
  return frame(types.settings, 0, 0, payload)
}
const increment = (stream: number, by: number) => {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(by)
  return frame(types.window, 0, stream, payload)
}

const groups: Record<string, readonly Case[]> = {
  'frames (4)': [
    ['a request', [ask()], 'answer'],
    ['a frame of an unknown type', [frame(99, 0, 0, [1, 2]), ask()], 'answer'],
    ['unknown flags of a PING', [frame(types.ping, 0xfe, 0, Buffer.alloc(8))], 'ping answered'],
    ['a DATA frame beyond the largest size', [begin(), frame(types.data, 0, 1, large)], 'connection error'],
    ['a HEADERS frame beyond the largest size', [frame(types.headers, whole, 1, large)], 'connection error'],
    [
      'a frame of another type within a head',
      [frame(types.headers, 1, 1, request), frame(types.ping, 0, 0, Buffer.alloc(8))],
      'connection error',
    ],
    ['a head of another stream within a head', [frame(types.headers, 1, 1, request), ask(3)], 'connection error'],
    ['a head that is not HPACK', [ask(1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]))], 'connection error'],
  ],
  'states of streams (5.1)': [
    ['DATA on an idle stream', [frame(types.data, 1, 1)], 'connection error'],
    ['RST_STREAM on an idle stream', [frame(types.reset, 0, 1, [0, 0, 0, 8])], 'connection error'],
    ['WINDOW_UPDATE on an idle stream', [increment(1, 1)], 'connection error'],
    ['CONTINUATION on an idle stream', [frame(types.continuation, 4, 1, request)], 'connection error'],
    ['DATA on a stream that its client has ended', [ask(), frame(types.data, 1, 1, [1])], 'stream error'],
    ['a second head without its end', [begin(), begin()], 'stream error'],
    ['a stream of an even number', [ask(2)], 'connection error'],
    // nghttp2 takes it for a stream that is over and ignores it, where RFC 9113 asks for a connection error.
    ['a stream of a smaller number, which is not answered', [ask(5), ask(3)], 'answer'],
    [
      'a stream that depends on itself',
      [frame(types.headers, whole | flags.priority, 1, block(Buffer.from([0, 0, 0, 1, 0]), request))],
      'stream error',
    ],
  ],
  'DATA (6.1)': [
    ['on stream 0', [frame(types.data, 1, 0, [1])], 'connection error'],
    ['padding longer than the frame', [begin(), frame(types.data, flags.padded | 1, 1, [9, 1])], 'connection error'],
    ['padding within the frame', [begin(), frame(types.data, flags.padded | 1, 1, [1, 120, 0])], 'answer'],
  ],
  'HEADERS and CONTINUATION (6.2, 6.10)': [
    ['HEADERS on stream 0', [ask(0)], 'connection error'],
    [
      'padding longer than the frame',
      [frame(types.headers, whole | flags.padded, 1, [200, ...request])],
      'connection error',
    ],
    [
      'a head in two frames',
      [frame(types.headers, 1, 1, request.subarray(0, 3)), frame(types.continuation, 4, 1, request.subarray(3))],
      'answer',
    ],
    [
      'CONTINUATION on stream 0',
      [frame(types.headers, 1, 1, request), frame(types.continuation, 4, 0)],
      'connection error',
    ],
    ['CONTINUATION behind the end of a head', [ask(), frame(types.continuation, 4, 1, request)], 'connection error'],
    [
      'a head that never ends',
      [frame(types.headers, 1, 1, request), ...Array(100).fill(frame(types.continuation, 0, 1, field('x', 'y')))],
      'connection error',
    ],
  ],
  'PRIORITY and RST_STREAM (6.3, 6.4)': [
    // From node 24 on nghttp2 ignores it, where RFC 9113 asks for a connection error.
    ['PRIORITY on stream 0', [frame(types.priority, 0, 0, Buffer.alloc(5)), ask()], 'connection error or answer'],
    ['PRIORITY of another size', [ask(), frame(types.priority, 0, 1, Buffer.alloc(4))], 'stream error'],
    ['RST_STREAM on stream 0', [frame(types.reset, 0, 0, Buffer.alloc(4))], 'connection error'],
    ['RST_STREAM of another size', [begin(), frame(types.reset, 0, 1, Buffer.alloc(3))], 'connection error'],
  ],
  'SETTINGS (6.5)': [
    ['an acknowledgement with a payload', [frame(types.settings, flags.ack, 0, Buffer.alloc(6))], 'connection error'],
    ['on a stream', [frame(types.settings, 0, 1, Buffer.alloc(6))], 'connection error'],
    ['of another size', [frame(types.settings, 0, 0, Buffer.alloc(3))], 'connection error'],
    ['ENABLE_PUSH of 2', [setting(2, 2)], 'connection error'],
    ['INITIAL_WINDOW_SIZE beyond its limit', [setting(4, 2 ** 31)], 'connection error'],
    ['MAX_FRAME_SIZE below its limit', [setting(5, 16_383)], 'connection error'],
    ['MAX_FRAME_SIZE beyond its limit', [setting(5, 2 ** 24)], 'connection error'],
    ['an unknown setting', [setting(99, 1), ask()], 'answer'],
  ],
  'PUSH_PROMISE, PING and GOAWAY (6.6 to 6.8)': [
    [
      'PUSH_PROMISE of a client',
      [begin(), frame(types.promise, 4, 1, block(Buffer.from([0, 0, 0, 2]), request))],
      'connection error',
    ],
    ['a PING', [frame(types.ping, 0, 0, Buffer.from('12345678'))], 'ping answered'],
    ['a PING on a stream', [frame(types.ping, 0, 1, Buffer.alloc(8))], 'connection error'],
    ['a PING of another size', [frame(types.ping, 0, 0, Buffer.alloc(6))], 'connection error'],
    ['GOAWAY on a stream', [frame(types.goaway, 0, 1, Buffer.alloc(8))], 'connection error'],
  ],
  'flow control (6.9)': [
    ['an increment of 0', [increment(0, 0)], 'connection error'],
    ['an increment of 0 on a stream', [begin(), increment(1, 0)], 'stream error'],
    [
      'a window of the connection beyond its limit',
      [increment(0, 2 ** 31 - 1), increment(0, 2 ** 31 - 1)],
      'connection error',
    ],
    [
      'a window of a stream beyond its limit',
      [begin(), increment(1, 2 ** 31 - 1), increment(1, 2 ** 31 - 1)],
      'stream error',
    ],
    ['a WINDOW_UPDATE of another size', [frame(types.window, 0, 0, Buffer.alloc(3))], 'connection error'],
    ['windows that change while a stream is open', [setting(4, 0), ask(), setting(4, 65_535)], 'answer'],
  ],
  'requests (8)': [
    ['a name in capitals', [ask(1, block(request, field('X-A', 'b')))], 'stream error'],
    ['an unknown pseudo header', [ask(1, block(request, field(':x', 'b')))], 'stream error'],
    ['a pseudo header of answers', [ask(1, block(request, field(':status', '200')))], 'stream error'],
    ['a pseudo header behind a header', [ask(1, block(get, root, field('x', 'y'), http, authority))], 'stream error'],
    ['the header connection', [ask(1, block(request, field('connection', 'keep-alive')))], 'stream error'],
    ['the header transfer-encoding', [ask(1, block(request, field('transfer-encoding', 'chunked')))], 'stream error'],
    ['te with another value than trailers', [ask(1, block(request, field('te', 'gzip')))], 'stream error'],
    ['an empty path', [ask(1, block(get, http, authority, field(':path', '')))], 'stream error'],
    ['no method', [ask(1, block(root, http, authority))], 'stream error'],
    ['no scheme', [ask(1, block(get, root, authority))], 'stream error'],
    ['no path', [ask(1, block(get, http, authority))], 'stream error'],
    ['two methods', [ask(1, block(get, get, root, http, authority))], 'stream error'],
    ['two paths', [ask(1, block(get, root, root, http, authority))], 'stream error'],
    // nghttp2 drops such a field, where RFC 9113 asks for a stream error: no handler sees it.
    ['a line break in a value, which is dropped', [ask(1, block(request, field('x', 'a\r\nb: c')))], 'answer'],
    [
      'less DATA than content-length',
      [begin(1, block(post, root, http, authority, field('content-length', '9'))), frame(types.data, 1, 1, [120])],
      'stream error',
    ],
    [
      'more DATA than content-length',
      [begin(1, block(post, root, http, authority, field('content-length', '1'))), frame(types.data, 1, 1, [120, 120])],
      'stream error',
    ],
    ['trailers', [begin(), frame(types.data, 0, 1, [120]), ask(1, field('x', 'y'))], 'answer'],
    [
      'a pseudo header among trailers',
      [begin(), frame(types.data, 0, 1, [120]), ask(1, field(':path', '/'))],
      'stream error',
    ],
  ],
  'HPACK (RFC 7541)': [
    ['an index of nothing', [ask(1, block(request, Buffer.from([0x80])))], 'connection error'],
    ['an index beyond the table', [ask(1, block(request, Buffer.from([0xff, 0x7f])))], 'connection error'],
    [
      'a table larger than allowed',
      [ask(1, block(Buffer.from([0x3f, 0xe1, 0xff, 0x7f]), request))],
      'connection error',
    ],
    ['a change of the table behind a field', [ask(1, block(request, Buffer.from([0x20])))], 'connection error'],
    [
      'a Huffman text with too much padding',
      [ask(1, block(request, Buffer.from([0, 0x81, 0xff, 1, 97])))],
      'connection error',
    ],
  ],
}

function outcomeOf({ frames, isClosed }: Heard): Outcome | 'nothing' {
  if (isClosed || frames.some(({ type }) => type === types.goaway)) return 'connection error'
  if (frames.some(({ type }) => type === types.reset)) return 'stream error'
  const answers = frames.filter(({ type, stream }) => type === types.headers && stream > 0)
  // The first byte of the block is `:status: 200`.
  if (answers.length === 1 && answers[0]?.payload[0] === 0x88) return 'answer'
  return frames.some(({ type, flag }) => type === types.ping && flag === flags.ack) ? 'ping answered' : 'nothing'
}

const allowed: Record<Outcome, readonly string[]> = {
  answer: ['answer'],
  'ping answered': ['ping answered'],
  'stream error': ['stream error', 'connection error'],
  'connection error': ['connection error'],
  'connection error or answer': ['connection error', 'answer'],
}

describe('conformance to HTTP/2', () => {
  const create = useServers()

  for (const [group, cases] of Object.entries(groups))
    describe(group, () => {
      for (const [what, bytes, outcome] of cases)
        it(`${what}: ${outcome}, and the server answers the next client`, async () => {
          const server = create({ http2: true, forceCloseConnections: true })
          server.get('/', async ({ headers }) =>
            headers.x === undefined ? 'ok' : Promise.reject(new Error('x was let in')),
          )
          server.addContentTypeParser(
            '*',
            (_request: Loose, payload: Loose, done: Loose) => void payload.resume().on('end', () => done(null)),
          )
          server.post('/', async () => 'ok')
          const port = await listen(server)
          expect(allowed[outcome]).to.include(outcomeOf(await speak(port, Buffer.concat([preface, ...bytes]))))
          expect(outcomeOf(await speak(port, Buffer.concat([preface, ask()])))).to.equal('answer')
        })
    })

  it('ends a connection whose preface is wrong', async () => {
    const port = await listen(create({ http2: true }))
    expect(outcomeOf(await speak(port, Buffer.from('GET / HTTP/1.1\r\n\r\n')))).to.equal('connection error')
  })
})
