import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { isPromised, readCurl } from '../samples/printed-lines.js'
import { sendLine } from '../samples/send-line.js'
import { inRepository, repository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { type Fence, type Page, parsePage, readPages } from './markdown.js'

/** Below the repository, so that `alcove` names the package itself. */
const folder = inRepository('build', 'migration')
const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')
const settings = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { rootDir: '.', outDir: 'out', noUnusedLocals: false, noUnusedParameters: false },
  include: ['.'],
}

/** Programs of the pages export `app`: an application of ours, of Fastify, or of Nest. */
interface Program {
  listen(options: object): Promise<unknown>
  listen(port: number, host: string): Promise<unknown>
  close(): Promise<unknown>
  /** Of Nest alone, whose `listen` does not take an object. */
  getUrl?(): Promise<string>
}

interface Dialogue {
  readonly request: string
  readonly answer: string
}

function programsOf(page: Page): readonly Fence[] {
  return page.fences.filter(({ info, code }) => info === 'ts' && code.includes('export const app ='))
}

/** `// curl localhost:3000/path …`, and on the next line `// → status body`. */
function dialogueOf(code: string): readonly Dialogue[] {
  const lines = [...code.matchAll(/^\/\/ curl localhost:3000(\/.*)\n\/\/ → (.*)$/gm)]
  const told = code.match(/^\/\/ (?:curl|→)/gm) ?? []
  if (told.length !== 2 * lines.length) throw new Error(`not all lines are a request and its answer in:\n${code}`)
  return lines.map(([, request = '', answer = '']) => ({ request, answer }))
}

function fileOf(page: Page, { line }: Fence): string {
  return `${page.path.replaceAll('/', '-')}.${line}`
}

/** The messages of the compiler for the programs, which it builds even with errors. */
async function build(pages: readonly Page[]): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  for (const page of pages) {
    for (const fence of programsOf(page)) await writeFile(join(folder, `${fileOf(page, fence)}.ts`), fence.code)
  }
  const result = await runCommand(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: repository })
  return result.stdout.trim()
}

async function listen(app: Program): Promise<string> {
  if (app.getUrl === undefined) return String(await app.listen({ port: 0, host: '127.0.0.1' }))
  await app.listen(0, '127.0.0.1')
  return app.getUrl()
}

/** The lines of a program whose promise does not hold, with what came instead. */
async function brokenPromises(page: Page, fence: Fence): Promise<readonly string[]> {
  const { app }: { app: Program } = await import(pathToFileURL(join(folder, 'out', `${fileOf(page, fence)}.js`)).href)
  const broken: string[] = []
  try {
    const address = await listen(app)
    for (const { request, answer } of dialogueOf(fence.code)) {
      const command = `curl ${request.replace(/^\S+/, (path) => `'${address}${path}'`)}`
      const found = await sendLine({ command, answer, ...readCurl(command) }, {})
      if (!isPromised(answer, found))
        broken.push(`${page.path}:${fence.line} ${request}\n  → ${answer}\n  but ${found}`)
    }
  } finally {
    await app.close()
  }
  return broken
}

describe('the pages about migration', function () {
  this.timeout(120_000)

  const { TMPDIR } = process.env
  let temporary: string

  /** Programs make folders there, and remove none. */
  before(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'alcove-migration-'))
    process.env.TMPDIR = temporary
  })

  after(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await rm(temporary, { recursive: true })
  })

  for (const folder of ['docs/from-fastify', 'docs/from-nest']) {
    it(`show in ${folder} programs that give the documented answers, on both sides`, async () => {
      const pages = (await readPages()).filter(({ path }) => path.startsWith(`${folder}/`))
      const programs = pages.flatMap((page) => programsOf(page).map((fence) => ({ page, fence })))
      const silent = programs.filter(({ fence }) => dialogueOf(fence.code).length === 0)
      expect(silent.map(({ page, fence }) => `${page.path}:${fence.line}`)).to.deep.equal([])
      expect(programs.length).to.be.greaterThan(9)
      expect(await build(pages)).to.equal('')
      const broken: string[] = []
      for (const { page, fence } of programs) broken.push(...(await brokenPromises(page, fence)))
      expect(broken.join('\n')).to.equal('')
    })
  }

  it('are found wrong where an answer is not the one that they show', async () => {
    const program = [
      "import { createServer } from 'alcove'",
      "export const app = createServer().get('/', async () => ({ a: 1 }))",
      '// curl localhost:3000/',
      '// → 200 {"a":2}',
    ]
    const page = parsePage('docs/page.md', `\`\`\`ts\n${program.join('\n')}\n\`\`\`\n`)
    await build([page])
    const [fence] = programsOf(page)
    expect(fence && (await brokenPromises(page, fence))).to.deep.equal([
      'docs/page.md:2 /\n  → 200 {"a":2}\n  but 200 {"a":1}',
    ])
  })
})
