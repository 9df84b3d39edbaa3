import { expect } from 'chai'
import pg from 'pg'
import { Conduit, describePostgres } from './conduit.js'
import { PostgresServer } from './postgres.js'
import { TelephoneLine } from './telephone-line.js'

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describePostgres('conduit, when its database', (server) => {
  /** Clients get this answer, without the reason. */
  const expectFailed = async (replica: Conduit) => {
    const { status, headers, body } = await replica.call('GET', '/tags')
    const said = `failed, see request ${headers['x-request-id']}`
    expect([status, body]).to.deep.equal([503, { errors: { server: [said] } }])
  }

  it('is gone: is alive but not ready, and clients get no details', async () => {
    const own = await PostgresServer.start()
    const replica = await Conduit.start({ DATABASE_URL: await own.createDatabase() })
    try {
      await own.stop()
      expect((await replica.call('GET', '/livez')).status).to.equal(200)
      expect((await replica.call('GET', '/readyz')).status).to.equal(503)
      await expectFailed(replica)
    } finally {
      await replica.app.close()
    }
  })

  it('does not answer: reports it after a time, and continues when it answers again', async () => {
    const { port } = await server()
    const line = await TelephoneLine.to(port)
    const url = (await server()).over(line.port, await (await server()).createDatabase())
    const replica = await Conduit.start({ DATABASE_URL: url, DATABASE_TIMEOUT: '500', DATABASE_POOL: '1' })
    try {
      expect((await replica.call('GET', '/tags')).status).to.equal(200)
      line.goDead()
      await expectFailed(replica) // on the connection that there was
      await expectFailed(replica) // no other can be had
      line.comeBack()
      expect((await replica.call('GET', '/tags')).status).to.equal(200)
    } finally {
      await replica.app.close()
      await line.close()
    }
  })

  it('takes too long for a statement: reports it, and does not wait for it', async () => {
    const url = await (await server()).createDatabase()
    const replica = await Conduit.start({ DATABASE_URL: url, DATABASE_TIMEOUT: '300' })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    try {
      await other.query('begin')
      await other.query('lock table article_tags in access exclusive mode')
      await expectFailed(replica)
      await other.query('rollback')
      expect((await replica.call('GET', '/tags')).status).to.equal(200)
    } finally {
      await other.end()
      await replica.app.close()
    }
  })

  it('is busy with its tables: a replica that starts waits for it, longer than a request may', async () => {
    const environment = { DATABASE_URL: await (await server()).createDatabase(), DATABASE_TIMEOUT: '300' }
    await (await Conduit.start(environment)).app.close()
    const other = new pg.Client({ connectionString: environment.DATABASE_URL })
    await other.connect()
    await other.query('begin')
    await other.query('lock table kysely_migration in access exclusive mode')
    const starting = Conduit.start(environment)
    await later(900)
    await other.query('rollback')
    await other.end()
    const replica = await starting
    try {
      expect((await replica.call('GET', '/readyz')).status).to.equal(200)
    } finally {
      await replica.app.close()
    }
  })

  it('is absent at the start: does not start, and reports the reason', async () => {
    const failure = await Conduit.start({ DATABASE_URL: 'postgres://conduit@127.0.0.1:1/conduit' }).then(
      () => null,
      (error: Error) => error,
    )
    expect(failure?.message).to.match(/could not be brought up to date: connect ECONNREFUSED 127\.0\.0\.1:1$/)
  })
})
