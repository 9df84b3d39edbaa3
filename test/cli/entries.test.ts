import { access } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { alcove } from './command-line.js'
import { settings, UserProject, wholeFile } from './user-project.js'

const manifest = JSON.stringify({ name: 'shop', type: 'module' })

const moduleFile = `
import { Controller, Get, Module } from 'alcove'
@Controller() class Hello { @Get('/hello') read() { return 'hello' } }
@Module({ controllers: [Hello] }) export class Inner {}
@Module({ imports: [Inner] }) export class AppModule {}
`

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

describe('the entry of the command line', function () {
  this.timeout(120_000)

  let project: UserProject

  async function inProject(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
    project = await UserProject.create({
      'package.json': manifest,
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
      ...files,
    })
    return alcove(args, { cwd: project.folder })
  }

  afterEach(() => project.remove())

  it('is src/main.ts by default, compiled by the project’s own compiler', async () => {
    const { stdout, status } = await inProject({ 'src/main.ts': moduleFile }, 'tree')
    expect([status, stdout]).to.deep.equal([0, 'AppModule\n└─ Inner\n   └─ GET    /hello  Hello.read\n'])
    expect(await exists(join(project.folder, 'dist', 'main.js'))).to.equal(true)
  })

  it('is a program on alcove/fastify as well', async () => {
    const program = `import fastify from 'alcove/fastify'
      const app = fastify()
      app.register(async function users(child) { child.get('/:id', async () => 'ran') }, { prefix: '/users' })
      await app.listen({ port: 0 })`
    const { stdout, status } = await inProject({ 'app.js': program }, 'tree', '--entry', 'app.js')
    expect([status, stdout]).to.deep.equal([0, 'root\n└─ users (plugin)  /users\n   └─ GET    /users/:id\n'])
  })

  const failing = `import { createServer } from 'alcove/core'
    const app = createServer()
    app.register(async function db() { throw new Error('no database') })
    app.register(async function mail() { throw new Error('no mail') })`
  for (const [what, end] of [
    ['is exported', 'export { app }'],
    ['listens', 'await app.listen({ port: 0 })'],
    ['listens with a handler of the failure', 'app.listen({ port: 0 }).catch(() => process.exit(1))'],
    ['is made by an exported function', 'export const make = () => app'],
  ] as const) {
    it(`reports each plugin that fails in a server of the core that ${what}`, async () => {
      const args = ['check', '--entry', 'app.js', ...(end.includes('make') ? ['--export', 'make'] : [])]
      const { stdout, status } = await inProject({ 'app.js': `${failing}\n${end}` }, ...args)
      expect(status).to.equal(1)
      expect(stdout)
        .to.contain('1. Error in plugin db of root\n  no database\n  at app.js:3:')
        .and.contain('2. Error in plugin mail of root\n  no mail\n  at app.js:4:')
        .and.match(/\n2 problems\n$/)
    })
  }

  it('reports the failure of an exported function after it has made a server', async () => {
    const program = `import { createServer } from 'alcove/core'
      export async function make() {
        createServer()
        throw new Error('no settings')
      }`
    const { stdout, status } = await inProject({ 'app.js': program }, 'check', '--entry', 'app.js', '--export', 'make')
    expect([status, stdout.split('\n').slice(0, 2).join()]).to.deep.equal([1, 'Error,  no settings'])
  })

  it('reports server options that are refused as problems', async () => {
    const program = `import { createServer } from 'alcove/core'
      export const app = createServer({ http2: 5, bodylimit: 5 })`
    const { stdout, status } = await inProject({ 'app.js': program }, 'check', '--entry', 'app.js')
    expect(status).to.equal(1)
    expect(stdout)
      .to.contain('1. Option "http2" must be true or false, got number 5')
      .and.contain('2. Option "bodylimit" is unknown: did you mean "bodyLimit"?')
  })

  it('never listens, even if it asks to at import, and its output stays out of the result', async () => {
    const { stdout, status } = await inProject({ 'src/main.ts': wholeFile }, 'routes', '--json')
    expect(status).to.equal(0)
    expect(JSON.parse(stdout).map((route: { id: string }) => route.id)).to.deep.equal(['GET /hello'])
  })

  it('finds the arguments behind -- in process.argv', async () => {
    const main = wholeFile.replace("requestValue<string>('foo')", 'requestValue<string>(process.argv[2]!)')
    const { stdout } = await inProject({ 'src/main.ts': main }, 'tree', '--', 'fromOutside')
    expect(stdout).to.contain('request values: fromOutside')
  })

  it('goes into a cache where the project writes nothing, and leaves the sources alone', async () => {
    const { stdout } = await inProject(
      { 'tsconfig.json': settings({ noEmit: true }), 'src/main.ts': wholeFile, 'package.json': manifest },
      'tree',
    )
    expect(stdout).to.contain('GET    /hello  Hello.read')
    expect(await exists(join(project.folder, 'src', 'main.js'))).to.equal(false)
  })

  it('is compiled anew where package.json names what was built yesterday, unless --no-build', async () => {
    const files = {
      'package.json': JSON.stringify({ type: 'module', main: 'dist/main.js' }),
      'src/main.ts': moduleFile,
    }
    await inProject({ ...files, 'dist/main.js': `throw new Error('of yesterday')` }, 'tree')
    await project.write('src/main.ts', moduleFile.replaceAll('/hello', '/changed'))
    const before = await alcove(['tree', '--no-build'], { cwd: project.folder })
    const after = await alcove(['tree'], { cwd: project.folder })
    expect([before.stdout, after.stdout].map((text) => /\/\w+/.exec(text)?.[0])).to.deep.equal(['/hello', '/changed'])
  })

  it('needs a cache that can be written, if the project writes nothing', async () => {
    const files = {
      'tsconfig.json': settings({ noEmit: true }),
      'src/main.ts': wholeFile,
      'node_modules/.cache': 'taken',
    }
    const { stderr, status } = await inProject(files, 'tree')
    expect(status).to.equal(2)
    expect(stderr).to.match(/ALC_ERR_CLI_OUT_FAILED\n {2}\S+node_modules.\.cache\S+ cannot be written: E\w+/)
  })

  it('refers to other projects: where the compiler finds errors, the report has the command for these', async () => {
    const { compilerOptions, include } = JSON.parse(settings({ rootDir: 'src', outDir: 'dist' }))
    const referring = JSON.stringify({ compilerOptions, include, references: [{ path: 'lib' }] })
    const lib = JSON.stringify({ compilerOptions: { ...compilerOptions, composite: true }, include })
    const main = `import { a } from '../lib/src/a.js'\nconsole.log(a)\n${moduleFile}`
    const files = { 'tsconfig.json': referring, 'lib/tsconfig.json': lib, 'lib/src/a.ts': 'export const a = 1' }
    const { stderr, status } = await inProject({ ...files, 'src/main.ts': main }, 'tree')
    expect([status, /ALC_ERR_CLI_BUILD/.test(stderr)]).to.deep.equal([1, true])
    expect(stderr.replaceAll(/\s+/g, ' ')).to.contain('the projects under "references" are missing, run tsc -b first')
  })

  it('imports a name that only tsconfig.json maps: the report names package.json', async () => {
    const config = settings({ rootDir: 'src', outDir: 'dist', paths: { '@lib/*': ['./src/*'] } })
    const files = { 'tsconfig.json': config, 'src/a.ts': 'export const a = 1' }
    const main = `import { a } from '@lib/a.js'\nconsole.log(a)\n${moduleFile}`
    const { stderr, status } = await inProject({ ...files, 'src/main.ts': main }, 'tree')
    expect(status).to.equal(1)
    expect(stderr.replaceAll(/\s+/g, ' '))
      .to.contain("Cannot find package '@lib/a.js'")
      .and.contain('use "imports" of package.json instead')
  })

  it('requires a name that only tsconfig.json maps, as in many projects of Nest: the report names package.json', async () => {
    const main = "const { a } = require('src/a')\nconsole.log(a)"
    const { stderr, status } = await inProject({ 'main.cjs': main }, 'tree', '--entry', 'main.cjs')
    expect(status).to.equal(1)
    expect(stderr.replaceAll(/\s+/g, ' '))
      .to.contain("Cannot find module 'src/a'")
      .and.contain(
        'If "paths" or "baseUrl" of tsconfig.json maps the name, use "imports" of package.json instead, or write a relative path',
      )
  })

  it('requires a file that does not exist: the report gives no advice about package.json', async () => {
    const { stderr, status } = await inProject({ 'main.cjs': "require('./a')" }, 'tree', '--entry', 'main.cjs')
    expect(status).to.equal(1)
    expect(stderr).to.contain("Cannot find module './a'").and.not.contain('Install the package')
  })

  it('is not JavaScript of node: the report has the command that shows the line', async () => {
    const { stderr, status } = await inProject({ 'src/main.js': `@decorated class A {}` }, 'tree')
    expect(status).to.equal(1)
    expect(stderr).to.contain('SyntaxError').and.contain('Run "node src/main.js" to see the line')
  })

  it('awaits listen: an unknown --export is answered with the root modules', async () => {
    const main = wholeFile.replace('class AppModule', 'export class AppModule')
    const { stderr, status } = await inProject({ 'src/main.ts': main }, 'tree', '--export', 'Hello')
    expect(status).to.equal(2)
    expect(stderr).to.contain('is called "Hello", but AppModule').and.not.contain('exports nothing')
  })

  it('with mistakes for the compiler shows them, and ends with 1', async () => {
    const { stderr, status } = await inProject({ 'src/main.ts': `${moduleFile}\nconst a: string = 1` }, 'tree')
    expect(status).to.equal(1)
    expect(stderr)
      .to.match(/ALC_ERR_CLI_BUILD/)
      .and.to.match(/src\/main\.ts\(\d+,7\): error TS2322/)
  })

  it('may make its application in a function that is not awaited', async () => {
    const main = `${moduleFile}
      import { bootstrap } from 'alcove'
      async function main() {
        await new Promise((resolve) => setTimeout(resolve, 50))
        const app = bootstrap(AppModule)
        app.instance.get('/late', () => 'late')
        await app.listen(1)
      }
      void main()`
    const { stdout } = await inProject({ 'src/main.ts': main }, 'routes')
    expect(stdout).to.contain('GET /late')
  })

  it('may export a function that makes the application, which --export names', async () => {
    const main = `${moduleFile}
      import { bootstrap } from 'alcove'
      export const createApp = (): unknown => bootstrap(AppModule, { ignoreTrailingSlash: true })`
    const { stdout } = await inProject({ 'src/main.ts': main }, 'tree', '--export', 'createApp')
    expect(stdout).to.match(/^AppModule\n/)
  })

  it('with several roots names them, ends with 2, and takes the one that --export names', async () => {
    const main = `${moduleFile}\n@Module({}) export class Admin {}`
    const { status, stderr } = await inProject({ 'src/main.ts': main }, 'tree')
    expect([status, stderr]).to.deep.equal([
      2,
      'ALC_ERR_CLI_MANY_MODULES\n' +
        `  ${join(project.folder, 'dist', 'main.js')} has several modules that could be the root: Admin, AppModule. Choose one with --export, for example --export Admin\n` +
        `  more: ${relative(project.folder, inRepository('docs/errors/ALC_ERR_CLI_MANY_MODULES.md'))}\n`,
    ])
    expect((await alcove(['tree', '--export', 'Admin'], { cwd: project.folder })).stdout).to.equal('Admin\n')
  })

  const failures: readonly (readonly [title: string, main: string, code: string, status: number])[] = [
    ['without a module says what it exports', 'export const a = 1', 'ALC_ERR_CLI_NO_MODULE', 2],
    ['that throws at import shows where', `throw new Error('no database')`, 'ALC_ERR_CLI_ENTRY_FAILED', 1],
    ['that ends its process is told of', 'process.exit(3)', 'ALC_ERR_CLI_ENTRY_ENDED', 1],
  ]
  for (const [title, main, code, expected] of failures) {
    it(title, async () => {
      const { stdout, stderr, status } = await inProject({ 'src/main.ts': main }, 'tree', '--json')
      expect([status, stderr]).to.deep.equal([expected, ''])
      expect(JSON.parse(stdout).problems[0].code).to.equal(code)
    })
  }

  it('is an error if it is a folder', async () => {
    const { stderr, status } = await inProject({ 'src/app.js': '' }, 'tree', '--entry', 'src')
    expect(status).to.equal(2)
    expect(stderr).to.match(/ALC_ERR_CLI_ENTRY_MISSING\n {2}\S+src is a folder\. Give the file that exports/)
  })

  it('that waits for nothing is reported, instead of one without an application', async () => {
    const { stderr, status } = await inProject(
      { 'app.js': 'await new Promise(() => {})' },
      'check',
      '--entry',
      'app.js',
    )
    expect(status).to.equal(1)
    expect(stderr).to.contain('ALC_ERR_CLI_ENTRY_FAILED').and.contain('waits for a promise that nothing settles')
  })

  it('with a rejection that nothing handles has a problem, although it boots at once', async () => {
    const program = `import { createServer } from 'alcove/core'
      Promise.reject(new Error('no settings'))
      await createServer().listen({ port: 0 })`
    const { stdout, status } = await inProject({ 'app.js': program }, 'check', '--entry', 'app.js')
    expect([status, stdout.split('\n').slice(0, 2).join()]).to.deep.equal([1, 'Error,  no settings'])
  })

  it('is loaded before a file that cannot be written is reported', async () => {
    const program = "import { createServer } from 'alcove/core'\nawait createServer().listen({ port: 0 })"
    const files = { 'app.js': program, 'taken.js/a.txt': '' }
    const { stderr, status } = await inProject(files, 'compile', '--entry', 'app.js', '--out', 'taken.js')
    expect(status).to.equal(2)
    expect(stderr).to.match(/ALC_ERR_CLI_OUT_FAILED\n {2}\S+taken\.js cannot be written: EISDIR/)
  })

  it('is loaded before a folder that cannot be made is reported', async () => {
    const program = "import { createServer } from 'alcove/core'\nawait createServer().listen({ port: 0 })"
    const kept = process.platform === 'linux' ? '/proc/alcove' : 'app.js/below' // node's mkdir never returns for the first
    const given = ['client', '--entry', 'app.js', '--out', `${kept}/client.ts`]
    const { stderr, status } = await inProject({ 'app.js': program }, ...given)
    expect([status, /ALC_ERR_CLI_OUT_FAILED\n.*client\.ts cannot be written: E\w+/.test(stderr)]).to.deep.equal([
      2,
      true,
    ])
  })

  it('is an error if it does not exist, and so is a project without one', async () => {
    const { stderr, status } = await inProject({}, 'tree', '--entry', 'src/absent.ts')
    expect([status, stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 2 && /ALC_ERR_CLI_ENTRY_MISSING/.test(text),
    )
    const none = await alcove(['tree'], { cwd: project.folder })
    expect(none.status).to.equal(2)
    expect(none.stderr).to.match(/ALC_ERR_CLI_ENTRY_UNKNOWN/)
  })
})
