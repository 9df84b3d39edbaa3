import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { packOnce } from '../package/fresh-project.js'
import { npmInstall } from '../support/registry.js'
import { inRepository } from '../support/repository.js'
import { runCommand, runOrThrow } from '../support/run-command.js'
import { alcove } from './command-line.js'
import { startServer, whileItRuns } from './started-server.js'
import { settings } from './user-project.js'

const databases = ['none', 'sqlite', 'postgres']
const auths = ['none', 'jwt', 'session']
const runners = ['node', 'vitest', 'mocha', 'none']

interface Choices {
  readonly database: string
  readonly auth: string
  readonly tests: string
}

const all = databases.flatMap((database) =>
  auths.flatMap((auth) => runners.map((tests): Choices => ({ database, auth, tests }))),
)

/** Each value once; `test/cli/new-project.test.ts` runs the defaults. */
const fewest: readonly Choices[] = [
  { database: 'sqlite', auth: 'jwt', tests: 'vitest' },
  { database: 'postgres', auth: 'session', tests: 'mocha' },
]

const others: readonly Choices[] = [
  { database: 'sqlite', auth: 'jwt', tests: 'node' },
  { database: 'postgres', auth: 'session', tests: 'vitest' },
  { database: 'none', auth: 'jwt', tests: 'mocha' },
  { database: 'sqlite', auth: 'session', tests: 'none' },
]

function flagsOf(choices: Choices): readonly string[] {
  return Object.entries(choices).flatMap(([name, value]) => [`--${name}`, value])
}

function nameOf({ database, auth, tests }: Choices): string {
  return `with-${database}-${auth}-${tests}`
}

describe('the choices of alcove new', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-choices-'))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** The choices, and the questions that led to them. Questions without an answer end. */
  async function choose(args: readonly string[], answers: readonly string[] = []) {
    const left = [...answers]
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question.split(' ', 1)[0] ?? '')
      return left.shift() ?? null
    }
    const { status, stderr } = await alcove(['new', 'mine', ...args], { cwd: folder, ask })
    const files = await readdir(folder, { recursive: true }).then((names) => names.sort())
    return { status, stderr, asked, files }
  }

  it('are asked on a terminal, and an empty answer is the default', async () => {
    const { status, asked, files } = await choose([], ['sqlite', ' jwt ', ''])
    expect([status, asked]).to.deep.equal([0, ['database', 'auth', 'tests']])
    expect(files).to.include.members([
      'mine/src/database/database.ts',
      'mine/src/auth/signed-in.ts',
      'mine/src/notes/notes.test.ts',
    ])
  })

  it('are asked again after an unknown answer', async () => {
    const { status, asked, files } = await choose([], ['mysql', 'postgres', 'none', 'none'])
    expect([status, asked]).to.deep.equal([0, ['database', 'database', 'auth', 'tests']])
    expect(files).to.include('mine/src/database/embedded-pool.ts').and.not.to.include('mine/src/notes/notes.test.ts')
  })

  it('write nothing when the terminal closes before the last answer', async () => {
    const { status, stderr, files } = await choose([], ['sqlite'])
    expect([status, files]).to.deep.equal([2, []])
    expect(stderr).to.match(/^ALC_ERR_CLI_CHOICE\n.*--auth got no answer\. Give one of: none, jwt, session\./)
  })

  for (const args of [['--yes'], ['--tests', 'mocha'], ['--json']]) {
    it(`are not asked with ${args.join(' ')}`, async () => {
      const { status, asked } = await choose(args)
      expect([status, asked]).to.deep.equal([0, []])
    })
  }

  it('are the defaults without a terminal', async () => {
    const { stdout } = await alcove(['new', 'mine', '--json'], { cwd: folder })
    expect(JSON.parse(stdout)).to.include({ database: 'none', auth: 'none', tests: 'node' })
  })

  for (const [wrong, list] of [
    [['--database', 'mysql'], 'none, sqlite, postgres'],
    [['--auth', 'toString'], 'none, jwt, session'],
    [['--tests', ''], 'node, vitest, mocha, none'],
    [['--databse', 'sqlite'], '--database, --auth, --tests, --yes, --json'],
  ] as const) {
    it(`are refused with the list of those that exist: ${wrong.join(' ')}`, async () => {
      const { status, stderr, files } = await choose(wrong)
      expect([status, files]).to.deep.equal([2, []])
      expect(stderr)
        .to.match(/^ALC_ERR_CLI_CHOICE\n/)
        .and.to.include(`Give one of: ${list}.`)
    })
  }
})

describe('a project of alcove new', function () {
  this.timeout(600_000)

  let folder: string

  /** All projects share one installation, in the folder above them. */
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-projects-'))
    const manifests = await Promise.all(
      all.map(async (choices) => {
        const { status, stderr } = await alcove(['new', nameOf(choices), ...flagsOf(choices)], { cwd: folder })
        expect(status, stderr).to.equal(0)
        return JSON.parse(await readFile(join(folder, nameOf(choices), 'package.json'), 'utf8'))
      }),
    )
    const { path } = await packOnce()
    const manifest = {
      private: true,
      dependencies: Object.assign({}, ...manifests.flatMap((each) => [each.dependencies, each.devDependencies]), {
        alcove: `file:${path}`,
      }),
      overrides: Object.assign({}, ...manifests.map(({ overrides }) => overrides)),
    }
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await runOrThrow('npm', [...npmInstall, '--engine-strict'], options())
  })

  after(() => rm(folder, { recursive: true, force: true }))

  function options(project = '') {
    const secrets = { DATABASE_URL: undefined, JWT_SECRET: undefined, SESSION_SECRET: undefined, NODE_ENV: undefined }
    return { cwd: join(folder, project), env: { NODE_OPTIONS: undefined, ...secrets } }
  }

  it('compiles without unused names, with each combination of choices', async () => {
    const strict = JSON.parse(settings({ noEmit: true, noUnusedLocals: true, noUnusedParameters: true }))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...strict, include: ['with-*/src'] }))
    const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')
    const { stdout } = await runCommand(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], options())
    expect(stdout).to.equal('')
  })

  it('holds no mark of a template and no long line, with each combination of choices', async () => {
    for (const choices of all) {
      const files = await readdir(join(folder, nameOf(choices)), { recursive: true, withFileTypes: true })
      const sources = files.filter((file) => file.isFile() && /\.(?:ts|md)$/.test(file.name))
      expect(sources).to.have.length.above(5)
      for (const { parentPath, name } of sources) {
        const text = await readFile(join(parentPath, name), 'utf8')
        expect(text, `${parentPath}/${name}`).not.to.match(/^\{\w|\{project name\}|\n\n\n/m)
        if (name.endsWith('.ts')) expect(text, `${parentPath}/${name}`).not.to.match(/^.{121}|\n\n$/m)
      }
    }
  })

  const passed: Readonly<Record<string, RegExp>> = {
    node: /[#ℹ] pass \d+\n[#ℹ] fail 0/,
    vitest: /Tests .*\d+ passed/,
    mocha: /\d+ passing/,
  }

  for (const choices of process.env.ALCOVE_TESTS === 'all' ? [...fewest, ...others] : fewest) {
    it(`passes its tests, checks and starts without settings: ${Object.values(choices).join(', ')}`, async () => {
      const project = nameOf(choices)
      const { scripts } = JSON.parse(await readFile(join(folder, project, 'package.json'), 'utf8'))
      const expected = passed[choices.tests]
      const { cwd, env } = options(project)
      const prepared = { cwd, env: { ...env, ...(choices.database === 'postgres' && (await clusterOf(folder))) } }
      if (expected === undefined) expect(scripts).not.to.have.property('test')
      else expect((await runOrThrow('npm', ['test'], prepared)).stdout).to.match(expected)
      expect((await runOrThrow('npm', ['run', '--silent', 'check'], prepared)).stdout).to.match(
        /^no problems: 3 contexts, \d+ routes\n$/,
      )
      await whileItRuns(startServer(cwd, 'npm', ['start'], { NODE_OPTIONS: lazyWasm }), async (address) => {
        await useNotes(address)
      })
    })
  }

  it('refuses to start in production without its secrets', async () => {
    const { cwd, env } = options(nameOf({ database: 'sqlite', auth: 'jwt', tests: 'vitest' }))
    const program = { cwd, env: { ...env, NODE_ENV: 'production' } }
    const { status, stderr } = await runCommand(process.execPath, ['dist/main.js'], program)
    expect(status).to.equal(1)
    expect(stderr).to.include('Set JWT_SECRET. It has no default in production.')
  })
})

/** `npm start` creates its own cluster, which takes four seconds of processor time without this. */
const lazyWasm = `--import ${pathToFileURL(inRepository('build', 'test', 'support', 'lazy-wasm.js'))}`

/**
 * Variables for programs that make a database each, the tests and `npm run check`. They start on a prepared cluster, where
 * PGlite has the version of that cluster.
 */
async function clusterOf(folder: string): Promise<Record<string, string>> {
  const [installed, ours] = [folder, inRepository()].map((root) =>
    join(root, 'node_modules', '@electric-sql', 'pglite'),
  )
  const versions = [installed, ours].map(async (path = '') => {
    return JSON.parse(await readFile(join(path, 'package.json'), 'utf8')).version
  })
  if (new Set(await Promise.all(versions)).size > 1) return {}
  const importing = pathToFileURL(inRepository('build', 'test', 'support', 'prepared-cluster.js'))
  const pglite = pathToFileURL(join(installed ?? '', 'dist', 'index.js'))
  return { NODE_OPTIONS: `--import ${importing}`, ALCOVE_TEST_PGLITE: pglite.href }
}

/** Makes an account, logs in, and keeps a note, as the README of a project shows. */
async function useNotes(address: string): Promise<void> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) => {
    const sent = { 'content-type': 'application/json', ...headers }
    return fetch(address + path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  }
  const account = { name: 'ada', password: 'analytical' }
  expect((await fetch(`${address}/notes`)).status).to.equal(401)
  expect((await post('/accounts', account)).status).to.equal(201)
  const login = await post('/login', account)
  const { token } = (await login.json()) as { token?: string } // the answer of either kind of login
  const cookie = login.headers.getSetCookie().map((text) => text.split(';', 1)[0])
  const headers = { authorization: `Bearer ${token}`, cookie: cookie.join('; ') }
  expect((await post('/notes', { text: 'read the tree', stars: 3 }, headers)).status).to.equal(201)
  const listed = await fetch(`${address}/notes`, { headers })
  expect(await listed.json()).to.deep.equal([{ id: 1, text: 'read the tree', stars: 3 }])
}
