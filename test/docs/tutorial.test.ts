import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { alcove } from '../cli/command-line.js'
import { addressOf } from '../cli/started-server.js'
import { isPromised, readCurl } from '../samples/printed-lines.js'
import { sendLine } from '../samples/send-line.js'
import { inRepository, repository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { type Fence, readPage } from './markdown.js'
import { bodyOf } from './run-snippets.js'

const pages = ['tutorial', 'tutorial-loans', 'tutorial-guards', 'tutorial-database']

/** A command of a shell, and the line below it that promises an answer. */
const command = /^((?:curl|npm|npx|cd|rm) .*)(?:\n# (.*))?$/gm
/** Lines of the reader's terminal: what they install is linked, and the server runs as it is needed. */
const passedOver = /^(?:cd |npm install|npm run dev)/

// Tests report as in a terminal.
const nodeOptions = `--test-reporter=spec --import ${pathToFileURL(inRepository('build', 'test', 'support', 'prepared-cluster.js'))}`

/** The project of a reader who follows all steps of the pages, in their order. */
class Reader {
  private server: ChildProcess | null = null
  private address = ''
  private printed = ''

  private constructor(private readonly folder: string) {}

  static async create(): Promise<Reader> {
    return new Reader(await mkdtemp(join(tmpdir(), 'alcove-tutorial-')))
  }

  private inProject(...path: readonly string[]): string {
    return join(this.folder, 'library', ...path)
  }

  /** Gives the difference from the page, or `null`. */
  async follow({ info, code }: Fence): Promise<string | null> {
    if (info.startsWith('ts ')) return this.write(info.slice('ts '.length), code)
    if (info === 'text printed') return isPromised(`…${code.trim()}…`, this.printed) ? null : `printed\n${this.printed}`
    for (const [, line = '', promised] of info === 'sh' ? code.matchAll(command) : []) {
      const problem = await this.run(line, promised ?? null)
      if (problem !== null) return problem
    }
    return null
  }

  private async write(path: string, code: string): Promise<null> {
    await mkdir(dirname(this.inProject(path)), { recursive: true })
    await writeFile(this.inProject(path), code)
    await this.stop()
    return null
  }

  private async run(line: string, promised: string | null): Promise<string | null> {
    if (line.startsWith('npx alcove new ')) return this.begin(line.split(' ').slice(2))
    if (passedOver.test(line)) return null
    if (line.startsWith('curl ')) return this.send(line, promised ?? 'no answer is promised')
    const env = { NO_COLOR: '1', NODE_OPTIONS: nodeOptions }
    const { stdout, stderr } = await runCommand('sh', ['-c', line], { cwd: this.inProject(), env })
    this.printed = stdout + stderr
    return null
  }

  private async begin(args: readonly string[]): Promise<string | null> {
    const { status, stderr } = await alcove(args, { cwd: this.folder })
    const packages = this.inProject('node_modules')
    await mkdir(packages)
    await mkdir(join(packages, '.bin'))
    for (const name of ['typescript', '@typescript', '@types', 'undici-types', '@electric-sql'])
      await symlink(inRepository('node_modules', name), join(packages, name))
    await symlink(repository, join(packages, 'alcove'))
    await this.writeProgram('alcove', inRepository('dist', 'bundles', 'main.js'))
    await this.writeProgram('tsc', inRepository('node_modules', 'typescript', 'bin', 'tsc'))
    return status === 0 ? null : stderr
  }

  private async writeProgram(name: string, file: string): Promise<void> {
    const path = this.inProject('node_modules', '.bin', name)
    await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`)
    await chmod(path, 0o755)
  }

  private async send(line: string, promised: string): Promise<string | null> {
    if (this.server === null) {
      const built = await runCommand('npm', ['run', '--silent', 'build'], { cwd: this.inProject() })
      if (built.status !== 0) return built.stdout + built.stderr
      const env = { ...process.env, NODE_OPTIONS: nodeOptions, PORT: '0' }
      this.server = spawn(process.execPath, ['dist/main.js'], { cwd: this.inProject(), env })
      this.address = await addressOf(this.server)
    }
    const request = readCurl(line)
    const url = request.url.replace('localhost:3000', this.address)
    const answer = await sendLine({ command: line, answer: '', ...request, url }, {})
    const isKept = isPromised(promised, answer) || isPromised(promised, bodyOf(answer))
    return isKept ? null : `${line}\n# ${promised}\nbut ${answer}`
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = null
    if (server === null || server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill('SIGTERM')
    await ended
  }

  async leave(): Promise<void> {
    await this.stop()
    await rm(this.folder, { recursive: true, force: true })
  }
}

describe('the tutorial', function () {
  this.timeout(300_000)

  let reader: Reader

  before(async () => {
    reader = await Reader.create()
  })

  after(() => reader.leave())

  for (const name of pages) {
    it(`runs as docs/guide/${name}.md shows, step by step`, async () => {
      const { path, fences } = await readPage(`docs/guide/${name}.md`)
      const problems: string[] = []
      for (const fence of fences) {
        const problem = await reader.follow(fence)
        if (problem !== null) problems.push(`${path}:${fence.line} ${problem}`)
      }
      expect(problems.join('\n\n')).to.equal('')
      expect(fences.filter(({ info }) => info.startsWith('ts '))).to.have.length.above(4)
    })
  }

  it('is reported where it shows something else', async () => {
    const fence = (info: string, code: string): Fence => ({ info, code, line: 1 })
    expect(await reader.follow(fence('sh', 'curl localhost:3000/books/9\n# 200 …\n'))).to.include('but 404 ')
    await reader.follow(fence('sh', 'npm run check\n'))
    expect(await reader.follow(fence('text printed', 'no problems: 9 contexts\n'))).to.match(/^printed\n/)
    await reader.follow(fence('ts src/errors.ts', 'export const broken: string = 1\n'))
    expect(await reader.follow(fence('sh', 'curl localhost:3000/books\n# 200 []\n'))).to.include('error TS')
  })
})
