import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'

/** A package of its own, which `.ci/run` installs. */
const tools = inRepository('test', 'prose', 'tools')

/** The module below `tools` that the command loads. Its packages exist only after their installation. */
interface Linter {
  findProblems(paths: readonly string[], parts?: readonly string[]): Promise<readonly string[]>
  countOf(problems: readonly string[]): string
}

let linter: Linter

/** Lints one file of a temporary folder. The report is that of the command. */
async function lintText(name: string, text: string, parts?: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-prose-'))
  try {
    await writeFile(join(folder, name), text)
    const problems = await linter.findProblems([join(folder, name)], parts)
    return `${[...problems, linter.countOf(problems)].join('\n')}\n`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A sentence of 21 words. */
const long = `A${' word'.repeat(20)}.`
const clean = '0 problems of English\n'

describe('the linter of English', function () {
  this.timeout(120_000) // ten seconds on an idle machine; others use this one, too

  before(async function () {
    if (!existsSync(join(tools, 'node_modules'))) {
      console.log('      skipped: the linter is not installed; npm --prefix test/prose/tools ci installs it')
      this.skip()
    }
    linter = await import(pathToFileURL(join(tools, 'problems.js')).href)
  })

  async function command(...args: readonly string[]) {
    return runCommand(process.execPath, [join(tools, 'lint.js'), ...args], { cwd: inRepository() })
  }

  it('finds no problem in the paths that held.txt lists', async () => {
    expect(await command()).to.deep.equal({ status: 0, stdout: clean, stderr: '' })
  })

  it('ends with 1 after problems, and prints them or only their number', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alcove-prose-'))
    try {
      const path = join(folder, 'program.ts')
      await writeFile(path, "it('tells the user', () => {}) // fine\n")
      const { status, stdout } = await command('--only', 'names', path)
      expect(status).to.equal(1)
      expect(stdout).to.match(/program\.ts:1: tells =>.*\n1 problem of English\n$/)
      expect(await command('--only', 'names', '--count', path)).to.include({ stdout: '1 problem of English\n' })
      expect(await command('--only', 'comments', path)).to.include({ status: 0, stdout: clean })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('reports a word of the list with its line and the word to use', async () => {
    expect(await lintText('page.md', '# A page\n\nThe token stands here.\n')).to.match(/page\.md:3: stands => is\n/)
  })

  it('accepts words of the list in code and in link addresses', async () => {
    expect(await lintText('page.md', 'Call `room.say()`, see [rules](room.md).\n\n```ts\nshall()\n```\n')).to.equal(
      clean,
    )
  })

  it('accepts "there is no"', async () => {
    expect(await lintText('page.md', 'There is no file. A folder is not a file.\n')).to.equal(clean)
    expect(await lintText('page.md', 'A folder is no file.\n')).to.match(/is no => is not a/)
  })

  it('reports a sentence of more than 20 words', async () => {
    expect(await lintText('page.md', `Short one. ${long}\n`)).to.match(/page\.md:1: 21 words/)
    expect(await lintText('page.md', `A${' word'.repeat(19)}.\n`)).to.equal(clean)
  })

  it('counts inline code and a list of inline code as one word', async () => {
    const list = Array.from({ length: 30 }, (_, index) => `\`a${index} b\``).join(', ')
    expect(await lintText('page.md', `The options are ${list}.\n`)).to.equal(clean)
  })

  it('reports a sentence that begins with a clause, but not a question', async () => {
    expect(await lintText('page.md', 'What is wrong fails.\n')).to.match(/begins with the clause "What …"/)
    expect(await lintText('page.md', 'That the file is missing is an error.\n')).to.match(/clause "That …"/)
    expect(await lintText('page.md', '> **What is wrong?**\n\nThat file is missing.\n')).to.equal(clean)
  })

  it('reports comments of programs with their lines', async () => {
    const text =
      "const a = 'it stands'\n\n/**\n * Fine.\n *\n * @param b what it says\n */\nfunction f(b) {} // shall do\n"
    const found = await lintText('program.ts', text)
    expect(found).to.match(/program\.ts:6: says =>/)
    expect(found).to.match(/program\.ts:8: shall =>/)
    expect(found).to.match(/\n2 problems of English\n/)
  })

  it('joins line comments that follow each other', async () => {
    const comment = long
      .split(' ')
      .reduce((text, word, index) => `${text}${index % 9 === 0 ? '\n// ' : ' '}${word}`, '')
    expect(await lintText('program.ts', comment)).to.match(/21 words/)
  })

  it('reports names of tests', async () => {
    const text = "describe('a', () => {\n  it('tells the user', () => {})\n})\n"
    expect(await lintText('program.ts', text, ['names'])).to.match(/program\.ts:2: tells =>/)
  })

  it('reports messages, and takes the values put in for code', async () => {
    const values = ['$', '{a} '].join('').repeat(40)
    const text = `const m = () => \`The module says ${values}twice here\`\nconst n = \`\${says} is a fine value\`\n`
    const found = await lintText('program.ts', text, ['messages'])
    expect(found).to.match(/program\.ts:1: says =>/)
    expect(found).to.match(/\n1 problem of English\n/)
  })
})
