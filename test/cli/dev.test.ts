import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { until } from '../support/until.js'
import { settings, UserProject } from './user-project.js'

interface Told {
  readonly event: string
  readonly [name: string]: unknown
}

const main = (path: string) => `
import { bootstrap, Controller, Get, Module } from 'alcove'
@Controller() class Hello { @Get('${path}') read() { return 'hello' } }
@Module({ controllers: [Hello] }) class AppModule {}
console.log(await bootstrap(AppModule).listen(0))
`

/** Writes a file while it closes, which takes a moment. */
const closing = `
import { writeFile } from 'node:fs/promises'
import { bootstrap, Hook, Module } from 'alcove'
@Module() class AppModule {
  @Hook('onClose') async close() {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await writeFile('closed', process.env.NAME ?? '')
  }
}
await bootstrap(AppModule).listen(0)
`

/** A compiler that is at work for a minute, in a process that it starts, as tsc does. */
const slowCompiler = `
const { execFileSync } = require('node:child_process')
const { writeFileSync } = require('node:fs')
if (process.argv.includes('--showConfig')) {
  console.log(JSON.stringify({ compilerOptions: { rootDir: './src', outDir: './dist' }, files: ['./src/main.ts'] }))
} else {
  const work = "require('node:fs').writeFileSync('compiler', String(process.pid)); setTimeout(() => {}, 60_000)"
  execFileSync(process.execPath, ['-e', work], { stdio: 'inherit' })
}
`

/** The process that a file names. */
async function processIn(file: string): Promise<number> {
  await until(`${file} is there`, async () => Number(await readFile(file, 'utf8')) > 0)
  return Number(await readFile(file, 'utf8'))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** `alcove dev --json`, event by event. */
class Session {
  readonly #process: ChildProcess
  readonly #told: Told[] = []
  #wake = () => {}

  constructor(folder: string, ...args: readonly string[]) {
    this.#process = spawn(process.execPath, [inRepository('dist', 'bundles', 'main.js'), 'dev', '--json', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true, // a group of its own, as in a terminal
    })
    createInterface({ input: this.#process.stdout! }).on('line', (line) => {
      this.#told.push(JSON.parse(line))
      this.#wake()
    })
  }

  /** The next event of that name; those before it are passed over. */
  async next(event: string): Promise<Told> {
    for (;;) {
      const told = this.#told.shift()
      if (told?.event === event) return told
      if (told === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }

  end(): Promise<number | null> {
    return this.#endBy(() => this.#process.kill('SIGTERM'))
  }

  /** As Ctrl+C in a terminal: the signal reaches the whole group. */
  interrupt(): Promise<number | null> {
    return this.#endBy((pid) => process.kill(-pid, 'SIGINT'))
  }

  kill(): Promise<number | null> {
    return this.#endBy(() => this.#process.kill('SIGKILL'))
  }

  #endBy(send: (pid: number) => unknown): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#process.once('close', resolve))
    send(this.#process.pid!)
    return ended
  }
}

function createProject(): Promise<UserProject> {
  return UserProject.create({
    'package.json': '{"type":"module"}',
    'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
    'src/main.ts': main('/first'),
  })
}

describe('alcove dev', function () {
  this.timeout(120_000)

  let project: UserProject
  let session: Session

  beforeEach(async () => {
    project = await createProject()
    session = new Session(project.folder)
  })

  afterEach(() => project.remove())

  it('builds and runs, prints the changes of the tree, and ends its program when it is ended', async () => {
    const { inspection } = await session.next('started')
    expect(inspection).to.have.nested.property('routes[0].id', 'GET /first')
    await project.write('src/main.ts', main('/second'))
    const { changes } = await session.next('changed')
    expect(changes).to.deep.equal([
      { change: 'removed', what: 'route', id: 'GET /first', of: [] },
      { change: 'added', what: 'route', id: 'GET /second', of: [] },
    ])
    expect(await session.end()).to.equal(0)
  })

  it('prints mistakes, and continues when they are gone', async () => {
    await session.next('started')
    await project.write('src/main.ts', `${main('/second')}\nconst a: string = 1`)
    const { problems } = await session.next('failed')
    expect(problems).to.have.nested.property('[0].code', 'ALC_ERR_CLI_BUILD')
    await project.write('src/main.ts', main('/third'))
    const { changes } = await session.next('changed')
    expect(changes).to.have.nested.property('[1].id', 'GET /third')
    await session.end()
  })

  it('reports that the application ends by itself, and waits for a change', async () => {
    await session.next('started')
    await project.write('src/main.ts', 'process.exit(4)')
    expect(await session.next('ended')).to.deep.equal({ event: 'ended', status: 'status 4' })
    await project.write('src/main.ts', main('/again'))
    await session.next('changed')
    await session.end()
  })

  it('lets the application close in order when a terminal interrupts the whole group', async () => {
    await session.next('started')
    await project.write('src/main.ts', closing)
    await session.next('changed')
    expect(await session.interrupt()).to.equal(0)
    expect(await readFile(join(project.folder, 'closed'), 'utf8')).to.equal('')
  })

  it('ends the application even where it is killed itself', async () => {
    await session.next('started')
    await project.write('src/main.ts', closing)
    await session.next('changed')
    await session.kill()
    await until(
      'the application has closed',
      async () => (await readFile(join(project.folder, 'closed'), 'utf8')) === '',
    )
  })

  it('reads --env-file, and starts again when that changes', async () => {
    await session.next('started')
    await session.end()
    await project.write('dev.env', 'NAME=first')
    await project.write('src/main.ts', closing)
    session = new Session(project.folder, '--env-file', 'dev.env')
    await session.next('started')
    await project.write('dev.env', 'NAME=second')
    await session.next('changed')
    expect(await readFile(join(project.folder, 'closed'), 'utf8')).to.equal('first')
    await session.end()
    expect(await readFile(join(project.folder, 'closed'), 'utf8')).to.equal('second')
  })
})

describe('alcove dev where the system watches no more files', function () {
  this.timeout(60_000)

  it('runs the application, and names each folder whose changes do not build', async () => {
    const full = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
fs.watch = () => { throw new Error('ENOSPC: no watcher is left') }
syncBuiltinESMExports()`
    const project = await createProject()
    const { NODE_OPTIONS } = process.env
    process.env.NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(full)}`
    const session = new Session(project.folder)
    if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS
    else process.env.NODE_OPTIONS = NODE_OPTIONS
    const events = [await session.next('unwatched'), await session.next('unwatched')]
    expect(events.map(({ folder }) => folder)).to.have.members([project.folder, join(project.folder, 'src')])
    expect(events.map(({ reason }) => reason)).to.deep.equal(new Array(2).fill('ENOSPC: no watcher is left'))
    expect(await session.next('started')).to.have.nested.property('inspection.routes[0].id', 'GET /first')
    expect(await session.end()).to.equal(0)
    await project.remove()
  })
})

describe('alcove dev while it builds', function () {
  this.timeout(60_000)

  let project: UserProject
  let session: Session

  beforeEach(async () => {
    project = await createProject()
    await rm(join(project.folder, 'node_modules', 'typescript'))
    await project.write('node_modules/typescript/package.json', '{"name":"typescript"}')
    await project.write('node_modules/typescript/bin/tsc', slowCompiler)
    session = new Session(project.folder)
  })

  afterEach(() => project.remove())

  for (const end of ['end', 'interrupt'] as const) {
    it(`ends at the first ${end === 'end' ? 'SIGTERM' : 'SIGINT of a terminal'}, and ends the compiler`, async () => {
      const compiler = await processIn(join(project.folder, 'compiler'))
      expect(isRunning(compiler)).to.equal(true)
      expect(await session[end]()).to.equal(0)
      await until('the compiler has ended', () => !isRunning(compiler))
    })
  }
})
