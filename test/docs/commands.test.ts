import { access, readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { chooseProject } from '#dist/cli/project-choices.js'
import { projectFiles } from '#dist/cli/project-files.js'
import { inRepository } from '../support/repository.js'
import { isTutorial, type Page, readPage, readPages } from './markdown.js'

const nodeVerbs = ['ci', 'install', 'i', 'pack', 'publish', 'init', 'pkg', 'view', 'run', 'ls']

/** All code of a page: fences of a shell and inline code. */
function codeOf(page: Page): string {
  const inline = [...page.prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1])
  const shell = page.fences
    .filter((fence) => /^(?:sh|bash|shell|console|)$/.test(fence.info))
    .map((fence) => fence.code)
  return [...inline, ...shell].join('\n')
}

function namesAfter(code: string, command: RegExp): readonly string[] {
  return [...code.matchAll(command)].map((match) => match[1] ?? '')
}

/** Those of the project that the tutorial begins with. */
async function readNewScripts(): Promise<readonly string[]> {
  const files = await projectFiles('library', await chooseProject({}, null))
  return Object.keys(JSON.parse(files['package.json'] ?? '').scripts)
}

async function readScripts(): Promise<readonly string[]> {
  const manifest: { scripts: object } = JSON.parse(await readFile(inRepository('package.json'), 'utf8'))
  return Object.keys(manifest.scripts)
}

async function isMissing(path: string): Promise<boolean> {
  return access(inRepository(path)).then(
    () => false,
    () => true,
  )
}

describe('commands in the documentation', () => {
  it('name scripts that package.json has', async () => {
    const own = await readScripts()
    const ofProject = await readNewScripts()
    const pages = await readPages()
    const unknown = pages.flatMap((page) => {
      const scripts = isTutorial(page.path) ? ofProject : own
      const code = codeOf(page)
      const run = namesAfter(code, /\bnpm run ([\w:-]+)/g)
      const short = namesAfter(code, /\bnpm ([a-z][\w-]*)/g).filter((verb) => !nodeVerbs.includes(verb))
      return [...run, ...short].filter((name) => !scripts.includes(name)).map((name) => `${page.path}: npm run ${name}`)
    })
    expect(unknown).to.deep.equal([])
  })

  it('start built programs whose source exists', async () => {
    const pages = await readPages()
    const built = pages.flatMap((page) => namesAfter(codeOf(page), /\bnode (?:--[\w=-]+ )*build\/([\w./-]+)\.js\b/g))
    const missing = await Promise.all(built.map((name) => isMissing(`${name}.ts`)))
    expect(built.filter((_, index) => missing[index])).to.deep.equal([])
  })

  it('of the README install and test in one line, and start the scene', async () => {
    const code = codeOf(await readPage('README.md'))
    expect(code)
      .to.contain('npm ci && npm test')
      .and.to.match(/\bnpm start\b/)
  })
})
