import { AsyncLocalStorage } from 'node:async_hooks'
import { mock } from 'node:test'
import { expect } from 'chai'
import { unhandledDuring } from '../../support/unhandled.js'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

const planned = new Error('planned')
const throwPlanned = () => {
  throw planned
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a callback of ready that throws', () => {
  const create = useServers()

  /** A server with a log, and the errors in it. */
  function logged() {
    const { stream, lines } = logLines()
    const server = create({ logger: { level: 'error', stream } })
    return { server, errors: () => lines.map(({ msg, err }) => [msg, err.message]) }
  }
  const logLine = ['A callback of ready() failed: planned', 'planned']

  it('fails the boot: later ready calls, listen and inject get the error', async () => {
    const server = create()
    const unhandled = await unhandledDuring(async () => {
      const answer = failureOf(server.inject('/'))
      server.ready(throwPlanned)
      expect(await failureOf(server.ready())).to.equal(planned)
      expect(await answer).to.equal(planned)
      expect(await failureOf(server.inject('/'))).to.equal(planned)
      expect(await failureOf(server.ready())).to.equal(planned)
    })
    expect(unhandled).to.deep.equal([])
  })

  it('does not fail earlier callers, and is an unhandled rejection if no other caller receives it', async () => {
    const server = create()
    const unhandled = await unhandledDuring(async () => {
      const before = server.ready()
      server.ready(throwPlanned)
      await before
      await turn()
    })
    expect(unhandled).to.deep.equal([planned])
  })

  it('keeps the server from listening', async () => {
    const server = create()
    const listening = failureOf(server.listen({ port: 0 }))
    server.ready(throwPlanned)
    expect(await listening).to.equal(planned)
    expect(server.server.listening).to.equal(false)
  })

  it('is in the log, and no unhandled rejection', async () => {
    const { server, errors } = logged()
    const unhandled = await unhandledDuring(async () => {
      server.ready(throwPlanned)
      await turn()
    })
    expect(errors()).to.deep.equal([logLine])
    expect(unhandled).to.deep.equal([])
  })

  it('is an unhandled rejection without a log and without code that awaits the boot', async () => {
    const server = create()
    const unhandled = await unhandledDuring(async () => {
      server.ready(throwPlanned)
      await turn()
    })
    expect(unhandled).to.deep.equal([planned])
  })

  it('gives its error to the callbacks behind it, not to those before', async () => {
    const { server } = logged()
    const seen: unknown[] = []
    server.ready((error) => seen.push(error))
    server.ready(throwPlanned)
    server.ready((error) => seen.push(error))
    await failureOf(server.ready())
    server.ready((error) => seen.push(error))
    await turn()
    expect(seen).to.deep.equal([null, planned, planned])
  })

  it('does not take the place of an earlier failure', async () => {
    const { server, errors } = logged()
    server.register(async () => Promise.reject(new Error('first')))
    server.ready(throwPlanned)
    expect((await failureOf(server.ready())).message).to.equal('first')
    expect(errors()).to.deep.equal([logLine])
  })

  it('is in the log when it throws the error that it was given', async () => {
    const { server, errors } = logged()
    server.register(async () => Promise.reject(planned))
    server.ready((error) => {
      if (error) throw error
    })
    await turn()
    expect(errors()).to.deep.equal([logLine])
  })

  it('fails with an error of its own when it throws undefined', async () => {
    const { server } = logged()
    server.ready(() => {
      throw undefined
    })
    expect((await failureOf(server.ready())).code).to.equal('ALC_ERR_PLUGIN_REJECTED')
  })

  it('is in the log after the boot, which it does not fail any more', async () => {
    const { server, errors } = logged()
    await server.ready()
    server.ready(throwPlanned)
    await turn()
    expect(errors()).to.deep.equal([logLine])
    await server.ready()
  })
})

describe('a callback of ready', () => {
  const create = useServers()

  it('may await a request, for the boot does not wait for its promise', async () => {
    const server = create()
    server.get('/', async () => 'answered')
    const body = await new Promise((resolve) => {
      server.ready(async () => resolve((await server.inject('/')).body))
    })
    expect(body).to.equal('answered')
  })

  it('that rejects later is in the log', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { level: 'error', stream } })
    server.ready(async () => {
      await server.ready()
      throw planned
    })
    await server.ready()
    await turn()
    expect(lines.map(({ err }) => err.message)).to.deep.equal(['planned'])
  })

  it('may hand its failure to done', async () => {
    const server = create()
    server.ready((_error: Loose, _instance: Loose, done: Loose) => done(planned))
    expect(await failureOf(server.ready())).to.equal(planned)
  })

  it('may be given in a callback of ready', async () => {
    const server = create()
    const order: string[] = []
    server.ready(() => {
      order.push('outer')
      server.ready(() => order.push('inner'))
    })
    server.ready(() => order.push('next'))
    await server.ready()
    await server.ready()
    expect(order).to.deep.equal(['outer', 'next', 'inner'])
  })

  it('has its turn among the promises of ready', async () => {
    const server = create()
    const order: number[] = []
    server.ready(() => order.push(1))
    server.ready().then(() => order.push(2))
    server.ready(() => order.push(3))
    await server.ready().then(() => order.push(4))
    server.ready(() => order.push(5))
    await server.ready()
    expect(order).to.deep.equal([1, 2, 3, 4, 5])
  })

  it('may be a mock', async () => {
    const callback = mock.fn()
    const server = create()
    server.ready(callback)
    await server.ready()
    expect(callback.mock.callCount()).to.equal(1)
  })

  it('runs in the async context in which it was given', async () => {
    const storage = new AsyncLocalStorage<string>()
    const server = create()
    const seen: unknown[] = []
    server.ready().catch(() => {})
    storage.run('mine', () => server.ready(() => seen.push(storage.getStore())))
    await server.ready()
    expect(seen).to.deep.equal(['mine'])
  })
})
