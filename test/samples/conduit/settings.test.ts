import { expect } from 'chai'
import { readSettings, SettingsError } from '../../../samples/conduit/settings.js'
import { RunningSample } from '../running-sample.js'

const secret = 'x'.repeat(32)

describe('conduit, reading its settings', () => {
  const complaint = (environment: Record<string, string>) => {
    try {
      readSettings(environment)
      return null
    } catch (error) {
      return error instanceof SettingsError ? error.message.split('\n').slice(1) : error
    }
  }

  it('needs none to try it: it keeps all in memory, and makes a secret of its own each time', () => {
    const [one, other] = [readSettings({}), readSettings({})]
    expect(one.databaseUrl).to.equal('memory:')
    expect(one.jwtSecret).to.have.length.greaterThan(32)
    expect(one.jwtSecret).not.to.equal(other.jwtSecret)
  })

  it('takes what is set to nothing as not set', () => {
    expect(readSettings({ DATABASE_URL: '', RATE_LIMIT: '' })).to.include({ databaseUrl: 'memory:', rateLimit: 3000 })
  })

  it('reports all mistakes at once, with the valid values', () => {
    const environment = { DATABASE_URL: 'mysql://db', JWT_SECRET: 'short', DATABASE_POOL: 'many', JWT_LIFETIME: 'long' }
    expect(complaint(environment)).to.deep.equal([
      '  DATABASE_URL is "memory:", "file:<directory>" or "postgres://<user>:<password>@<host>/<database>"',
      '  DATABASE_POOL Invalid input: expected number, received NaN',
      '  JWT_SECRET is at least 32 characters long',
      '  JWT_LIFETIME is a number of seconds, minutes, hours or days, such as "7d"',
    ])
  })

  it('needs a secret that replicas share with PostgreSQL, and in production a secret and a database that stays', () => {
    expect(complaint({ DATABASE_URL: 'postgres://db/conduit' })?.toString()).to.contain('JWT_SECRET is needed')
    expect(complaint({ DATABASE_URL: 'postgres://db/conduit', JWT_SECRET: secret })).to.equal(null)
    expect(complaint({ NODE_ENV: 'production' })).to.have.length(2)
    expect(complaint({ NODE_ENV: 'production', DATABASE_URL: 'file:data', JWT_SECRET: secret })).to.equal(null)
  })

  it('ends at once with what is wrong, and without a stack trace', async function () {
    this.timeout(60_000)
    const sample = RunningSample.launch('conduit', [], { JWT_SECRET: 'short' })
    expect(await sample.ended).to.deep.equal({ status: 1, signal: null })
    expect(sample.errors).to.equal('These settings are wrong:\n  JWT_SECRET is at least 32 characters long\n')
  })
})
