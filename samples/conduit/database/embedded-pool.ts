import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * PostgreSQL in this process, behind the interface of a pool. It has one connection: callers wait until it is released,
 * so that no other query gets into a transaction.
 * (Kysely has a dialect for it from 0.29 on, which needs Node 22.)
 */
export class EmbeddedPool implements PostgresPool {
  readonly #database: PGlite
  readonly #connection: PostgresPoolClient
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  private constructor(database: PGlite) {
    this.#database = database
    const query = async (sql: string, parameters: readonly unknown[]) => {
      const { rows, affectedRows = 0 } = await database.query(sql, [...parameters])
      const [, command = ''] = /^\s*(\w+)/.exec(sql) ?? []
      return { command: command.toUpperCase(), rowCount: affectedRows, rows }
    }
    // Kysely uses cursors only if a pool has them, and types both in one method.
    this.#connection = { query: query as PostgresPoolClient['query'], release: () => this.#release() }
  }

  /** Without a directory all data is in memory. */
  static async open(directory: string | null): Promise<EmbeddedPool> {
    if (directory === null) return new EmbeddedPool(await PGlite.create({ loadDataDir: await dataDir() }))
    await mkdir(directory, { recursive: true })
    const isMade = await access(join(directory, 'PG_VERSION')).then(
      () => true,
      () => false,
    )
    // A prepared cluster saves most of the time of the first start.
    const cluster = isMade ? {} : { loadDataDir: await dataDir() }
    return new EmbeddedPool(await PGlite.create({ dataDir: directory, ...cluster }))
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    return this.#connection
  }

  async end(): Promise<void> {
    await this.#database.close()
  }

  /** Gives the connection to the caller that has waited longest. It stays taken then. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }
}
