import { token } from 'alcove'
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Settings } from '../settings.js'
import { EmbeddedPool } from './embedded-pool.js'
import { migrate } from './migrations.js'
import { RemotePool } from './remote-pool.js'
import type { Tables } from './tables.js'

/** The tables. Being disposable, it closes its connections when the application closes. */
export type Database = Kysely<Tables>
export const Database = token<Database>('database')

/** Connects, and brings the tables up to date. Both kinds are PostgreSQL, so they take the same SQL. */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  if (!settings.databaseUrl.startsWith('postgres')) return openEmbedded(settings, log)
  // Migrations may take longer than a request may wait: this connection has no time limit, and closes after them.
  const unlimited = over(remotePool({ ...settings, databasePool: 1 }, log, null), log)
  await migrate(unlimited).finally(() => unlimited.destroy())
  return over(remotePool(settings, log, settings.databaseTimeout), log)
}

async function openEmbedded({ databaseUrl }: Settings, log: Logger): Promise<Database> {
  const database = over(
    await EmbeddedPool.open(databaseUrl === 'memory:' ? null : databaseUrl.slice('file:'.length)),
    log,
  )
  await migrate(database).catch(async (error) => {
    await database.destroy()
    throw error
  })
  return database
}

/** Rejects when the database does not answer. */
export async function answers(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}

function over(pool: PostgresPool, log: Logger): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: (event) => tell(event, log) })
}

/** A server that has stopped answering cannot enforce its time limit. Then the client does, a little later. */
function remotePool(settings: Settings, log: Logger, statementTimeout: number | null): RemotePool {
  const limits = statementTimeout !== null && {
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    query_timeout: statementTimeout + 1000,
  }
  const options = {
    connectionString: settings.databaseUrl,
    max: settings.databasePool,
    application_name: 'conduit',
    connectionTimeoutMillis: settings.databaseTimeout,
    ...limits,
  }
  return new RemotePool(options, (error) => log.warn(error, 'a connection to the database broke'))
}

/** Logs the statement, never its parameters: they contain private texts and hashes of passwords. */
function tell(event: LogEvent, log: Logger): void {
  if (event.level === 'query') log.debug({ sql: event.query.sql, ms: event.queryDurationMillis }, 'query')
}
