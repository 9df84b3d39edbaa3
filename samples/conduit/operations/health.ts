import { Controller, Get, Inject, Rep, type Reply } from 'alcove'
import { sql } from 'kysely'
import { Database } from '../database/database.js'

/** What a container platform asks. Both are outside of the API: neither limited nor documented there. */
@Controller({ prefix: '/health', logLevel: 'warn' })
export class HealthController {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** The process answers: there is no reason to restart it. */
  @Get('/live')
  live() {
    return { status: 'ok' }
  }

  /** Requests can be served: the database answers. */
  @Get('/ready')
  async ready(@Rep() reply: Reply) {
    try {
      await sql`select 1`.execute(this.database)
      return { status: 'ok' }
    } catch (error) {
      reply.log.warn(error, 'the database does not answer')
      return reply.code(503).send({ status: 'the database does not answer' })
    }
  }
}
