import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import { Controller, Module, Post, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

let folder = ''

@Controller()
class Uploads {
  @Post('/disk')
  async toDisk(request: Loose) {
    const part = await request.file()
    const path = join(folder, 'upload')
    await pipeline(part.file, createWriteStream(path))
    return { path, name: part.filename, type: part.mimetype, note: part.fields.note?.value }
  }
  @Post('/saved')
  async saved(request: Loose) {
    const { files } = await request.saveRequestFiles()
    return files.map(({ filepath, filename }: Loose) => ({ filepath, filename }))
  }
  @Post('/stream')
  async stream(request: Loose) {
    const seen: string[] = []
    for await (const part of request.parts()) {
      if (part.type !== 'file') {
        seen.push(`${part.fieldname}=${part.value}`)
        continue
      }
      let bytes = 0
      for await (const chunk of part.file) bytes += chunk.length
      seen.push(`${part.filename}: ${bytes}`)
    }
    return seen
  }
  @Post('/buffer')
  async buffer(request: Loose) {
    return (await (await request.file()).toBuffer()).toString()
  }
}

@Controller({ bodyValidation: 'parsed' })
class Forms {
  @Post('/form', {
    schema: { body: { type: 'object', required: ['age'], properties: { age: { type: 'integer' }, name: {} } } },
  })
  form(request: Loose) {
    return request.body
  }
}

@Controller()
class Echo {
  @Post('/disk')
  echo(request: Loose) {
    return { body: request.body, hasFile: 'file' in request }
  }
}

@Module({
  prefix: '/in',
  plugins: [use(multipart, { limits: { fileSize: 300_000, files: 2 } })],
  controllers: [Uploads],
})
class Inside {}

@Module({ prefix: '/forms', plugins: [use(multipart, { attachFieldsToBody: 'keyValues' })], controllers: [Forms] })
class Attached {}

@Module({ prefix: '/beside', controllers: [Echo] })
class Beside {}

@Module({ imports: [Inside, Attached, Beside] })
class App {}

function form(fields: Record<string, string>, files: Record<string, string> = {}): { body: FormData } {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const [name, text] of Object.entries(files)) body.append('file', new Blob([text], { type: 'text/csv' }), name)
  return { body }
}

describe('@fastify/multipart in a module', () => {
  const serve = useServed()

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('streams an uploaded file to the disk', async () => {
    const { ask } = await serve(App)
    const text = 'line\n'.repeat(40_000)
    const { path, ...rest } = (await ask('POST /in/disk', form({ note: 'hello' }, { 'a.csv': text }))).json()
    expect(rest).to.deep.equal({ name: 'a.csv', type: 'text/csv', note: 'hello' })
    expect(await readFile(path, 'utf8')).to.equal(text)
  })

  it('removes files that it saved itself when the answer has been sent', async () => {
    const { ask } = await serve(App)
    const saved = (await ask('POST /in/saved', form({}, { 'a.csv': 'a', 'b.csv': 'b' }))).json()
    expect(saved.map(({ filename }: Loose) => filename)).to.deep.equal(['a.csv', 'b.csv'])
    await waitUntil(async () =>
      (await Promise.all(saved.map(({ filepath }: Loose) => exists(filepath)))).every((is) => !is),
    )
  })

  it('hands out the parts of a body one after the other, as streams', async () => {
    const { ask } = await serve(App)
    const { json } = await ask(
      'POST /in/stream',
      form({ first: '1' }, { 'a.csv': 'abc', 'b.csv': 'x'.repeat(200_000) }),
    )
    expect(json()).to.deep.equal(['first=1', 'a.csv: 3', 'b.csv: 200000'])
  })

  it('answers 413 to a file over the limit, and serves the next request', async () => {
    const { ask } = await serve(App)
    const refused = await ask('POST /in/buffer', form({}, { 'big.csv': 'x'.repeat(300_001) }))
    expect(refused.status).to.equal(413)
    expect(refused.json()).to.include({ code: 'FST_REQ_FILE_TOO_LARGE' })
    expect((await ask('POST /in/buffer', form({}, { 'small.csv': 'small' }))).text).to.equal('small')
  })

  it('answers 406 to a body that is not multipart', async () => {
    const { ask } = await serve(App)
    const { status } = await ask('POST /in/buffer', { body: '{}', headers: { 'content-type': 'application/json' } })
    expect(status).to.equal(406)
  })

  it('hands fields to the validation of routes that validate what is parsed', async () => {
    const { ask } = await serve(App)
    expect((await ask('POST /forms/form', form({ age: '36', name: 'ada' }))).json()).to.deep.equal({
      age: 36,
      name: 'ada',
    })
    expect((await ask('POST /forms/form', form({ age: 'old' }))).status).to.equal(400)
  })

  it('lets a sibling module refuse uploads, and gives its requests no file()', async () => {
    const { ask } = await serve(App)
    expect((await ask('POST /beside/disk', form({}, { 'a.csv': 'a' }))).status).to.equal(415)
    const { json } = await ask('POST /beside/disk', { body: '{}', headers: { 'content-type': 'application/json' } })
    expect(json()).to.deep.equal({ body: {}, hasFile: false })
  })
})

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Removal begins after the answer: the time limit of the test is the bound. */
async function waitUntil(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 5))
}
