import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { alcove } from './command-line.js'
import { settings, UserProject } from './user-project.js'

const main = `
import { bootstrap, Controller, Get, Module, Post, Query, Schema } from 'alcove'

@Controller()
class Greetings {
  @Get('/greetings')
  greet(@Query({ type: 'object', properties: { name: { type: 'string', maxLength: 5 } } }) { name }: { name?: string }) {
    return 'hello ' + name
  }
}

@Module({ controllers: [Greetings] })
class AppModule {}

function trace() { console.log(new Error('traced').stack) }
@Module({ plugins: [trace as never] })
class Tracing {}

async function start() {
  if (process.argv[2] === 'trace') return void (await bootstrap(Tracing).ready())
  const app = bootstrap(AppModule)
  const address = await app.listen(0)
  for (const name of ['Ada', 'Ada Lovelace']) {
    const answer = await fetch(address + '/greetings?name=' + name)
    console.log(answer.status, await answer.text())
  }
  await app.close()
}
`

const answers = `200 hello Ada
400 {"statusCode":400,"error":"Bad Request","message":"querystring/name should NOT be longer than 5 characters"}
`

/** Prints for each text that node compiles whether it took compiled code. */
const watchScripts = `data:text/javascript,${encodeURIComponent(`
import { syncBuiltinESMExports } from 'node:module'
import vm from 'node:vm'
vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, options)
    console.log(this.cachedDataRejected === false ? 'code taken' : 'text compiled')
  }
}
syncBuiltinESMExports()`)}`

describe('the compiled code in a file of alcove build', function () {
  this.timeout(120_000)

  let project: UserProject
  let alone: string
  const built = new Map<string, Promise<unknown>>()

  async function build(text: string, ...args: readonly string[]) {
    await project.write('src/main.ts', text)
    const ran = await alcove(['build', ...args], { cwd: project.folder })
    expect(ran.status, ran.stderr).to.equal(0)
    return ran
  }

  /** The path of a file of the application above. It is built once for all rules about it. */
  async function fileOf(name: string, ...flags: readonly string[]) {
    const out = join(alone, name)
    const building = built.get(name) ?? build(`${main}\nvoid start()`, '--minify', ...flags, '--out', out)
    built.set(name, building)
    await building
    return out
  }

  /** Below a folder without node_modules. */
  function runAlone(name: string, flags: readonly string[] = [], ...args: readonly string[]) {
    const options = { cwd: alone, env: { NODE_OPTIONS: undefined } }
    return runCommand(process.execPath, [...flags, join(alone, name), ...args], options)
  }

  before(async () => {
    alone = await mkdtemp(join(tmpdir(), 'alcove-alone-'))
    project = await UserProject.create({
      'package.json': JSON.stringify({ name: 'greetings', type: 'module' }),
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
    })
  })

  after(async () => {
    await project.remove()
    await rm(alone, { recursive: true, force: true })
  })

  it('starts a server without the libraries of schemas', async () => {
    await fileOf('server.mjs')
    const ran = await runAlone('server.mjs', ['--import', watchScripts])
    expect(ran.stdout, ran.stderr).to.equal(`code taken\n${answers}`)
  })

  it('comes with the library of a schema that is not in the file', async () => {
    const unwritten = `
@Controller() class Schemas {
  @Post('/schemas') @Schema({ body: <never>{ $ref: 'http://json-schema.org/draft-07/schema#' } }) add() { return {} }
}
@Module({ controllers: [Schemas] }) class SchemaModule {}
const app = bootstrap(SchemaModule)
const url = await app.listen(0)
const headers = { 'content-type': 'application/json' }
for (const body of ['{"type":"object"}', '{"type":5}']) {
  console.log((await fetch(url + '/schemas', { method: 'POST', headers, body })).status)
}
await app.close()`
    const { stdout } = await build(main + unwritten, '--minify', '--out', join(alone, 'schemas.mjs'))
    expect(stdout).to.contain('not written: POST /schemas')
    const ran = await runAlone('schemas.mjs', ['--import', watchScripts])
    expect(ran.stdout, ran.stderr).to.equal('code taken\ntext compiled\n200\n400\n')
  })

  it('gives way to the text under another version of node, or other flags', async () => {
    const code = await readFile(await fileOf('server.mjs'), 'utf8')
    const flagged = await runAlone('server.mjs', ['--import', watchScripts, '--no-opt'])
    expect(flagged.stdout, flagged.stderr).to.equal(`text compiled\n${answers}`)
    const version = JSON.stringify(process.version + process.arch)
    expect(code).to.contain(version)
    await writeFile(join(alone, 'other.mjs'), code.replace(version, '"v0.0.0x64"'))
    const other = await runAlone('other.mjs', ['--import', watchScripts])
    expect(other.stdout, other.stderr).to.equal(`text compiled\n${answers}`)
  })

  it('is left out under --no-code-cache, and alcove is readable', async () => {
    expect(await readFile(await fileOf('plain.mjs', '--no-code-cache'), 'utf8')).to.contain('ALC_ERR_MODULE_CYCLE')
    const ran = await runAlone('plain.mjs', ['--import', watchScripts])
    expect(ran.stdout, ran.stderr).to.equal(answers)
  })

  it('is left out where the process that compiles it fails, and the command prints why', async () => {
    const fails = "if (process.argv[1]?.endsWith('warm-up.js')) process.exit(3)"
    const { NODE_OPTIONS } = process.env
    process.env.NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(fails)}`
    const printed = await build(`${main}\nawait start()`, '--out', join(alone, 'failed.mjs')).finally(() => {
      if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS
      else process.env.NODE_OPTIONS = NODE_OPTIONS
    })
    expect(printed.stdout, printed.stderr).to.contain(
      'The file has no compiled code, so it starts later. The process that compiles alcove ended with status 3.\n',
    )
    const ran = await runAlone('failed.mjs', ['--import', watchScripts])
    expect(ran.stdout, ran.stderr).to.equal(`text compiled\n${answers}`)
  })

  for (const [entry, name] of [
    ['alcove/core', 'createServer'],
    ['alcove/fastify', 'fastify'],
  ]) {
    it(`holds a server of ${entry}, too`, async () => {
      const program = `
import { ${name} } from '${entry}'
const app = ${name}()
const params = { type: 'object', properties: { id: { type: 'integer' } } }
app.get('/:id', { schema: { params, response: { 200: params } } }, async (request) => request.params)
const address = await app.listen({ port: 0 })
console.log(await (await fetch(address + '/1')).text())
await app.close()`
      await build(program, '--out', join(alone, 'server-of.mjs'))
      const ran = await runAlone('server-of.mjs', ['--import', watchScripts])
      expect(ran.stdout, ran.stderr).to.equal('code taken\n{"id":1}\n')
    })
  }

  for (const [name, ...flags] of [['server.mjs'], ['server.cjs'], ['plain.mjs', '--no-code-cache']] as const) {
    it(`leaves the source maps whole: ${[name, ...flags].join(' ')}`, async () => {
      await fileOf(name, ...flags)
      const tracing = ['--enable-source-maps', '--stack-trace-limit=50']
      const { stdout, stderr } = await runAlone(name, tracing, 'trace')
      expect(stdout, stderr)
        .to.match(/dist\/main\.js:\d+/)
        .and.to.match(/plugin-loader\.\w+:\d+/)
        .and.to.match(/avvio\/[\w/]+\.js:\d+/)
    })
  }

  it('holds one copy of a package that alcove and the application import, also of one that alcove loads late', async () => {
    for (const name of ['pino', 'ajv']) await project.link(name, inRepository('node_modules', name))
    const text = `import { Ajv } from 'ajv'
import { symbols } from 'pino'
${main}
console.log(new Ajv().validate({ type: 'string' }, 'text'))
function plugin({ log }: { log: object }) { console.log(symbols.getLevelSym in log) }
@Module({ plugins: [plugin as never] })
class Logging {}
await bootstrap(Logging, { logger: { level: 'silent' } }).ready()`
    await build(text, '--out', join(alone, 'copies.mjs'))
    const ran = await runAlone('copies.mjs')
    expect(ran.stdout, ran.stderr).to.equal('true\ntrue\n')
  })

  it('comes with a plugin that shares a package with alcove', async () => {
    await project.link('@fastify/multipart', inRepository('node_modules', '@fastify', 'multipart'))
    const text = `import multipart from '@fastify/multipart'
${main.replace('@Module({', '@Module({ plugins: [multipart],')}
await start()`
    const { stdout } = await build(text, '--out', join(alone, 'plugin.mjs'))
    expect(stdout).not.to.contain('no compiled code')
    const ran = await runAlone('plugin.mjs', ['--import', watchScripts])
    expect(ran.stdout, ran.stderr).to.equal(`code taken\n${answers}`)
  })

  it('leaves the first line of a program for a shell, and the exports of the entry', async () => {
    const out = join(alone, 'program.mjs')
    await build(`#!/usr/bin/env node\n${main}\nexport const app = bootstrap(AppModule)`, '--out', out)
    expect(await readFile(out, 'utf8')).to.match(/^#!\/usr\/bin\/env node\n/)
    await writeFile(join(alone, 'user.mjs'), "import { app } from './program.mjs'\nconsole.log(typeof app.handle)\n")
    const ran = await runAlone('user.mjs')
    expect(ran.stdout, ran.stderr).to.equal('function\n')
  })
})
