import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from './failures.js'

/**
 * Connections to a server of PostgreSQL. Whatever goes wrong on the way there is `DatabaseUnavailable`; what the server
 * itself refuses stays a `DatabaseError`, with its code.
 */
export class RemotePool implements PostgresPool {
  readonly #pool: pg.Pool

  /** `onBreak` hears of idle connections that break: the pool replaces them. Unheard they would end the process. */
  constructor(options: pg.PoolConfig, onBreak: (error: Error) => void) {
    this.#pool = new pg.Pool({ ...options, keepAlive: true }).on('error', onBreak)
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((error: Error) => {
      throw new DatabaseUnavailable(error)
    })
    let isBroken = false
    const query = async (sql: string, parameters: readonly unknown[]) => {
      try {
        const { command, rowCount, rows } = await client.query(sql, [...parameters])
        return { command, rowCount: rowCount ?? 0, rows }
      } catch (error) {
        if (error instanceof pg.DatabaseError) throw error
        isBroken = true
        throw new DatabaseUnavailable(error)
      }
    }
    // Kysely asks for cursors only where it is given some, and types both in one method.
    // A connection that still waits for an answer is closed: whoever got it next would wait with it.
    return { query: query as PostgresPoolClient['query'], release: () => client.release(isBroken) }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
