import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Loose, type Server, useServers } from './subject.js'

const late = (server: Server, name: string) => server.addHook(name, () => sleep(100))

/** Steps of `listen` that take time. */
const starts: Readonly<Record<string, (server: Server) => unknown>> = {
  nothing: () => {},
  'a plugin': (server) => server.register(async () => sleep(100)),
  'an onReady hook': (server) => late(server, 'onReady'),
  'an onListen hook': (server) => late(server, 'onListen'),
}

const turn = () => new Promise((resolve) => void setImmediate(resolve))

/** Moments between the call of `listen` and that of `close`. */
const moments: Readonly<Record<string, () => Promise<unknown>>> = {
  'in the same turn': async () => {},
  'a turn later': turn,
  'some turns later': async () => {
    for (let turns = 0; turns < 5; turns += 1) await turn()
  },
  'while it runs': () => sleep(50),
}

describe('close() while listen() is on its way', () => {
  const create = useServers()

  for (const [what, prepare] of Object.entries(starts))
    for (const [when, wait] of Object.entries(moments))
      for (const host of ['127.0.0.1', 'localhost'])
        it(`ends both, and no address stays open: ${what} takes time, closed ${when}, on ${host}`, async () => {
          const server = create()
          prepare(server)
          const listening = server.listen({ port: 0, host }).then(
            () => 'listened',
            ({ code }: Loose) => code,
          )
          await wait()
          await server.close()
          expect(await listening).to.be.oneOf(['listened', 'FST_ERR_REOPENED_CLOSE_SERVER'])
          expect(server.server.listening).to.equal(false)
          expect(server.addresses()).to.deep.equal([])
        })

  it('in the same turn as ready() runs after the boot', async () => {
    const server = create()
    const steps: string[] = []
    server.addHook('onClose', async () => void steps.push('closed'))
    const ready = server.ready().then(() => steps.push('booted'))
    await Promise.all([ready, server.close()])
    expect(steps).to.deep.equal(['booted', 'closed'])
  })

  it('in the same turn as listen() calls its callback with the error', async () => {
    const server = create()
    server.register(async () => sleep(50))
    const called = new Promise<Loose>((resolve) => void server.listen({ port: 0 }, resolve))
    await server.close()
    expect((await called).code).to.equal('FST_ERR_REOPENED_CLOSE_SERVER')
  })

  it('while an onReady hook runs waits for the hooks, which open objects that onClose hooks close', async () => {
    const server = create()
    const steps: string[] = []
    for (const name of ['one', 'two'])
      server.addHook('onReady', async () => {
        await sleep(30)
        steps.push(name)
      })
    server.addHook('onClose', async () => void steps.push('closed'))
    const ready = server.ready()
    await sleep(10)
    await server.close()
    await ready
    expect(steps).to.deep.equal(['one', 'two', 'closed'])
  })

  it('while an onReady hook fails ends after it, and the boot has the error', async () => {
    const server = create()
    const steps: string[] = []
    server.addHook('onReady', async () => {
      await sleep(30)
      throw new Error('no database')
    })
    server.addHook('onClose', async () => void steps.push('closed'))
    const ready = server.ready().catch((error: Loose) => steps.push(error.message))
    await sleep(10)
    await Promise.all([server.close(), ready])
    expect(steps).to.have.members(['no database', 'closed'])
  })

  it('that an onReady hook awaits does not wait for the hook', async () => {
    const server = create({ pluginTimeout: 0 })
    const steps: string[] = []
    server.addHook('onReady', async () => {
      await sleep(10)
      await server.close()
      steps.push('ready')
    })
    server.addHook('onClose', async () => void steps.push('closed'))
    await server.ready()
    expect(steps).to.deep.equal(['closed', 'ready'])
  })

  it('in an onReady hook fails the listening', async () => {
    const server = create()
    server.addHook('onReady', () => server.close())
    const failure = await server.listen({ port: 0 }).catch((error: Loose) => error)
    expect(failure.code).to.equal('FST_ERR_REOPENED_CLOSE_SERVER')
    expect(server.server.listening).to.equal(false)
  })
  const calls: Readonly<Record<string, (server: Server) => Promise<unknown>>> = {
    ready: (server) => server.ready(),
    inject: (server) => server.inject('/'),
    listen: (server) => server.listen({ port: 0 }),
  }
  for (const [name, call] of Object.entries(calls))
    it(`before the boot refuses a call of ${name} in the same turn`, async () => {
      const server = create()
      const closed = server.close()
      const failure: Loose = await call(server).catch((error: Loose) => error)
      expect(failure.code).to.equal('FST_ERR_REOPENED_CLOSE_SERVER')
      await closed
    })
})
