import { bootstrap, Module } from 'alcove'
import { createServer, type GracefulShutdownOptions } from 'alcove/core'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { readShutdownSettings } from '#dist/server/network/shutdown-settings.js'
import { failureOf } from '../behaviour/core/subject.js'

@Module()
class Empty {}

@Module()
class Failing {
  configure() {
    throw new Error('planned')
  }
}

const local = { port: 0, host: '127.0.0.1' }

describe('listeners for signals', () => {
  let before: number
  const added = () => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT') - before

  beforeEach(() => {
    before = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')
  })
  afterEach(() => expect(added()).to.equal(0))

  it('are one for each signal, for any number of applications, and are removed with the last of them', async () => {
    const apps = Array.from({ length: 20 }, () => bootstrap(Empty))
    await Promise.all(apps.map((app) => app.listen(local)))
    expect(added()).to.equal(2)
    for (const app of apps.slice(1)) await app.close()
    expect(added()).to.equal(2)
    await apps[0]?.close()
    expect(added()).to.equal(0)
  })

  it('are not there before an application listens, nor without sockets', async () => {
    const app = bootstrap(Empty)
    await app.ready()
    await app.inject('/')
    expect(added()).to.equal(0)
    await app.close()
  })

  it('are gone when the boot has failed', async () => {
    await failureOf(bootstrap(Failing).listen(local))
    expect(added()).to.equal(0)
  })

  it('are gone when the port is taken', async () => {
    const first = createServer()
    await first.listen(local)
    const second = bootstrap(Empty)
    const { port } = first.server.address() as { port: number }
    await failureOf(second.listen({ ...local, port }))
    expect(added()).to.equal(0)
    await Promise.all([first.close(), second.close()])
  })

  it('of the core are there only when asked for', async () => {
    for (const [gracefulShutdown, count] of [
      [undefined, 0],
      [false, 0],
      [true, 2],
      [{ signals: ['SIGINT'] }, 1],
    ] as const) {
      const server = createServer({ gracefulShutdown })
      await server.listen(local)
      expect(added(), JSON.stringify(gracefulShutdown)).to.equal(count)
      await server.close()
    }
  })

  it('are not there in applications for tests', async () => {
    const app = await createTestApp(Empty)
    await app.listen(local)
    expect(added()).to.equal(0)
    await app.close()
  })

  it('leave hooks 15 seconds behind the delay and the draining, where no end is given', () => {
    const timeoutOf = (gracefulShutdown: GracefulShutdownOptions) => readShutdownSettings({ gracefulShutdown })?.timeout
    expect(timeoutOf({})).to.equal(25_000)
    expect(timeoutOf({ drainTimeout: 100 })).to.equal(25_000)
    expect(timeoutOf({ delay: 30_000 })).to.equal(55_000)
    expect(timeoutOf({ delay: 30_000, drainTimeout: 60_000 })).to.equal(105_000)
    expect(timeoutOf({ delay: 5000, timeout: 20_000 })).to.equal(20_000)
  })

  it('are not there for an empty list, which leaves signals to the application', async () => {
    const here = process.listenerCount('SIGTERM')
    const server = createServer({ gracefulShutdown: { signals: [], drainTimeout: 100 } })
    await server.listen({ port: 0, host: '127.0.0.1' })
    expect(process.listenerCount('SIGTERM')).to.equal(here)
    await server.close()
  })

  const refused: readonly (readonly [string, GracefulShutdownOptions])[] = [
    ['delay', { delay: -1 }],
    ['drainTimeout', { drainTimeout: Number.NaN }],
    ['timeout', { timeout: 5000 }],
    ['signals', { signals: ['SIGKILL'] }],
    ['signals', { signals: 'SIGTERM' as never }],
    ['signals', { signals: ['SIGNAL' as 'SIGTERM'] }],
  ]
  for (const [name, gracefulShutdown] of refused) {
    it(`are refused with ${JSON.stringify(gracefulShutdown)}`, async () => {
      const { code, message } = await failureOf(() => createServer({ gracefulShutdown }))
      expect(code).to.equal('FST_ERR_INIT_OPTS_INVALID')
      expect(message).to.include(`gracefulShutdown.${name}`)
    })
  }
})
