import { readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { errorCodes } from 'alcove'
import { expect } from 'chai'
import { UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { type Page, readPage } from './markdown.js'
import { runSnippets, type SnippetEnd } from './run-snippets.js'
import { SnippetFiles } from './snippet-files.js'

const codes = Object.keys(errorCodes)

/** The application itself throws it, so its example names it. */
const thrownByName = 'FST_ERR_NOT_FOUND'

function pageOf(code: string): Promise<Page> {
  return readPage(`docs/errors/${code}.md`)
}

/** All that an example made: what it threw, what it printed and logged. */
function made({ thrown, output }: SnippetEnd): string {
  return `${thrown?.code ?? ''}\n${thrown?.text ?? ''}\n${output}`
}

function speaksOf(text: string, code: string): boolean {
  return new RegExp(`\\b${code}\\b`).test(text)
}

/**
 * A folder with an `npx` that finds the command line of this repository. Node 20 would read an `--env-file` behind the
 * program as its own, but for the `--`.
 */
async function programs(): Promise<string> {
  const folder = inRepository('build', 'snippets', 'bin')
  await mkdir(folder, { recursive: true })
  const main = inRepository('dist', 'bundles', 'main.js')
  await writeFile(join(folder, 'npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' -- '${main}' "$@"\n`)
  await chmod(join(folder, 'npx'), 0o755)
  return folder
}

/** The output of lines of shell, in an empty project. */
async function runShell(lines: string): Promise<string> {
  const project = await UserProject.create({})
  try {
    const PATH = [await programs(), process.env.PATH].join(delimiter)
    const result = await runCommand('sh', ['-ec', lines], { cwd: project.folder, env: { PATH } })
    return result.stdout + result.stderr
  } finally {
    await project.remove()
  }
}

describe('docs/errors', function () {
  this.timeout(300_000)

  it('has a page for each code of the table, and no other', async () => {
    const files = await readdir(inRepository('docs', 'errors'))
    expect(files.sort()).to.deep.equal(codes.map((code) => `${code}.md`).sort())
  })

  it('describes on each page the problem, the reason, an example and the fix', async () => {
    for (const code of codes) {
      const page = await pageOf(code)
      const headings = [...page.prose.matchAll(/^#+ .*/gm)].map(([heading]) => heading)
      expect(headings, code).to.deep.equal([`# ${code}`, '## Why', '## Example', '## Fix'])
      const parts = page.text.split(/^#+ .*$/m).slice(1)
      for (const part of parts) expect(part.trim(), code).not.to.equal('')
      expect(page.fences, code).not.to.have.length(0)
    }
  })

  it('is where each error points to, without anybody being sent it', async () => {
    for (const [code, Class] of Object.entries(errorCodes)) {
      // Each takes other arguments; none is called with these in earnest.
      const error = Reflect.construct(Class, [['a'], ['b'], ['c'], ['d']])
      expect(error.help).to.equal(inRepository('docs', 'errors', `${code}.md`))
      expect(JSON.parse(JSON.stringify(error)), code).not.to.have.property('help')
      expect(
        Object.entries(error).map(([name]) => name),
        code,
      ).not.to.include('help')
    }
  })

  it('does not name the code in an example, which has to make it', async () => {
    const pages = await Promise.all(codes.map(pageOf))
    const named = codes.filter((code, index) => pages[index]?.fences.some((fence) => speaksOf(fence.code, code)))
    expect(named).to.deep.equal([thrownByName])
  })

  it('has in TypeScript examples that end with the error, answer with it, or log it', async () => {
    const all = await Promise.all(codes.map(pageOf))
    const pages = all.filter(({ fences }) => fences[0]?.info === 'ts')
    const files = new SnippetFiles('errors')
    await files.compile(pages)
    const runs = pages.flatMap((page) => {
      const [fence] = page.fences
      return fence === undefined ? [] : [{ file: files.compiled(page, fence), dialogue: [] }]
    })
    const ends = await runSnippets('errors', runs)
    const others = pages.flatMap(({ path }, index) => {
      const [code = ''] = /(?<=errors\/)\w+/.exec(path) ?? []
      const end = ends[index] ?? { thrown: null, output: '', answers: [] }
      return speaksOf(made(end), code) ? [] : [`${path}: ${made(end)}`]
    })
    expect(others.join('\n')).to.equal('')
  })

  for (const code of codes) {
    const [example] = readFileSync(inRepository('docs', 'errors', `${code}.md`), 'utf8').match(/^```\w+/m) ?? []
    if (example !== '```sh') continue
    it(`has in lines of a shell an example that ends with the error: ${code}`, async () => {
      const [fence] = (await pageOf(code)).fences
      expect(await runShell(fence!.code)).to.match(new RegExp(`\\b${code}\\b`))
    }).timeout(60_000)
  }
})
