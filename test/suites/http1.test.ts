import type { Instance } from 'alcove/core'
import { expect } from 'chai'
import { open } from '../behaviour/core/socket.js'
import { type Answer, readAnswers } from '../fuzz/answers.js'
import { listeningServer } from './plain-service.js'

// Conformance of HTTP/1.1 as a table. A row has the rule's number, a request as bytes, and the statuses of all answers
// on its connection. Hidden second requests are in request-smuggling.test.ts, further legal requests of clients in
// legal-clients.test.ts.

type Row = readonly [rule: string, what: string, request: string, statuses: readonly number[]]

const ask = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
const last = ask('GET /plain', 'Connection: close')
const text = 'Content-Type: text/plain'
const withHost = (host: string) => `GET /plain HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
const withLine = (line: string) => `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`
const withHeader = (header: string) => ask('GET /plain', header, 'Connection: close')

const syntax: readonly Row[] = [
  ['9112 2.2', 'empty lines before the request line are skipped', `\r\n\r\n${last}`, [200]],
  ['9112 2.2', 'a line ends with CRLF, not with LF', 'GET /plain HTTP/1.1\nHost: x\r\n\r\n', [400]],
  ['9112 2.2', 'no space stands before the first header', withLine('GET /plain HTTP/1.1\r\n X: y'), [400]],
  ['9112 2.3', 'a version is HTTP/1.0 or 1.1', withLine('GET /plain HTTP/1.2'), [400]],
  ['9112 2.3', 'a version has one digit on each side', withLine('GET /plain HTTP/1.10'), [400]],
  ['9112 2.3', 'a version is in capitals', withLine('GET /plain http/1.1'), [400]],
  ['9112 3', 'the request line has three parts', withLine('GET /plain'), [400]],
  ['9112 3', 'a space separates them, no tab', withLine('GET\t/plain\tHTTP/1.1'), [400]],
  ['9110 9.1', 'methods are case-sensitive', withLine('get /plain HTTP/1.1'), [400]],
  ['9110 9.1', 'an unknown method is refused', withLine('BREW /plain HTTP/1.1'), [400]],
  ['9110 9.3.8', 'TRACE is not echoed', withLine('TRACE /plain HTTP/1.1\r\nX-Secret: s'), [404]],
  ['9112 3.2', 'a target has no fragment', withLine('GET /plain#a HTTP/1.1'), [400]],
  ['9112 3.2.1', 'a target is not relative', withLine('GET plain HTTP/1.1'), [400]],
  ['9112 3.2.2', 'an absolute target is taken', withLine('GET http://other:81/plain HTTP/1.1'), [200]],
  ['9112 3.2.2', 'its scheme is case-insensitive', withLine('GET HTTP://other/plain HTTP/1.1'), [200]],
  ['9110 4.2.4', 'it names no user', withLine('GET http://user@x/plain HTTP/1.1'), [400]],
  ['9110 4.2.1', 'its host is not empty', withLine('GET http:///plain HTTP/1.1'), [400]],
  ['9112 3.2.3', 'host and port alone are for CONNECT', withLine('GET x:80 HTTP/1.1'), [400]],
  ['9112 3.2.4', 'a star is for OPTIONS', withLine('GET * HTTP/1.1'), [400]],
  ['9112 3.2.4', 'OPTIONS may have it', withLine('OPTIONS * HTTP/1.1'), [404]],
  ['9112 5', 'a name of a header is a token', withHeader('X Y: z'), [400]],
  ['9112 5', 'each character of a token is taken', withHeader("!#$%&'*+-.^_`|~9: z"), [200]],
  ['9112 5.1', 'no space stands before the colon', withHeader('X : y'), [400]],
  ['9112 5.1', 'spaces around a value are not its', withHeader('X: \t y \t'), [200]],
  ['9112 5.1', 'a value may be empty', withHeader('X:'), [200]],
  ['9112 5.2', 'a value is not folded', withHeader('X: a\r\n b'), [400]],
  ['9110 5.5', 'a value holds no CR', withHeader('X: a\rb'), [400]],
  ['9110 5.5', 'a value holds no NUL', withHeader('X: a\0b'), [400]],
  ['9110 5.5', 'a value holds no other control', withHeader('X: a\x07b'), [400]],
  ['9110 5.5', 'a value may hold bytes above 127', withHeader('X: \xe9'), [200]],
]

const hosts: readonly Row[] = [
  ['9112 3.2', 'HTTP/1.1 needs a Host', 'GET /plain HTTP/1.1\r\n\r\n', [400]],
  ['9112 3.2', 'HTTP/1.0 needs none', 'GET /plain HTTP/1.0\r\n\r\n', [200]],
  ['9112 3.2', 'there is one Host', withLine('GET /plain HTTP/1.1\r\nHost: x'), [400]],
  ...['a b', 'a@b', 'a/b', 'a?b', '[::1', '::1', 'x:65536', 'x:y', 'a%zz', '<b>'].map(
    (host): Row => ['9110 7.2', `${host} is not a host`, withHost(host), [400]],
  ),
  ...['', 'x', 'x:', 'x:80', '127.0.0.1:3000', '[::1]:3000', 'xn--bcher-kva.example', 'a_b', 'X.', 'a%20b'].map(
    (host): Row => ['9110 7.2', `${JSON.stringify(host)} is a host`, withHost(host), [200]],
  ),
]

const bodies: readonly Row[] = [
  [
    '9112 6.1',
    'chunks are read',
    `${ask('POST /echo', text, 'Transfer-Encoding: chunked')}1\r\nx\r\n0\r\n\r\n${last}`,
    [200, 200],
  ],
  [
    '9112 6.1',
    'the coding is case-insensitive',
    `${ask('POST /echo', text, 'Transfer-Encoding: Chunked')}0\r\n\r\n${last}`,
    [200, 200],
  ],
  [
    '9112 6.1',
    'an unknown coding is not implemented',
    ask('POST /echo', text, 'Transfer-Encoding: gzip, chunked'),
    [501],
  ],
  [
    '9112 6.1',
    'HTTP/1.0 has no coding',
    `POST /echo HTTP/1.0\r\n${text}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  [
    '9112 6.3',
    'a coding and a length are refused',
    `${ask('POST /echo', text, 'Content-Length: 1', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    [400],
  ],
  ['9112 6.3', 'chunked is the last coding', ask('POST /echo', text, 'Transfer-Encoding: chunked, gzip'), [400]],
  ['9112 6.3', 'lengths do not differ', ask('POST /echo', text, 'Content-Length: 1', 'Content-Length: 2'), [400]],
  ['9110 8.6', 'a length has digits only', ask('POST /echo', text, 'Content-Length: +1'), [400]],
  [
    '9110 8.6',
    'a length may begin with zeros',
    `${ask('POST /echo', text, 'Content-Length: 003')}abc${last}`,
    [200, 200],
  ],
  [
    '9112 6.3',
    'a body on HEAD is no part of the next request',
    `${ask('HEAD /plain', 'Content-Length: 3')}abc${last}`,
    [200, 200],
  ],
  ['9112 6.3', 'a body where no route is, too', `${ask('DELETE /none', 'Content-Length: 3')}abc${last}`, [404, 200]],
  [
    '9112 7.1.1',
    'unknown extensions of chunks are skipped',
    `${ask('POST /echo', text, 'Transfer-Encoding: chunked')}1;a="b;c"\r\nx\r\n0\r\n\r\n${last}`,
    [200, 200],
  ],
  [
    '9112 7.1.2',
    'trailers are read',
    `${ask('POST /echo', text, 'Transfer-Encoding: chunked')}1\r\nx\r\n0\r\nX: y\r\n\r\n${last}`,
    [200, 200],
  ],
  [
    '9110 10.1.1',
    '100-continue is answered',
    `${ask('POST /echo', text, 'Expect: 100-continue', 'Content-Length: 1')}x${last}`,
    [200, 200],
  ],
  [
    '9110 10.1.1',
    'another expectation fails',
    ask('POST /echo', text, 'Expect: more', 'Content-Length: 0', 'Connection: close'),
    [417],
  ],
]

const connections: readonly Row[] = [
  ['9112 9.3', 'HTTP/1.1 keeps the connection', `${ask('GET /plain')}${last}`, [200, 200]],
  ['9112 9.3', 'HTTP/1.0 ends it', `GET /plain HTTP/1.0\r\n\r\n${last}`, [200]],
  ['9112 9.3', 'HTTP/1.0 may keep it', `GET /plain HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${last}`, [200, 200]],
  [
    '9112 9.3.2',
    'answers come in the order of requests',
    `${ask('GET /slow')}${ask('GET /none')}${last}`,
    [200, 404, 200],
  ],
  ['9112 9.6', 'nothing is read behind close', `${last}${last}`, [200]],
  ['9110 7.6.1', 'close is one of a list', `${ask('GET /plain', 'Connection: x, Close')}${last}`, [200]],
  [
    '9110 7.8',
    'an upgrade to what is not offered is ignored',
    withHeader('Upgrade: h2c\r\nConnection: Upgrade'),
    [200],
  ],
  [
    '9112 9.2',
    'a refused request ends the connection',
    `${withHost('a b').replace('Connection: close\r\n', '')}${last}`,
    [400],
  ],
]

const limits: readonly Row[] = [
  ['9110 4.1', 'a long target is refused', withLine(`GET /plain?${'a'.repeat(20_000)} HTTP/1.1`), [431]],
  ['6585 5', 'a large head is refused', withHeader(`X: ${'a'.repeat(20_000)}`), [431]],
  ['6585 5', 'a head of many headers is refused', withHeader(Array(1001).fill('A: b').join('\r\n')), [431]],
  ['9110 15.5.14', 'a large body is refused', ask('POST /echo', text, 'Content-Length: 99999999'), [413]],
]

/** Further rules for an answer. */
const answers: readonly (readonly [rule: string, what: string, request: string, holds: (answer: Answer) => boolean])[] =
  [
    [
      '9110 9.3.2',
      'HEAD has the length of GET and no body',
      ask('HEAD /plain', 'Connection: close'),
      ({ headers, body }) => headers.get('content-length') === '5' && body.length === 0,
    ],
    ['9110 6.6.1', 'an answer has a date', last, ({ headers }) => !Number.isNaN(Date.parse(headers.get('date') ?? ''))],
    [
      '9112 6.1',
      'a stream comes in chunks',
      ask('GET /stream', 'Connection: close'),
      ({ headers }) => headers.get('transfer-encoding') === 'chunked' && headers.get('content-length') === undefined,
    ],
    [
      '9112 6.1',
      'HTTP/1.0 gets no chunks',
      'GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
      ({ headers, body }) =>
        headers.get('transfer-encoding') === undefined &&
        headers.get('connection') === 'close' &&
        body.toString() === 'abc',
    ],
    [
      '9110 8.6',
      '204 has no length',
      ask('GET /204', 'Connection: close'),
      ({ headers, body }) => headers.get('content-length') === undefined && body.length === 0,
    ],
    [
      '9110 15.3.6',
      '205 has no content',
      ask('GET /205', 'Connection: close'),
      ({ headers, body }) => headers.get('content-length') === '0' && body.length === 0,
    ],
    ['9110 15.4.5', '304 has no body', ask('GET /304', 'Connection: close'), ({ body }) => body.length === 0],
    ['9112 9.6', 'the last answer says close', last, ({ headers }) => headers.get('connection') === 'close'],
  ]

describe('conformance of HTTP/1.1', () => {
  let server: Instance
  let port = 0

  before(async () => {
    ;({ server, port } = await listeningServer())
  })
  after(() => server.close())

  const send = async (request: string) => {
    const isHead = request.startsWith('HEAD')
    const socket = await open(port)
    socket.write(request, 'latin1')
    // Not half closed as by `deliver`: node takes that for a client that has gone.
    return readAnswers(Buffer.concat(await socket.toArray()), (index) => isHead && index === 0)
  }

  for (const [part, rows] of Object.entries({ syntax, hosts, bodies, connections, limits }))
    describe(part, () => {
      for (const [rule, what, request, statuses] of rows)
        it(`${what} (RFC ${rule})`, async () => {
          expect((await send(request)).map(({ status }) => status)).to.deep.equal(statuses)
        })
    })

  describe('answers', () => {
    for (const [rule, what, request, holds] of answers)
      it(`${what} (RFC ${rule})`, async () => {
        const [answer, ...rest] = await send(request)
        expect(rest).to.deep.equal([])
        expect(answer !== undefined && holds(answer), JSON.stringify(answer)).to.equal(true)
      })
  })
})
