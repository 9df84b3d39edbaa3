import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { All, Controller, Get, Head, Module, Options, Schema, shared } from 'alcove'
import { inspect } from 'alcove/inspect'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { writeClient } from '#dist/inspect/client-file.js'
import { createOpenApiDocument } from '#dist/inspect/openapi-document.js'
import { compile } from './compile-client.js'

// biome-ignore lint/suspicious/noExplicitAny: the client is written while the test runs
type AnyClient = any

const names = ['record', 'promise', 'headers', 'response', 'request-init', 'blob', 'form-data', 'date', 'exclude']
const more = ['readable-stream', 'abort-signal', 'non-nullable', 'url-search-params', 'array', 'answer', 'client']
const shapes = [...names, ...more].map((id) => {
  return shared(id, { type: 'object', required: ['of'], properties: { of: { type: 'string' } } })
})

const Either = shared('either', {
  anyOf: [
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    { type: 'object', required: ['b'], properties: { b: { type: 'object', properties: { c: { type: 'integer' } } } } },
  ],
})
const Listed = shared('listed', { enum: [{ a: 1 }, { b: 2 }] })

@Controller('/unions')
class Unions {
  @Get() @Schema({ response: { 200: Either.ref } }) either() {
    return { a: 'x' }
  }
  @Get('/listed') @Schema({ response: { 200: Listed.ref } }) listed() {
    return { a: 1 } as never
  }
}

@Controller('/then')
class Then {
  @Get() @Schema({ operationId: 'Then.then' }) next() {
    return 'then'
  }
  @Get('/constructor') @Schema({ operationId: 'Then.constructor' }) made() {
    return 'constructor'
  }
}

@Controller('/shapes')
class ShapesController {
  @Get()
  @Schema({ response: { 200: { type: 'object', additionalProperties: { anyOf: shapes.map(({ ref }) => ref) } } } })
  all() {
    return { one: { of: 'records' } }
  }
}

@Controller('/other-shapes')
class Shapes {
  @Get() all() {
    return 'others'
  }
  @Head('/head') head() {
    return 'not sent'
  }
  @Options('/options') options() {
    return 'asked'
  }
  @All('/any') any() {
    return 'any'
  }
}

@Module({ schemas: [...shapes, Either, Listed], controllers: [Then, ShapesController, Shapes, Unions] })
class Root {}

describe('names in a client', function () {
  this.timeout(60_000)
  let folder = ''
  let client: AnyClient
  let app: Awaited<ReturnType<typeof createTestApp>>

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-client-'))
    app = await createTestApp(Root)
    await writeFile(join(folder, 'client.ts'), writeClient(createOpenApiDocument(inspect(app.instance), {})))
    expect(await compile(folder, 'createClient("").shapes.all()')).to.equal('')
    client = app.client((await import(pathToFileURL(join(folder, 'client.js')).href)).createClient)
  })

  after(async () => {
    await app?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('belong to unions of objects as well, whose members the compiler distinguishes', async () => {
    const read = "const { body } = await createClient('').unions.either(); 'a' in body ? body.a.length : body.b.c"
    expect(await compile(folder, read)).to.equal('')
    expect((await client.unions.either()).body).to.deep.equal({ a: 'x' })
  })

  it('may be those of types that the file uses itself', async () => {
    expect((await client.shapes.all()).body).to.deep.equal({ one: { of: 'records' } })
  })

  it('are numbered where two controllers have one, and none is called when it is awaited', async () => {
    expect(Object.keys(await client)).to.have.members(['then2', 'shapes', 'unions'])
    expect(Object.keys(await client.then2)).to.deep.equal(['then2', 'constructor'])
    expect((await client.then2.then2()).body).to.equal('then')
    expect((await client.then2.constructor()).body).to.equal('constructor')
    expect((await client.shapes.all2()).body).to.equal('others')
  })

  it('are there for HEAD and OPTIONS, and for each method but TRACE', async () => {
    const { status, body } = await client.shapes.head()
    expect([status, body]).to.deep.equal([200, undefined])
    expect((await client.shapes.options()).body).to.equal('asked')
    const any = Object.keys(client.shapes).filter((name) => name.startsWith('any'))
    expect(any).to.have.length(7)
    for (const name of any) expect((await client.shapes[name]()).status, name).to.equal(200)
  })
})
