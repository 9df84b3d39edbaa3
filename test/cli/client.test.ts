import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bootstrap } from 'alcove'
import { createTestApp, type TestApplication } from 'alcove/testing'
import { expect } from 'chai'
import { alcoveOf } from './command-line.js'
import { compile } from './compile-client.js'
import { AppModule } from './fixtures/articles.js'

// biome-ignore lint/suspicious/noExplicitAny: the client is written while the test runs; its types are compiled below
type AnyClient = any

const options = { validatorengine: { customOptions: { coerceTypes: 'array' } } }

function failure(call: Promise<unknown>): Promise<string> {
  return call.then(() => 'no failure', String)
}

describe('alcove client', function () {
  this.timeout(60_000)
  let folder = ''
  let code = ''
  let createClient: (baseUrl: string, options?: object) => AnyClient
  let app: TestApplication

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-client-'))
    const { status } = await alcoveOf('articles', ['client', '--out', join(folder, 'client.ts')])
    expect(status).to.equal(0)
    code = await readFile(join(folder, 'client.ts'), 'utf8')
    expect(await compile(folder, '')).to.equal('')
    createClient = (await import(pathToFileURL(join(folder, 'client.js')).href)).createClient
    app = await createTestApp(AppModule, options)
  })

  after(async () => {
    await app?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('writes one file that imports nothing', () => {
    expect(code).to.not.match(/^import /m)
    expect(code).to.include('export function createClient(baseUrl: string')
  })

  it('has a method for each route, by the name of its controller without "Controller"', () => {
    const client = app.client(createClient)
    expect(Object.keys(client)).to.have.members(['articles', 'price', 'locked'])
    expect(Object.keys(client.articles)).to.have.members(['create', 'read', 'list', 'remove', 'write', 'file'])
    expect(Object.keys(client.price)).to.have.members(['old', 'current'])
  })

  it('has a method for each version of a route, which takes the version as a header', async () => {
    const { price } = app.client(createClient)
    const { body } = await price.current({ headers: { 'accept-version': '2.0.0' } })
    expect(body).to.deep.equal({ amount: '1.00' })
  })

  it('gives the declared status and body of an answer, over inject', async () => {
    const client = app.client(createClient)
    const created = await client.articles.create({ body: { slug: 'a b/c', title: 'T', secret: 1 } })
    expect([created.status, created.body]).to.deep.equal([201, { slug: 'a b/c', title: 'T', tags: [] }])
    const again = await client.articles.create({ body: { slug: 'a b/c', title: 'T' } })
    expect([again.status, again.body]).to.deep.equal([409, { message: 'There is a a b/c' }])
  })

  it('escapes path parameters, so that a slash stays inside one', async () => {
    const client = app.client(createClient)
    const read = await client.articles.read({ params: { slug: 'a b/c' } })
    expect([read.status, read.body.title]).to.deep.equal([200, 'T'])
    const file = await client.articles.file({ params: { wildcard: 'one/two ü' } })
    expect(file.body).to.equal('one/two ü')
  })

  it('refuses a path parameter that URL parsers would remove, so that no other route gets the request', async () => {
    const { articles } = app.client(createClient)
    for (const slug of ['.', '..'])
      expect(await failure(articles.read({ params: { slug } }))).to.match(/"\."\sor\s"\.\."/)
    expect(await failure(articles.file({ params: { wildcard: 'a/../b' } }))).to.include('URLs cannot contain it')
    expect((await articles.file({ params: { wildcard: '.a/..b/...' } })).body).to.equal('.a/..b/...')
  })

  it('sends lists of a query as repeated names, leaves out what is undefined, and sends headers', async () => {
    const client = app.client(createClient)
    const { body } = await client.articles.list({
      query: { tag: ['x', 'y&z'], page: undefined },
      headers: { 'x-tenant': 'acme' },
    })
    expect(body).to.deep.equal({ query: { tag: ['x', 'y&z'], page: 1 }, tenant: 'acme' })
  })

  it('gives undefined for an empty answer', async () => {
    const { status, body } = await app.client(createClient).articles.remove({ params: { slug: 'gone' } })
    expect([status, body]).to.deep.equal([204, undefined])
  })

  it('sends the media type that is chosen where a route takes several', async () => {
    const client = app.client(createClient)
    const json = await client.articles.write({ params: { slug: 'a' }, body: { text: 'x' } })
    expect(json.body).to.equal('application/json: {"text":"x"}')
    const text = await client.articles.write({ params: { slug: 'a' }, contentType: 'text/plain', body: 'x' })
    expect(text.body).to.equal('text/plain: "x"')
  })

  it('gives the answers of the framework itself: an invalid body, a guard that refuses', async () => {
    const client = app.client(createClient)
    const invalid = await client.articles.create({ body: { slug: 'a' } })
    expect(invalid.status).to.equal(400)
    expect(invalid.body.message).to.equal("body should have required property 'title'")
    expect((await client.locked.open()).status).to.equal(403)
  })

  it('calls the function for headers at each request, and takes a base address with a path, over a socket', async () => {
    await using listening = bootstrap(AppModule, { ...options, logger: false, gracefulShutdown: false })
    const address = await listening.listen(0)
    let count = 0
    const client = createClient(`${address}/`, { headers: () => ({ 'x-tenant': `t${++count}` }) })
    expect((await client.articles.list()).body.tenant).to.equal('t1')
    expect((await client.articles.list()).body.tenant).to.equal('t2')
    const elsewhere = createClient(`${address}/articles/`)
    expect((await elsewhere.articles.list()).status).to.equal(404)
  })

  it('ends a call whose signal is aborted', async () => {
    const call = app.client(createClient).articles.list({}, { signal: AbortSignal.abort(new Error('enough')) })
    expect(await call.then(String, String)).to.match(/enough|abort/i)
  })

  describe('to the compiler', () => {
    const begin = `const client = createClient('http://localhost')\n`

    it('distinguishes answers by status', async () => {
      const program = `${begin}const answer = await client.articles.create({ body: { slug: 'a', title: 'T' } })
        if (answer.status === 201) { const tags: string[] = answer.body.tags; const state: 'draft' | 'public' | undefined = answer.body.state }
        else if (answer.status === 409) { const message: string = answer.body.message }
        else { const status: 400 | 413 | 415 = answer.status; const error: string = answer.body.error }
        const price = await client.price.old({ headers: { 'accept-version': '2.0.0' } })
        if ('amount' in price.body) { const amount: string = price.body.amount }
        const current: typeof price.status = (await client.price.current({ headers: { 'accept-version': '2.0.0' } })).status
        const text = await client.articles.write({ params: { slug: 'a' }, contentType: 'text/plain', body: 'x' })
        if (text.status === 200) { const body: string = text.body }`
      expect(await compile(folder, program)).to.equal('')
    })

    const wrong: readonly (readonly [what: string, call: string])[] = [
      ['a missing path parameter', 'client.articles.read({})'],
      ['a missing body property', `client.articles.create({ body: { slug: 'a' } })`],
      ['a value outside of an enum', `client.articles.create({ body: { slug: 'a', title: '', state: 'x' } })`],
      ['a query value of a wrong type', `client.articles.list({ query: { page: 'x' } })`],
      [
        'a body of another media type',
        `client.articles.write({ params: { slug: '' }, contentType: 'text/plain', body: {} })`,
      ],
      ['a version that is not served', `client.price.old({ headers: { 'accept-version': '3.0.0' } })`],
    ]
    let written: string

    before(async () => {
      written = await compile(folder, `${begin}${wrong.map(([, call]) => `await ${call}`).join('\n')}`)
    })

    wrong.forEach(([what], index) => {
      it(`refuses ${what}`, () => {
        expect(written).to.include(`program.ts(${index + 3},`) // below the import and the client
      })
    })
  })
})
