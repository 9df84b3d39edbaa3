import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { alcove } from './command-line.js'
import { settings, UserProject } from './user-project.js'

/** An application that starts with settings only, and whose provider connects while it boots. */
const main = `
import { bootstrap, Controller, Get, Inject, Module, provide, requestValue, token } from 'alcove'
const { SECRET, NAME = 'nobody' } = process.env
if (SECRET === undefined) throw new Error('SECRET is not set')
export const Database = token<{ name: string }>('database')
@Controller() class Hello {
  constructor(@Inject(Database) readonly database: { name: string }) { console.error('built on ' + database.name) }
  @Get('/' + SECRET) read() {}
}
const connect = async () => {
  console.error('connects')
  throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
}
@Module({ providers: [provide(Database, { useAsync: connect })], controllers: [Hello] })
export class AppModule {}
`
const start = `
import { bootstrap } from 'alcove'
import { AppModule } from './app.js'
await bootstrap(AppModule).listen(1)
`
const fakes = `
import { provide } from 'alcove'
import { Database } from './app.js'
export default [provide(Database, { useValue: { name: 'a fake' } })]
`

describe('settings and connections of an application that is only looked at', function () {
  this.timeout(120_000)

  let project: UserProject

  before(async () => {
    project = await UserProject.create({
      'package.json': '{"type":"module"}',
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
      'src/app.ts': main,
      'src/main.ts': start,
      'src/fakes.ts': fakes,
      'src/imports-main.ts': "import './main.js'\nexport default []",
      'src/no-list.ts': 'export default { database: 1 }',
      'src/throws.ts': "throw new Error('no fakes today')",
      'src/unlisted.ts':
        "import { provide, token } from 'alcove'\nexport default [provide(token('clock'), { useValue: 1 })]",
      'src/core.ts': "import { createServer } from 'alcove/core'\nexport const server = createServer()",
      'first.env': 'SECRET=first # a remark\n',
      'second.env': 'SECRET="second"\nNAME=bob\n',
    })
    await alcove(['check'], { cwd: project.folder }) // builds once for all
  })

  after(() => project.remove())

  const run = (...args: readonly string[]) => alcove([...args, '--no-build'], { cwd: project.folder })
  const withFakes = ['--override', 'src/fakes.ts'] as const

  it('reads the files of --env-file before the application is loaded', async () => {
    const { status, stdout } = await run('check', '--env-file', 'first.env', ...withFakes)
    expect([status, stdout]).to.deep.equal([0, 'no problems: 1 context, 1 route\n'])
  })

  for (const command of ['tree', 'routes', 'openapi', 'client', 'explain GET /first']) {
    it(`reads them for ${command}, too`, async () => {
      const { status, stdout } = await run(...command.split(' '), '--env-file=first.env', ...withFakes)
      expect(status).to.equal(0)
      expect(stdout).to.contain('/first')
    })
  }

  it('lets a later file win over an earlier one', async () => {
    const { stdout } = await run('tree', '--env-file', 'first.env', '--env-file', 'second.env', ...withFakes)
    expect(stdout).to.contain('GET    /second')
  })

  it('lets the environment win over files, as node does', async () => {
    process.env.SECRET = 'outside'
    try {
      const { stdout } = await run('tree', '--env-file', 'first.env', ...withFakes)
      expect(stdout).to.contain('GET    /outside')
    } finally {
      delete process.env.SECRET
    }
  })

  it('refuses a file of settings that does not exist, and a folder', async () => {
    for (const file of ['third.env', 'src']) {
      const { status, stderr } = await run('check', '--env-file', file)
      expect([status, stderr.split('\n', 1)[0]]).to.deep.equal([2, 'ALC_ERR_CLI_ENV_FILE'])
    }
  })

  it('names a file of settings that does not exist, also where node looks for it before the program starts', async () => {
    const program = inRepository('dist', 'bundles', 'main.js')
    const ran = await runCommand(process.execPath, [program, 'check', '--env-file', 'third.env'], {
      cwd: project.folder,
    })
    const isOfNode = ran.stderr.includes('third.env: not found')
    expect(ran.stderr).to.contain(isOfNode ? 'third.env: not found' : 'ALC_ERR_CLI_ENV_FILE')
    expect(ran.status).to.equal(isOfNode ? 9 : 2)
  })

  it('calls the factory of a provider that connects, and reports its failure', async () => {
    const { status, stdout } = await run('check', '--env-file', 'first.env')
    expect(status).to.equal(1)
    expect(stdout)
      .to.contain('ALC_ERR_PROVIDER_FAILED')
      .and.to.contain('connect ECONNREFUSED')
      .and.to.contain('Hello (in the context of AppModule): it needs provider "database", which cannot be built')
  })

  it('never calls the factory of a provider that --override replaces', async () => {
    const { status, stdout } = await run('check', '--env-file', 'first.env', ...withFakes, '--json')
    expect([status, JSON.parse(stdout).routes]).to.deep.equal([0, 1])
  })

  const refusals = [
    ['does not exist', 'src/none.ts', /The file does not exist/],
    [
      'imports the file that creates the application',
      'src/imports-main.ts',
      /imports the file that creates the application/,
    ],
    ['exports no list', 'src/no-list.ts', /Its default export is an object/],
    [
      'throws',
      'src/throws.ts',
      /src\/throws\.ts replaces nothing\. It throws: Error: no fakes today\n\s+at .*throws\./,
    ],
  ] as const
  for (const [title, file, told] of refusals) {
    it(`refuses a file of --override that ${title}`, async () => {
      const { status, stderr } = await run('check', '--env-file', 'first.env', '--override', file)
      expect([status, stderr.split('\n', 1)[0]]).to.deep.equal([2, 'ALC_ERR_CLI_OVERRIDE'])
      expect(stderr.replaceAll('\n  ', '\n')).to.match(told)
    })
  }

  it('refuses an override that no module lists', async () => {
    const { status, stdout } = await run('check', '--env-file', 'first.env', '--override', 'src/unlisted.ts')
    expect([status, stdout.includes('ALC_ERR_OVERRIDE_UNUSED')]).to.deep.equal([1, true])
  })

  it('refuses --override where the application has no providers', async () => {
    const { status, stderr } = await run('check', '--entry', 'src/core.ts', '--env-file', 'first.env', ...withFakes)
    expect([status, stderr]).to.satisfy(
      ([ended, text]: [number, string]) => ended === 2 && text.includes('not created with bootstrap'),
    )
  })
})
