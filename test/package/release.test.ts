import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { type CommandResult, runCommand, runOrThrow } from '../support/run-command.js'

const manifest = {
  name: 'mine',
  version: '1.2.0',
  license: 'MIT',
  repository: 'github:someone/mine',
  homepage: 'https://mine.example',
  bugs: 'https://mine.example/bugs',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  files: ['dist', 'CHANGELOG.md'],
}

const ready: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(manifest),
  'package-lock.json': JSON.stringify({ name: 'mine', version: '1.2.0', lockfileVersion: 3, packages: {} }),
  'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n- The first.\n',
  'README.md': '# mine\n',
  LICENSE: 'MIT\n',
  '.gitignore': 'build\n',
  'dist/index.js': '',
  'dist/index.d.ts': '',
}

describe('npm run release', function () {
  this.timeout(60_000)

  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-release-'))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
  }

  function git(...args: readonly string[]): Promise<CommandResult> {
    const author = ['-c', 'user.name=someone', '-c', 'user.email=someone@mine.example']
    return runOrThrow('git', [...author, ...args], { cwd: folder })
  }

  function release(...args: readonly string[]): Promise<CommandResult> {
    return runCommand(process.execPath, [inRepository('.ci', 'release.js'), ...args], { cwd: folder })
  }

  /** A commit of these files, on which the tests have passed. */
  async function commit(files: Readonly<Record<string, string>>): Promise<void> {
    await write(files)
    await git('init', '--quiet')
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'all')
    await release('--record-tests')
  }

  async function expectFailure(check: string, advice: string): Promise<void> {
    const { status, stdout } = await release('--check')
    expect(status, stdout).to.equal(1)
    expect(stdout).to.include(`✖ ${check}\n`).and.include(advice).and.include('1 of 10 checks failed')
    expect(stdout).not.to.include('npm publish')
  }

  it('passes a commit that is ready, and names the steps of the publisher', async () => {
    await commit(ready)
    const { status, stdout } = await release('--check')
    expect(status, stdout).to.equal(0)
    expect(stdout).to.include('npm publish --provenance').and.not.include('✖')
  })

  it('publishes nothing and checks nothing without --check', async () => {
    await commit(ready)
    const { status, stdout, stderr } = await release()
    expect([status, stdout, stderr]).to.deep.equal([
      2,
      '',
      'This script publishes nothing. Run npm run release -- --check\n',
    ])
  })

  const broken: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
    ['the publisher is named', 'package.json has no repository, bugs.', { repository: undefined, bugs: undefined }],
    ['the package is open to the registry', 'package.json is private.', { private: true }],
    ['the license is in the package', 'Add the field license', { license: undefined }],
    ['the package holds what its entries name', 'The package lacks dist/bin.js.', { bin: { mine: './dist/bin.js' } }],
  ]
  for (const [check, advice, changes] of broken) {
    it(`fails where it finds in package.json that not: ${check}`, async () => {
      await commit({ ...ready, 'package.json': JSON.stringify({ ...manifest, ...changes }) })
      await expectFailure(check, advice)
    })
  }

  it('fails where the changelog has no dated section with entries for the version', async () => {
    for (const heading of ['## [1.2.0]', '## [1.2.0] - not yet', '## [1.2.1] - 2026-11-22']) {
      await rm(join(folder, '.git'), { recursive: true, force: true })
      await commit({ ...ready, 'CHANGELOG.md': `# Changelog\n\n${heading}\n\n- The first.\n` })
      await expectFailure('the changelog has the version', 'below "## [1.2.0] - YYYY-MM-DD"')
    }
  })

  it('fails where the lock file has another version', async () => {
    await commit({ ...ready, 'package-lock.json': '{"name":"mine","version":"1.1.0"}' })
    await expectFailure('the lock file has the same version', 'Run npm install.')
  })

  it('fails where the package holds a test or a key', async () => {
    await commit({ ...ready, 'dist/index.test.js': '', 'dist/signing.pem': '' })
    await expectFailure('the package holds nothing private', 'dist/index.test.js, dist/signing.pem')
  })

  it('fails where the tag of the version exists', async () => {
    await commit(ready)
    await git('tag', 'v1.2.0')
    await expectFailure('the version is new', 'The tag v1.2.0 exists.')
  })

  it('fails on a commit after the one that was tested', async () => {
    await commit(ready)
    await write({ 'README.md': '# mine, again\n' })
    await git('commit', '--quiet', '--all', '--message', 'more')
    await expectFailure('the tests passed on this commit', 'Run npm test on a clean tree.')
  })

  it('fails on a changed tree, and does not count tests of one', async () => {
    await commit(ready)
    await write({ 'README.md': '# mine, again\n' })
    await expectFailure('the tree is clean', 'Commit or remove them.')
    await release('--record-tests')
    await git('commit', '--quiet', '--all', '--message', 'more')
    await expectFailure('the tests passed on this commit', 'Run npm test on a clean tree.')
  })

  it('is run by the scripts of this repository, whose addresses are left to the publisher', async () => {
    const { scripts, ...own } = JSON.parse(await readFile(inRepository('package.json'), 'utf8'))
    expect(scripts).to.include({ release: 'node .ci/release.js', posttest: 'node .ci/release.js --record-tests' })
    expect(own).not.to.have.any.keys('repository', 'homepage', 'bugs')
  })
})
