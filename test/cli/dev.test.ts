import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
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

/** `alcove dev --json`, event by event. */
class Session {
  readonly #process: ChildProcess
  readonly #told: Told[] = []
  #wake = () => {}

  constructor(folder: string) {
    this.#process = spawn(process.execPath, [inRepository('dist', 'bundles', 'main.js'), 'dev', '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
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

  async end(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#process.once('close', resolve))
    this.#process.kill('SIGTERM')
    return ended
  }
}

describe('alcove dev', function () {
  this.timeout(120_000)

  let project: UserProject
  let session: Session

  beforeEach(async () => {
    project = await UserProject.create({
      'package.json': '{"type":"module"}',
      'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
      'src/main.ts': main('/first'),
    })
    session = new Session(project.folder)
  })

  afterEach(() => project.remove())

  it('builds and runs, tells what a change has changed in the tree, and ends what it runs when it is ended', async () => {
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

  it('tells of mistakes, and goes on when they are gone', async () => {
    await session.next('started')
    await project.write('src/main.ts', `${main('/second')}\nconst a: string = 1`)
    const { problems } = await session.next('failed')
    expect(problems).to.have.nested.property('[0].code', 'ALC_ERR_CLI_BUILD')
    await project.write('src/main.ts', main('/third'))
    const { changes } = await session.next('changed')
    expect(changes).to.have.nested.property('[1].id', 'GET /third')
    await session.end()
  })

  it('tells when the application ends by itself, and waits for a change', async () => {
    await session.next('started')
    await project.write('src/main.ts', 'process.exit(4)')
    expect(await session.next('ended')).to.deep.equal({ event: 'ended', status: 'status 4' })
    await project.write('src/main.ts', main('/again'))
    await session.next('changed')
    await session.end()
  })
})
