import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { inRepository } from './repository.js'
import { type CommandResult, runCommand } from './run-command.js'

const settings = {
  reporter: inRepository('build', 'test', 'support', 'reporter.js'),
  require: [inRepository('build', 'test', 'support', 'rejections.js')],
  'fail-zero': true,
  timeout: 50_000,
}

const passes = "it('passes', () => {})"

describe('.ci/test.js', function () {
  this.timeout(60_000)

  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(inRepository('build', 'groups-'))
    await writeFile(join(folder, '.mocharc.json'), JSON.stringify(settings))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function run(
    files: Readonly<Record<string, string>>,
    groups = ['a', '{b,d}'],
    site?: string,
  ): Promise<CommandResult> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'build', 'test', name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
    return runCommand(process.execPath, [inRepository('.ci', 'test.js'), ...groups], {
      cwd: folder,
      env: { NODE_V8_COVERAGE: undefined, ALCOVE_SITE: site },
    })
  }

  const endOf = ({ stdout }: CommandResult) => stdout.trimEnd().split('\n').at(-1)

  /** The code of a test that writes down when it begins, then waits until others have done what is named. */
  function waiting(name: string, ...lines: readonly string[]): string {
    return `
      import { appendFileSync, readFileSync } from 'node:fs'
      import { setTimeout } from 'node:timers/promises'
      it('${name}', async () => {
        appendFileSync('events.txt', 'start ${name} ')
        const isMissing = (line) => !readFileSync('events.txt', 'utf8').includes(line)
        while (${JSON.stringify(lines)}.some(isMissing)) await setTimeout(10)
        console.log('in', process.pid)
        appendFileSync('events.txt', 'end ${name} ')
      })
    `
  }

  it('runs each group in a process of its own, and ends with the sum of all', async () => {
    const result = await run({
      'a/first.test.js': "it('a', () => console.log('in', process.pid)); it.skip('later')",
      'a/deep/second.test.js': "it('a', () => console.log('in', process.pid))",
      'b/third.test.js': "it('b', () => console.log('in', process.pid))",
      'd/of-b.test.js': "it('d', () => console.log('in', process.pid))",
      'c/fourth.test.js': "it('c', () => console.log('in', process.pid))",
    })
    expect(endOf(result)).to.equal('5 passed, 0 failed, 1 skipped')
    expect(result.status).to.equal(0)
    const pids = [...result.stdout.matchAll(/in (\d+)/g)].map(([, pid]) => pid)
    expect([pids[0] === pids[1], pids[2] === pids[3], new Set(pids).size]).to.deep.equal([true, true, 3])
  })

  it('runs three groups at a time, and prints all in their order', async () => {
    const files = {
      'a/one.test.js': waiting('a', 'start d'),
      'b/two.test.js': waiting('b', 'end c'),
      'c/three.test.js': waiting('c', 'start a', 'start b'),
      'e/four.test.js': waiting('d', 'start b'),
    }
    const result = await run(files, ['a', 'b', 'c'])
    expect(endOf(result)).to.equal('4 passed, 0 failed')
    const events = (await readFile(join(folder, 'events.txt'), 'utf8')).trim()
    expect(events).to.match(/^(?:start [abc] ){3}end c .*start d/)
    expect([...stripVTControlCharacters(result.stdout).matchAll(/✔ (\w)/g)].map(([, name]) => name)).to.deep.equal([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  /** Writes down when it begins. It ends after the test `a` has begun. */
  const builder = `
    const { appendFileSync, readFileSync } = require('node:fs')
    appendFileSync('events.txt', 'start build ')
    const timer = setInterval(() => {
      if (!readFileSync('events.txt', 'utf8').includes('start a')) return
      clearInterval(timer)
      console.log('built')
      appendFileSync('events.txt', 'end build ')
    }, 10)
  `

  it('builds beside a group what another one waits for', async () => {
    const files = {
      'a/one.test.js': waiting('a', 'start build'),
      'b/two.test.js': waiting('b'),
      'c/three.test.js': passes,
      '../builder.cjs': builder,
    }
    const result = await run(files, ['a', 'b@build/builder.cjs'], 'build')
    expect(endOf(result)).to.equal('3 passed, 0 failed')
    expect(result.stdout).to.contain('built\n')
    expect(await readFile(join(folder, 'events.txt'), 'utf8')).to.match(/end build .*start b /)
  })

  it('builds nothing unless ALCOVE_SITE asks for it', async () => {
    const files = {
      'a/one.test.js': passes,
      'b/two.test.js': passes,
      'c/three.test.js': passes,
      '../builder.cjs': 'process.exit(3)',
    }
    expect(endOf(await run(files, ['b@build/builder.cjs', 'a']))).to.equal('3 passed, 0 failed')
  })

  it('counts a group as failed, and runs no test of it, if its program fails', async () => {
    const files = {
      'a/one.test.js': passes,
      'b/two.test.js': passes,
      'c/three.test.js': passes,
      '../builder.cjs': "console.error('out of order'); process.exit(3)",
    }
    const result = await run(files, ['b@build/builder.cjs', 'a'], 'build')
    expect(endOf(result)).to.equal('2 passed, 1 failed')
    expect(result.stdout).to.contain('out of order')
    expect(result.status).to.equal(1)
  })

  it('prints at the end what failed in each group', async () => {
    const broken = "it('fails', () => { throw new Error('of this test') })"
    const result = await run({
      'a/one.test.js': `${broken}; it('passes', () => console.log('in the test'))`,
      'b/two.test.js': passes,
      'c/three.test.js': "console.log('near the end'); process.kill(process.pid)",
    })
    const end = stripVTControlCharacters(result.stdout).split('In a:\n')[1] ?? ''
    expect(end).to.match(/^ +1 failing\n\n +1\) fails:\n +Error: of this test\n/)
    expect(end).to.match(/In all others:\nnear the end\n\n/)
    expect(end).to.not.match(/in the test|In \{b,d\}/)
  })

  for (const group of ['a', 'b', 'c']) {
    it(`counts a failed test of the process of the group ${group}, and shows its error`, async () => {
      const files = { 'a/one.test.js': passes, 'b/two.test.js': passes, 'c/three.test.js': passes }
      const broken = { [`${group}/broken.test.js`]: "it('d', () => { throw new Error('of this test') })" }
      const result = await run({ ...files, ...broken })
      expect(endOf(result)).to.equal('3 passed, 1 failed')
      expect(result.stdout).to.contain('of this test')
      expect(result.status).to.equal(1)
    })

    it(`counts the process of the group ${group} as failed where it ends without a result`, async () => {
      const files = { 'a/one.test.js': passes, 'b/two.test.js': passes, 'c/three.test.js': passes }
      const result = await run({ ...files, [`${group}/broken.test.js`]: 'process.kill(process.pid)' })
      expect(endOf(result)).to.equal('2 passed, 1 failed')
      expect(result.status).to.equal(1)
    })
  }
})
