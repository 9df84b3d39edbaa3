import type { ServerOptions } from 'alcove/core'
import { expect } from 'chai'
import { type Server, useServers } from '../behaviour/core/subject.js'

const headers = { 'content-type': 'application/json' }
const send = (server: Server, payload: string, url = '/') => server.inject({ method: 'POST', url, headers, payload })

const objects = (depth: number) => `${'{"child":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const mixed = (depth: number) => `${'[{"child":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`

describe('JSON that is nested deeply', () => {
  const create = useServers()

  const node = { $id: 'node', type: 'object', properties: { child: { $ref: 'node#' }, name: { default: 'x' } } }
  const any = {
    $id: 'any',
    anyOf: [
      { type: 'array', items: { $ref: 'any#' } },
      { type: 'object', additionalProperties: { $ref: 'any#' } },
      { type: 'integer' },
    ],
  }

  function subject(options: ServerOptions): Server {
    const server = create({ bodyLimit: 10_000_000, ...options })
    for (const schema of [node, any]) server.addSchema(schema)
    const echo = async (request: { body: unknown }) => request.body
    server.post('/', echo)
    for (const { $id } of [node, any]) {
      server.post(`/${$id}`, { schema: { body: { $ref: `${$id}#` }, response: { 200: { $ref: `${$id}#` } } } }, echo)
    }
    return server
  }

  for (const version of [6, 8] as const) {
    const options: ServerOptions = { validatorengine: { version } }

    it(`is walked by removal, validator and serializer up to the limit (version ${version})`, async () => {
      const server = subject(options)
      for (const [url, payload] of [
        ['/', arrays(1000)],
        ['/', objects(1000)],
        ['/node', objects(1000)],
        ['/any', mixed(1000)],
        ['/any', arrays(1000)],
      ] as const) {
        expect((await send(server, payload, url)).statusCode, `${url} ${payload.slice(0, 10)}`).to.equal(200)
      }
    })

    it(`is refused beyond it, before anything walks it (version ${version})`, async () => {
      const server = subject(options)
      for (const url of ['/', '/node', '/any']) {
        for (const payload of [arrays(1001), objects(1001), mixed(1002), arrays(1_000_000), '['.repeat(5_000_000)]) {
          const answer = await send(server, payload, url)
          expect(answer.json(), url).to.deep.equal({
            statusCode: 400,
            code: 'ALC_ERR_JSON_TOO_DEEP',
            error: 'Bad Request',
            message: 'Body is nested more than 1000 levels deep. Send fewer levels',
          })
        }
      }
    })

    it(`is still a 400 where a recursive schema runs out of stack without a limit (version ${version})`, async () => {
      const server = subject({ ...options, maxJsonDepth: 0 })
      for (const [url, make] of [
        ['/node', objects],
        ['/any', arrays],
      ] as const) {
        expect((await send(server, make(200_000), url)).json()).to.include({ code: 'ALC_ERR_NESTED_TOO_DEEP' })
        expect((await send(server, make(10), url)).statusCode).to.equal(200)
      }
    })
  }

  it('has the depth of its brackets outside of texts', async () => {
    const server = create({ maxJsonDepth: 3 })
    server.post('/', async () => 'parsed')
    const cases: readonly (readonly [string, number])[] = [
      ['[[[1]]]        ', 200],
      ['[[[[1]]]]      ', 400],
      ['["[[[[[[[[[["]', 200],
      ['["\\"[[[[[[[[[["]', 200],
      ['["\\\\",[[[[1]]]]]', 400],
      ['["\\\\\\"",[[1]]]', 200],
      ['[[[1]],[[2]],[[3]],{"a":{}}]', 200],
    ]
    for (const [payload, status] of cases) expect((await send(server, payload)).statusCode, payload).to.equal(status)
  })

  it('is refused with a wrong limit, at once', () => {
    for (const maxJsonDepth of [-1, 1.5, 'nine', Number.NaN]) {
      expect(() => create({ maxJsonDepth: maxJsonDepth as number })).to.throw(/maxJsonDepth/)
    }
  })
})

describe('names that reach prototypes', () => {
  const create = useServers()

  function subject(options: ServerOptions = {}): Server {
    const server = create(options)
    const reveal = (value: unknown) => ({ value, polluted: ({} as { admin?: unknown }).admin ?? null })
    server.post('/', async (request: { body: unknown }) => reveal(request.body))
    server.get('/', async (request: { query: unknown }) => reveal(request.query))
    return server
  }

  const bodies = [
    '{"__proto__":{"admin":1}}',
    '{"a":[{"__proto__":{"admin":1}}]}',
    '{"\\u005f_proto__":{}}',
    '{"constructor":{"prototype":{"admin":1}}}',
  ]
  for (const payload of bodies) {
    it(`are refused in the body ${payload}`, async () => {
      expect((await send(subject(), payload)).json()).to.include({
        statusCode: 400,
        code: 'FST_ERR_CTP_INVALID_JSON_BODY',
      })
    })
  }

  const queries = [
    '__proto__=1',
    '__proto__[admin]=1',
    '__proto__.admin=1',
    'a=1&%5F_proto__=2',
    'constructor.prototype.admin=1',
    'constructor[prototype][admin]=1',
    'a[__proto__][admin]=1',
    'a.b.__proto__.admin=1',
    'a[][__proto__]=1',
    'a[constructor][prototype][admin]=1',
    'a.constructor.prototype=1',
    'a[b][constructor].prototype.admin=1',
  ]
  for (const query of queries) {
    const told = query.includes('constructor') ? 'constructor.prototype' : '__proto__'
    it(`are refused in the query ${query}, with ${told} in the text`, async () => {
      expect((await subject().inject(`/?${query}`)).json()).to.include({
        statusCode: 400,
        code: 'ALC_ERR_QUERY_POISONED',
        message: `A name in the query leads to "${told}", which is not allowed. Remove it`,
      })
    })
  }

  it('are refused in what a parser of the application makes of a query', async () => {
    const parsed = (value: object) =>
      subject({ querystringParser: () => value as Record<string, unknown> }).inject('/?x')
    expect((await parsed({ a: { constructor: { prototype: {} } } })).statusCode).to.equal(400)
    expect((await parsed(JSON.parse('{"a":[{"__proto__":1}]}'))).statusCode).to.equal(400)
    expect((await parsed({ a: { constructor: 'Ford' } })).statusCode).to.equal(200)
  })

  it('are refused for paths without a route too', async () => {
    expect((await subject().inject('/nowhere?__proto__=1')).statusCode).to.equal(400)
  })

  it('are removed, or accepted, according to the options', async () => {
    const removing = subject({ onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' })
    expect((await removing.inject('/?a=1&__proto__=2&constructor.prototype=3')).json().value).to.deep.equal({ a: '1' })
    const ignoring = subject({ onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' })
    expect((await ignoring.inject('/?__proto__=2')).json()).to.have.property('polluted', null)
  })

  it('are ordinary where they lead nowhere', async () => {
    const query =
      'constructor=Ford&prototype=1&proto=2&_=3&hasOwnProperty=4&c=5&__proto=6&a__proto__=7&__proto__s=8' +
      '&a[constructor]=9&constructors[prototype]=10&a[myconstructor][prototype]=11'
    expect((await subject().inject(`/?${query}`)).statusCode).to.equal(200)
    expect((await send(subject(), '{"constructor":"Ford"}')).statusCode).to.equal(200)
  })
})
