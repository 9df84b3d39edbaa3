import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { alcove } from './command-line.js'
import { settings, UserProject } from './user-project.js'

const main = `
import { bootstrap, Body, Controller, Injectable, Module, Post, Schema } from 'alcove'

@Injectable()
class Names { greet(name: string) { return 'hello ' + name } }

@Controller()
class Greetings {
  constructor(private readonly names: Names) {}
  @Post('/greetings')
  @Schema({ response: { 201: { type: 'object', properties: { text: { type: 'string' } } } } })
  add(@Body({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }) { name }: { name: string }) {
    return { text: this.names.greet(name), secret: 'dropped' }
  }
}

@Module({ providers: [Names], controllers: [Greetings] })
class AppModule {}

async function start() {
  const app = bootstrap(AppModule)
  const address = await app.listen(0)
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{"name":"Ada"}', '{}']) {
    const answer = await fetch(address + '/greetings', { method: 'POST', headers, body })
    console.log(answer.status, await answer.text())
  }
  await app.close()
}
`

const answers = `201 {"text":"hello Ada"}
400 {"statusCode":400,"error":"Bad Request","message":"body should have required property 'name'"}
`

describe('alcove build', function () {
  this.timeout(120_000)

  let project: UserProject
  let alone: string

  async function prepare(files: Readonly<Record<string, string>>) {
    project = await UserProject.create({
      'package.json': JSON.stringify({ name: 'greetings', type: 'module' }),
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
      ...files,
    })
  }

  async function build(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
    await prepare(files)
    return alcove(['build', ...args], { cwd: project.folder })
  }

  /** Below a folder without node_modules. */
  function runAlone(name: string, ...flags: readonly string[]) {
    return runCommand(process.execPath, [...flags, join(alone, name)], { cwd: alone, env: { NODE_OPTIONS: undefined } })
  }

  beforeEach(async () => {
    alone = await mkdtemp(join(tmpdir(), 'alcove-alone-'))
  })

  afterEach(async () => {
    await project.remove()
    await rm(alone, { recursive: true, force: true })
  })

  it('writes a file that needs no packages and makes no code', async () => {
    const out = join(alone, 'server.mjs')
    const { status, stderr } = await build({ 'src/main.ts': `${main}\nawait start()` }, '--minify', '--out', out)
    expect(status, stderr).to.equal(0)
    const permission = process.allowedNodeEnvironmentFlags.has('--permission')
      ? '--permission'
      : '--experimental-permission'
    for (const flags of [
      ['--disallow-code-generation-from-strings'],
      [
        permission,
        `--allow-fs-read=${alone}/*`,
        ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
      ],
    ]) {
      const ran = await runAlone('server.mjs', ...flags)
      expect(ran.stdout, ran.stderr).to.equal(answers)
    }
  })

  it('writes CommonJS into a file whose name ends in .cjs', async () => {
    const { status, stderr } = await build(
      { 'src/main.ts': `${main}\nvoid start()` },
      '--out',
      join(alone, 'server.cjs'),
    )
    expect(status, stderr).to.equal(0)
    const ran = await runAlone('server.cjs', '--disallow-code-generation-from-strings')
    expect(ran.stdout, ran.stderr).to.equal(answers)
  })

  it('writes CommonJS into a file that ends in .js, in a package with that type', async () => {
    const commonJs = { name: 'greetings', type: 'commonjs' }
    const files = { 'package.json': JSON.stringify(commonJs), 'src/main.mts': `${main}\nvoid start()` }
    const { status, stderr } = await build(files, '--entry', 'src/main.mts', '--out', 'built/server.js')
    expect(status, stderr).to.equal(0)
    const ran = await runCommand(process.execPath, ['built/server.js'], { cwd: project.folder })
    expect(ran.stdout, ran.stderr).to.equal(answers)
  })

  for (const [name, ...flags] of [['server.mjs', '--no-code-cache'], ['server.cjs']] as const) {
    it(`leaves a package outside that reads files beside its code: ${[name, ...flags].join(' ')}`, async () => {
      const swaggerUi = `
import swaggerUi from '@fastify/swagger-ui'
import { bootstrap, Module, use } from 'alcove'
import { OpenApi } from 'alcove/openapi'
@Module({ imports: [use(OpenApi, { page: use(swaggerUi, { routePrefix: '/docs' }) })] })
class AppModule {}
async function start() {
  const app = bootstrap(AppModule)
  const address = await app.listen(0)
  for (const path of ['', 'static/logo.svg', 'json']) {
    console.log((await fetch(address + '/docs/' + path)).status)
  }
  await app.close()
}
void start()`
      await prepare({ 'src/main.ts': swaggerUi })
      await project.link('@fastify/swagger-ui', inRepository('node_modules', '@fastify', 'swagger-ui'))
      const { status, stdout, stderr } = await alcove(['build', '--out', join(alone, name), ...flags], {
        cwd: project.folder,
      })
      expect(status, stderr).to.equal(0)
      expect(stdout).to.contain(
        'not in the file: @fastify/swagger-ui: its code reads files beside it. Keep it in node_modules where the file runs. Or add --bundle @fastify/swagger-ui, if the application uses none of these files\n',
      )
      await symlink(join(project.folder, 'node_modules'), join(alone, 'node_modules'), 'junction')
      const ran = await runAlone(name)
      expect(ran.stdout, ran.stderr).to.equal('200\n200\n200\n')
    })
  }

  it('leaves the schemas of another application of the same process alone', async () => {
    const other = `
@Controller() class Other { @Post('/other') add(@Body({ type: 'object', required: ['n'] }) body: object) { return body } }
@Module({ controllers: [Other] }) class OtherModule {}
const other = bootstrap(OtherModule)
console.log((await other.inject({ method: 'POST', url: '/other', payload: {} })).statusCode)
await other.close()
await start()`
    const out = join(alone, 'server.mjs')
    const args = ['--export', 'AppModule', '--no-code-cache', '--out', out]
    const { status, stderr } = await build({ 'src/main.ts': main + other }, ...args)
    expect(status, stderr).to.equal(0)
    const ran = await runAlone('server.mjs')
    expect(ran.stdout, ran.stderr).to.equal(`400\n${answers}`)
  })

  it('refuses an entry that creates no application', async () => {
    const file = "import { Module } from 'alcove'\n@Module() export class AppModule {}\n"
    const { status, stderr } = await build({ 'src/main.ts': file })
    expect(stderr).to.contain('ALC_ERR_CLI_NOTHING_STARTS')
    expect(status).to.equal(1)
  })

  it('shows what esbuild cannot put into the file', async () => {
    const { status, stderr } = await build(
      { 'src/main.ts': `${main}\nawait start()` },
      '--out',
      join(alone, 'server.cjs'),
    )
    expect(stderr)
      .to.contain('ALC_ERR_CLI_BUNDLE')
      .and.to.match(/Top-level await/i)
    expect(status).to.equal(1)
  })

  it('names the packages that are not installed, with the option that leaves them out', async () => {
    const optional = ['missing', 'missing/part', '@some/absent/part'].map((name) => `import('${name}' as never)`)
    const { status, stderr } = await build(
      { 'src/main.ts': `${main}\nexport const load = () => [${optional}]\nawait start()` },
      '--no-code-cache',
      '--out',
      join(alone, 'server.mjs'),
    )
    expect(stderr)
      .to.contain('ALC_ERR_CLI_BUNDLE')
      .and.to.contain('leave them out: --external missing @some/absent/part\n')
    expect(status).to.equal(1)
  })

  it('writes nothing for an application that does not boot', async () => {
    const wrong = main
      .replace("type: 'string' } } }) { name }", "type: 'sting' } } }) { name }")
      .replace('Body({', 'Body(<never>{')
    const { status, stderr } = await build(
      { 'src/main.ts': `${wrong}\nawait start()` },
      '--out',
      join(alone, 'server.mjs'),
    )
    expect(stderr).to.match(/(?:ALC|FST)_ERR_/)
    expect(status).to.equal(1)
    expect(await readdir(alone)).to.deep.equal([])
  })

  it('refuses to replace the entry', async () => {
    const files = { 'src/main.ts': `${main}\nawait start()` }
    const { status, stderr } = await build(files, '--out', 'dist/main.js')
    expect(stderr).to.contain('ALC_ERR_CLI_OUT_IS_ENTRY')
    expect(status).to.equal(2)
  })

  it('names the package to install where the project has no esbuild', async () => {
    await build({ 'src/main.ts': `${main}\nawait start()` }, '--out', 'none.txt')
    await rm(join(project.folder, 'node_modules', 'esbuild'))
    const { status, stderr } = await alcove(['build'], { cwd: project.folder })
    expect(stderr).to.contain('ALC_ERR_CLI_NO_BUNDLER').and.to.contain('npm install --save-dev esbuild')
    expect(status).to.equal(2)
  })
})
