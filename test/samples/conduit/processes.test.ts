import { expect } from 'chai'
import { RunningSample } from '../running-sample.js'
import { describePostgres } from './conduit.js'
import { LoadBalancer } from './load-balancer.js'

interface Call {
  readonly token?: string
  readonly body?: object
}

async function call(address: string, method: string, path: string, { token, body }: Call = {}) {
  const headers = {
    ...(token !== undefined && { authorization: `Token ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const response = await fetch(`${address}/api${path}`, { method, headers, body: JSON.stringify(body) ?? null })
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') }
}

async function register(address: string, username: string): Promise<string> {
  const user = { username, email: `${username}@test.com`, password: 'password1' }
  return (await call(address, 'POST', '/users', { body: { user } })).body.user.token
}

describePostgres('conduit, processes behind a load balancer', (server) => {
  const running: RunningSample[] = []
  let environment: Record<string, string>
  let balancer: LoadBalancer

  const launch = async () => {
    const replica = await RunningSample.start('conduit', [], environment)
    running.push(replica)
    return replica
  }

  beforeEach(async () => {
    environment = {
      DATABASE_URL: await (await server()).createDatabase(),
      DATABASE_POOL: '3',
      JWT_SECRET: 'a secret that all replicas share',
      PASSWORD_COST: '10',
      RATE_LIMIT: '1000000',
      SHUTDOWN_DELAY: '3000',
      LOG_LEVEL: 'warn',
    }
    balancer = await LoadBalancer.start()
  })

  afterEach(async () => {
    for (const replica of running.splice(0)) replica.kill()
    await balancer.close()
  })

  it('make the tables once when they start at once, and know those who have signed in at another', async () => {
    const replicas = await Promise.all([launch(), launch(), launch()])
    const [first, ...others] = replicas.map(({ address }) => address)
    const token = await register(first!, 'jake')
    for (const other of others) {
      const { status, body } = await call(other, 'GET', '/user', { token })
      expect([status, body.user.username]).to.deep.equal([200, 'jake'])
    }
  })

  it('are replaced one after the other while people work, and lose no request', async () => {
    const replicas = await Promise.all([launch(), launch()])
    for (const { address } of replicas) await balancer.add(address)
    const token = await register(balancer.address, 'jake')
    const seen = new Map<number, number>()
    let isOver = false
    const work = async (name: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const article = { title: `Title ${name} ${turn}`, description: 'About', body: 'Text' }
        const answers = [
          await call(balancer.address, 'POST', '/articles', { token, body: { article } }),
          await call(balancer.address, 'GET', '/articles', { token }),
        ]
        for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const workers = [1, 2, 3, 4].map(work)
    for (const old of replicas) {
      const stopped = old.stop()
      await balancer.drained(old.address)
      expect(await stopped).to.deep.equal({ status: 0, signal: null })
      await balancer.add((await launch()).address)
    }
    isOver = true
    await Promise.all(workers)
    expect([...seen.keys()].sort()).to.deep.equal([200, 201])
    const { body } = await call(balancer.address, 'GET', '/articles?author=jake')
    expect(body.articlesCount).to.equal(seen.get(201))
  })
})
