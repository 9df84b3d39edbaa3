import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { FreshProject } from '../package/fresh-project.js'
import { inRepository, repository } from '../support/repository.js'
import { runOrThrow } from '../support/run-command.js'
import { installServed } from './served.js'
import { runsAll, skipWithoutTools, tools } from './tools.js'

const runtimes = inRepository('test', 'toolchains', 'runtimes')

const nodes: readonly (readonly [version: string, program: string])[] = [
  ['20.19.0', join(runtimes, 'node_modules', 'node-20', 'bin', 'node')],
  ['22', join(runtimes, 'node_modules', 'node-22', 'bin', 'node')],
  ['24', join(tools, 'node_modules', 'node', 'bin', 'node')],
  ['26', join(runtimes, 'node_modules', 'node-26', 'bin', 'node')],
]

/** Decorated applications with schemas, guards, transactions and streams, HTTP/2, closing, and `alcove check`. */
const ownTests = [
  'behaviour/modules/application',
  'behaviour/modules/around-transaction',
  'behaviour/modules/awaited-values',
  'behaviour/modules/disposal',
  'behaviour/modules/guard-classes',
  'behaviour/modules/guards',
  'behaviour/modules/module-schemas',
  'behaviour/modules/standard-schema',
  'behaviour/core/close',
  'behaviour/core/expectations',
  'behaviour/core/framing',
  'behaviour/core/handle',
  'behaviour/core/handle-streams',
  'behaviour/core/http2',
  'behaviour/core/ignored-upgrades',
  'behaviour/core/listen',
  'behaviour/core/reply-streams',
  'behaviour/core/request-validation',
  'behaviour/core/spec-2.4-engines',
  'behaviour/core/spec-6-aborts-and-timeouts',
  'behaviour/core/upgrades',
  'cli/exit-codes',
  'cli/golden',
  'reliability/broken-sessions',
]

function skipWithout(suite: Mocha.Context, program: string): void {
  if (existsSync(program)) return
  console.log(`      skipped: ${program} is not installed; npm run toolchains installs it`)
  suite.skip()
}

/** node --experimental-sea-config, and postject puts the application into a copy of node. */
async function buildExecutable(node: string, folder: string): Promise<string> {
  const executable = join(folder, 'alone', 'server')
  await mkdir(join(folder, 'alone'))
  await copyFile(node, executable)
  await chmod(executable, 0o755)
  await runOrThrow(node, ['--experimental-sea-config', 'sea.json'], { cwd: folder })
  const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2' // the text that node's manual gives
  const postject = join(tools, 'node_modules', 'postject', 'dist', 'cli.js')
  const args = [postject, executable, 'NODE_SEA_BLOB', 'server.blob', '--sentinel-fuse', fuse]
  await runOrThrow(process.execPath, args, { cwd: folder })
  return executable
}

describe('versions of node', function () {
  this.timeout(300_000)

  let project: FreshProject
  let expected: string

  before(async function () {
    skipWithoutTools(this)
    ;({ project, expected } = await installServed())
  })

  after(() => project?.remove())

  for (const [version, program] of nodes.filter(([each]) => runsAll || each === '24')) {
    it(`${version} runs an application as this node does`, async function () {
      skipWithout(this, program)
      expect((await project.run(program, 'main.mjs')).stdout).to.equal(expected)
    })

    if (runsAll) {
      it(`${version} passes tests of alcove itself`, async function () {
        skipWithout(this, program)
        const mocha = inRepository('node_modules', 'mocha', 'bin', 'mocha.js')
        const specs = ownTests.map((name) => `--spec=build/test/${name}.test.js`)
        await runOrThrow(program, [mocha, ...specs], { cwd: repository, env: { NODE_OPTIONS: undefined } })
      })
    }
  }

  for (const [version, program] of nodes.filter(([each]) => each === '24' || (runsAll && each !== '22'))) {
    it(`${version} is copied into a single executable that runs alone`, async function () {
      skipWithout(this, program)
      const alone = await FreshProject.create()
      try {
        const args = [join(tools, 'bundle.mjs'), 'rolldown', join(project.folder, 'main.js')]
        await runOrThrow(process.execPath, [...args, join(alone.folder, 'server.cjs')], { cwd: project.folder })
        const config = { main: 'server.cjs', output: 'server.blob', disableExperimentalSEAWarning: true }
        await alone.write('sea.json', JSON.stringify(config))
        const executable = await buildExecutable(program, alone.folder)
        expect((await runOrThrow(executable, [], { cwd: join(alone.folder, 'alone') })).stdout).to.equal(expected)
      } finally {
        await alone.remove()
      }
    })
  }
})
