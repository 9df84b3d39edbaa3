import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import fc from 'fast-check'
import { readAnswers } from './answers.js'
import { bounds, patience, seeded } from './bounds.js'
import { deliver } from './connection.js'

/** Pieces of paths and queries, those that other servers have stumbled over among them. */
const pieces = [
  ...['/', '//', '/./', '/../', '..', '.', 'secret', 'users', 'SECRET', 'a', '7', '*', ':id', ';', '\\', '%5c'],
  ...['%2F', '%2f', '%2e%2e', '%252F', '%25', '%', '%zz', '%c0%af', '%e2%82%ac', '%00', '%ff', '\u00e9', '%20', '+'],
  ...['?', '&', '=', 'q=1', 'q[]=1', '__proto__', 'constructor', '#', '@', 'http://x', '?q=%zz', '&&', 'toString'],
]
const target = fc
  .array(fc.constantFrom(...pieces), { maxLength: 10 })
  .map((parts) => `/${parts.join('')}`.replaceAll(/[\s\r\n]/g, ''))

const headerName = fc.constantFrom(
  'x-note',
  'accept',
  'x',
  'forwarded',
  'x-forwarded-for',
  'cookie',
  'referer',
  'range',
)
const headerText = fc.string({
  maxLength: 30,
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
})

/**
 * `inject` reads its target by URL, which removes dot segments (WHATWG URL 4.4). A socket sends the target unchanged.
 */
function isKeptByUrl(target: string): boolean {
  if (!URL.canParse(target, 'http://localhost')) return false // `//`
  const { pathname, search, host } = new URL(target, 'http://localhost')
  return host === 'localhost' && target.replace(/\?$/, '') === pathname + search
}

describe(seeded('random targets and headers of requests'), function () {
  this.timeout(patience)
  let server: Instance
  let port = 0
  let reached: string[] = []

  before(async () => {
    server = createServer()
    server.get('/users/:id', (request) => ({ params: request.params, query: request.query }))
    server.get('/files/*', (request) => request.params)
    server.register(
      async (guarded) => {
        guarded.addHook('onRequest', async (request) => {
          if (request.headers.authorization === undefined) throw Object.assign(new Error('no'), { statusCode: 401 })
        })
        for (const path of ['/', '/*']) {
          guarded.get(path, () => {
            reached.push(path)
            return 'secret'
          })
        }
      },
      { prefix: '/secret' },
    )
    await server.listen({ port: 0, host: '127.0.0.1' })
    port = Number(Object(server.server.address()).port)
  })
  after(() => server.close())
  beforeEach(() => {
    reached = []
  })

  async function ask(target: string, header = 'X: y'): Promise<{ status: number; text: string }> {
    const text = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nConnection: close\r\n\r\n`
    const answers = readAnswers(await deliver({ port, bytes: Buffer.from(text, 'latin1'), cuts: [] }))
    expect(answers).to.have.lengthOf(1)
    return { status: answers[0]!.status, text: answers[0]!.body.toString() }
  }

  it('there is one answer, no spelling reaches a guarded route, and inject gives the same answer', async () => {
    await fc.assert(
      fc.asyncProperty(target, async (target) => {
        const { status, text } = await ask(target)
        expect(status).to.be.oneOf([200, 400, 401, 404])
        expect(reached).to.deep.equal([])
        expect(text).to.not.contain('at ').and.not.equal('secret')
        expect(Reflect.get({}, '1')).to.equal(undefined)
        // Characters that node's parser or URL removes never reach the router.
        if (/^\/[\w/.%?&=-]*$/.test(target) && isKeptByUrl(target)) {
          const injected = await server.inject(target)
          expect(injected.statusCode).to.equal(status)
        }
      }),
      bounds(60),
    )
  })

  it('a path parameter is the decoded text, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }), async (id) => {
        const { status, text } = await ask(`/users/${encodeURIComponent(id).replaceAll('.', '%2E')}`)
        expect(status, text).to.equal(200)
        expect(JSON.parse(text).params).to.deep.equal({ id })
      }),
      bounds(60),
    )
  })

  it('a query is what was encoded, repeated names as lists', async () => {
    const text = fc.string({ maxLength: 10, unit: 'binary' })
    const name = text.filter((drawn) => drawn !== '__proto__') // it is refused
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, fc.array(text, { minLength: 1, maxLength: 3 }), { maxKeys: 5 }),
        async (query) => {
          const pairs = Object.entries(query).flatMap(([name, values]) =>
            values.map((value): [string, string] => [name, value]),
          )
          const { status, text } = await ask(`/users/1?${new URLSearchParams(pairs)}`)
          expect(status, text).to.equal(200)
          const seen = new Map(Object.entries(JSON.parse(text).query))
          for (const [name, values] of Object.entries(query)) {
            if (name !== '' || values.join('') !== '') {
              expect(seen.get(name), `${name} in ${text}`).to.deep.equal(values.length === 1 ? values[0] : values)
            }
          }
        },
      ),
      bounds(60),
    )
  })

  it('a header of any bytes is taken or refused, and is never another header', async () => {
    await fc.assert(
      fc.asyncProperty(headerName, headerText, async (name, text) => {
        fc.pre(!text.includes('\r\n') && !/[\r\n]/.test(text))
        expect((await ask('/users/1', `${name}: ${text}`)).status).to.be.oneOf([200, 400])
        expect((await ask('/secret/x', `${name}: ${text}`)).status).to.be.oneOf([401, 400])
      }),
      bounds(60),
    )
    expect(reached).to.deep.equal([])
  })

  it('a target of any length gets an answer, and a long parameter none of the handler', async () => {
    for (const length of [99, 100, 101, 1_000, 10_000, 15_000, 17_000, 100_000]) {
      const answer = await ask(`/users/${'a'.repeat(length)}`)
      expect(answer.status, `${length}`).to.equal(length <= 100 ? 200 : length < 16_000 ? 414 : 431)
    }
  })
})
