import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from './failures.js'

/**
 * Connections to a server of PostgreSQL. Failures of a connection become `DatabaseUnavailable`. Errors of the server
 * stay `DatabaseError`s, with their codes.
 */
export class RemotePool implements PostgresPool {
  readonly #pool: pg.Pool

  /** `onBreak` gets errors of idle connections, which the pool replaces. Without it they would end the process. */
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
    // Kysely uses cursors only if a pool has them, and types both in one method.
    // Closes a connection that still waits for an answer, because its next user would wait too.
    return { query: query as PostgresPoolClient['query'], release: () => client.release(isBroken) }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
