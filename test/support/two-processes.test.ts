import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from './repository.js'
import { type CommandResult, runCommand } from './run-command.js'

const settings = {
  reporter: inRepository('build', 'test', 'support', 'reporter.js'),
  require: [inRepository('build', 'test', 'support', 'rejections.js')],
  'fail-zero': true,
}

describe('.ci/test.js', function () {
  this.timeout(60_000)

  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(inRepository('build', 'two-processes-'))
    await writeFile(join(folder, '.mocharc.json'), JSON.stringify(settings))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function run(files: Readonly<Record<string, string>>): Promise<CommandResult> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'build', 'test', name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
    const args = [inRepository('.ci', 'test.js'), 'build/test/{a,b}/**/*.test.js']
    return runCommand(process.execPath, args, { cwd: folder, env: { NODE_V8_COVERAGE: undefined } })
  }

  const endOf = ({ stdout }: CommandResult) => stdout.trimEnd().split('\n').at(-1)

  it('runs each test in one of two processes, and ends with the sum of both', async () => {
    const result = await run({
      'a/first.test.js': "it('a', () => console.log('in', process.pid)); it.skip('later')",
      'b/second.test.js': "it('b', () => console.log('in', process.pid))",
      'c/deep/third.test.js': "it('c', () => console.log('in', process.pid))",
    })
    expect(endOf(result)).to.equal('3 passed, 0 failed, 1 skipped')
    expect(result.status).to.equal(0)
    const [first, second, third] = [...result.stdout.matchAll(/in (\d+)/g)].map(([, id]) => id)
    expect([first === second, second === third]).to.deep.equal([true, false])
  })

  for (const half of ['a', 'c']) {
    it(`counts a failed test of the ${half === 'a' ? 'first' : 'second'} process, and shows its error`, async () => {
      const files = { 'a/one.test.js': "it('a', () => {})", 'c/two.test.js': "it('c', () => {})" }
      const broken = { [`${half}/broken.test.js`]: "it('d', () => { throw new Error('of this test') })" }
      const result = await run({ ...files, ...broken })
      expect(endOf(result)).to.equal('2 passed, 1 failed')
      expect(result.stdout).to.contain('of this test')
      expect(result.status).to.equal(1)
    })

    it(`counts the ${half === 'a' ? 'first' : 'second'} process as failed where it ends without a result`, async () => {
      const files = { 'a/one.test.js': "it('a', () => {})", 'c/two.test.js': "it('c', () => {})" }
      const result = await run({ ...files, [`${half}/broken.test.js`]: 'process.kill(process.pid)' })
      expect(endOf(result)).to.equal('1 passed, 1 failed')
      expect(result.status).to.equal(1)
    })
  }
})
