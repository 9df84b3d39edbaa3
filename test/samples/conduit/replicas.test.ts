import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Conduit, describePostgres } from './conduit.js'

async function closeAll(replicas: readonly Conduit[]): Promise<void> {
  await Promise.all(replicas.map(({ app }) => app.close()))
}

describePostgres('conduit, several replicas', (server) => {
  it('start at once on a database without tables, and serve the same', async () => {
    const DATABASE_URL = await (await server()).createDatabase()
    const replicas = await Promise.all([1, 2, 3, 4].map(() => Conduit.start({ DATABASE_URL, DATABASE_POOL: '2' })))
    try {
      const [first, second, ...others] = replicas
      const author = await first!.register()
      const { slug } = await second!.publish(author)
      for (const replica of others) {
        const { status } = await replica.call('GET', `/articles/${slug}`, { token: author.token })
        expect(status).to.equal(200)
      }
    } finally {
      await closeAll(replicas)
    }
  })

  it('give a name to one of all who ask them at once', async () => {
    const DATABASE_URL = await (await server()).createDatabase()
    const replicas = await Promise.all([1, 2].map(() => Conduit.start({ DATABASE_URL })))
    try {
      const ask = (replica: Conduit, index: number) => {
        const user = { username: 'jake', email: `jake${index}@jake.jake`, password: 'jakejake' }
        return replica.call('POST', '/users', { body: { user } })
      }
      const all = Array.from({ length: 10 }, (_, index) => ask(replicas[index % 2]!, index))
      const statuses = (await Promise.all(all)).map(({ status }) => status)
      expect(statuses.sort()).to.deep.equal([201, ...Array(9).fill(409)])
    } finally {
      await closeAll(replicas)
    }
  })
})

describe('conduit in one process', function () {
  this.timeout(120_000)

  it('keeps its data in the directory of DATABASE_URL', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'conduit-'))
    const DATABASE_URL = `file:${join(directory, 'data')}`
    try {
      const before = await Conduit.start({ DATABASE_URL })
      const { username, token } = await before.register()
      await before.app.close()
      const later = await Conduit.start({ DATABASE_URL })
      const { body } = await later.call('GET', '/user', { token })
      await later.app.close()
      expect(body.user.username).to.equal(username)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })
})
