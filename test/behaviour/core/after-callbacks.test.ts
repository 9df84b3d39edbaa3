import { expect } from 'chai'
import { failureOf, type Listener, type Loose, useServers } from './subject.js'

describe('SPEC 4.1 callbacks of after that go wrong fail the boot', () => {
  const create = useServers()
  const planned = new Error('planned')

  for (const [form, fail] of Object.entries<Listener>({
    '()': () => {
      throw planned
    },
    '(error)': (_error) => {
      throw planned
    },
    '(error, done)': (_error, _done) => {
      throw planned
    },
    '(error, instance, done)': (_error, _instance, _done) => {
      throw planned
    },
    '(), async,': async () => {
      throw planned
    },
    '(error, done), async,': async (_error, _done) => {
      throw planned
    },
  })) {
    it(`an error that a callback of after as ${form} throws is the error of ready`, async () => {
      const server = create()
      server.register(async () => undefined)
      server.after(fail)
      expect(await failureOf(server.ready())).to.equal(planned)
    })

    it(`an error that a callback of after as ${form} throws in a child is the error of inject`, async () => {
      const server = create()
      server.register(async (child) => void child.after(fail))
      expect(await failureOf(server.inject('/'))).to.equal(planned)
    })

    it(`an error that a callback of after as ${form} throws is given to the next one`, async () => {
      const server = create()
      const seen: unknown[] = []
      server.after(fail)
      server.after((error: unknown) => void seen.push(error))
      await server.ready()
      expect(seen).to.deep.equal([planned])
    })
  }

  it('a callback of after that throws, or rejects with, undefined fails the boot all the same', async () => {
    for (const fail of [() => Promise.reject(), (_error: Loose, _done: Loose) => Promise.reject()]) {
      const server = create()
      server.after(fail)
      expect((await failureOf(server.ready())).code).to.equal('ALC_ERR_PLUGIN_REJECTED')
    }
  })

  it('a callback of after that throws after done fails the boot, named with its context', async () => {
    const server = create()
    server.register(async function outer(child) {
      child.after((_error: Loose, done: Loose) => {
        done()
        throw planned
      })
    })
    const error = await failureOf(server.ready())
    expect(error.code).to.equal('ALC_ERR_PLUGIN_FAILED_LATE')
    expect(error.message).to.contain('after').and.contain('outer')
    expect(error.cause).to.equal(planned)
  })

  for (const [says, callback] of Object.entries<Listener>({
    done: (_error, _done) => undefined,
    promise: () => new Promise(() => undefined),
  })) {
    it(`a callback of after that never ends is a timeout error with its context and the text: ${says}`, async () => {
      const server = create({ pluginTimeout: 50 })
      server.register(async function outer(child) {
        child.after(callback)
      })
      const error = await failureOf(server.ready())
      expect(error.code).to.equal('FST_ERR_PLUGIN_TIMEOUT')
      expect(error.message).to.contain('after').and.contain('outer').and.contain(says)
    })
  }

  it('a callback of after is refused after boot', async () => {
    const server = create()
    await server.ready()
    const error = await failureOf(async () => server.after(() => undefined))
    expect(error.code).to.equal('FST_ERR_ROOT_PLG_BOOTED')
  })
})
