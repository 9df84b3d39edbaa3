import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from './repository.js'
import { type CommandResult, runCommand } from './run-command.js'

const mocha = inRepository('node_modules', 'mocha', 'bin', 'mocha.js')
const reporter = inRepository('build', 'test', 'support', 'reporter.js')
const rejections = inRepository('build', 'test', 'support', 'rejections.js')

function lastLine(result: CommandResult): string | undefined {
  return result.stdout.trimEnd().split('\n').at(-1)
}

describe('the reporter', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(inRepository('build', 'reporter-'))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function runMocha(source: string, ...flags: readonly string[]): Promise<CommandResult> {
    await writeFile(join(folder, 'subject.test.mjs'), source)
    const args = [
      mocha,
      '--no-config',
      '--fail-zero',
      '--require',
      rejections,
      '--reporter',
      reporter,
      ...flags,
      'subject.test.mjs',
    ]
    return runCommand(process.execPath, args, { cwd: folder, env: { NODE_V8_COVERAGE: undefined } })
  }

  it('ends with the numbers of passed and failed tests', async () => {
    const result = await runMocha(`it('a', () => {}); it('b', () => {}); it('c', () => { throw new Error('no') })`)
    expect(lastLine(result)).to.equal('2 passed, 1 failed')
    expect(result.status).to.equal(1)
  })

  it('names each test above the last line', async () => {
    const result = await runMocha(`describe('house', () => it('has a door', () => {}))`)
    expect(result.stdout).to.match(/house\n[^\n]*has a door/)
    expect(lastLine(result)).to.equal('1 passed, 0 failed')
    expect(result.status).to.equal(0)
  })

  it('adds the number of skipped tests when there are any', async () => {
    const result = await runMocha(`it('a', () => {}); it.skip('b', () => {}); it('c')`)
    expect(lastLine(result)).to.equal('1 passed, 0 failed, 2 skipped')
  })

  it('counts a failing root hook', async () => {
    const result = await runMocha(`before(() => { throw new Error('no') }); it('a', () => {})`)
    expect(lastLine(result)).to.equal('0 passed, 1 failed')
    expect(result.status).to.equal(1)
  })

  it('counts a file that cannot be loaded', async () => {
    const result = await runMocha(`import './missing.mjs'`)
    expect(lastLine(result)).to.equal('0 passed, 1 failed')
    expect(result.status).not.to.equal(0)
  })

  it('fails a run in which no test was found', async () => {
    const result = await runMocha('')
    expect(lastLine(result)).to.equal('0 passed, 1 failed')
    expect(result.status).not.to.equal(0)
  })

  it('counts a crash after the last test', async () => {
    const result = await runMocha(`it('a', () => { setTimeout(() => { throw new Error('late') }, 50) })`)
    expect(lastLine(result)).to.equal('1 passed, 1 failed')
    expect(result.status).not.to.equal(0)
  })

  it('counts an unhandled rejection after the last test', async () => {
    const result = await runMocha(`it('a', () => { setTimeout(() => { Promise.reject(new Error('late')) }, 50) })`)
    expect(lastLine(result)).to.equal('1 passed, 1 failed')
    expect(result.stderr).to.contain('late')
  })

  it('fails the test that leaves a rejection unhandled', async () => {
    const result = await runMocha(`it('a', (done) => { Promise.reject(new Error('lost')); setTimeout(done, 50) })`)
    expect(lastLine(result)).to.equal('0 passed, 1 failed')
    expect(result.stdout).to.contain('lost')
  })

  it('lets a test listen for rejections itself', async () => {
    const result = await runMocha(
      `it('a', (done) => { process.once('unhandledRejection', () => done()); Promise.reject(new Error('wanted')) })`,
    )
    expect(lastLine(result)).to.equal('1 passed, 0 failed')
    expect(result.status).to.equal(0)
  })

  it('keeps the last line last when something prints after the run', async () => {
    const result = await runMocha(`it('a', () => { setTimeout(() => console.log('late'), 50) })`)
    expect(result.stdout).to.match(/late\n1 passed, 0 failed\n$/)
  })

  it('ends a run that an open resource keeps alive, and names the resource', async () => {
    const source = `import { createServer } from 'node:net'; it('a', (done) => { createServer().listen(0, done) })`
    const result = await runMocha(source, '--reporter-option', 'patience=100')
    expect(lastLine(result)).to.equal('1 passed, 1 failed')
    expect(result.stderr).to.contain('TCPServerWrap')
  })

  it('stays silent when another reporter is chosen', async () => {
    const result = await runMocha(`it('a', () => {})`, '--reporter', 'dot')
    expect(result.stdout)
      .to.match(/1 passing/)
      .and.not.match(/1 passed/)
  })
})
