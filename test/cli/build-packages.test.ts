import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { alcove } from './command-line.js'
import { settings, UserProject } from './user-project.js'

/** Reads a file beside its code only if it is asked to. */
const reader = `
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
exports.greet = () => 'hello'
exports.read = () => readFileSync(join(__dirname, 'text.txt'), 'utf8')
`

const main = `
import { bootstrap, Controller, Get, Module } from 'alcove'
import { greet } from 'reader'

@Controller()
class Greetings {
  @Get('/greetings') read(): string { return greet() }
}

@Module({ controllers: [Greetings] })
class AppModule {}

const app = bootstrap(AppModule)
console.log(await (await fetch((await app.listen(0)) + '/greetings')).text())
await app.close()
`

const outside = 'not in the file: reader: its code reads files beside it'

/** Reads a file beside the code of the application. */
const placed = main
  .replace("import { greet } from 'reader'", "import { readFileSync } from 'node:fs'\nimport { join } from 'node:path'")
  .replace('return greet()', "return readFileSync(join(import.meta.dirname, 'text.txt'), 'utf8')")

describe('the packages in a file of alcove build', function () {
  this.timeout(120_000)

  let project: UserProject
  let alone: string

  async function addPackage(name: string, code: string, type: 'commonjs' | 'module' = 'commonjs') {
    const folder = `node_modules/${name}`
    await project.write(`${folder}/package.json`, JSON.stringify({ name, type, main: 'index.js', types: 'index.d.ts' }))
    await project.write(`${folder}/index.js`, code)
    await project.write(
      `${folder}/index.d.ts`,
      'export declare const greet: () => string\nexport declare class Named {}\n',
    )
  }

  const buildWhole = (...args: readonly string[]) =>
    alcove(['build', '--out', join(alone, 'server.mjs'), ...args], { cwd: project.folder })

  /** The packages in the file do not depend on the compiled code, which takes most of the time. */
  const build = (...args: readonly string[]) => buildWhole('--no-code-cache', ...args)

  const runAlone = () =>
    runCommand(process.execPath, [join(alone, 'server.mjs')], { cwd: alone, env: { NODE_OPTIONS: undefined } })

  beforeEach(async () => {
    alone = await mkdtemp(join(tmpdir(), 'alcove-alone-'))
    project = await UserProject.create({
      'package.json': JSON.stringify({ name: 'greetings', type: 'module' }),
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
      'src/main.ts': main,
    })
    await addPackage('reader', reader)
  })

  afterEach(async () => {
    await project.remove()
    await rm(alone, { recursive: true, force: true })
  })

  it('include one that reads files beside its code, if --bundle names it', async () => {
    expect((await build()).stdout).to.contain(outside)
    expect((await runAlone()).stderr).to.contain('ERR_MODULE_NOT_FOUND')
    const { status, stdout, stderr } = await buildWhole('--bundle', 'reader')
    expect(status, stderr).to.equal(0)
    expect(stdout).to.not.contain('not in the file')
    const ran = await runAlone()
    expect(ran.stdout, ran.stderr).to.equal('hello\n')
  })

  it('are not the only code with files beside it: files of the application that move are reported', async () => {
    await project.write('src/main.ts', placed)
    const moved = join('dist', 'main.js')
    const { status, stdout, stderr } = await buildWhole()
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(stdout.replaceAll(/\s+/g, ' ')).to.contain(`another place: ${moved} makes paths from its own place`)
    expect(JSON.parse((await build('--json')).stdout).moved).to.deep.equal([join(project.folder, moved)])
    const { stdout: beside } = await alcove(['build', '--no-code-cache'], { cwd: project.folder })
    expect(beside).to.contain('written').and.not.contain('another place')
  })

  it('are in a CommonJS file whose code has its place, too', async () => {
    await writeFile(join(alone, 'text.txt'), 'beside')
    const [start = ''] = placed.split('console.log')
    const end = "console.log(await (await fetch(address + '/greetings')).text())"
    await project.write(
      'src/main.ts',
      `${start}void app.listen(0).then(async (address) => {\n${end}\nawait app.close()\n})`,
    )
    const { stderr, status } = await alcove(['build', '--out', join(alone, 'server.cjs')], { cwd: project.folder })
    expect(status, stderr).to.equal(0)
    const ran = await runCommand(process.execPath, [join(alone, 'server.cjs')], { cwd: alone })
    expect(ran.stdout, ran.stderr).to.equal('beside\n')
  })

  for (const [args, message] of [
    [
      ['--bundle', 'raeder'],
      '--bundle names "raeder", which neither the application nor a package of it imports. Correct it: did you mean "reader"?',
    ],
    [
      ['--external', 'better-sqlite3'],
      '--external names "better-sqlite3", which neither the application nor a package of it imports. Remove it',
    ],
    [['--external', 'reader', '--bundle', 'reader'], '--external and --bundle both name "reader". Remove one of them'],
  ] as const) {
    it(`are refused where their names have no effect: ${args.join(' ')}`, async () => {
      const { status, stderr } = await build(...args)
      expect(stderr).to.contain('ALC_ERR_CLI_PACKAGE')
      expect(stderr.replace(/\s+/g, ' ')).to.contain(message)
      expect(status).to.equal(2)
    })
  }

  for (const flags of [[], ['--no-code-cache']]) {
    it(`do not include those that --external names, one of which alcove imports too: ${['pino', ...flags].join(' ')}`, async () => {
      const transport = "{ logger: { level: 'info', transport: { target: 'pino/file', options: { destination: 1 } } } }"
      const logging = main.replace('bootstrap(AppModule)', `bootstrap(AppModule, ${transport})`)
      await addPackage('plain', "exports.greet = () => 'from a package beside the file'")
      await project.write('src/main.ts', `import { greet as other } from 'plain'\n${logging}\nconsole.log(other())`)
      await project.link('pino', inRepository('node_modules', 'pino'))
      const { status, stdout, stderr } = await buildWhole(
        '--bundle',
        'reader',
        '--external',
        'pino',
        'plain',
        '*.node',
        ...flags,
      )
      expect(status, stderr).to.equal(0)
      expect(stdout).to.not.contain('no compiled code')
      expect(await readFile(join(alone, 'server.mjs'), 'utf8')).to.not.contain('from a package beside the file')
      await mkdir(join(alone, 'node_modules'))
      for (const missing of ['plain', 'pino']) {
        expect((await runAlone()).stderr).to.contain(`'${missing}'`)
        const target = join(project.folder, 'node_modules', missing)
        await symlink(target, join(alone, 'node_modules', missing), 'junction')
      }
      const ran = await runAlone()
      expect(ran.stdout, ran.stderr)
        .to.contain('hello\n')
        .and.to.contain('"msg":"request completed"')
        .and.to.contain('from a package')
    })
  }

  it('are reported if they stay outside and import alcove, with the option that changes it', async () => {
    await addPackage('reader', "import 'alcove'\nexport const greet = () => import.meta.dirname", 'module')
    const { stdout } = await buildWhole()
    expect((await runAlone()).stderr).to.contain('ERR_MODULE_NOT_FOUND')
    const reason = 'it imports alcove, so it loads another copy, which does not know the classes of this file'
    expect(stdout).to.contain(outside).and.to.contain(`a second alcove: reader: ${reason}. Add --bundle reader\n`)
    expect((await build('--external', 'reader')).stdout).to.contain(`${reason}. Remove --external reader\n`)
    const { stdout: json } = await build('--json')
    expect(JSON.parse(json)).to.deep.include({ outside: ['reader'], copies: ['reader'] })
    expect((await build('--bundle', 'reader')).stdout).to.not.contain('a second alcove')
  })
})
