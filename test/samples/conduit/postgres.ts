import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** Where Debian keeps the programs of a server, the newest version first; `null` when there are none. */
const programs = findPrograms()

/** Why nothing can be tested with PostgreSQL here, or `null` when it can. */
export const noPostgres = programs === null ? 'no PostgreSQL server is installed (apt-get install postgresql)' : null

/** A server of PostgreSQL for tests: its data is gone when it has ended. */
export class PostgresServer {
  #databases = 0

  private constructor(
    readonly directory: string,
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<PostgresServer> {
    const directory = await mkdtemp(join(tmpdir(), 'conduit-postgres-'))
    const owner = await findOwner()
    if (owner.uid !== undefined) await chown(directory, owner.uid, owner.gid)
    const data = join(directory, 'data')
    const made = ['-D', data, '-U', 'conduit', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    await run(join(programs ?? '', 'initdb'), made, { ...owner, cwd: directory })
    const port = await freePort()
    const options = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', directory, '-F', '-c', 'max_connections=50']
    const child = spawn(join(programs ?? '', 'postgres'), options, { ...owner, cwd: directory, stdio: 'ignore' })
    const server = new PostgresServer(directory, port, child)
    await server.#answers()
    return server
  }

  /** The address of a new database, which has no tables. */
  async createDatabase(): Promise<string> {
    this.#databases += 1
    const name = `conduit_${this.#databases}`
    await this.#execute(`create database ${name}`)
    return this.#url(name)
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGINT') // does not wait for clients
    await ended
    await rm(this.directory, { recursive: true, force: true })
  }

  #url(database: string): string {
    return `postgres://conduit@127.0.0.1:${this.port}/${database}`
  }

  /** The same database, reached over another port. */
  over(port: number, url: string): string {
    return url.replace(`:${this.port}/`, `:${port}/`)
  }

  async #execute(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url('postgres') })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }

  async #answers(): Promise<void> {
    while (this.child.exitCode === null) {
      const isThere = await this.#execute('select 1').then(
        () => true,
        () => false,
      )
      if (isThere) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('PostgreSQL ended before it answered')
  }
}

function findPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  try {
    const [newest] = readdirSync(root).sort((one, other) => Number(other) - Number(one))
    return newest === undefined ? null : join(root, newest, 'bin')
  } catch {
    return null
  }
}

/** The server refuses to run as root: then it is run as the user that its package made. */
async function findOwner(): Promise<{ uid?: number; gid: number }> {
  if (process.getuid?.() !== 0) return { gid: process.getgid?.() ?? 0 }
  const read = async (kind: string) => Number((await run('id', [kind, 'postgres'])).stdout)
  return { uid: await read('-u'), gid: await read('-g') }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // it listens on a port, not on a path
      server.close(() => resolve(port))
    })
  })
}
