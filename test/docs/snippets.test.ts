import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { inRepository, repository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { type Page, parsePage, readPages } from './markdown.js'

/** Below the repository, so that `alcove` names the package itself. */
const folder = inRepository('build', 'snippets')
const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')

const settings = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { noEmit: true, noUnusedLocals: false, noUnusedParameters: false, strict: true },
  include: ['.'],
}

/** Each snippet becomes a file of its own in which it stands on the line that it has on its page. */
async function writeSnippets(page: Page): Promise<void> {
  for (const { info, line, code } of page.fences) {
    if (info !== 'ts') continue
    const file = join(folder, `${page.path}.${line}.ts`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${'\n'.repeat(line - 1)}${code}\nexport {}\n`)
  }
}

/** What the compiler says about the snippets of some pages; empty when all is well. */
async function compileSnippets(pages: readonly Page[]): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // The compiler wants at least one file.
  await writeFile(join(folder, 'none.ts'), 'export {}\n')
  await Promise.all(pages.map(writeSnippets))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const result = await runCommand(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: repository })
  return result.stdout.trim()
}

describe('snippets in the documentation', function () {
  this.timeout(120_000)

  it('compile as a user would paste them, where they are marked ts', async () => {
    const pages = await readPages()
    expect(await compileSnippets(pages)).to.equal('')
  })

  it('are reported with page and line when they do not compile', async () => {
    const page = parsePage(
      'docs/page.md',
      'text\n\n```ts\nconst a: string = 1\n```\n\n```ts ignore\nconst b: string = 1\n```\n',
    )
    expect(await compileSnippets([page])).to.match(
      /^build\/snippets\/docs\/page\.md\.4\.ts\(4,7\): error TS2322[^\n]*$/,
    )
  })
})
