import { createServer, type HealthOptions, type ServerOptions } from 'alcove/core'
import { expect } from 'chai'
import { failureOf } from '../behaviour/core/subject.js'
import { until } from '../support/until.js'

const look = async (options: ServerOptions, url: string) => {
  const server = createServer(options)
  const { statusCode, body } = await server.inject(url)
  await server.close()
  return `${statusCode} ${body}`
}

describe('the option health', () => {
  it('is off by default', async () => {
    expect(await look({}, '/livez')).to.match(/^404/)
    expect(await look({}, '/readyz')).to.match(/^404/)
  })

  it('answers at /livez and /readyz', async () => {
    expect(await look({ health: true }, '/livez')).to.equal('200 {"status":"ok"}')
    expect(await look({ health: true }, '/readyz?verbose')).to.equal('200 {"status":"ok"}')
  })

  it('takes other paths, and false for none', async () => {
    const health = { liveness: false, readiness: '/health/ready' } as const
    expect(await look({ health }, '/livez')).to.match(/^404/)
    expect(await look({ health }, '/health/ready')).to.equal('200 {"status":"ok"}')
  })

  it('answers HEAD as GET, and leaves other methods to routes', async () => {
    const server = createServer({ health: true })
    server.post('/livez', async () => 'own')
    const head = await server.inject({ method: 'HEAD', url: '/livez' })
    expect([head.statusCode, head.body, head.headers['content-length']]).to.deep.equal([200, '', '15'])
    expect((await server.inject({ method: 'POST', url: '/livez' })).body).to.equal('own')
  })

  it('asks every check for readiness, and none for liveness', async () => {
    const asked: unknown[] = []
    const checks = {
      passes: (instance: unknown) => asked.push(instance),
      waits: async () => undefined,
      denies: async () => false,
      throws: () => {
        throw new Error('password=1234')
      },
    }
    const options = { health: { checks } }
    expect(await look(options, '/livez')).to.equal('200 {"status":"ok"}')
    expect(asked).to.deep.equal([])
    const results = { passes: 'ok', waits: 'ok', denies: 'failed', throws: 'failed' }
    expect(await look(options, '/readyz')).to.equal(`503 ${JSON.stringify({ status: 'unavailable', checks: results })}`)
    expect(asked).to.have.length(1)
  })

  it('does not wait for a check longer than checkTimeout, and reports it in the log only', async () => {
    const lines: string[] = []
    const health = { checkTimeout: 20, checks: { database: () => new Promise(() => {}) } }
    const logger = { stream: { write: (line: string) => void lines.push(line) } }
    expect(await look({ health, logger }, '/readyz')).to.equal(
      '503 {"status":"unavailable","checks":{"database":"failed"}}',
    )
    const failed = lines.filter((line) => line.includes('ALC_ERR_HEALTH_CHECK_TIMEOUT'))
    expect(failed).to.have.length(1)
    expect(failed[0]).to.include('The health check \\"database\\" did not end within 20 ms')
  })

  it('runs the checks once at a time, for all requests that come meanwhile', async () => {
    let asked = 0
    let end = () => {}
    const database = () => {
      asked += 1
      return new Promise<void>((resolve) => {
        end = resolve
      })
    }
    const server = createServer({ health: { checks: { database } } })
    const probe = async () => (await server.inject('/readyz')).statusCode
    const first = probe()
    await until('the check runs', () => asked === 1)
    const meanwhile = Array.from({ length: 20 }, probe)
    await new Promise((resolve) => setTimeout(resolve, 20))
    end()
    expect(new Set(await Promise.all([first, ...meanwhile]))).to.deep.equal(new Set([200]))
    expect(asked).to.equal(1)
    const next = probe()
    await until('the check runs again', () => asked === 2)
    end()
    expect(await next).to.equal(200)
  })

  it('answers what the checks have found again for maxAge', async () => {
    let asked = 0
    let at = 0
    const { now } = performance
    performance.now = () => at
    try {
      const server = createServer({ health: { maxAge: 1000, checks: { database: () => ++asked === 1 } } })
      const probe = async () => (await server.inject('/readyz')).statusCode
      expect([await probe(), await probe(), asked]).to.deep.equal([200, 200, 1])
      at = 1000
      expect([await probe(), await probe(), asked]).to.deep.equal([503, 503, 2])
    } finally {
      performance.now = now
    }
  })

  it('runs no hooks and writes no lines about requests', async () => {
    const lines: string[] = []
    const server = createServer({ health: true, logger: { stream: { write: (line) => void lines.push(line) } } })
    server.addHook('onRequest', async () => Promise.reject(new Error('not let in')))
    expect((await server.inject('/livez')).statusCode).to.equal(200)
    expect((await server.inject('/readyz')).statusCode).to.equal(200)
    expect(lines).to.deep.equal([])
  })

  it('is refused beside a route of the same path', async () => {
    const server = createServer({ health: true })
    server.get('/readyz', async () => 'own')
    const { code, message } = await failureOf(server.ready())
    expect(code).to.equal('FST_ERR_DUPLICATED_ROUTE')
    expect(message).to.match(/GET \/readyz.*option health/)
  })

  const refused: readonly (readonly [string, unknown])[] = [
    ['health', 'yes'],
    ['health.readiness', { readiness: 'readyz' }],
    ['health.liveness', { liveness: '/live?z' }],
    ['health.checks', { checks: [] }],
    ['health.checks.database', { checks: { database: true } }],
    ['health.checkTimeout', { checkTimeout: 0 }],
    ['health.maxAge', { maxAge: -1 }],
  ]
  for (const [name, health] of refused) {
    it(`refuses ${JSON.stringify(health)}`, async () => {
      const { code, message } = await failureOf(() => createServer({ health: health as HealthOptions })) // wrong on purpose
      expect(code).to.equal('FST_ERR_INIT_OPTS_INVALID')
      expect(message).to.include(`"${name}"`)
    })
  }
})
