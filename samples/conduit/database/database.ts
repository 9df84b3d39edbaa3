import { token } from 'alcove'
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../settings.js'
import { EmbeddedPool } from './embedded-pool.js'
import { migrate } from './migrations.js'
import type { Tables } from './tables.js'

/** The tables. Being disposable, it closes its connections when the application closes. */
export type Database = Kysely<Tables>
export const Database = token<Database>('database')

/** Connects, and brings the tables up to date. Both kinds speak the same SQL: either is PostgreSQL. */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  const pool = settings.databaseUrl.startsWith('postgres') ? connect(settings, log) : await embed(settings.databaseUrl)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: (event) => tell(event, log) })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}

/** Rejects when the database does not answer. */
export async function answers(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}

function connect({ databaseUrl, databasePool }: Settings, log: Logger): PostgresPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: databasePool,
    application_name: 'conduit',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // An idle connection that breaks is replaced by the pool. Without a listener it would end the process.
  pool.on('error', (error) => log.warn(error, 'a connection to the database broke'))
  return pool
}

function embed(url: string): Promise<PostgresPool> {
  return EmbeddedPool.open(url === 'memory:' ? null : url.slice('file:'.length))
}

/** The statement, never its parameters: they hold what people wrote, and hashes of passwords. */
function tell(event: LogEvent, log: Logger): void {
  if (event.level === 'query') log.debug({ sql: event.query.sql, ms: event.queryDurationMillis }, 'query')
}
